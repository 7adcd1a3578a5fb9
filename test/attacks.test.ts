import { testNames } from "./attacks/testNames.ts";
import { testOtherUser } from "./attacks/testOtherUser.ts";
import { testProjects } from "./attacks/testProjects.ts";

testNames();
testProjects();
testOtherUser();
