import { afterAll } from "vitest";
import { closeBrowser } from "./workbench/browser.ts";
import { testReviews } from "./workbench/testReviews.ts";

testReviews();

afterAll(closeBrowser);
