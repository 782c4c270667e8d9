/** Runs one step with its progress line. On a terminal the line stands while the step runs; elsewhere it comes at the end. */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  const live = process.stdout.isTTY === true;
  if (live) process.stdout.write(`${what} ... `);
  try {
    const result = await work();
    console.log(`${live ? "" : `${what} ... `}${seconds(performance.now() - begun)}`);
    return result;
  } catch (error) {
    if (live) console.log("failed");
    throw error;
  }
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
