import type { Tx } from "@emissions/kit/db/transactions";
import { type Duplicate, SAME_FILES_MAX, sameFiles } from "../../duplicate/duplicate.ts";

/** Confirmed readings of the same content. They are about no people. */
export async function selectSameReadings(
  tx: Tx,
  org: string,
  { id, sha256 }: { id: string; sha256: string },
): Promise<Duplicate[]> {
  const rows = await tx<{ id: string }[]>`
    select r.id from files f join readings r on r.organization_id = ${org} and r.file_id = f.id
    where f.organization_id = ${org} and f.sha256 = ${sha256} and f.state = 'stored' and not f.for_people
      and r.id <> ${id} and r.status = 'confirmed'
    order by r.created_at desc, r.id limit ${SAME_FILES_MAX}`;
  return sameFiles("file_readings", rows);
}
