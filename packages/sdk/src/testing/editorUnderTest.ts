import type { Awaitable, Editor, Range } from "../editor/editor.ts";

/** An editor to be checked, with a hand on its keyboard and an eye on its screen. */
export interface EditorUnderTest {
  readonly editor: Editor;
  /** Two text files in a workspace folder, neither of them open; the first with several words on several lines. */
  readonly file: TextFile;
  readonly otherFile: TextFile;
  readonly user: Partial<UserActions>;
  /** What is on the disk. */
  readFile?(path: string): Awaitable<string | "notFound">;
  /** Milliseconds that the editor may take for anything a user would call immediate; 5000 when left out. */
  readonly patience?: number;
  /** Called when the check is over, however it ended. */
  dispose?(): Awaitable<void>;
}

export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** What a user does, and sees. Those on a review wait until it is on the screen. */
export interface UserActions {
  /** Opens the file if need be. */
  select(path: string, range: Range): Awaitable<void>;
  /** Makes this the text of the document, without saving it; opens the file if need be. */
  edit(path: string, text: string): Awaitable<void>;
  acceptReview(title: string): Awaitable<void>;
  /** Changes the proposal to these contents, then accepts it. */
  acceptEdited(title: string, contents: string): Awaitable<void>;
  rejectReview(title: string): Awaitable<void>;
  /** Closes the review without a decision. */
  closeReview(title: string): Awaitable<void>;
  seesReview(title: string): Awaitable<boolean>;
  /** Makes the editor find something wrong with the file. */
  causeProblem(path: string): Awaitable<void>;
}

export interface ConformanceCheck {
  readonly name: string;
  /**
   * Throws an error that explains what is wrong. Skipped is only what the editor does not offer, or what
   * needs something that `EditorUnderTest` leaves out.
   */
  run(subject: EditorUnderTest): Promise<"passed" | "skipped">;
}
