export { editorConformance } from "./conformance.ts";
export type { ConformanceCheck, EditorUnderTest, TextFile, UserActions } from "./editorUnderTest.ts";
export { FakeEditor, type FakeEditorOptions, type FakeReview } from "./fakeEditor.ts";
export { type LinkedPair, type LinkedPairOptions, linkedPair } from "./linkedPair.ts";
export { LinkedTransport, linkedTransports } from "./linkedTransports.ts";
export { ManualClock, settle } from "./manualClock.ts";
