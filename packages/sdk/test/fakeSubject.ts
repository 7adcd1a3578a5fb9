import { type Editor, textIn } from "@idebridge/sdk";
import { type EditorUnderTest, FakeEditor, type UserActions } from "@idebridge/sdk/testing";

export const file = { path: "/workspace/a.ts", text: "first line\n  second line\nlast\n" };
const otherFile = { path: "/workspace/b.ts", text: "other\n" };

/** A fake editor with its user, and a disk apart from what is in the tabs. */
export function fakeSubject(adapt: (editor: FakeEditor) => Editor = (editor) => editor): EditorUnderTest {
  const disk = new Map([file, otherFile].map(({ path, text }) => [path, text]));
  const fake = new FakeEditor({ files: Object.fromEntries(disk) });
  const editor = adapt(fake);
  const save = fake.saveDocument.bind(fake);
  fake.saveDocument = (path) => {
    const outcome = save(path);
    if (outcome === "saved") disk.set(path, fake.files.get(path)!);
    return outcome;
  };
  const review = async (title: string) => {
    for (;;) {
      const found = fake.reviews.find(({ proposal, isClosed }) => proposal.title === title && !isClosed);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  const user: UserActions = {
    select: (path, range) => fake.select(path, range, textIn(fake.files.get(path)!, range)),
    edit: (path, text) => fake.edit(path, text),
    acceptReview: async (title) => (await review(title)).accept(),
    acceptEdited: async (title, contents) => (await review(title)).accept(contents),
    rejectReview: async (title) => (await review(title)).reject(),
    closeReview: async (title) => (await review(title)).reject(),
    seesReview: (title) => fake.reviews.some((each) => each.proposal.title === title && !each.isClosed),
    causeProblem(path) {
      const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 8 } };
      fake.setDiagnostics(path, [{ message: "bad", severity: "error", range }]);
    },
  };
  return { editor, file, otherFile, user, readFile: (path) => disk.get(path) ?? "notFound" };
}
