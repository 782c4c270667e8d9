import type { Sweep } from "@emissions/kit/db/sweep";
import type { Db, Tx } from "@emissions/kit/db/transactions";
import { FAILED_CONTENT_DAYS, FAILED_CONTENTS_EVERY_MS, FAILED_CONTENTS_ROUND_MAX } from "./limits.ts";
import type { ReadingRow } from "./queries.ts";

type Content = Pick<ReadingRow, "sha256">;

/** Whether a document of the organization with the same content could not be read. */
export async function isFailedContent(tx: Tx, org: string, { sha256 }: Content): Promise<boolean> {
  const { count } = await tx`select from failed_contents where organization_id = ${org} and sha256 = ${sha256}`;
  return count === 1;
}

export const insertFailedContent = (tx: Tx, org: string, { sha256 }: Content) => tx`
  insert into failed_contents (organization_id, sha256) values (${org}, ${sha256})
  on conflict (organization_id, sha256) do update set failed_at = now()`;

export const forgetFailedContent = (tx: Tx, org: string, { sha256 }: Content) =>
  tx`delete from failed_contents where organization_id = ${org} and sha256 = ${sha256}`;

/** Forgets old failures of all organizations. */
export const failedContentSweep = ({ db }: { db: Db }): Sweep => ({
  name: "failed-contents",
  everyMs: FAILED_CONTENTS_EVERY_MS,
  work: async () =>
    void (await db.systemWide(
      (tx) => tx`
        delete from failed_contents where ctid = any(array(
          select ctid from failed_contents where failed_at < now() - make_interval(days => ${FAILED_CONTENT_DAYS})
          order by failed_at limit ${FAILED_CONTENTS_ROUND_MAX}))`,
    )),
});
