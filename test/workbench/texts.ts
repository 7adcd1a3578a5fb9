const functions = Array.from(
  { length: 12 },
  (_, index) => `/** Does step ${index} of the work. */
export async function step${index}(input: Input): Promise<Output> {
  const started = performance.now();
  if (input.size > ${index * 10}) {
    throw new RangeError("too large: " + input.size);
  }
  const result = await run(input, { retries: ${index}, verbose: false });
  return { ...result, milliseconds: performance.now() - started };
}
`,
);

/** A program with a few functions, and what somebody might make of it. */
export const longProgram = `import { run } from "./run.ts";\n\n${functions.join("\n")}`;
export const shorterProgram = longProgram
  .replace(
    'import { run } from "./run.ts";\n',
    'import { log } from "./log.ts";\nimport { run } from "./run.ts";\n',
  )
  .replace("retries: 3, verbose: false", "retries: 5, verbose: true, signal: input.signal")
  .replace(
    '    throw new RangeError("too large: " + input.size);\n',
    `    throw new RangeError(\`too large: \${input.size} bytes\`);\n`,
  )
  .replace(functions[8]!, "")
  .replace("/** Does step 10 of the work. */\n", "/** Does step 10 of the work, and logs it. */\n");
