/** What the promise becomes; rejects as soon as the signal aborts, however long the promise takes. */
export async function orAborted<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (signal === undefined) return promise;
  let abort = () => {};
  try {
    return await new Promise<Value>((resolve, reject) => {
      abort = () => reject(signal.reason);
      promise.then(resolve, reject);
      if (signal.aborted) abort();
      signal.addEventListener("abort", abort, { once: true });
    });
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
