import { testScreenChanges } from "./idebridge/testScreenChanges.ts";
import { testScreenCode } from "./idebridge/testScreenCode.ts";
import { testScreenFiles } from "./idebridge/testScreenFiles.ts";
import { testScreenKeys } from "./idebridge/testScreenKeys.ts";
import { testScreenReviews } from "./idebridge/testScreenReviews.ts";

testScreenKeys();
testScreenReviews();
testScreenFiles();
testScreenChanges();
testScreenCode();
