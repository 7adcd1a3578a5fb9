import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { htmlToText } from "../../src/notebooks/outputs/htmlToText.ts";
import { OutputCollector } from "../../src/notebooks/outputs/outputCollector.ts";
import { showMimeBundle } from "../../src/notebooks/outputs/showMimeBundle.ts";
import { TerminalText } from "../../src/notebooks/outputs/terminalText.ts";

function collect(messages: readonly (readonly [string, Record<string, unknown>])[], characters = 1_000) {
  const collector = new OutputCollector(characters);
  for (const [type, content] of messages) collector.add({ type, content, parentId: "1", leftOut: 0 });
  return collector.outputs();
}

const stream = (text: string, name = "stdout") => ["stream", { name, text }] as const;
const display = (data: Record<string, unknown>, id?: string) =>
  ["display_data", { data, transient: id === undefined ? {} : { display_id: id } }] as const;
const update = (data: Record<string, unknown>, id: string) =>
  ["update_display_data", { data, transient: { display_id: id } }] as const;
const png = { "image/png": "iVBORw0K\nGgo=\n" };
const text = (value: string) => ({ type: "text", text: value });

describe("the text of a terminal", () => {
  it.each([
    ["carriage returns", ["10%\r20%\r100%\ndone"], "100%\ndone"],
    ["a shorter line over a longer one", ["abcdef\rxy"], "xycdef"],
    ["a line that is deleted first", ["abcdef\r\u001b[Kxy"], "xy"],
    ["line ends of Windows", ["a\r\nb\r\n"], "a\nb\n"],
    ["a line end in two pieces", ["a\r", "\nb"], "a\nb"],
    ["backspaces", ["abc\b\bX"], "aXc"],
    ["colours", ["\u001b[1;31mred\u001b[0m"], "red"],
    ["a sequence in three pieces", ["a\u001b", "[3", "1mb"], "ab"],
    ["a title", ["\u001b]0;title\u0007a\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\"], "alink"],
    ["bars below each other", ["one 1\ntwo 1\n\u001b[2Aone 2\n\rtwo 2\n"], "one 2\ntwo 2\n"],
    ["tabs and other signs", ["a\tb\u0000c\u0007"], "a\tbc"],
    ["signs outside the basic plane", ["🎈\r🎈🎈"], "🎈🎈"],
  ])("%s", (_name, pieces, shown) => {
    const terminal = new TerminalText(1_000);
    for (const piece of pieces) terminal.write(piece);
    expect(terminal.toString()).toBe(shown);
  });

  it("is bounded, whatever is written", () => {
    const control = fc.constantFrom(
      "\r",
      "\n",
      "\b",
      "\u001b[A",
      "\u001b[999999999C",
      "\u001b[K",
      "\u001b[",
      "\u001b]",
    );
    const piece = fc.oneof(control, fc.string({ maxLength: 20 }), fc.constant("x".repeat(5_000)));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const terminal = new TerminalText(100);
        for (const each of pieces) terminal.write(each);
        // Up to 40 lines are still open to change.
        expect(terminal.toString().length).toBeLessThan(40 * 64 * 1024 + 200);
        expect(terminal.parts().tail).not.toContain("\u001b");
      }),
    );
  });
});

describe("HTML as text", () => {
  it.each([
    [
      "a table",
      "<table><thead><tr><th></th><th>n</th></tr></thead><tr><td>a</td><td> 1 </td></tr></table>",
      " | n\na | 1",
    ],
    ["blocks", "<div>a<p>b</p>c</div>d<br>e", "a\nb\nc\nd\ne"],
    ["white space", "  a \n b<b> c</b>  ", "a b c"],
    ["what is not shown", "<style>x</style><script>if (a < b) alert('</p>')</script>a<!-- b -->", "a"],
    ["lists and heads", "<h2>Head</h2><ul><li>a</li><li>b</li></ul>", "## Head\n- a\n- b"],
    ["entities", "&lt;a&gt; &amp; &#955; &#x1F388; &nope; &#0;", "<a> & λ 🎈 &nope; &#0;"],
    ["preformatted text", "<pre>a\n  b</pre>", "a\n  b"],
    ["images", '<img alt="a &quot;plot&quot;" src="data:,>">', '[image: a "plot"]'],
    ["what is no HTML", "a < b and <", "a < b and <"],
    ["a quote that is never closed", "<a title='it>x</a> y", "x y"],
  ])("%s", (_name, html, shown) => {
    expect(htmlToText(html)).toBe(shown);
  });

  it("takes anything, in time", () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom("<", "<p", "</", "<!--", "'", '"', ">", "<script>", "<td>", "&"),
    );
    fc.assert(fc.property(fc.array(piece), (pieces) => void htmlToText(pieces.join(""))));
    for (const hostile of ["<a '", "<td>", "<", "<!--", " ", "<script>", "&#"])
      htmlToText(hostile.repeat(200_000));
  }, 20_000);
});

describe("one of several forms of a value", () => {
  it.each([
    [
      "an image before its name",
      { "text/plain": "<Figure>", ...png },
      { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
    ],
    ["an image that is none", { "text/plain": "plain", "image/png": "<svg>" }, text("plain")],
    [
      "plain text that says something",
      { "text/plain": "   a\n0  1", "text/html": "<b>x</b>" },
      text("   a\n0  1"),
    ],
    [
      "HTML, where plain text only names it",
      { "text/plain": "<x object>", "text/html": "<b>x</b>" },
      text("x"),
    ],
    [
      "HTML that shows nothing",
      { "text/plain": "<x object>", "text/html": "<script>1</script>" },
      text("<x object>"),
    ],
    ["a small drawing", { "image/svg+xml": "<svg><text>a</text></svg>" }, text("<svg><text>a</text></svg>")],
    ["JSON", { "application/json": { a: [1] } }, text('{\n "a": [\n  1\n ]\n}')],
    ["lines", { "text/plain": ["a\n", "b"] }, text("a\nb")],
    [
      "what is no text",
      { "application/x-widget": {} },
      text("[Output that is no text: application/x-widget]"),
    ],
  ])("%s", (_name, bundle, shown) => {
    expect(showMimeBundle(bundle)).toEqual(shown);
  });

  it("a large drawing, in words", () => {
    const svg = `<svg><path d="${"M 0 0 ".repeat(2_000)}"/><text>x axis</text><text>y axis</text></svg>`;
    expect(showMimeBundle({ "image/svg+xml": svg })).toEqual(
      text("[SVG drawing, 12 KB]\nText in it:\nx axis\ny axis"),
    );
  });
});

describe("all outputs", () => {
  it.each([
    ["nothing", [], []],
    [
      "in order",
      [stream("a\n"), display(png), stream("b"), display({ "text/plain": "c" })],
      [text("a"), expect.objectContaining({ type: "image" }), text("b\nc")],
    ],
    [
      "two streams, in the order of their lines",
      [stream("1\n"), stream("a\n", "stderr"), stream("2\n"), stream("b\n", "stderr"), stream("3")],
      [text("1\na\n2\nb\n3")],
    ],
    [
      "a progress bar beside a stream",
      [stream("1\n"), stream("\r50%", "stderr"), stream("2\n"), stream("\r100%\n", "stderr"), stream("3\n")],
      [text("1\n100%\n2\n3")],
    ],
    [
      "two progress bars beside a stream",
      [stream("a 1\nb 1\n", "stderr"), stream("x\n"), stream("\u001b[A\u001b[A\ra 2\n\rb 2\n", "stderr")],
      [text("a 2\nb 2\nx")],
    ],
    [
      "updated",
      [display({ "text/plain": "1" }, "x"), display(png), update({ "text/plain": "2" }, "x")],
      [text("2"), expect.objectContaining({ type: "image" })],
    ],
    [
      "an image in place of a text",
      [display({ "text/plain": "1" }, "x"), update(png, "x")],
      [expect.objectContaining({ type: "image" })],
    ],
    ["an update of what was never shown", [update(png, "x")], []],
    ["cleared", [stream("a"), ["clear_output", { wait: false }] as const], []],
    [
      "cleared by what comes next",
      [stream("a"), ["clear_output", { wait: true }] as const, stream("b")],
      [text("b")],
    ],
    ["nothing comes next", [stream("a"), ["clear_output", { wait: true }] as const], [text("a")]],
    ["an error without a traceback", [["error", { ename: "E", evalue: "v" }] as const], [text("E: v")]],
    [
      "an error about which nothing is known",
      [["error", {}] as const],
      [text("The code ended with an error")],
    ],
  ])("%s", (_name, messages, outputs) => {
    expect(collect(messages)).toEqual(outputs);
  });

  it("too long: start and end of all of it, and images where they were", () => {
    const outputs = collect([
      stream(`start${"a".repeat(3_000)}`),
      display(png),
      stream(`${"b".repeat(3_000)}end`),
    ]);
    expect(
      outputs.map((output) =>
        output.type === "text" ? output.text.replace(/(.)\1{9,}/g, "$1…") : output.type,
      ),
    ).toEqual([
      expect.stringMatching(/^starta…\n\[… \d,\d{3} characters left out …\]$/),
      "image",
      expect.stringMatching(/^b…end$/),
    ]);
  });

  it("what is not from the code stays when the code clears", () => {
    const collector = new OutputCollector(1_000);
    const add = (type: string, content = {}) => collector.add({ type, content, parentId: "1", leftOut: 0 });
    collector.note("[The kernel was restarted]");
    add("stream", { name: "stdout", text: "gone" });
    add("clear_output", { wait: false });
    add("stream", { name: "stdout", text: "shown" });
    expect(collector.outputs()).toEqual([text("[The kernel was restarted]\nshown")]);
  });

  it.each([
    ["of 6 MB", [6], 0],
    ["of 4 MB twice", [3.9, 3.9], 2],
    ["of 4 MB three times", [3.9, 3.9, 3.9], 2],
  ])("an image %s", (_name, megabytes, images) => {
    const data = megabytes.map((size) =>
      display({ "image/png": "A".repeat(Math.floor(size * 262_144) * 4) }),
    );
    expect(collect(data).filter(({ type }) => type === "image")).toHaveLength(images);
  });

  it("says what was too large to come at all", () => {
    const collector = new OutputCollector(100);
    collector.add({ type: "stream", content: {}, parentId: "1", leftOut: 70_000_000 });
    expect(collector.outputs()).toEqual([text("[Output of 66.8 MB left out: too large]")]);
  });

  it("keeps within its bounds, and its temper, whatever a kernel says", () => {
    const value = fc.oneof(
      fc.string(),
      fc.constant("long ".repeat(1_000)),
      fc.jsonValue(),
      fc.constant("\r\u001b[31m"),
    );
    const bundle = fc.dictionary(
      fc.constantFrom(
        "text/plain",
        "text/html",
        "image/png",
        "image/svg+xml",
        "application/json",
        "text/latex",
        "x",
      ),
      value,
    );
    const content = fc.record(
      {
        name: fc.oneof(fc.constantFrom("stdout", "stderr"), fc.jsonValue()),
        text: value,
        data: fc.oneof(bundle, fc.jsonValue()),
        transient: fc.oneof(fc.record({ display_id: fc.constantFrom("a", "b") }), fc.jsonValue()),
        wait: fc.oneof(fc.boolean(), fc.jsonValue()),
        ename: value,
        evalue: value,
        traceback: fc.oneof(fc.array(value), fc.jsonValue()),
      },
      { requiredKeys: [] },
    );
    const type = fc.constantFrom(
      "stream",
      "display_data",
      "execute_result",
      "update_display_data",
      "error",
      "clear_output",
      "status",
      "comm_msg",
      "",
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(type, content), { maxLength: 40 }), (messages) => {
        const outputs = collect(messages, 500);
        const texts = outputs.flatMap((output) => (output.type === "text" ? [output.text] : []));
        // What says how much is missing comes on top.
        expect(texts.join("").length).toBeLessThan(1_000);
        expect(texts.join("")).not.toContain("\u001b");
      }),
      { numRuns: 500 },
    );
  });
});
