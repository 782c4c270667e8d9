type Steps<Results extends readonly unknown[]> = { [I in keyof Results]: () => PromiseLike<Results[I]> };

/**
 * Sends statements in the given order, because rows must be locked in one order everywhere. `Promise.all` alone does
 * not guarantee it: the driver sends a statement when it is awaited. A bare statement would be sent after the first
 * statement of every async function listed behind it. Only the first statement of each function is ordered, and only if
 * the function awaits nothing before it.
 */
export const inOrder = <const Results extends readonly unknown[]>(...steps: Steps<Results>): Promise<Results> =>
  Promise.all(steps.map(async (step) => step())) as Promise<unknown> as Promise<Results>;
