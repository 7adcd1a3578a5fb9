import { testInterrupts } from "./notebooks/testInterrupts.ts";
import { testKernels } from "./notebooks/testKernels.ts";
import { testOutputs } from "./notebooks/testOutputs.ts";

testOutputs();
testInterrupts();
testKernels();
