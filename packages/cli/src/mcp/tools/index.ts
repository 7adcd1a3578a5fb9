import type { McpTool } from "../mcpTool.ts";
import { applyCodeAction } from "./applyCodeAction.ts";
import { codeActions } from "./codeActions.ts";
import { diagnostics } from "./diagnostics.ts";
import { documentSymbols } from "./documentSymbols.ts";
import { findReferences } from "./findReferences.ts";
import { goToDefinition } from "./goToDefinition.ts";
import { hover } from "./hover.ts";
import { rename } from "./rename.ts";
import { workspaceSymbols } from "./workspaceSymbols.ts";

/** In the order in which models see them. */
export const mcpTools: readonly McpTool[] = [
  goToDefinition,
  findReferences,
  documentSymbols,
  workspaceSymbols,
  hover,
  diagnostics,
  rename,
  codeActions,
  applyCodeAction,
];
