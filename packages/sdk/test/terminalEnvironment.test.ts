import { serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { terminalEnvironment } from "../src/node/terminalEnvironment.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

const always = { CLAUDE_CODE_SSE_PORT: "1234", ENABLE_IDE_INTEGRATION: "true" };
const except = (names: string) => ({ ...always, NO_PROXY: names, no_proxy: names });

describe("what to set in a terminal", () => {
  it.each<[what: string, env: Record<string, string>, variables: object]>([
    ["without a proxy", {}, always],
    ["with an exception for a proxy that is not there", { NO_PROXY: "a" }, always],
    ["with a proxy", { HTTPS_PROXY: "http://proxy:1" }, except("127.0.0.1,localhost")],
    ["with a proxy in small letters", { http_proxy: "http://proxy:1" }, except("127.0.0.1,localhost")],
    [
      "with exceptions",
      { ALL_PROXY: "x", NO_PROXY: "a.test, b.test" },
      except("a.test,b.test,127.0.0.1,localhost"),
    ],
    ["with one of ours already", { ALL_PROXY: "x", no_proxy: "localhost" }, except("localhost,127.0.0.1")],
    ["with everything excepted", { ALL_PROXY: "x", NO_PROXY: "*" }, always],
    ["with an empty proxy", { HTTP_PROXY: "" }, always],
  ])("%s", (_what, env, variables) => {
    expect(terminalEnvironment(1234, env)).toEqual(variables);
  });

  it("names the configuration folder when it is not the usual one", () => {
    expect(terminalEnvironment(1234, {}, "/config")).toEqual({ ...always, CLAUDE_CONFIG_DIR: "/config" });
  });

  it("comes from the server, with its port", async () => {
    using config = temporaryFolder();
    const env = { HOME: config.path, HTTP_PROXY: "http://proxy:1" };
    await using server = await serve(new FakeEditor(), { env });
    expect(server.terminalEnvironment()).toEqual({
      CLAUDE_CODE_SSE_PORT: String(server.port),
      ENABLE_IDE_INTEGRATION: "true",
      NO_PROXY: "127.0.0.1,localhost",
      no_proxy: "127.0.0.1,localhost",
    });
  });
});
