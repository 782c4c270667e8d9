import type { Tx } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { eventBody, insertDeliveries, insertEvent, testJob } from "../delivery/events.ts";
import type { DeliveryRow } from "../delivery/messages.ts";

interface TestValues {
  org: string;
  endpointId: string;
  /** Id of the user who sends the test. */
  userId: string | null;
}

/** Inserts an event of a sample job, with a delivery to one endpoint only. */
export async function insertTestDelivery(tx: Tx, { org, endpointId, userId }: TestValues): Promise<DeliveryRow> {
  const [at, id] = [new Date(), newId()];
  const job = testJob({ organizationId: org, createdBy: userId, at });
  const body = eventBody({ eventId: id, at, organizationId: org, job, test: true });
  await insertEvent(tx, org, { id, subjectId: null, body });
  const [delivery] = await insertDeliveries(tx, org, { ids: [id], test: true }, [endpointId]);
  return delivery!;
}
