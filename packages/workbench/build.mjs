import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPage } from "./buildPage.mjs";

await buildPage(join(fileURLToPath(new URL(".", import.meta.url)), "dist", "page"));
