import type { CreateInvoiceRequest } from "@emissions/client/types";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { type Demo, dayOf, MONTHS, unitIds } from "./client.ts";

/** Consumption and wastes of a facility in an average month. */
interface Site {
  name: string;
  type: string;
  country: string;
  electricityKwh: number;
  /** Electricity supplier; absent where no supplier of the country publishes a mix. */
  supplier?: string;
  heat?: { fuel: string; kwh: number };
  waterM3: number;
  /** Refilled once a year. */
  refrigerantKg?: number;
  wastes: { name: string; ler: string; rd: string; kg: number; kmToPlant?: number }[];
}

const CARDBOARD = { name: "Cardboard", ler: "150101", rd: "R03" };
const MUNICIPAL = { name: "Mixed municipal waste", ler: "200301", rd: "R01" };
const SCRAP = { name: "Steel scrap", ler: "170405", rd: "R04" };

const sites: Record<string, Site> = {
  holding: {
    name: "Head office",
    type: "office",
    country: "ES",
    electricityKwh: 14_200,
    heat: { fuel: "fuels/natural_gas", kwh: 9_800 },
    waterM3: 85,
    wastes: [
      { ...CARDBOARD, kg: 120 },
      { ...MUNICIPAL, kg: 340 },
    ],
  },
  iberia: {
    name: "Ebro plant",
    type: "factory",
    country: "ES",
    electricityKwh: 182_000,
    supplier: "ES/iberdrola_clientes",
    heat: { fuel: "fuels/natural_gas", kwh: 96_000 },
    waterM3: 1_240,
    refrigerantKg: 4.2,
    wastes: [
      { ...CARDBOARD, kg: 2_150, kmToPlant: 38 },
      { ...SCRAP, kg: 1_480, kmToPlant: 64 },
      { ...MUNICIPAL, kg: 910 },
    ],
  },
  nordics: {
    name: "Harbour warehouse",
    type: "warehouse",
    country: "SE",
    electricityKwh: 41_000,
    heat: { fuel: "heat/district_heat", kwh: 28_500 },
    waterM3: 160,
    wastes: [
      { ...CARDBOARD, kg: 860, kmToPlant: 22 },
      { ...MUNICIPAL, kg: 420 },
    ],
  },
  "nordics-depot": {
    name: "Depot",
    type: "depot",
    country: "DK",
    electricityKwh: 6_400,
    waterM3: 24,
    wastes: [{ ...MUNICIPAL, kg: 95 }],
  },
};

/** Fuel of the refrigerant refill. */
const REFRIGERANT = catalogueId("facility_fuel", "refrigerants/r_410a");
type Bill = Omit<CreateInvoiceRequest, "facility_id">;
type Units = (name: string) => string;
const [KG, KWH, M3] = ["kilogram_(kg)", "kilowatt_hour_(kwh)", "cubic_metre_(m3)"] as const;

/** Seasonal values: heat peaks in winter, electricity in summer. One decimal. */
const inWinter = (value: number, month: number) => (value * (1 + 0.8 * Math.cos((month * Math.PI) / 6))).toFixed(1);
const inSummer = (value: number, month: number) => (value * (1 - 0.1 * Math.cos((month * Math.PI) / 6))).toFixed(1);

/** Adds the facility of an organization with its invoices and wastes. */
export async function addSites(demo: Demo): Promise<void> {
  const { client, slug, key } = demo;
  const site = sites[slug];
  if (site === undefined) return;
  const { name, type, country } = site;
  const units = await unitIds(demo);
  const body = { records: [{ name, type, country, external_id: `demo-${slug}` }] };
  const { items } = await client.call("createFacilities", { body, ...key(`facility ${name}`) });
  const facility_id = items[0]!.id;
  const wastes = { records: wastesOf(site, facility_id, units) };
  await client.call("createWastes", { body: wastes, ...key(`wastes ${name}`) });
  for (const [n, bill] of billsOf(site, units).entries()) {
    await client.call("createInvoice", { body: { ...bill, facility_id }, ...key(`bill ${name} ${n}`) });
  }
}

const months = Array.from({ length: MONTHS }, (_, month) => month);
const during = (month: number, months = 1) => ({ start_date: dayOf(month, 1), end_date: dayOf(month + months, 0) });

const wastesOf = ({ wastes }: Site, facility_id: string, units: Units) =>
  months.flatMap((month) =>
    wastes.map(({ name, ler, rd, kg, kmToPlant }) => ({
      facility_id,
      identification_name: name,
      ...during(month),
      base_quantity: inSummer(kg, month),
      unit_id: units(KG),
      ler_code_id: catalogueId("ler", ler),
      waste_rd_code_id: catalogueId("rd", rd),
      ...(kmToPlant !== undefined && { total_km_to_waste_center: kmToPlant }),
    })),
  );

/** Monthly electricity and heat, quarterly water, and refrigerant in June. */
function billsOf({ electricityKwh, supplier, heat, waterM3, refrigerantKg }: Site, units: Units): Bill[] {
  const supplier_id = supplier && catalogueId("energy_supplier", supplier);
  return months.flatMap((month) => [
    {
      type: "electricity",
      ...during(month),
      base_quantity: inSummer(electricityKwh, month),
      unit_id: units(KWH),
      ...(supplier_id && { supplier_id }),
    },
    ...(heat
      ? [
          {
            type: "heat" as const,
            ...during(month),
            base_quantity: inWinter(heat.kwh, month),
            unit_id: units(KWH),
            facility_fuel_id: catalogueId("facility_fuel", heat.fuel),
          },
        ]
      : []),
    ...(month % 3 === 0
      ? [
          {
            type: "water" as const,
            ...during(month, 3),
            base_quantity: inSummer(3 * waterM3, month),
            unit_id: units(M3),
          },
        ]
      : []),
    ...(refrigerantKg !== undefined && month % 12 === JUNE
      ? [
          {
            type: "recharge" as const,
            ...during(month),
            base_quantity: refrigerantKg,
            unit_id: units(KG),
            facility_fuel_id: REFRIGERANT,
          },
        ]
      : []),
  ]);
}

const JUNE = 5;
