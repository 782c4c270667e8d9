import type { Write } from "@emissions/kit/db/transactions";
import { newIds } from "@emissions/kit/process/id";

/** The rows of new owners of records, in the order of the values. Ids grow in this order. */
export function newRows<V extends object>({ org, principal }: Write, values: readonly V[]) {
  const ids = newIds(values.length);
  const createdAt = new Date();
  return values.map((one, index) => ({
    ...one,
    id: ids[index]!,
    organizationId: org,
    revision: 1,
    uploadedBy: principal.userId,
    createdAt,
    updatedAt: null,
    co2e: "0",
    co2eBiomass: "0",
  }));
}
