/** What the command ends with. Scripts rely on these: add, never change. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  nothingFound: 3,
  refused: 4,
  interrupted: 130,
} as const;

export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: "Done.",
  failed: "It failed: the tool answered with an error, `doctor` found an error, a revert met a conflict.",
  usage: "Wrong usage: an unknown command or option, a wrong value, a wrong setting.",
  nothingFound: "Nothing found: no IDE, or no running idebridge, for this folder.",
  refused: "Refused: the IDE did not take the token, or denied what was asked.",
  interrupted: "Interrupted with Ctrl-C (128 + the number of the signal, as shells have it).",
};
