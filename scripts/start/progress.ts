/** Runs one step with a progress line. A terminal shows the line from the start, other outputs at the end. */
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
