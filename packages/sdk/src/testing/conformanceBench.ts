import type { Ide } from "../client/ide.ts";
import type { DialectName } from "../dialects/dialect.ts";
import type { Awaitable, Call, Capability, Editor, EditorEvent } from "../editor/editor.ts";
import { type Platform, toNativePath } from "../protocol/paths.ts";
import type { ConformanceCheck, EditorUnderTest, UserActions } from "./editorUnderTest.ts";
import { linkedPair } from "./linkedPair.ts";

const defaultPatience = 5_000;

/** One check under way: the editor, a server for it, and a client of that server. */
export interface Bench extends EditorUnderTest {
  /** Only those are used that the check says it needs. */
  readonly user: UserActions;
  readonly ide: Ide;
  /** All that the editor has told. */
  readonly events: readonly EditorEvent[];
  /** Waits until what is read is as it should be, else says what it was instead. */
  eventually<T>(read: () => Awaitable<T>, isRight: (value: T) => boolean, problem: string): Promise<T>;
  /** The outcome, or an error that nothing came of it. */
  inTime<T>(outcome: Awaitable<T>, problem: string): Promise<T>;
}

export interface CheckDefinition {
  readonly name: string;
  readonly needs?: readonly (Capability | "subscribe")[];
  readonly acts?: readonly (keyof UserActions)[];
  readonly readsDisk?: boolean;
  readonly dialect?: DialectName;
  run(bench: Bench): Promise<void>;
}

export function conformanceCheck(definition: CheckDefinition): ConformanceCheck {
  return {
    name: definition.name,
    async run(subject) {
      try {
        if (!isPossible(definition, subject)) return "skipped";
        await runOnBench(definition, subject);
        return "passed";
      } finally {
        await subject.dispose?.();
      }
    },
  };
}

function isPossible(
  { needs = [], acts = [], readsDisk = false }: CheckDefinition,
  subject: EditorUnderTest,
): boolean {
  const { editor, user } = subject;
  return (
    needs.every((need) => editor[need] !== undefined && (need === "subscribe" || canNow(editor, need))) &&
    acts.every((act) => user[act] !== undefined) &&
    (!readsDisk || subject.readFile !== undefined)
  );
}

export function canNow(editor: Editor, capability: Capability): boolean {
  return editor[capability] !== undefined && (editor.can?.(capability) ?? true);
}

async function runOnBench(
  { run, dialect = "claude-code" }: CheckDefinition,
  subject: EditorUnderTest,
): Promise<void> {
  const events: EditorEvent[] = [];
  const platform = platformOf(subject.file.path);
  mustBeAbsolute(subject.editor.workspaceFolders(), platform);
  const editor = overheard(subject.editor, events);
  await using pair = await linkedPair(editor, { dialect, platform, selectionMilliseconds: 1 });
  const { patience = defaultPatience } = subject;
  const user = subject.user as UserActions;
  await run({ ...subject, ...waiting(patience), editor, user, ide: pair.ide, events });
}

/** Looked at before every check: without this, nothing else makes sense. */
function mustBeAbsolute(folders: readonly string[], platform: Platform): void {
  for (const folder of folders) {
    must(
      nativeOrUndefined(folder, platform) === folder,
      `A workspace folder must be an absolute path in the form of the platform, without a slash at the end. Instead: ${show(folder)}`,
    );
  }
}

function nativeOrUndefined(folder: string, platform: Platform): string | undefined {
  try {
    return toNativePath(folder, platform);
  } catch {
    return undefined;
  }
}

export function platformOf(path: string): Platform {
  return path.startsWith("/") ? "posix" : "windows";
}

/** The same editor, with all it tells written down. One subscription only: simple editors have no more. */
function overheard(editor: Editor, events: EditorEvent[]): Editor {
  return new Proxy(editor, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      if (key !== "subscribe") return value.bind(target);
      return (listener: (event: EditorEvent) => void) =>
        target.subscribe!((event) => {
          events.push(event);
          listener(event);
        });
    },
  });
}

/** A call to the port itself, for what no client can ask. */
export function directCall(signal: AbortSignal = new AbortController().signal): Call {
  const client = {
    id: 1,
    name: "conformance",
    version: "1",
    pid: undefined,
    folders: [],
    connectedAt: new Date(),
  };
  return { signal, client };
}

/** The two ways to wait, with the patience of the harness. */
function waiting(patience: number): Pick<Bench, "eventually" | "inTime"> {
  function inTime<T>(outcome: Awaitable<T>, problem: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new Error(`${problem}. Instead: nothing within ${patience} ms`));
      const timer = setTimeout(giveUp, patience);
      Promise.resolve(outcome)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
  }

  async function eventually<T>(
    read: () => Awaitable<T>,
    isRight: (value: T) => boolean,
    problem: string,
  ): Promise<T> {
    const deadline = Date.now() + patience;
    for (;;) {
      const value = await inTime(read(), problem);
      if (isRight(value)) return value;
      if (Date.now() > deadline) throw new Error(`${problem}. Instead: ${show(value)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  return { inTime, eventually };
}

export function must(isRight: boolean, problem: string): asserts isRight {
  if (!isRight) throw new Error(problem);
}

export function mustEqual(actual: unknown, expected: unknown, problem: string): void {
  if (!isSame(actual, expected))
    throw new Error(`${problem}. Expected: ${show(expected)}. Instead: ${show(actual)}`);
}

/** Equal as JSON, whatever the order of the keys. */
export function isSame(a: unknown, b: unknown): boolean {
  return show(a) === show(b);
}

function show(value: unknown): string {
  const sorted = (_key: string, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each;
  return JSON.stringify(value, sorted) ?? String(value);
}

export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/);
}
