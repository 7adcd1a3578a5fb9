import { afterAll } from "vitest";
import { closeBrowser } from "./workbench/browser.ts";
import { testChanges } from "./workbench/testChanges.ts";
import { testConnection } from "./workbench/testConnection.ts";
import { testEditor } from "./workbench/testEditor.ts";
import { testLooks } from "./workbench/testLooks.ts";
import { testNotebooks } from "./workbench/testNotebooks.ts";
import { testReviews } from "./workbench/testReviews.ts";

testReviews();
testChanges();
testEditor();
testNotebooks();
testConnection();
testLooks();

afterAll(closeBrowser);
