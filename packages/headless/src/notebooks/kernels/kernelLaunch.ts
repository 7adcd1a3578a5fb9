/** How to start a kernel. */
export interface KernelLaunch {
  /** The name of its kernelspec, such as "python3". */
  readonly name: string;
  readonly displayName: string;
  readonly language: string;
  /** With `{connection_file}` and perhaps `{resource_dir}` to be filled in. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly interruptMode: "signal" | "message";
  readonly transport: "ipc" | "tcp";
  readonly resourceFolder?: string;
  /** What the user should know about the choice, for the first answer. */
  readonly remark?: string;
}
