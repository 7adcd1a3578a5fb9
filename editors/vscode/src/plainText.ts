import { spellUnseen } from "@idebridge/review";

/**
 * Text from elsewhere as VS Code may show it. In messages it makes links of `[text](command:…)`, which run the command when
 * they are clicked, and in the status bar pictures of `$(name)`: a file or an IDE can be called that.
 */
export function plainText(text: string): string {
  return spellUnseen(text).replaceAll("](", "] (").replaceAll("$(", "$ (");
}
