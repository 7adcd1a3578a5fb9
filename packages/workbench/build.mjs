import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeThirdPartyNotices } from "../../scripts/thirdPartyNotices.mjs";
import { buildPage } from "./buildPage.mjs";

const dist = join(fileURLToPath(new URL(".", import.meta.url)), "dist");
writeThirdPartyNotices(dist, await buildPage(join(dist, "page")));
