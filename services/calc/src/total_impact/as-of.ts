import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import type { Tx } from "@emissions/kit/db/transactions";
import { outOfRange } from "@emissions/kit/wire/errors";

/** Null for a question about now. */
export const instantOf = ({ asOf }: { asOf?: Timestamp | undefined }): Date | null =>
  asOf === undefined ? null : timestampDate(asOf);

/** Refuses an instant before the first kept change: the totals of that time are not known. */
export async function checkKnown(tx: Tx, asOf: Date | null): Promise<void> {
  if (asOf === null) return;
  const [start] = await tx<[{ begunAt: Date }]>`select begun_at from history_start`;
  if (asOf < start.begunAt)
    throw outOfRange("AS_OF_BEFORE_HISTORY", `Totals are known from ${start.begunAt.toISOString()} on.`);
}
