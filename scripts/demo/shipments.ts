import { type Demo, dayOf, MONTHS } from "./client.ts";

interface Leg {
  toc: string;
  /** Tonnes of an average month. */
  load: number;
  way: { origin: string; destination: string } | { distance_km: number };
  movement_stretch: string;
}

/** The legs of one shipment a month. */
const shipments: Record<string, { client: string; legs: Leg[] }> = {
  iberia: {
    client: "Baustoffe Rhein",
    legs: [
      {
        toc: "artic_truck_diesel",
        load: 22,
        way: { origin: "Zaragoza, ES", destination: "Lyon, FR" },
        movement_stretch: "main",
      },
      { toc: "rigid_truck_diesel", load: 22, way: { distance_km: 148.5 }, movement_stretch: "last mile" },
    ],
  },
};

/** Day of the month of a shipment. */
const DEPARTURE = 17;

/** Adds the shipments of an organization. */
export async function addShipments(demo: Demo): Promise<void> {
  const shipment = shipments[demo.slug];
  if (shipment === undefined) return;
  const { client, legs } = shipment;
  const records = Array.from({ length: MONTHS }, (_, month) =>
    legs.map(({ way, load, ...leg }) => ({
      ...{ ...leg, ...way, client, load_unit: "ton" as const },
      load: ((load * (100 + 4 * ((month % 12) - 6))) / 100).toFixed(2),
      shipment_date: dayOf(month, DEPARTURE),
      movement_id: `${demo.slug}-${month + 1}`,
    })),
  ).flat();
  const body = { records, options: { continue_on_error: false } };
  await demo.client.call("createLogisticsRequests", { body, ...demo.key("shipments") });
}
