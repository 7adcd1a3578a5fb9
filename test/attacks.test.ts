import { testNames } from "./attacks/testNames.ts";
import { testProjects } from "./attacks/testProjects.ts";

testNames();
testProjects();
