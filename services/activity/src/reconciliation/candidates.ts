import type { Db } from "@emissions/kit/db/transactions";
import type { RecordTable } from "../records/kind.ts";
import { organizations, ownRecords } from "./own-records.ts";
import { type CalcRecord, differenceOf } from "./rules.ts";

/** The record may differ: it is compared once more, because the two lists are of different moments. */
export interface Candidate {
  organizationId: string;
  recordId: string;
}

/** How much was compared. */
export interface Compared {
  organizationId: string;
  records: number;
}

/**
 * Compares the records of all organizations with the list of calc, which is in the same order. Memory does not grow
 * with the number of records.
 */
export async function* candidates(
  db: Db,
  kinds: readonly RecordTable[],
  list: AsyncIterator<CalcRecord>,
  behindSince: Date | null,
): AsyncGenerator<Candidate | Compared> {
  let line = (await list.next()).value as CalcRecord | undefined;
  const advance = async () => {
    line = (await list.next()).value as CalcRecord | undefined;
  };
  for await (const org of organizations(db)) {
    // Organizations that this service does not have.
    for (; line !== undefined && line.organizationId < org; await advance()) yield* unrecorded(line, behindSince);
    let records = 0;
    for await (const own of ownRecords(db, kinds, org)) {
      records++;
      const isOfOrg = () => line?.organizationId === org;
      for (; isOfOrg() && line!.recordId < own.recordId; await advance()) yield* unrecorded(line!, behindSince);
      const isSame = isOfOrg() && line!.recordId === own.recordId;
      const calc = isSame ? line : undefined;
      if (differenceOf(own, calc, behindSince) !== null) yield { organizationId: org, recordId: own.recordId };
      if (isSame) await advance();
    }
    for (; line !== undefined && line.organizationId === org; await advance()) yield* unrecorded(line, behindSince);
    yield { organizationId: org, records };
  }
  for (; line !== undefined; await advance()) yield* unrecorded(line, behindSince);
}

function* unrecorded(line: CalcRecord, behindSince: Date | null): Generator<Candidate> {
  const { organizationId, recordId } = line;
  if (differenceOf(undefined, line, behindSince) !== null) yield { organizationId, recordId };
}
