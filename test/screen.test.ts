import { testScreenKeys } from "./idebridge/testScreenKeys.ts";

testScreenKeys();
