import { chunked } from "@emissions/kit/db/chunked";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { RecordsCalculatedSchema } from "@emissions/proto/calc/v1/calculation_service";
import { RecalculationSettledSchema } from "@emissions/proto/calc/v1/recalculation_service";
import { type RecordVersion, selectCalculations } from "../calculation/queries.ts";
import { storedResults } from "../calculation/stored-results.ts";
import { RESULTS_MAX } from "../record/store.ts";
import { selectChangesAfter } from "./change-queries.ts";
import { addProgress, type Run, updateState } from "./run-queries.ts";

/** Records in one transaction. */
const PAGE_MAX = 1_000;

/** Publishes the next results of an applied run. After the last page the run is accepted. Answers true then. */
export async function publishPage({ tx, org, emit }: Write, { id, number, lastRecord }: Run): Promise<boolean> {
  const changes = await selectChangesAfter(tx, org, id, lastRecord, PAGE_MAX);
  const ids = changes.filter(({ superseded }) => !superseded).map(({ recordId }) => recordId);
  const current = await selectStillCurrent(tx, org, number!, ids);
  const results = await storedResults(tx, org, await selectCalculations(tx, org, current));
  for (const chunk of chunked(results, RESULTS_MAX)) emit(RecordsCalculatedSchema, { results: chunk });
  if (changes.length === PAGE_MAX) {
    await addProgress(tx, org, id, { lastRecord: changes.at(-1)!.recordId, records: 0, changedRecords: 0 });
    return false;
  }
  await updateState(tx, org, id, "accepted");
  emit(RecalculationSettledSchema, { recalculationId: id });
  return true;
}

/** A newer revision has published its own result. */
const selectStillCurrent = (tx: Tx, org: string, version: number, ids: readonly string[]) => tx<RecordVersion[]>`
  select record_id, revision, version from current_records
  where organization_id = ${org} and record_id = any (${ids as string[]}::uuid[]) and version = ${version}`;
