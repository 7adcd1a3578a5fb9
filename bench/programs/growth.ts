import { diffsGrowth } from "../growth/diffs.ts";
import { documentsGrowth } from "../growth/documents.ts";
import { reviewsGrowth } from "../growth/reviews.ts";
import { workspacesGrowth } from "../growth/workspaces.ts";
import { answerCommands } from "./answerCommands.ts";

/** Measures how costs grow: an agent and a front end in one process, idebridge in another. */
answerCommands({
  documents: documentsGrowth,
  reviews: reviewsGrowth,
  diffs: diffsGrowth,
  workspaces: workspacesGrowth,
});
