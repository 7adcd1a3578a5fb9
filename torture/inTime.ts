/** What it comes to, or `undefined` when that takes too long. */
export async function inTime<Value>(work: Promise<Value>, milliseconds = 20_000): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
