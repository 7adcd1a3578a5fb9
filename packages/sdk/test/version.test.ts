import { connect, serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import { expect, it, vi } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { temporaryFolder } from "./temporaryFolder.ts";

it("a client that does not say who it is has the version of the package", async () => {
  using config = temporaryFolder();
  const options = { configDir: config.path, env: {} };
  await using server = await serve(new FakeEditor({ folders: [config.path] }), options);
  await using _ide = await connect({ ...options, cwd: config.path });
  await vi.waitFor(() =>
    expect(server.clients).toMatchObject([{ name: "idebridge", version: manifest.version }]),
  );
});
