import { keyLabel } from "../src/screen/keys/keyBindings.ts";
import { type Action, actionOf, actions, type KeyPlace } from "../src/screen/keys/keyTable.ts";

const head = `# The review screen

<!-- Generated from packages/cli: npm run docs -->

\`idebridge\` on a terminal shows this screen, and \`idebridge review\` attaches another one, in a second pane or over ssh. Any number may be open at
once: the first decision counts, and the others are told whose it was. \`idebridge run -- claude\` inside tmux opens it in a pane whenever there is
something to decide.

![A change of three hunks, side by side](pictures/review.svg)

## Deciding

An agent that asks before it writes (Claude Code in its permission mode \`default\`) waits until you have decided. The newest question is on top of the inbox;
the only one opens by itself.

- **Hunk by hunk.** \`a\` accepts the hunk with the bar at its left and goes to the next one without a decision, \`x\` rejects it, Space turns it around, \`u\` undoes. Nothing is sent
  by that. \`A\` sends: the last line always says what, as in \`A accept 2 of 3 hunks\`. Hunks without a decision are asked about once. All rejected is a rejection.
- **The whole file.** \`A\` right away accepts it as it was proposed, \`X\` rejects it, \`R\` rejects it with a message that stays in the log. Claude Code itself has no way to receive
  the message.
- **With your own words.** \`e\` opens what would be written in \`$VISUAL\` or \`$EDITOR\`, arguments included, in a private file of the same name. What you save takes the place of the
  proposal (✎); you look at it once more, and send it with \`A\`. If the editor fails, nothing changes. The file is kept until the review is decided: when it
  ends otherwise (the agent leaves or takes its question back, idebridge is stopped, you leave), you are told where your text is, and the log has it; so with what you wrote in the workbench. After a \`kill -9\` of the idebridge
  with the screen it is still there, in a folder \`idebridge-…\` where your system keeps temporary files.
- **Nothing by accident.** What has *just appeared* takes no decision for 0.7 s: the key was meant for something else. What ends elsewhere closes here, with a line
  that says who did it. What is pasted decides nothing.
- **The file changes on disk** while you look: the hunks move to where they belong now, decisions are kept, and what
  you have written stays. A hunk that meets that change is marked \`!\` and must be decided anew before \`A\` is offered again. It is the same review in every terminal and on every page, opened before the change or after it.

The agent writes the file, never idebridge, and it is told that you changed its proposal.

## Reading

Side by side from 110 columns on, one below the other when the terminal is narrower; \`t\` switches. \`v\` shows the old text, the new one, the result of your decisions, and the
difference again. Unchanged lines are folded: Enter or a click opens a fold, \`f\` all of them. Long lines scroll sideways (\`h\`, \`l\`, \`0\`, \`$\`) or wrap (\`w\`); a hunk
is shown where its change is, however far to the right, and \`‹\` and \`›\` tell that lines go on. \`/\` searches, also in what is
folded; small letters find capital ones. Files of 100,000 lines, or with a line of 5 MB, open like others; what takes long is compared in another thread.

Line endings are shown where they differ (\`␍␊\`), a missing one at the end of a file too, and so is every character that a terminal would obey or hide.

## What was written without asking

In its \`auto\` and accept-edits modes the agent does not ask. What it wrote is on the page *Changes*, prompt by prompt, while it works. Open a file and decide about its hunks as in
a review: an accepted hunk is kept, a rejected one is taken back when you press \`A\`. \`X\` takes the whole file back; in the list, \`A\` and \`X\` do it for a file or for all of a prompt. Nothing
is taken back over what you changed since: that is said, and nothing is written.

An agent announces the files that it edits, but not what its commands write. What else changes in the folder while it is connected is therefore listed as well, and may be
your own work with another program. Before such a file is taken back you are asked, with how many nobody announced; \`idebridge revert\` lists them and asks, and without a terminal
refuses until you add \`--unannounced\`. What you save in the workbench, or in an editor that is attached, is never listed.

![Changes, prompt by prompt](pictures/changes.svg)

## The rest of the screen

The first line has the pages with how much waits in each, who is connected, what is shared right now (file and lines), problems, and language servers. The page *Status* (\`4\`) has all of it: every agent,
what they are told, how many problems are known, each language server with its state and its files, and how to install those that are missing. \`S\` pauses sharing. A change that
arrives while the window is not looked at rings the bell, or tells the desktop (setting \`notify\`); the title of the window counts them.

If the idebridge stops, the screen says so and connects again as soon as one runs for the folder.

It needs 40×8 characters, and is at home from 60×15 on. Colours come in 16, 256 or all; light and dark are asked of the terminal (setting \`theme\`); \`NO_COLOR\` is obeyed, and everything is told by
signs as well. The mouse selects, unfolds, scrolls, and presses what the last line offers; hold Shift to select text as usual.

## Line by line

\`idebridge --review plain\`, \`idebridge review --plain\`, the setting \`review: "plain"\`, or \`TERM=dumb\`: one question after the other, for screen readers and simple terminals. \`y\`, \`n\`, \`d\` for the difference, \`h\` hunk by
hunk as in \`git add -p\`, \`e\` for the editor (your text is kept in the same way), \`m\` to reject with a message, \`?\` for all of it. What was decided elsewhere so far is told, and counts. While nothing is asked, \`changes\`, \`keep <id>\`, \`revert <id>\`, \`status\` and \`pause\` can be typed. Ctrl-D leaves then; with a question open it goes back to the question.

## Keys
`;

const foot = `Give an action keys of your own in [the settings](settings.md), by its name:

\`\`\`jsonc
{
  "keys": { "acceptHunk": ["y"], "rejectHunk": ["n"], "nextHunk": ["]", "ctrl+n"] },
}
\`\`\`

Keys are written \`"j"\`, \`"J"\`, \`"ctrl+j"\`, \`"alt+j"\`, \`"f5"\`, \`"space"\`, \`"enter"\`, \`"esc"\`, \`"tab"\`, \`"up"\`, \`"pageDown"\`…; \`[]\` takes an action's keys away. A key that would do two things in
one place is refused, with its line. A project cannot set keys: only you can.
`;

const titles: Readonly<Record<KeyPlace, string>> = {
  diff: "In a review or a change",
  search: "While searching, before those",
  list: "In the list of changes, and where code is asked about",
  anywhere: "Everywhere",
};

/** The user's page about the screen, with every key. */
export function reviewPage(): string {
  const tables = (Object.keys(titles) as KeyPlace[]).map((place) => {
    const rows = actions.filter((action) => actionOf(action).place === place).map(keyRow);
    return `### ${titles[place]}\n\n| key | does | action |\n|---|---|---|\n${rows.join("\n")}\n`;
  });
  return `${head}\n${tables.join("\n")}\n${foot}`;
}

function keyRow(action: Action): string {
  const { keys, does } = actionOf(action);
  return `| ${keys.map((key) => `\`${keyLabel(key)}\``).join(" ")} | ${does} | \`${action}\` |`;
}
