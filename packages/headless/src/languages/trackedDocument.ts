import { DiskCopy } from "../documents/diskCopy.ts";
import { languageIdOf } from "../documents/languageIdOf.ts";
import { toUri } from "./fileUri.ts";

/** Larger files are not for language servers. */
const mostCharacters = 4 * 1024 * 1024;

/** A file that servers are told of: as it is in the editor, else on disk. */
export class TrackedDocument {
  readonly path: string;
  readonly uri: string;
  readonly languageId: string;
  /** Opened only so that its server is ready when it is needed: nobody asked for its problems. */
  isWarmUp = false;
  /** When it last mattered. */
  usedAt = 0;
  readonly #disk: DiskCopy;
  #looking: Promise<unknown> = Promise.resolve();
  #version = 0;
  #text: string | undefined;
  #diskText: string | undefined;

  constructor(path: string) {
    this.path = path;
    this.uri = toUri(path);
    this.languageId = languageIdOf(path);
    this.#disk = new DiskCopy(path, { key: "", isSettled: false });
  }

  /** `undefined` when there is no such file, or it is no text. */
  get text(): string | undefined {
    return this.#text;
  }

  /** Another one for every text. */
  get version(): number {
    return this.#version;
  }

  /** What servers have is what is on disk. */
  get isSaved(): boolean {
    return this.#text === this.#diskText;
  }

  /** Takes over the text of the editor, if the file is open there, else that on disk. Tells whether it is another. */
  look(openText: (path: string) => Promise<string | undefined>): Promise<boolean> {
    // One after the other: the older of two looks must not have the last word.
    const looked = this.#looking.then(() => this.#look(openText));
    this.#looking = looked.catch(() => {});
    return looked;
  }

  async #look(openText: (path: string) => Promise<string | undefined>): Promise<boolean> {
    const open = await openText(this.path);
    const news = await this.#disk.look();
    if (news.kind === "text") this.#diskText = news.text;
    else if (news.kind !== "same") this.#diskText = undefined;
    const text = open ?? this.#diskText;
    const known = text !== undefined && text.length > mostCharacters ? undefined : text;
    if (known === this.#text) return false;
    this.#text = known;
    this.#version++;
    return true;
  }
}
