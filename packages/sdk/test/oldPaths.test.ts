import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import { expect, it } from "vitest";
import { temporaryFolder } from "./temporaryFolder.ts";

it("what would be overwritten is what is compared with, whichever file an agent calls the old one", async () => {
  using place = temporaryFolder();
  const at = (name: string) => join(place.path, name);
  writeFileSync(at("precious.ts"), "precious\n");
  writeFileSync(at("copy.ts"), "nearly the proposal\n");
  const editor = new FakeEditor({ folders: [place.path] });
  const options = { configDir: place.path, env: {}, cwd: place.path };
  await using _server = await serve(editor, options);
  await using agent = await connect(options);
  const compared: string[] = [];
  for (const name of ["precious.ts", "new.ts"]) {
    const asked = agent.openDiff({ path: at(name), oldPath: at("copy.ts"), contents: "the proposal\n" });
    const review = await editor.nextReview();
    compared.push(review.proposal.oldPath);
    review.reject();
    await asked;
  }
  expect(compared).toEqual([at("precious.ts"), at("copy.ts")]);
});
