import {
  type FileChange,
  isNotRevertible,
  isUnannounced,
  type PromptChanges,
} from "@idebridge/headless/protocol";
import { useWorkbench } from "../state/workbench.ts";
import { ClockTime } from "../ui/clockTime.tsx";
import { ConfirmButton } from "../ui/confirmButton.tsx";
import { FileName } from "../ui/fileName.tsx";
import { visible } from "../ui/visible.ts";
import { ChangeCounts } from "./changeCounts.tsx";

const stateWords = {
  unseen: "",
  kept: "kept",
  reverted: "reverted",
  partlyReverted: "partly reverted",
} as const;

/** The prompts, the latest first, with the files that each has changed. */
export function PromptList() {
  const { changes } = useWorkbench();
  return (
    <nav class="side" aria-label="Changes">
      {changes.prompts.value.map((prompt, index, all) => (
        <PromptGroup key={prompt.id} prompt={prompt} number={all.length - index} />
      ))}
    </nav>
  );
}

function PromptGroup({ prompt, number }: { readonly prompt: PromptChanges; readonly number: number }) {
  const { changes } = useWorkbench();
  const name = visible(prompt.client.name);
  const unseen = prompt.files.filter(({ state }) => state === "unseen").length;
  const open = prompt.files.filter(({ state }) => state !== "reverted");
  const fixed = open.filter(isNotRevertible).length;
  return (
    <section class="list-group" aria-label={`Prompt ${number} to ${name}`}>
      <h2 class="list-heading">
        <span class="ellipsis">{name}</span>
        <span class="list-note">
          <ClockTime at={prompt.startedAt} />
        </span>
      </h2>
      <ul>
        {prompt.files.map((file) => (
          <FileItem key={file.id} file={file} />
        ))}
      </ul>
      {prompt.notes.map((note) => (
        <p key={note} class="list-remark">
          {visible(note)}
        </p>
      ))}
      {fixed > 0 && fixed < open.length && (
        <p class="list-remark">{fixed} cannot be reverted: revert the others one by one.</p>
      )}
      {prompt.files.length > 1 && (
        <div class="list-actions">
          {unseen > 0 && (
            <button type="button" class="link-button" onClick={() => void changes.keep(prompt.id)}>
              Keep all
            </button>
          )}
          {open.length > 0 && fixed === 0 && (
            <ConfirmButton
              label="Revert all"
              question={`Revert ${prompt.files.length} files${doubtAbout(prompt)}?`}
              onConfirm={() => void changes.revert(prompt.id)}
            />
          )}
        </div>
      )}
    </section>
  );
}

function doubtAbout({ files }: PromptChanges): string {
  const count = files.filter(isUnannounced).length;
  return count === 0 ? "" : ` (nobody announced ${count}: may be yours)`;
}

function FileItem({ file }: { readonly file: FileChange }) {
  const { changes, session, view } = useWorkbench();
  const isCurrent = changes.currentId.value === file.id;
  const choose = () => {
    view.isListShown.value = false;
    void changes.choose(file.id);
  };
  return (
    <li>
      <button
        type="button"
        class={`list-item change-${file.state}`}
        aria-current={isCurrent ? "true" : undefined}
        onClick={choose}
      >
        <span
          class="seen-mark"
          role="img"
          aria-label={file.state === "unseen" ? "not looked at" : file.state}
        />
        <FileName path={session.shown(file.path)} />
        {file.kind !== "modified" && (
          <span class={`tag tag-${file.kind}`}>{file.kind === "created" ? "new" : "deleted"}</span>
        )}
        {isUnannounced(file) && (
          <span class="list-note list-doubt" title="Nobody announced it: it may be yours">
            not announced
          </span>
        )}
        {stateWords[file.state] !== "" && <span class="list-note">{stateWords[file.state]}</span>}
        <ChangeCounts change={file} />
      </button>
    </li>
  );
}
