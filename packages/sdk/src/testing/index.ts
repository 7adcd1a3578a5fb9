export { FakeEditor, type FakeEditorOptions, type FakeReview } from "./fakeEditor.ts";
export { type LinkedPair, type LinkedPairOptions, linkedPair } from "./linkedPair.ts";
export { LinkedTransport, linkedTransports } from "./linkedTransports.ts";
