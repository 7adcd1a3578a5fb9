import type { Diagnostic } from "@idebridge/sdk/core";
import { useWorkbench } from "../state/workbench.ts";
import { FileName } from "../ui/fileName.tsx";
import { Icon } from "../ui/icon.tsx";
import { visible } from "../ui/visible.ts";

const mostShown = 500;
const order: readonly Diagnostic["severity"][] = ["error", "warning", "information", "hint"];

/** All problems that are known, by file; each is a way to its place. */
export function ProblemsPane() {
  const { problems, session } = useWorkbench();
  const files = [...problems.byPath.value].sort(([a], [b]) => a.localeCompare(b));
  let left = mostShown;
  return (
    <section class="problems" aria-label="Problems">
      {files.length === 0 && <p class="hint problems-none">No problems are known.</p>}
      {files.map(([path, found]) => {
        const shown = sorted(found).slice(0, Math.max(0, left));
        left -= shown.length;
        if (shown.length === 0) return null;
        return (
          <div key={path}>
            <h3 class="problems-file">
              <FileName path={session.shown(path)} />
              <span class="list-note">{found.length}</span>
            </h3>
            <ul>
              {shown.map((problem, index) => (
                <Problem key={index} path={path} problem={problem} />
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

function Problem({ path, problem }: { readonly path: string; readonly problem: Diagnostic }) {
  const { documents } = useWorkbench();
  const { severity, message, range, source, code } = problem;
  const { line, character } = range.start;
  const origin = [source, code].filter((each) => each !== undefined).join(" ");
  return (
    <li>
      <button
        type="button"
        class={`problem problem-${severity}`}
        onClick={() => void documents.show(path, range.start)}
      >
        <Icon name={severity === "error" ? "error" : "warning"} />
        <span class="visually-hidden">{severity}: </span>
        <span class="problem-text">{visible(message)}</span>
        {origin !== "" && <span class="list-note">{visible(origin)}</span>}
        <span class="list-note">{`${line + 1}:${character + 1}`}</span>
      </button>
    </li>
  );
}

function sorted(problems: readonly Diagnostic[]): readonly Diagnostic[] {
  return problems.toSorted(
    (a, b) =>
      order.indexOf(a.severity) - order.indexOf(b.severity) || a.range.start.line - b.range.start.line,
  );
}
