import { CodeLens, Disposable, EventEmitter, languages, Range } from "vscode";
import type { Reviews } from "./reviews.ts";
import { proposalScheme } from "./reviewUris.ts";

/** "Accept" and "Reject" above every part of a proposal. */
export function hunkLenses(reviews: Reviews): Disposable {
  const changed = new EventEmitter<void>();
  return Disposable.from(
    changed,
    reviews.onDidChange(() => changed.fire()),
    languages.registerCodeLensProvider(
      { scheme: proposalScheme },
      {
        onDidChangeCodeLenses: changed.event,
        provideCodeLenses(document) {
          const review = reviews.at(document.uri);
          if (review === undefined) return [];
          const hunks = review.hunks(document);
          return hunks.flatMap(({ id, line, isRejected, isConfirmed }, index) => {
            const at = new Range(line, 0, line, 0);
            const lens = (title: string, command: string, tooltip: string) =>
              new CodeLens(at, { title, command, tooltip, arguments: [document.uri, id] });
            const accept = lens("Accept", "idebridge.acceptPart", "Take this part");
            const reject = lens("Reject", "idebridge.rejectPart", "Leave this part as it was");
            const state = isRejected ? ": rejected" : isConfirmed ? ": accepted" : "";
            const place = `${index + 1} of ${hunks.length}${state}`;
            const label = new CodeLens(at, { title: place, command: "" });
            if (isRejected) return [label, accept];
            return isConfirmed ? [label, reject] : [label, accept, reject];
          });
        },
      },
    ),
  );
}
