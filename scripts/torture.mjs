#!/usr/bin/env node
/** `npm run torture`: faults, load and wide fuzzing, from a seed, with all set-up. */
import { suite } from "./suite.mjs";

await suite("torture");
