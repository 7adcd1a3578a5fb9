import { testChanges } from "./idebridge/testChanges.ts";
import { testCode } from "./idebridge/testCode.ts";
import { testFiles } from "./idebridge/testFiles.ts";
import { testFullDisk } from "./idebridge/testFullDisk.ts";
import { testReviews } from "./idebridge/testReviews.ts";
import { testRun } from "./idebridge/testRun.ts";
import { testStarting } from "./idebridge/testStarting.ts";
import { testWorkbench } from "./idebridge/testWorkbench.ts";

testStarting();
testReviews();
testFiles();
testFullDisk();
testChanges();
testCode();
testRun();
testWorkbench();
