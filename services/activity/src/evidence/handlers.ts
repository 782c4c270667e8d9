import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { refuse, violation } from "@emissions/kit/wire/checks";
import { enumNumber } from "@emissions/kit/wire/enum";
import type { EvidenceService } from "@emissions/proto/activity/v1/evidence_service";
import { RadiativeForcingSchema } from "@emissions/proto/factors/v1/travel";
import type { Context } from "../context.ts";
import { selectSettings } from "../organization/queries.ts";
import { checkRange } from "../ownership/handlers.ts";
import { type RecordTable, tableOf } from "../records/kind.ts";
import { evidenceCounts, instrumentsOf } from "./disclosures.ts";

const RECORDS_MAX = 1_000;

export const evidenceHandlers = (
  { db }: Pick<Context, "db">,
  kinds: readonly RecordTable[],
): ServiceImpl<typeof EvidenceService> => ({
  lookUpEvidence: ({ records }, call) => {
    if (records.length > RECORDS_MAX || !records.every(({ recordId }) => isId(recordId)))
      refuse([violation("records", "value_error", `expected at most ${RECORDS_MAX} ids`)]);
    const byType = Map.groupBy(records, ({ entityType }) => entityType);
    return db.read(
      call,
      async (tx) => {
        const known = kinds.filter(({ entityType }) => byType.has(entityType));
        const found = known.map((kind) => selectEvidence(tx, tableOf(kind), byType.get(kind.entityType)!));
        return { records: (await Promise.all(found)).flat().map(present) };
      },
      { group: true },
    );
  },

  getDisclosures: ({ startDate, endDate, includeChildren }, call) => {
    const range = { startDate, endDate };
    checkRange(range);
    return db.read(
      call,
      async (tx, org) => {
        const forcing = (await selectSettings(tx, org))?.radiativeForcing ?? null;
        return {
          ...(forcing !== null && { radiativeForcing: enumNumber(RadiativeForcingSchema, forcing) }),
          instruments: await instrumentsOf(tx, range),
          evidence: await evidenceCounts(tx, kinds, range),
        };
      },
      { group: includeChildren },
    );
  },
});

interface EvidenceRow {
  recordId: string;
  fileId: string | null;
  fileName: string | null;
  fileUrl: string | null;
  externalId: string | null;
}

const selectEvidence = (tx: Tx, table: string, records: readonly { recordId: string }[]) => tx<EvidenceRow[]>`
  select id as record_id, file_id, file_name, file_url, external_id from ${tx(table)}
  where organization_id = any (visible_organizations()) and id = any (${records.map(({ recordId }) => recordId)}::uuid[])`;

/** Without the fields that are null. */
const present = ({ recordId, ...row }: EvidenceRow) => ({
  recordId,
  ...(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Record<string, string>),
});
