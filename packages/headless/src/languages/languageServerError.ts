/** A language server could not do what it was asked. The message is for people. */
export class LanguageServerError extends Error {
  override readonly name = "LanguageServerError";
  /** Such as "TypeScript". */
  readonly server: string;

  constructor(server: string, message: string, options?: ErrorOptions) {
    super(`${server}: ${message}`, options);
    this.server = server;
  }
}
