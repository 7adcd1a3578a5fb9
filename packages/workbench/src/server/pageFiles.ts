import { readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

const encodings = [
  { name: "br", extension: ".br" },
  { name: "gzip", extension: ".gz" },
] as const;

export interface Asset {
  readonly type: string;
  readonly encoding: string | undefined;
  readonly contents: Buffer;
}

interface BuiltPage {
  /** Changes when the page is built, or installed, anew. */
  readonly stamp: number;
  readonly names: ReadonlySet<string>;
  readonly index: string;
  readonly enter: string;
}

/** The built page. A request can name one of its files, and nothing else: what there is, is looked up before. */
export class PageFiles {
  readonly #folder: string;
  #page: BuiltPage;

  constructor(folder: string) {
    this.#folder = folder;
    this.#page = read(folder);
  }

  index(nonce: string): string {
    return this.#current().index.replaceAll("%nonce%", nonce);
  }

  /** The page before the page. `message` is ours, and is not escaped. */
  enter(message: string): string {
    return this.#current().enter.replace("%message%", message);
  }

  async asset(name: string, accepted: string | undefined): Promise<Asset | undefined> {
    const { names } = this.#page;
    const type = types[extname(name)];
    if (type === undefined || !names.has(name)) return undefined;
    const wanted = (accepted ?? "").split(",").map((each) => each.trim());
    const encoding = encodings.find((each) => wanted.includes(each.name) && names.has(name + each.extension));
    const contents = await readFile(join(this.#folder, name + (encoding?.extension ?? "")));
    return { type, encoding: encoding?.name, contents };
  }

  #current(): BuiltPage {
    if (stampOf(this.#folder) !== this.#page.stamp) this.#page = read(this.#folder);
    return this.#page;
  }
}

function read(folder: string): BuiltPage {
  return {
    stamp: stampOf(folder),
    names: new Set(readdirSync(folder)),
    index: readFileSync(join(folder, "index.html"), "utf8"),
    enter: readFileSync(join(folder, "enter.html"), "utf8"),
  };
}

function stampOf(folder: string): number {
  return statSync(join(folder, "index.html")).mtimeMs;
}
