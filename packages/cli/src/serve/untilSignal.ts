import { constants } from "node:os";

const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** Resolves with the exit code when somebody wants the program to end. From the start, so that none is missed. */
export function untilSignal(): { readonly code: Promise<number>; release(): void } {
  let end: (code: number) => void = () => {};
  const code = new Promise<number>((resolve) => {
    end = resolve;
  });
  const handlers = signals.map((signal) => [signal, () => end(128 + constants.signals[signal])] as const);
  for (const [signal, handler] of handlers) process.on(signal, handler);
  return {
    code,
    release() {
      for (const [signal, handler] of handlers) process.off(signal, handler);
    },
  };
}
