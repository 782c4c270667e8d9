import type { Tx } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { eventBody, insertDeliveries, insertEvent, testJob } from "../delivery/events.ts";
import type { DeliveryRow } from "../delivery/message.ts";

interface Test {
  org: string;
  endpointId: string;
  /** Who sends it. */
  userId: string | null;
}

/** The event of a job that never was, on its way to one endpoint alone. */
export async function insertTest(tx: Tx, { org, endpointId, userId }: Test): Promise<DeliveryRow> {
  const [at, id] = [new Date(), newId()];
  const job = testJob({ organizationId: org, createdBy: userId, at });
  const body = eventBody({ eventId: id, at, organizationId: org, job, test: true });
  await insertEvent(tx, org, { id, subjectId: null, body });
  const [delivery] = await insertDeliveries(tx, org, { ids: [id], test: true }, [endpointId]);
  return delivery!;
}
