import { type Demo, dayOf, MONTHS, unitIds } from "./client.ts";
import { addVehicles, vehicles } from "./vehicles.ts";

/** Litres of an average month, by type of vehicle. */
const LITRES: Readonly<Record<string, number>> = { car: 85, van: 190, truck: 640 };
const RECORDS_MAX = 5_000;

/** Adds the vehicles of an organization, each with the fuel of two years. */
export async function addConsumptions(demo: Demo): Promise<void> {
  const [ids, units] = await Promise.all([addVehicles(demo), unitIds(demo)]);
  const records = ids.flatMap((vehicle_id, at) => {
    const { unknown, license_plate } = vehicles[demo.slug]![at]!;
    return Array.from({ length: MONTHS }, (_, month) => ({
      vehicle_id,
      // More in summer than in winter.
      quantity: (((LITRES[unknown] ?? 100) * (100 + 6 * ((month % 12) - 6))) / 100).toFixed(1),
      unit_id: units("litre_(l)"),
      start_date: dayOf(month, 1),
      end_date: dayOf(month + 1, 0),
      custom_id: `${license_plate} ${month + 1}`,
    }));
  });
  if (records.length === 0) return;
  const body = { records: records.slice(0, RECORDS_MAX) };
  await demo.client.call("createVehicleConsumptions", { body, ...demo.key("consumptions") });
}
