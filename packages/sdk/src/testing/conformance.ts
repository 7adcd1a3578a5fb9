import { documentChecks } from "./conformanceDocuments.ts";
import { reviewChecks } from "./conformanceReviews.ts";
import { selectionChecks } from "./conformanceSelections.ts";
import { serviceChecks } from "./conformanceServices.ts";
import type { ConformanceCheck } from "./editorUnderTest.ts";

/**
 * What every `Editor` must do, whatever it is an adapter for. Run each check with any test runner, on an
 * editor of its own that has just been started:
 *
 *     for (const check of editorConformance) {
 *       it(check.name, async () => {
 *         expect(await check.run(await startMyEditor())).toBe("passed");
 *       });
 *     }
 */
export const editorConformance: readonly ConformanceCheck[] = [
  ...documentChecks,
  ...selectionChecks,
  ...reviewChecks,
  ...serviceChecks,
];
