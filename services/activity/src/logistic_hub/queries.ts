import { isDuplicate } from "@emissions/kit/db/duplicate";
import type { Tx } from "@emissions/kit/db/transactions";
import { LogisticHubSchema } from "@emissions/proto/activity/v1/logistic_hub_service";
import { rowWriter } from "../rows.ts";
import { nameTaken } from "./refusals.ts";
import type { HubValues } from "./rules.ts";

export interface HubRow extends HubValues {
  organizationId: string;
  id: string;
  country: string | null;
  createdAt: Date;
  updatedAt: Date | null;
  /** Kilograms. */
  co2e: string;
}

const write = rowWriter(LogisticHubSchema);
export const toHub = (row: HubRow) => write(row);

/** Hubs with their emissions: own ones have those of their facility. */
export const withTotals = (tx: Tx) => tx`
  select t.*, coalesce(case t.type when 'owned' then f.co2e else h.co2e end, 0) as co2e
  from logistic_hubs t
  left join facility_totals f on f.organization_id = t.organization_id and f.facility_id = t.facility_id
  left join logistic_hub_totals h on h.organization_id = t.organization_id and h.hub_id = t.id`;

/** A lock prevents changes of the hub, and new requests that name it, until the transaction ends. */
export async function selectHub(tx: Tx, org: string, id: string, lock?: "to change"): Promise<HubRow | null> {
  const [row] = await tx<HubRow[]>`
    ${withTotals(tx)} where t.organization_id = ${org} and t.id = ${id} ${lock ? tx`for update of t` : tx``}`;
  return row ?? null;
}

type Stored = Omit<HubRow, "co2e" | "organizationId" | "createdAt" | "updatedAt">;

/** Refuses with LOGISTIC_HUB_ALREADY_EXISTS. */
export const insertHub = (tx: Tx, org: string, hub: Stored) =>
  refusingTakenNames(
    tx`
      insert into logistic_hubs (organization_id, id, name, address, country, type, category, status, supercharger, facility_id)
      values (${org}, ${hub.id}, ${hub.name}, ${hub.address}, ${hub.country}, ${hub.type}, ${hub.category}, ${hub.status},
        ${hub.supercharger}, ${hub.facilityId})`,
  );

/** Refuses with LOGISTIC_HUB_ALREADY_EXISTS. */
export const updateHub = (tx: Tx, org: string, hub: Stored) =>
  refusingTakenNames(
    tx`
      update logistic_hubs set name = ${hub.name}, address = ${hub.address}, country = ${hub.country},
        type = ${hub.type}, category = ${hub.category}, status = ${hub.status}, supercharger = ${hub.supercharger},
        facility_id = ${hub.facilityId}, updated_at = now()
      where organization_id = ${org} and id = ${hub.id}`,
  );

export const deleteHub = (tx: Tx, org: string, id: string) => tx`
  with totals as (delete from logistic_hub_totals where organization_id = ${org} and hub_id = ${id})
  delete from logistic_hubs where organization_id = ${org} and id = ${id}`;

/** Whether logistics requests name the hub. */
export async function isHubInUse(tx: Tx, org: string, id: string): Promise<boolean> {
  const [row] = await tx<[{ inUse: boolean }]>`
    select exists (select from logistics_requests where organization_id = ${org} and hub_id = ${id}) as in_use`;
  return row.inUse;
}

async function refusingTakenNames(statement: PromiseLike<unknown>): Promise<void> {
  try {
    await statement;
  } catch (error) {
    throw isDuplicate(error, "logistic_hubs_name") ? nameTaken() : error;
  }
}
