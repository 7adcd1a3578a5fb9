import type { Ide } from "@idebridge/sdk";
import type { Project } from "./project.ts";
import type { ScreenTerminal, ScreenTerminalOptions } from "./screenTerminal.ts";

/** `idebridge` on a screen of that size, once agents can find it. */
export async function serveOnScreen(
  project: Project,
  options: Partial<ScreenTerminalOptions> = {},
): Promise<ScreenTerminal> {
  const screen = project.startOnScreen([], { columns: 100, rows: 24, ...options });
  await screen.until("No change waits for a decision");
  return screen;
}

/** Resolves when the screen shows that; spaces at the ends of its rows, painted or not, do not count. */
export function sees(screen: ScreenTerminal, pattern: RegExp): Promise<string> {
  const text = () =>
    screen
      .rows()
      .map((row) => row.trimEnd())
      .join("\n");
  return screen
    .until(() => pattern.test(text()))
    .catch((error: Error) => {
      throw new Error(`${pattern}: ${error.message}`);
    });
}

/** What is shown takes decisions: the moment after it appeared is over. */
export function takesDecisions(screen: ScreenTerminal, name: string): Promise<string> {
  return screen.until((now) => {
    const text = now.screen();
    return (now.rows()[1] ?? "").includes(name) && !/just appeared|reading…|comparing…/.test(text);
  });
}

/** An agent proposes; returns when the user can decide. */
export async function propose(
  { project, screen, agent }: { project: Project; screen: ScreenTerminal; agent: Ide },
  name: string,
  contents: string,
) {
  const asked = agent.openDiff({ path: project.path(name), contents });
  // A test that fails elsewhere must not fail again when the connection ends.
  asked.catch(() => {});
  await takesDecisions(screen, name);
  return { asked };
}

/** "line 1" to "line n", some of them replaced. */
export function numbered(count: number, changed: Readonly<Record<number, string>> = {}): string {
  return Array.from({ length: count }, (_, i) => `${changed[i + 1] ?? `line ${i + 1}`}\n`).join("");
}
