import type { CreateBusinessTravelRequest } from "@emissions/client/types";
import { type Demo, dayOf, MONTHS } from "./client.ts";

interface Trip {
  name: string;
  transport_type: CreateBusinessTravelRequest["transport_type"];
  /** Two places, or kilometres. */
  way:
    | { origin: string; destination: string }
    | { distance_km: number; flight_type?: CreateBusinessTravelRequest["flight_type"] };
  travel_number: number;
  /** Interval in months. */
  every: number;
  /** The nights at the destination, if any. */
  stay?: { country: string; city: string; nights: number };
}

const trips: Record<string, Trip[]> = {
  holding: [
    {
      name: "Supplier audit",
      transport_type: "aircraft",
      way: { origin: "MAD", destination: "LHR" },
      travel_number: 2,
      every: 3,
      stay: { country: "GB", city: "London", nights: 3 },
    },
    {
      name: "Board meeting",
      transport_type: "train",
      way: { distance_km: 621 },
      travel_number: 4,
      every: 2,
      stay: { country: "ES", city: "Barcelona", nights: 1 },
    },
  ],
  iberia: [
    { name: "Customer visits", transport_type: "car", way: { distance_km: 780.5 }, travel_number: 3, every: 1 },
    {
      name: "Machine fair",
      transport_type: "aircraft",
      way: { origin: "BCN", destination: "FRA" },
      travel_number: 3,
      every: 12,
      stay: { country: "DE", city: "Frankfurt", nights: 4 },
    },
  ],
  nordics: [
    { name: "Port inspection", transport_type: "ferry", way: { distance_km: 230 }, travel_number: 2, every: 2 },
  ],
  "nordics-depot": [{ name: "Training", transport_type: "bus", way: { distance_km: 95 }, travel_number: 5, every: 6 }],
};

/** Day of the month on which trips begin. */
const DEPARTURE = 9;
const months = Array.from({ length: MONTHS }, (_, month) => month);

/** Adds the trips of an organization, both ways, with the nights in hotels. */
export async function addTravels({ client, slug, key }: Demo): Promise<void> {
  const all = (trips[slug] ?? []).flatMap((trip) =>
    months.filter((month) => month % trip.every === 0).map((month) => ({ trip, month })),
  );
  const travels = all.map(({ trip: { name, transport_type, way, travel_number }, month }) => ({
    ...{ name, transport_type, ...way, travel_number },
    travel_date: dayOf(month, DEPARTURE),
    round_trip: true,
  }));
  const stays = all.flatMap(({ trip: { name, travel_number, stay }, month }) => {
    if (stay === undefined) return [];
    const { nights, ...place } = stay;
    const days = { check_in_date: dayOf(month, DEPARTURE), check_out_date: dayOf(month, DEPARTURE + nights) };
    return [{ name, ...place, ...days, rooms: travel_number }];
  });
  await client.call("createBusinessTravels", { body: { records: travels }, ...key(`trips of ${slug}`) });
  if (stays.length === 0) return;
  await client.call("createHotelStays", { body: { records: stays }, ...key(`stays of ${slug}`) });
}
