/** A document at one moment. */
export interface TextDocument {
  /** As it was asked for: a link keeps its name. */
  readonly path: string;
  readonly text: string;
  /** Another one for every text; none is used twice by one store, not even after closing and opening again. */
  readonly version: number;
  /** The text is not what the file held when it was last read or written. */
  readonly isDirty: boolean;
  readonly isPreview: boolean;
  readonly isActive: boolean;
  readonly onDisk: DiskState;
}

/**
 * What became of the file since: `changed` when it holds something that the document does not have, because
 * that would cost the user's changes or cannot be read as text.
 */
export type DiskState = "unchanged" | "changed" | "deleted";

export type DocumentEvent =
  | {
      readonly type:
        | "opened"
        | "edited"
        /** It is about to be written: what happens to the file next is our doing. Not a promise that it works. */
        | "saving"
        | "saved"
        /** The file had changed, and the document, which had no changes, follows it. */
        | "reloaded"
        /** `onDisk` is not what it was. */
        | "onDisk"
        /** It is no preview any more. */
        | "pinned"
        | "closed";
      readonly document: TextDocument;
    }
  | { readonly type: "activated"; readonly document: TextDocument | undefined };

export interface OpenOptions {
  /** In a tab that the next preview replaces, until it is edited. */
  readonly preview?: boolean;
  /** Behind the document that is in front, which stays there. */
  readonly behind?: boolean;
}

export type CloseOutcome = "closed" | "notOpen" | "unsaved";
