type Steps<Results extends readonly unknown[]> = { [I in keyof Results]: () => PromiseLike<Results[I]> };

/**
 * Sends statements together, in the order given here: rows have to be locked in one order everywhere. `Promise.all`
 * alone does not promise that. A statement is sent only when somebody waits for it, so a bare one would be sent behind
 * the first statement of every async function listed after it. Of a function only the first statement is ordered so,
 * and only if it waits for nothing else before.
 */
export const inOrder = <const Results extends readonly unknown[]>(...steps: Steps<Results>): Promise<Results> =>
  Promise.all(steps.map(async (step) => step())) as Promise<unknown> as Promise<Results>;
