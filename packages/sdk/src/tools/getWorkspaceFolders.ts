import * as v from "valibot";
import { json } from "../protocol/mcp.ts";
import { baseName } from "../protocol/paths.ts";
import { readJson } from "./readAnswer.ts";
import { clientSide, defineTool } from "./tool.ts";
import { noArguments } from "./wireRange.ts";

export const getWorkspaceFolders = defineTool({
  name: "getWorkspaceFolders",
  description: "The folders that the user works in, the main one first",
  input: noArguments,
  run(_args, call) {
    const folders = call.editor.workspaceFolders().map((path) => ({
      name: baseName(path),
      uri: call.paths.uri(path),
      path: call.paths.write(path),
    }));
    return json({ success: true, folders, rootPath: folders[0]?.path });
  },
  client: clientSide({
    operation: "workspaceFolders",
    ask: () => ({}),
    understand: (result, paths) =>
      readJson(result, v.object({ folders: v.array(v.object({ path: v.string() })) })).folders.map(
        ({ path }) => paths.read(path),
      ),
  }),
});
