import { type Call, dayOf, MONTHS, unitIds } from "./client.ts";
import { addVehicles, vehicles } from "./vehicles.ts";

/** Litres of an average month, by type of vehicle. */
const LITRES: Readonly<Record<string, number>> = { car: 85, van: 190, truck: 640 };
const RECORDS_MAX = 5_000;

/** Adds the vehicles of an organization, each with the fuel of two years. */
export async function addConsumptions(call: Call, slug: string): Promise<void> {
  const [ids, units] = await Promise.all([addVehicles(call, slug), unitIds(call)]);
  const records = ids.flatMap((vehicle_id, at) => {
    const { unknown, license_plate } = vehicles[slug]![at]!;
    return Array.from({ length: MONTHS }, (_, month) => ({
      vehicle_id,
      // More in summer than in winter.
      quantity: (((LITRES[unknown] ?? 100) * (100 + 6 * ((month % 12) - 6))) / 100).toFixed(1),
      unit_id: units.get("litre_(l)"),
      start_date: dayOf(month, 1),
      end_date: dayOf(month + 1, 0),
      custom_id: `${license_plate} ${month + 1}`,
    }));
  });
  if (records.length === 0) return;
  await call("POST", "/v2/vehicle-consumptions", { records: records.slice(0, RECORDS_MAX) }, "consumptions");
}
