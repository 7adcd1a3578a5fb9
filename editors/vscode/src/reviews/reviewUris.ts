import { Uri } from "vscode";

/** The file as it is, on the left of a review. */
export const originalScheme = "idebridge-original";
/** What is proposed, on the right: the user edits it, and saving it accepts. */
export const proposalScheme = "idebridge-proposal";

/** The path is that of the file, so that VS Code knows the language; the review is the authority. */
export function reviewUri(scheme: string, id: number, path: string): Uri {
  return Uri.file(path).with({ scheme, authority: `review-${id}` });
}

export function isReviewUri({ scheme }: Uri): boolean {
  return scheme === originalScheme || scheme === proposalScheme;
}
