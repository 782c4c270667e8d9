import type { CreateCommutingPeriodRequest } from "@emissions/client/types";
import { type Demo, dayOf, MONTHS } from "./client.ts";

interface DemoEmployee {
  name: string;
  commute: Pick<CreateCommutingPeriodRequest, "transport_type" | "total_km" | "vehicle_size" | "fuel_type" | "carpool">;
  /** From 0 for Monday. */
  weekly_travels: number[];
  telecommuting_days?: number[];
}

const WORKDAYS = [0, 1, 2, 3, 4];

const employees: Record<string, DemoEmployee[]> = {
  holding: [
    {
      name: "Lucía Marín",
      commute: { transport_type: "car", total_km: 15, vehicle_size: "medium", fuel_type: "petrol" },
      weekly_travels: [0, 1, 2],
      telecommuting_days: [3, 4],
    },
    { name: "Tomás Vidal", commute: { transport_type: "metro", total_km: 9.5 }, weekly_travels: WORKDAYS },
    { name: "Nora Campos", commute: { transport_type: "telecommuting" }, weekly_travels: WORKDAYS },
  ],
  iberia: [
    {
      name: "Inés Prado",
      commute: { transport_type: "car", total_km: 32, fuel_type: "diesel", carpool: true },
      weekly_travels: WORKDAYS,
    },
    { name: "Hugo Serra", commute: { transport_type: "bicycle", total_km: 4 }, weekly_travels: WORKDAYS },
  ],
  nordics: [{ name: "Astrid Lund", commute: { transport_type: "train", total_km: 48 }, weekly_travels: [1, 2, 3] }],
  "nordics-depot": [
    { name: "Elias Berg", commute: { transport_type: "bus", total_km: 12 }, weekly_travels: [0, 1, 2, 3, 4, 5] },
  ],
};

const PERIOD_MONTHS = 6;
const starts = Array.from({ length: MONTHS / PERIOD_MONTHS }, (_, index) => index * PERIOD_MONTHS);

/** Adds the employees of an organization, each with a commuting period for every half year. */
export async function addEmployees({ client, slug, key }: Demo): Promise<void> {
  const ids = await Promise.all(
    (employees[slug] ?? []).map(async ({ name }, at) => {
      const body = { name, situation: "active", status: "uploaded" } as const;
      return (await client.call("createEmployee", { body, ...key(`employee ${at}`) })).id;
    }),
  );
  const records = ids.flatMap((employee_id, at) => {
    const { commute, weekly_travels, telecommuting_days = [] } = employees[slug]![at]!;
    return starts.map((month) => ({
      employee_id,
      start_date: dayOf(month, 1),
      end_date: dayOf(month + PERIOD_MONTHS, 0),
      ...commute,
      weekly_travels,
      telecommuting_days,
    }));
  });
  await client.call("createCommutingPeriods", { body: { records }, ...key("commuting periods") });
}
