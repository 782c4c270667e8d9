/**
 * Whether a change has a record calculated again, with its custom factor as it is now: when one of these fields gets
 * another value. After a failure also when one is sent as it was, for what was wrong may have been put right elsewhere.
 */
export const recalculateOn =
  <V extends object>(...fields: (keyof V)[]) =>
  (before: V & { errorCode: string | null }, changes: Partial<V>): boolean =>
    fields.some((field) => field in changes && (before.errorCode !== null || before[field] !== changes[field]));
