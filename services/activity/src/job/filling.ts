import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx, Write } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { type Check, checkId, refuse, violation } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import { forbidden } from "@emissions/kit/wire/errors";
import { onlyReads, type Principal, principalOf } from "@emissions/kit/wire/principal";
import type * as proto from "@emissions/proto/activity/v1/ingest_job_service";
import { EntityTypeSchema } from "@emissions/proto/activity/v1/record_events";
import { BATCH_MAX } from "../batch.ts";
import type { Context } from "../context.ts";
import { PEOPLE_ENTITIES } from "../privacy/people.ts";
import { newJob } from "./begin.ts";
import { countEnded } from "./job-items.ts";
import { toJob } from "./message.ts";
import { type IngestJobRow, insertJob, type JobEntity, selectJob } from "./queries.ts";
import { selectFailedIndexes, touchOpenJob } from "./range.ts";
import { jobExists, jobNotFound } from "./refusals.ts";

/** Records of one job. */
export const JOB_ITEMS_MAX = 200_000;
const CODE_MAX = 100;
const DETAIL_MAX = 1_000;
const EXTERNAL_ID_MAX = 255;

type Handlers = Pick<
  ServiceImpl<typeof proto.IngestJobService>,
  "beginIngestJob" | "failIngestJobItems" | "closeIngestJob"
>;

/** Jobs whose records several calls store. */
export const fillingHandlers = ({ db }: Pick<Context, "db">): Handlers => ({
  beginIngestJob: (request, call) => {
    const entityType = enumText(EntityTypeSchema, request.entityType) as JobEntity;
    const { totalItems } = request;
    const id = request.id.toLowerCase();
    const fileId = request.fileId?.toLowerCase() ?? null;
    refuse(checkNewJob(request));
    requireWriter(principalOf(call), entityType);
    return db.write(call, request, async (write) => {
      const sent = { id, entityType, totalItems, fileId, inPieces: true };
      const row = newJob(write, { ...sent, operation: "create" });
      const { count } = await insertJob(write.tx, row);
      if (count > 0) write.about(id);
      return { job: toJob(count > 0 ? row : await earlierJob(write, sent)) };
    });
  },

  failIngestJobItems: (request, call) => {
    const { jobId, firstIndex, size } = request;
    refuse(checkFailedItems(request));
    return db.write(call, request, async (write) => {
      const job = await requireOwn(write, jobId);
      const { count: failed } = await insertFailedItems(write.tx, write.org, job, request.items);
      if (failed > 0) {
        await touchOpenJob(write, job.id);
        await countEnded(write, job.id, { succeeded: 0, failed });
      }
      return { failedIndexes: await selectFailedIndexes(write.tx, write.org, job.id, { firstIndex, size }) };
    });
  },

  closeIngestJob: (request, call) => {
    const { jobId, code, detail } = request;
    refuse(checkReason({ code, detail }));
    return db.write(call, request, async (write) => {
      const job = await requireOwn(write, jobId);
      await failMissing(write, job, { code, detail: detail.slice(0, DETAIL_MAX) });
      return { job: toJob((await selectJob(write.tx, write.org, job.id))!) };
    });
  },
});

/** Ends the items that no call has added. Does nothing for a job that has ended. */
export async function failMissing(write: Write, job: IngestJobRow, reason: { code: string; detail: string }) {
  const { tx, org } = write;
  if (job.finishedAt !== null || !job.inPieces) return;
  const { count: failed } = await tx`
    insert into ingest_job_items (organization_id, job_id, index, status, code, detail)
    select ${org}, ${job.id}, missing.index, 'failed', ${reason.code}, ${reason.detail}
    from (
      select index from generate_series(0, ${job.totalItems - 1}) as index
      except select index from ingest_job_items where organization_id = ${org} and job_id = ${job.id}) as missing
    on conflict do nothing`;
  if (failed > 0) await countEnded(write, job.id, { succeeded: 0, failed });
}

/** Only services and the roles that may write such records. The gateway has no route for these calls. */
export function requireWriter({ role }: Principal, entityType: JobEntity): void {
  const isAllowed = !onlyReads(role) && (role !== "human_resources" || PEOPLE_ENTITIES.includes(entityType));
  if (!isAllowed) throw forbidden("FORBIDDEN", "The role of the caller may not write such records.");
}

async function requireOwn({ tx, org, principal }: Write, id: string): Promise<IngestJobRow> {
  const row = isId(id) ? await selectJob(tx, org, id.toLowerCase()) : null;
  if (row === null) throw jobNotFound();
  requireWriter(principal, row.entityType);
  return row;
}

type Begun = Pick<IngestJobRow, "id" | "entityType" | "totalItems" | "fileId" | "inPieces">;

async function earlierJob({ tx, org }: Write, sent: Begun): Promise<IngestJobRow> {
  const row = await selectJob(tx, org, sent.id);
  const isSame = row !== null && Object.entries(sent).every(([name, value]) => row[name as keyof Begun] === value);
  if (!isSame) throw jobExists();
  return row;
}

const insertFailedItems = (tx: Tx, org: string, { id, totalItems }: IngestJobRow, items: readonly proto.FailedItem[]) =>
  tx`
    insert into ingest_job_items (organization_id, job_id, index, status, code, detail, external_id)
    select ${org}, ${id}, r.index, 'failed', r.code, left(r.detail, ${DETAIL_MAX}), r.external_id
    from unnest(
      ${items.map(({ index }) => index)}::int[], ${items.map(({ code }) => code)}::text[],
      ${items.map(({ detail }) => detail)}::text[],
      ${items.map(({ externalId }) => externalId ?? null)}::text[]) as r (index, code, detail, external_id)
    where r.index < ${totalItems}
    on conflict do nothing`;

function checkNewJob({ id, entityType, totalItems, fileId }: proto.BeginIngestJobRequest): Check[] {
  const isKnown = EntityTypeSchema.value[entityType] !== undefined && entityType !== 0;
  return [
    ...checkId("id", id),
    ...checkId("file_id", fileId ?? null),
    ...(isKnown ? [] : [violation("entity_type", "type_error.enum", "not a kind of records")]),
    ...checkCount("total_items", totalItems, { min: 1, max: JOB_ITEMS_MAX }),
  ];
}

function checkFailedItems({ firstIndex, size, items }: proto.FailIngestJobItemsRequest): Check[] {
  const isInside = ({ index }: proto.FailedItem) => index >= firstIndex && index < firstIndex + size;
  return [
    ...checkCount("first_index", firstIndex, { min: 0, max: JOB_ITEMS_MAX - 1 }),
    ...checkCount("size", size, { min: 1, max: BATCH_MAX }),
    ...(items.every(isInside) ? [] : [violation("items", "value_error", "an index is outside of the range")]),
    ...items.flatMap(checkReason).slice(0, 1),
  ];
}

function checkReason({ code, detail, externalId }: Pick<proto.FailedItem, "code" | "detail" | "externalId">): Check[] {
  const tooLong = code === "" || code.length > CODE_MAX || (externalId?.length ?? 0) > EXTERNAL_ID_MAX;
  const hasNul = [code, detail, externalId].some((text) => text?.includes("\0"));
  return tooLong || hasNul ? [violation("code", "value_error", "code, detail or id is too long or has U+0000")] : [];
}

const checkCount = (field: string, value: number, { min, max }: { min: number; max: number }): Check[] =>
  value >= min && value <= max
    ? []
    : [
        violation(
          field,
          value < min ? "value_error.number.not_ge" : "value_error.number.not_le",
          `expected ${min} to ${max}`,
        ),
      ];
