import { counted } from "@idebridge/headless";
import { messageOf } from "@idebridge/sdk/core";
import { clientChoice } from "../clientChoice.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import type { Finding, Level } from "../doctor/finding.ts";
import type { Scene } from "../doctor/scene.ts";
import { exitCodes } from "../exitCodes.ts";
import { configDirOption, searchOptions } from "../ideTarget.ts";
import { printable, printableJson } from "../printable.ts";
import { describeProblem, loadSettings } from "../settings/loadSettings.ts";
import { type Style, styleFor } from "../style.ts";

export const doctor = defineCommand({
  name: "doctor",
  summary: "Find out why /ide shows nothing, and which language servers there are",
  usage: "doctor [options]",
  arguments: [],
  options: {
    fix: {
      type: "boolean",
      description:
        "Put right what is safe: remove the lock files of dead processes, take rights away from others",
    },
    json: { type: "boolean", description: "Print JSON" },
    "config-dir": configDirOption,
  },
  description: "Run it in the folder, and in the terminal, in which Claude Code does not find its IDE.",
  examples: [
    { line: "idebridge doctor", does: "what is, why it matters, what to do" },
    { line: "idebridge doctor --fix", does: "the same, and clean up" },
  ],
  async run({ values }, context) {
    const findings = [...(await examine(values, context)), ...(await checkOwnSettings(context))];
    const results = findings.map((finding) => ({ ...finding, ...(values.fix && applyFix(finding)) }));
    const failed = results.some(({ level, fixed }) => level === "error" && !fixed);
    if (values.json) {
      const value = results.map(({ fix, ...finding }) => ({ ...finding, fixable: fix !== undefined }));
      context.stdout.write(`${printableJson({ ok: !failed, findings: value }, 2)}\n`);
    } else {
      const style = styleFor(context);
      context.stdout.write(results.map((result) => show(result, style)).join(""));
      context.stdout.write(`\n${conclusion(results)}\n`);
    }
    return failed ? exitCodes.failed : exitCodes.ok;
  },
});

interface Result extends Finding {
  readonly fixed?: string;
  readonly notFixed?: string;
}

async function examine(
  values: { readonly "config-dir"?: string },
  context: Context,
): Promise<readonly Finding[]> {
  const [{ discover }, { claudeConfigDir, realPath }] = await Promise.all([
    import("@idebridge/sdk"),
    import("@idebridge/sdk/node"),
  ]);
  const search = await searchOptions(values, context);
  const found = await discover(search);
  const scene: Scene = {
    context,
    cwd: realPath(context.cwd) ?? context.cwd,
    configDir: claudeConfigDir(context.env, search.configDir),
    found,
    choice: clientChoice(found, context.env),
  };
  const checks = await Promise.all([
    import("../doctor/checkConfigDir.ts").then(({ checkConfigDir }) => checkConfigDir(scene)),
    import("../doctor/checkLocks.ts").then(({ checkLocks }) => checkLocks(scene)),
    import("../doctor/checkEnvironment.ts").then(({ checkEnvironment }) => checkEnvironment(scene)),
    import("../doctor/checkClient.ts").then(({ checkClient }) => checkClient(scene)),
    import("../doctor/checkFolder.ts").then(({ checkFolder }) => checkFolder(scene)),
    import("../doctor/checkConnection.ts").then(({ checkConnection }) => checkConnection(scene)),
    import("../doctor/checkLanguages.ts").then(({ checkLanguages }) => checkLanguages(scene)),
  ]);
  return checks.flat();
}

async function checkOwnSettings({ cwd, env }: Context): Promise<Finding[]> {
  return (await loadSettings(cwd, env)).problems.map((problem) => ({
    check: "settings",
    level: "error",
    what: describeProblem(problem),
    why: "idebridge does not start with wrong settings.",
    todo: "Correct the file.",
  }));
}

function applyFix({ fix }: Finding): { fixed?: string; notFixed?: string } {
  if (!fix) return {};
  try {
    return { fixed: fix() };
  } catch (error) {
    return { notFixed: messageOf(error) };
  }
}

function show({ level, what, why, todo, fixed, notFixed }: Result, style: Style): string {
  const paints = { ok: style.green, note: style.cyan, warning: style.yellow, error: style.red } as const;
  const lines = [`${paints[level](level.padEnd(7))}  ${printable(what)}`];
  const more = (text: string) => lines.push(`${" ".repeat(9)}${text}`);
  if (why) more(style.dim(printable(why)));
  if (fixed) more(style.green(`Fixed: ${printable(fixed)}`));
  else if (notFixed) more(style.red(`Not fixed: ${printable(notFixed)}`));
  if (todo && !fixed) more(`→ ${printable(todo)}`);
  return `${lines.join("\n")}\n`;
}

function conclusion(results: readonly Result[]): string {
  const count = (level: Level) => results.filter((result) => result.level === level && !result.fixed).length;
  const [errors, warnings] = [count("error"), count("warning")];
  if (errors + warnings === 0) return "Nothing is wrong.";
  const fixable = results.some(({ fix, fixed, notFixed }) => fix && !fixed && !notFixed);
  return `${counted(errors, "error")}, ${counted(warnings, "warning")}.${fixable ? " Some can be fixed: idebridge doctor --fix" : ""}`;
}
