export interface ProcessTurns {
  /** The program ends, or dies. Must do what it does at once. */
  end(): void;
  suspend(): void;
  resume(): void;
}

const endings = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;
/** A process that nobody can continue is not stopped either, says POSIX: then go on after so many milliseconds. */
const stopWait = 100;

export interface ProcessWatch {
  /** Stops the process and what belongs to it, as Ctrl-Z does where nobody has taken the key over. */
  stop(): void;
  /** Keys that send signals belong to another program, until the returned function is called. */
  lend(): () => void;
  release(): void;
}

/** Calls back when the process ends in any way that can be noticed, is stopped, or goes on. */
export function watchProcess({ end, suspend, resume }: ProcessTurns): ProcessWatch {
  let stopTimer: NodeJS.Timeout | undefined;
  const signalled = (signal: NodeJS.Signals) => {
    end();
    // `end` has taken this listener away. Others will see to the rest; if there are none, die of it as ever.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const stopAll = (whom: number) => {
    // There is no such thing on Windows.
    if (process.platform === "win32") return;
    suspend();
    process.off("SIGTSTP", stopped);
    process.kill(whom, "SIGTSTP");
    // After a real stop the timer is over too, and the signal to go on is seen just after it.
    stopTimer = setTimeout(() => setImmediate(() => stopTimer && continued()), stopWait);
  };
  const stopped = () => stopAll(process.pid);
  const continued = () => {
    clearTimeout(stopTimer);
    stopTimer = undefined;
    if (!process.listeners("SIGTSTP").includes(stopped)) process.on("SIGTSTP", stopped);
    resume();
  };
  for (const signal of endings) process.on(signal, signalled);
  process.on("SIGTSTP", stopped).on("SIGCONT", continued);
  // Before Node prints what went wrong: nobody could read it on a screen that goes away.
  process.on("exit", end).on("uncaughtExceptionMonitor", end);
  return {
    // The whole group, as the terminal itself would: npx, or a shell script, may stand between this and the shell.
    stop: () => stopAll(0),
    lend: leaveKeysTo,
    release() {
      clearTimeout(stopTimer);
      stopTimer = undefined;
      for (const signal of endings) process.off(signal, signalled);
      process.off("SIGTSTP", stopped).off("SIGCONT", continued);
      process.off("exit", end).off("uncaughtExceptionMonitor", end);
    },
  };
}

/**
 * The terminal sends the signals of Ctrl-C and Ctrl-\\ to all that run in it. Emacs has Ctrl-G for that: nobody who
 * takes back a key in an editor wants the program behind it to end. git does the same.
 */
export function leaveKeysTo(): () => void {
  const ignore = () => {};
  const kept = (["SIGINT", "SIGQUIT"] as const).map((signal) => {
    const listeners = process.listeners(signal);
    process.removeAllListeners(signal).on(signal, ignore);
    return { signal, listeners };
  });
  return () => {
    for (const { signal, listeners } of kept) {
      process.off(signal, ignore);
      for (const listener of listeners) process.on(signal, listener);
    }
  };
}
