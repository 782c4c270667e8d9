import type { Write } from "@emissions/kit/db/transactions";
import { busy } from "@emissions/kit/wire/errors";
import { IDEMPOTENCY_KEY } from "@emissions/kit/wire/headers";
import { callAs, type Principal } from "@emissions/kit/wire/principal";
import { ProjectEntityType } from "@emissions/proto/activity/v1/project_service";
import type { Context } from "../../context.ts";
import { link } from "../project.ts";
import { deleteConfirmation, insertConfirmation, type ReadingRow, selectReading, updateReading } from "../queries.ts";
import type { Prepared } from "./prepare.ts";
import { type Created, isRefusal, send } from "./send.ts";

/** A confirmation that has begun, as it is stored. */
export interface Confirmation extends Prepared {
  /** The caller, in whose name the records are created. */
  principal: Principal;
  /** Base64 of the encoded request of the caller. */
  sent: string;
  /** The reading and its invoices are linked to it. */
  projectId?: string | undefined;
}

type Dependencies = Pick<Context, "db" | "invoices" | "wastes" | "jobs" | "projects">;

/** Stores the confirmation. The values must be those that it was prepared from. */
export const beginConfirmation = (
  { db }: Dependencies,
  org: string,
  { reading, confirmation }: { reading: ReadingRow; confirmation: Confirmation },
): Promise<void> =>
  db.asService(org, async ({ tx }) => {
    const current = await selectReading(tx, org, reading.id, "to change");
    if (current?.revision !== reading.revision) {
      throw busy("READING_CHANGED_MEANWHILE", "Another request has changed the reading.");
    }
    await updateReading(tx, org, reading.id, { confirmation });
    await insertConfirmation(tx, org, reading.id);
  });

/**
 * Creates the records of a stored confirmation. The id of the reading is the key, so they are created once. After a
 * refusal the reading can be changed again. After another failure the confirmation stays, because the records may exist.
 */
export async function createRecords(
  dependencies: Dependencies,
  org: string,
  { id, confirmation }: { id: string; confirmation: Confirmation },
): Promise<Created> {
  const { db } = dependencies;
  const options = { ...callAs(confirmation.principal), headers: { [IDEMPOTENCY_KEY]: id } };
  try {
    const created = await send(dependencies, confirmation, options);
    await linkCreated(dependencies, id, confirmation, created);
    return created;
  } catch (error) {
    if (isRefusal(error)) await db.asService(org, (write) => forget(write, id, confirmation));
    throw error;
  }
}

/** The records exist, so a project that was deleted meanwhile does not fail the confirmation. */
async function linkCreated(
  dependencies: Dependencies,
  id: string,
  { projectId, principal }: Confirmation,
  { recordType, recordIds }: Created,
): Promise<void> {
  if (projectId === undefined) return;
  const linked = [
    { entityType: ProjectEntityType.FILE_READINGS, ids: [id] },
    { entityType: ProjectEntityType.INVOICES, ids: recordType === "invoices" ? recordIds : [] },
  ];
  for (const { entityType, ids } of linked) {
    await link(dependencies, { projectId, entityType, ids }, principal).catch((error) => {
      if (!isRefusal(error)) throw error;
    });
  }
}

/** Leaves another confirmation, which began meanwhile. */
async function forget({ tx, org }: Write, id: string, { request, sent }: Confirmation): Promise<void> {
  const current = (await selectReading(tx, org, id, "to change"))?.confirmation as Confirmation | null | undefined;
  if (current?.request !== request || current.sent !== sent) return;
  await updateReading(tx, org, id, { confirmation: null });
  await deleteConfirmation(tx, org, id);
}

/** Links the reading with its records. A second call changes nothing. */
export async function recordCreated({ tx, org }: Write, id: string, created: Created): Promise<void> {
  const reading = await selectReading(tx, org, id, "to change");
  if (reading === null || reading.status === "confirmed") return;
  await updateReading(tx, org, id, { status: "confirmed", confirmation: null, errorCode: null, ...created });
  await deleteConfirmation(tx, org, id);
}
