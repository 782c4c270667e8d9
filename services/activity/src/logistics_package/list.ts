import type { Tx } from "@emissions/kit/db/transactions";
import type { ListLogisticsPackagesRequest } from "@emissions/proto/activity/v1/logistics_package_service";
import { anyText, type Filter } from "../list/filters.ts";
import type { List } from "../list/list.ts";

const SIZE = 10;

export const packageList: List<ListLogisticsPackagesRequest> = {
  table: "logistics_packages",
  rows: packagesWithTotals,
  filters: {
    movementId: isText("shipment_id"),
    client: isText("client_billing_id"),
    packageKey: isText("package_key"),
  },
  // Later packages have higher ids.
  order: [{ by: "id", descending: true }],
  size: SIZE,
};

/**
 * Packages with the totals of their legs. The first leg is the one with the lowest id, because ids grow with time. A
 * package without legs has the weight of its first deleted leg.
 */
export function packagesWithTotals(tx: Tx) {
  return tx`
    select t.id, t.shipment_id, t.package_key, t.client_billing_id, t.created_at,
      greatest(t.updated_at, d.deleted_at) as updated_at, l.legs,
      case when l.legs = 0 then d.weight_kg else l.weight_kg end as weight_kg, l.total_distance_km, l.total_co2e
    from logistics_packages t
    cross join lateral (
      select count(*)::int as legs, (array_agg(r.load_kg order by r.id))[1] as weight_kg,
        coalesce(sum(r.kilometres), 0) as total_distance_km,
        case when bool_and(r.co2e is not null) then sum(r.co2e) end as total_co2e
      from logistics_requests r where r.organization_id = t.organization_id and r.package_id = t.id
    ) as l
    cross join lateral (
      select max(r.deleted_at) as deleted_at, (array_agg(r.load_kg order by r.id))[1] as weight_kg
      from deleted_logistics_requests r where r.organization_id = t.organization_id and r.package_id = t.id
    ) as d`;
}

/** The text of a column, compared exactly. The empty text is no condition. */
function isText(name: string): Filter<string> {
  const any = anyText(name);
  return {
    text: (sent) => sent || null,
    where: (tx, sent) => any.where(tx, [sent]),
    check: (field, sent) => any.check!(field, [sent]),
  };
}
