import type { Db } from "@emissions/kit/db/transactions";
import type { RecordTable } from "../records/kind.ts";
import { organizations, ownRecords } from "./own-records.ts";
import { type CalcRecord, differenceOf, type OwnRecord } from "./rules.ts";

/** A period that calc holds as locked. */
export interface LockLine {
  organizationId: string;
  periodLockId: string;
  startDate: string;
  endDate: string;
}

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

export const isLock = (line: object): line is LockLine => "periodLockId" in line;

/**
 * Compares the records of all organizations with the list of calc, which is in the same order. Memory does not grow
 * with the number of records.
 */
export async function* candidates(
  db: Db,
  kinds: readonly RecordTable[],
  list: AsyncIterator<CalcRecord | LockLine>,
  behindSince: Date | null,
): AsyncGenerator<Candidate | Compared | LockLine> {
  let line = (await list.next()).value as CalcRecord | LockLine | undefined;
  const advance = async () => {
    line = (await list.next()).value as CalcRecord | LockLine | undefined;
  };
  for await (const org of organizations(db)) {
    // Organizations that this service does not have.
    for (; line !== undefined && line.organizationId < org; await advance())
      yield* candidateOf(line, undefined, behindSince);
    for (; line !== undefined && line.organizationId === org && isLock(line); await advance()) yield line;
    let records = 0;
    for await (const own of ownRecords(db, kinds, org)) {
      records++;
      const isOfOrg = () => line !== undefined && line.organizationId === org && !isLock(line);
      for (; isOfOrg() && (line as CalcRecord).recordId < own.recordId; await advance())
        yield* candidateOf(line!, undefined, behindSince);
      const isSame = isOfOrg() && (line as CalcRecord).recordId === own.recordId;
      const calc = isSame ? (line as CalcRecord) : undefined;
      if (differenceOf(own, calc, behindSince) !== null) yield { organizationId: org, recordId: own.recordId };
      if (isSame) await advance();
    }
    for (; line !== undefined && line.organizationId === org; await advance())
      yield* candidateOf(line, undefined, behindSince);
    yield { organizationId: org, records };
  }
  for (; line !== undefined; await advance()) yield* candidateOf(line, undefined, behindSince);
}

function* candidateOf(
  line: CalcRecord | LockLine,
  own: OwnRecord | undefined,
  behindSince: Date | null,
): Generator<Candidate | LockLine> {
  if (isLock(line)) yield line;
  else if (differenceOf(own, line, behindSince) !== null)
    yield { organizationId: line.organizationId, recordId: line.recordId };
}
