import type { Execution, ExecutionOutputs } from "@idebridge/headless/protocol";
import { useWorkbench } from "../state/workbench.ts";
import { Button } from "../ui/button.tsx";
import { ClockTime } from "../ui/clockTime.tsx";
import { visible, visibleLines } from "../ui/visible.ts";

type Output = ExecutionOutputs["outputs"][number];

const words: Readonly<Record<Execution["state"], string>> = {
  asked: "asks to run",
  waiting: "waiting",
  running: "running",
  ok: "done",
  failed: "failed",
  interrupted: "interrupted",
  refused: "refused",
};

/** One piece of code, what became of it and what it has shown. */
export function ExecutionCard({ execution }: { readonly execution: Execution }) {
  const { executions, session } = useWorkbench();
  const { id, client, notebook, code, state, askedAt, by } = execution;
  const outputs = executions.outputs.value.get(id) ?? [];
  return (
    <article class={`card execution execution-${state}`} aria-label={`Code of ${visible(client.name)}`}>
      <header class="card-head">
        <span class="live-mark" aria-hidden="true" />
        <h2>{visible(client.name)}</h2>
        <span class="pane-note">
          {words[state]}
          {duration(execution)}
          {by !== undefined && `, decided by ${visible(by)}`}
          {notebook !== undefined && `, ${visible(session.shown(notebook))}`}
        </span>
        <span class="spacer" />
        <span class="pane-note">
          <ClockTime at={askedAt} />
        </span>
      </header>
      <pre class="execution-code">
        <code>{visibleLines(code)}</code>
      </pre>
      {state === "asked" && (
        <div class="execution-actions">
          <Button
            icon="cross"
            kind="reject"
            label="Refuse"
            onClick={() => void executions.decide(id, false)}
          />
          <Button icon="play" kind="accept" label="Run" onClick={() => void executions.decide(id, true)} />
        </div>
      )}
      {state === "running" && (
        <div class="execution-actions">
          <Button icon="pause" label="Interrupt" onClick={() => void executions.interrupt(id)} />
        </div>
      )}
      {outputs.map((output, index) => (
        <OutputPart key={index} output={output} />
      ))}
    </article>
  );
}

function OutputPart({ output }: { readonly output: Output }) {
  if (output.type === "text") return <pre class="execution-text">{visibleLines(output.text)}</pre>;
  if (!/^image\/[\w.+-]+$/.test(output.mimeType)) return null;
  return (
    <img
      class="execution-image"
      src={`data:${output.mimeType};base64,${output.data}`}
      alt="Output of the code"
    />
  );
}

function duration({ startedAt, endedAt }: Execution): string {
  if (startedAt === undefined || endedAt === undefined) return "";
  const seconds = (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  return ` in ${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
}
