import type {
  Diagnostic,
  DocumentSymbol,
  FormattingOptions,
  Hover,
  Position,
  TextEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";

/** What the server can do for one language. */
export interface WebLanguage {
  problems(document: TextDocument): Promise<readonly Diagnostic[]>;
  format(document: TextDocument, options: FormattingOptions): readonly TextEdit[];
  symbols(document: TextDocument): readonly DocumentSymbol[];
  hover(document: TextDocument, position: Position): Promise<Hover | null>;
}
