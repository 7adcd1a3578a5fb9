import type { Call, Editor, FileDiagnostics, Selection } from "../editor/editor.ts";
import { IdeBridgeError } from "../protocol/errors.ts";
import { baseName, isInside } from "../protocol/paths.ts";
import type { SharedEditor } from "../tools/tool.ts";
import type { DiagnosticsMemory } from "./diagnosticsMemory.ts";
import type { Host } from "./host.ts";
import type { Sharing } from "./sharing.ts";

/** What the editor has told before. */
export interface EditorMemory {
  readonly problems: DiagnosticsMemory;
  latestSelection(): Selection | undefined;
}

/**
 * The editor as agents see it: every tool works on this view, so that what the user does not share
 * cannot leave by any of them.
 */
export function sharedEditor(
  editor: Editor,
  sharing: Sharing,
  host: Host,
  memory: EditorMemory,
): SharedEditor {
  const { openDocuments, activeSelection, latestSelection, openFile, saveDocument, closeTab } = editor;
  const { review, diagnostics, format, setSelection, executeCode } = editor;

  return {
    name: editor.name,
    workspaceFolders: () => editor.workspaceFolders(),
    can: (capability) => editor.can?.(capability) ?? true,

    ...(openDocuments && {
      async openDocuments(call: Call) {
        if (sharing.paused) return [];
        return listOf(await openDocuments.call(editor, call), editor, "openDocuments").filter(({ path }) =>
          sharing.isShared(path),
        );
      },
    }),
    ...(activeSelection && {
      activeSelection: async (call: Call) => sharing.selection(await activeSelection.call(editor, call)),
    }),
    ...((latestSelection || activeSelection || editor.subscribe) && {
      async latestSelection(call: Call) {
        const latest = latestSelection
          ? await latestSelection.call(editor, call)
          : (memory.latestSelection() ?? (await activeSelection?.call(editor, call)));
        return sharing.selection(latest);
      },
    }),
    async readText(path, call) {
      if (sharing.paused) throw nothingShared();
      // Followed once: what is looked at is what is read, whatever becomes of the link meanwhile.
      const real = host.realPath(path) ?? path;
      for (const each of [path, real]) sharing.assertShared(each);
      assertInWorkspace(real, editor.workspaceFolders(), host);
      const isReadable = editor.can?.("readText") ?? true;
      return (isReadable ? await editor.readText?.(path, call) : undefined) ?? host.readText(real);
    },
    ...(openFile && {
      openFile(request, call) {
        sharing.assertShared(request.path);
        return openFile.call(editor, request, call);
      },
    }),
    ...(saveDocument && {
      saveDocument(path, call) {
        sharing.assertShared(path);
        return saveDocument.call(editor, path, call);
      },
    }),
    ...(closeTab && {
      closeTab: (label, call) => (sharing.isDenied(label) ? "notFound" : closeTab.call(editor, label, call)),
    }),
    ...(review && {
      // The final contents go back to the agent: with a hunk rejected, they hold what the file held.
      async review(proposal, call) {
        sharing.assertShared(proposal.path);
        sharing.assertShared(proposal.oldPath);
        // What would be overwritten is what the user must see, whichever file the agent calls the old one.
        const isThere = host.realPath(proposal.path) !== undefined;
        return review.call(editor, isThere ? { ...proposal, oldPath: proposal.path } : proposal, call);
      },
    }),
    ...(diagnostics && {
      async diagnostics(path: string | undefined, call: Call) {
        if (sharing.paused || (path !== undefined && sharing.isDenied(path))) return [];
        const files = listOf(await diagnostics.call(editor, path, call), editor, "diagnostics");
        memory.problems.answered(path, files);
        return sharedDiagnostics(files, sharing);
      },
    }),
    ...(format && {
      format(path, call) {
        sharing.assertShared(path);
        return format.call(editor, path, call);
      },
    }),
    ...(setSelection && {
      setSelection(request, call) {
        if (request.path !== undefined) sharing.assertShared(request.path);
        return setSelection.call(editor, request, call);
      },
    }),
    ...(executeCode && {
      // What the code prints is told to the agent, whatever it has read.
      async executeCode(code, call) {
        if (sharing.paused) throw nothingShared();
        return executeCode.call(editor, code, call);
      },
    }),
  } satisfies SharedEditor;
}

export function sharedDiagnostics(
  files: readonly FileDiagnostics[],
  sharing: Sharing,
): readonly FileDiagnostics[] {
  return files
    .filter(({ path }) => sharing.isShared(path))
    .map((file) => ({
      ...file,
      diagnostics: file.diagnostics.map((each) =>
        each.related === undefined
          ? each
          : { ...each, related: each.related.filter(({ path }) => sharing.isShared(path)) },
      ),
    }));
}

function nothingShared(): IdeBridgeError {
  return new IdeBridgeError("DENIED", "The user shares nothing with agents just now");
}

/** `real` is where all links lead. */
function assertInWorkspace(real: string, folders: readonly string[], host: Host): void {
  const inside = folders.some((folder) => isInside(host.realPath(folder) ?? folder, real, host.platform));
  if (!inside) {
    throw new IdeBridgeError("DENIED", `${baseName(real)} is not in a folder that is open in the editor`);
  }
}

/** Says which method of the editor is wrong, where the error alone would not. */
function listOf<Item>(value: readonly Item[], { name }: Editor, method: string): readonly Item[] {
  if (Array.isArray(value)) return value;
  throw new IdeBridgeError("TOOL_FAILED", `${name} gave no list: ${method} must return one`);
}
