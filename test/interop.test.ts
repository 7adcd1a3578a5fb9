import { afterAll, describe } from "vitest";
import { officialClient1, officialClient2 } from "./interop/officialClients.ts";
import { testOfficialClient } from "./interop/testOfficialClient.ts";
import { testOurClient } from "./interop/testOurClient.ts";
import { openWorkshop } from "./interop/workshop.ts";

const workshop = await openWorkshop();
afterAll(() => workshop[Symbol.asyncDispose]());

describe("the official client 1.x and our server", () => testOfficialClient(workshop, officialClient1));
describe("the official client 2.x and our server", () => testOfficialClient(workshop, officialClient2));
describe("our client and the official server 1.x", () => testOurClient(workshop, "officialServer1"));
describe("our client and the official server 2.x", () => testOurClient(workshop, "officialServer2"));
