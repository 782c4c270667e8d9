import type { Write } from "@emissions/kit/db/transactions";
import { newIds } from "@emissions/kit/process/id";

/** New rows with these values, in their order. Ids grow in this order. */
export function newRows<V extends object>({ org, principal }: Pick<Write, "org" | "principal">, values: readonly V[]) {
  const ids = newIds(values.length);
  const [organizationId, uploadedBy, createdAt] = [org, principal.userId, new Date()];
  return values.map((one, index) => ({ ...one, organizationId, id: ids[index]!, uploadedBy, createdAt }));
}
