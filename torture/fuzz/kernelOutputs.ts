import { evilValue, type Json, spoil } from "../../test/fuzz/hostileMessages.ts";
import type { Random } from "../../test/fuzz/random.ts";

/** What a kernel shows, as lists of type and content: good, absurd, and far too much. */
export function hostileOutput(random: Random): readonly [type: string, content: Json][] {
  return Array.from({ length: 1 + random.below(4) }, () => {
    const [type, content] = output(random);
    for (let count = random.below(3); count > 0; count--) spoil(content, random);
    return [type, content];
  });
}

function output(random: Random): [string, Json] {
  return random.pick<() => [string, Json]>([
    () => ["stream", { name: random.pick(["stdout", "stderr", "x"]), text: text(random) }],
    () => [
      "display_data",
      { data: bundle(random), metadata: {}, transient: { display_id: random.pick(["a", 1, null]) } },
    ],
    () => ["update_display_data", { data: bundle(random), metadata: {}, transient: { display_id: "a" } }],
    () => [
      "execute_result",
      { data: bundle(random), execution_count: random.pick<unknown>([1, -1, "x"]), metadata: {} },
    ],
    () => [
      "error",
      {
        ename: text(random),
        evalue: text(random),
        traceback: random.pick<unknown>([[text(random)], [1], "x", null]),
      },
    ],
    () => ["clear_output", { wait: random.pick<unknown>([true, false, "x"]) }],
    () => ["status", { execution_state: random.pick<unknown>(["busy", "starting", 1]) }],
    () => ["input_request", { prompt: text(random) }],
    () => ["comm_open", { comm_id: "x", data: {} }],
    () => [random.pick(["", "no_such_type", "__proto__", "constructor"]), {}],
  ])();
}

function bundle(random: Random): unknown {
  return random.pick<() => unknown>([
    () => ({ "text/plain": text(random) }),
    () => ({ "text/html": `<table>${"<tr><td>x".repeat(random.below(200))}`, "text/plain": "<x object>" }),
    () => ({ "image/png": random.pick(["aGk=", "not base64!", "A".repeat(100_000), ""]) }),
    () => ({ "image/svg+xml": `<svg>${"<text>x</text>".repeat(random.below(500))}` }),
    () => ({ "application/json": JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`) }),
    () => ({ "text/html": "<".repeat(20_000) }),
    () => evilValue(random),
  ])();
}

function text(random: Random): unknown {
  return random.pick<() => unknown>([
    () => "text\n",
    () => "\u001b[31mred\u001b[0m\r\u001b[2K\b\b\b".repeat(random.below(200)),
    () => "\r".repeat(3_000),
    () => "\b".repeat(3_000),
    () => "x".repeat(random.pick([10, random.chance(0.1) ? 70_000 : 100])),
    () => ["list", "of", 1],
    () => evilValue(random),
  ])();
}
