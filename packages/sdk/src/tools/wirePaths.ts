/** How a dialect writes paths. */
export interface WirePaths {
  /** A path or `file:` URI of the peer, as an absolute path of this machine. */
  read(text: string): string;
  /** A path of this machine, in the form that the peer expects. */
  write(path: string): string;
  uri(path: string): string;
}
