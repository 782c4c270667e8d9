import { newId, newIds } from "@emissions/kit/process/id";
import { activity, us } from "../activity.fixture.ts";

interface Shipment {
  vehicleType: string | null;
  fileId: string | null;
  fileName: string | null;
  uploadedBy: string | null;
  status: "pending" | "calculated" | "failed";
  shipmentDate: string;
  movementId: string | null;
  client: string | null;
}

/** Stores equal shipments as rows, in the state of their calculation. Returns their ids. */
export async function storeShipments(values: Partial<Shipment> = {}, rows = 1): Promise<string[]> {
  const { vehicleType = "van_diesel", fileId = null, fileName = null, uploadedBy = us.userId } = values;
  const { status = "calculated", shipmentDate = "2025-03-01", movementId = null, client = null } = values;
  const isFailed = status === "failed";
  const ids = newIds(rows);
  await activity.db.asService(us.organizationId, async ({ tx, org }) => {
    await tx`
      insert into logistics_requests (organization_id, id, toc, category, vehicle_type, load_unit, origin_country, cleaning,
        subcontractor, distance_km, shipment_date, file_id, file_name, uploaded_by, calculation_status,
        calculation_error_code, co2e, movement_id, dedup_key,
        client)
      select ${org}, id, ${vehicleType}, 'road', ${vehicleType}, 'kg', 'GLO', false, false, 203, ${shipmentDate}::date,
        ${fileId}::uuid, ${fileName}::text, ${uploadedBy}::uuid, ${status}::text,
        ${isFailed ? "FACTOR_NOT_FOUND" : null}::text, ${status === "calculated" ? "1" : null}::numeric, ${movementId}::text,
        case when ${movementId}::text is not null then id end,
        ${client}::text
      from unnest(${ids}::uuid[]) as id`;
    if (status !== "pending") return;
    await tx`
      insert into pending_calculations (organization_id, entity_type, record_id, revision)
      select ${org}, 'logistics_requests', id, 1 from unnest(${ids}::uuid[]) as id`;
  });
  return ids;
}

/** Makes an organization large, without its shipments. */
export const addActive = (field: string, value: string, active: number) =>
  activity.db.asService(
    us.organizationId,
    ({ tx, org }) => tx`
      insert into shipment_counts (organization_id, field, value, slot, active)
      values (${org}, ${field}, ${value}, 32, ${active})`,
  );

/** Adds a member with this name. */
export async function member(firstName: string | null, lastName: string | null): Promise<string> {
  const id = newId();
  await activity.db.asService(us.organizationId, async ({ tx, org }) => {
    await tx`
      insert into users (id, email, first_name, last_name)
      values (${id}, ${`${id}@example.com`}, ${firstName}, ${lastName})`;
    await tx`insert into members (organization_id, user_id, role) values (${org}, ${id}, 'editor')`;
  });
  return id;
}
