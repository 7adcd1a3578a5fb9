import { defineConfig } from "vitest/config";

const resolve = { conditions: ["@idebridge/source"] };
/** A real program that does not come up in time is asked once more; the report names it. */
const retry = process.env.CI ? 1 : 0;
const ssr = { resolve: { conditions: ["@idebridge/source"] } };

/** On a machine that may be busy, what is awaited comes, but not at once. */
const patient = { setupFiles: ["scripts/patientTests.ts"], expect: { poll: { timeout: 15_000 } } };

/** Tests of packages that start real programs, or wait for the clock: too slow for the quick part. */
const slow = [
  "packages/headless/test/languages/**/*.test.ts",
  "packages/headless/test/notebooks/{kernel,notebooks}.test.ts",
  "packages/headless/test/{changesKilled,changesUnannounced,code,documentsFiles,formatters,headlessIde}.test.ts",
  "packages/cli/test/{attaching,doctorLanguages,running}.test.ts",
  "packages/sdk/test/{authorsMistakes,foreignLocks,sockets}.test.ts",
];

export default defineConfig({
  resolve,
  ssr,
  test: {
    projects: [
      {
        resolve,
        ssr,
        test: {
          ...patient,
          name: "unit",
          include: ["packages/*/test/**/*.test.ts", "measured/test/*.test.ts"],
          exclude: slow,
          testTimeout: 30_000,
        },
      },
      {
        resolve,
        ssr,
        test: {
          ...patient,
          name: "integration",
          include: ["test/*.test.ts", ...slow],
          testTimeout: 60_000,
          retry,
        },
      },
      {
        resolve,
        ssr,
        // Each file starts real Claude Code clients: one at a time, or two cores are not enough.
        test: {
          ...patient,
          name: "real-client",
          include: ["test/real-client/**/*.test.ts"],
          testTimeout: 120_000,
          retry,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        resolve,
        ssr,
        // Each file has a VS Code and a browser of its own.
        test: {
          ...patient,
          name: "vscode",
          globalSetup: ["test/vscode/globalSetup.ts"],
          include: ["test/vscode/**/*.test.ts"],
          testTimeout: 180_000,
          retry,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
