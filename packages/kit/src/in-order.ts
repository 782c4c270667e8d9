type Steps<Results extends readonly unknown[]> = { [I in keyof Results]: () => PromiseLike<Results[I]> };

/**
 * Statements that travel together, and reach the database in the order in which they stand here: what locks rows is to
 * lock them in one order everywhere. In `Promise.all` a bare statement is sent behind the first one of every function
 * that follows it, because a statement is only sent when somebody waits for it. Of a function the first statement
 * counts, if it waits for nothing before.
 */
export const inOrder = <const Results extends readonly unknown[]>(...steps: Steps<Results>): Promise<Results> =>
  Promise.all(steps.map(async (step) => step())) as Promise<unknown> as Promise<Results>;
