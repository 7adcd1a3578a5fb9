import type { DocumentInfo } from "@idebridge/headless/protocol";
import { expect, it } from "vitest";
import type { ControlLink } from "../../src/page/link/controlLink.ts";
import { Documents } from "../../src/page/state/documents.ts";
import { Notices } from "../../src/page/state/notices.ts";
import type { View } from "../../src/page/state/view.ts";

const info = (path: string) => ({ path, version: 1 }) as DocumentInfo;

function documentsOf(request: (path: string) => Promise<{ text: string; version: number }>) {
  const link = { request: (_method: string, { path }: { path: string }) => request(path) };
  return new Documents(link as unknown as ControlLink, new Notices(), {} as View);
}

it("news of other documents does not lead away from one that is being opened", async () => {
  let answer = (_: { text: string; version: number }) => {};
  const documents = documentsOf((path) =>
    path === "/slow.ts"
      ? new Promise((resolve) => (answer = resolve))
      : Promise.resolve({ text: "a", version: 1 }),
  );
  documents.hear({ type: "documentsChanged", documents: [info("/a.ts")] });
  await documents.choose("/a.ts");
  const opening = documents.choose("/slow.ts");
  documents.hear({ type: "documentsChanged", documents: [info("/a.ts")] });
  answer({ text: "slow", version: 1 });
  await opening;
  expect([documents.activePath.value, documents.text.value?.path]).toEqual(["/slow.ts", "/slow.ts"]);
});

it("when the one that is shown is closed, its neighbour is shown", async () => {
  const documents = documentsOf(() => Promise.resolve({ text: "", version: 1 }));
  const all = ["/a.ts", "/b.ts", "/c.ts"].map(info);
  documents.hear({ type: "documentsChanged", documents: all });
  await documents.choose("/b.ts");
  documents.hear({ type: "documentsChanged", documents: all.toSpliced(1, 1) });
  await expect.poll(() => documents.text.value?.path).toBe("/c.ts");
});
