import { existsSync } from "node:fs";
import { join } from "node:path";
import { CliError } from "../cliError.ts";
import { exitCodes } from "../exitCodes.ts";

/** From the bundled command, from one of its chunks, and from the source. */
const places = ["page", "../page", "../../../workbench/dist/page"];

/** Where the page of the workbench is: it comes with the command. */
export function pageFolder(): string {
  const folder = places
    .map((place) => join(__dirname, place))
    .find((each) => existsSync(join(each, "index.html")));
  if (folder !== undefined) return folder;
  throw new CliError(
    exitCodes.failed,
    "The page is missing from this installation of idebridge: install it again",
  );
}
