import { afterAll } from "vitest";
import { closeBrowser } from "./workbench/browser.ts";
import { testLooks } from "./workbench/testLooks.ts";
import { testReviews } from "./workbench/testReviews.ts";

testReviews();
testLooks();

afterAll(closeBrowser);
