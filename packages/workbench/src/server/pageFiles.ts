import { readdirSync, readFileSync } from "node:fs";
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

/** The built page. Which files there are is looked up once: a request can name one of these, and nothing else. */
export class PageFiles {
  readonly enter: string;
  readonly #folder: string;
  readonly #index: string;
  readonly #names: ReadonlySet<string>;

  constructor(folder: string) {
    this.#folder = folder;
    this.#names = new Set(readdirSync(folder));
    this.#index = readFileSync(join(folder, "index.html"), "utf8");
    this.enter = readFileSync(join(folder, "enter.html"), "utf8");
  }

  index(nonce: string): string {
    return this.#index.replaceAll("%nonce%", nonce);
  }

  async asset(name: string, accepted: string | undefined): Promise<Asset | undefined> {
    const type = types[extname(name)];
    if (type === undefined || !this.#names.has(name)) return undefined;
    const wanted = (accepted ?? "").split(",").map((each) => each.trim());
    const encoding = encodings.find(
      (each) => wanted.includes(each.name) && this.#names.has(name + each.extension),
    );
    const contents = await readFile(join(this.#folder, name + (encoding?.extension ?? "")));
    return { type, encoding: encoding?.name, contents };
  }
}
