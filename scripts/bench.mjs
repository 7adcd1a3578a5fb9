#!/usr/bin/env node
/** `npm run bench`: every figure, measured side by side, with all set-up. */
import { suite } from "./suite.mjs";

await suite("bench");
