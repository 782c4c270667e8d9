import { fraction, plus, round, textOf } from "@emissions/quantity/oracle";

export interface Consumption {
  country: string;
  fuel: string;
  unit: string;
  year?: number;
  type?: string;
  segment?: string;
  size?: string;
  freight?: boolean;
  quantity?: string;
  startDate?: string;
}

export const sumOf = (all: readonly string[]) => textOf(round(all.map(fraction).reduce(plus), 12));

/** Published kilograms of CO2e per unit, by scope and category. Biogenic CO2 where the publisher states it. */
export interface Figure extends Consumption {
  parts: Record<string, string>;
  biogenic?: string;
}
const [EXHAUST, CHARGED, UPSTREAM] = ["1 vehicles", "2 electricity", "3 energy_production"];

export const FIGURES: readonly Figure[] = [
  // DESNZ 2025: fuels with "WTT - fuels", and bioenergy.
  {
    country: "GB",
    fuel: "diesel",
    unit: "l",
    parts: { [EXHAUST!]: "2.57082", [UPSTREAM!]: "0.61101" },
    biogenic: "0.14",
  },
  { country: "GB", fuel: "diesel", unit: "kWh", parts: { [EXHAUST!]: "0.24411", [UPSTREAM!]: "0.05816" } },
  {
    country: "GB",
    fuel: "petrol",
    unit: "l",
    parts: { [EXHAUST!]: "2.06916", [UPSTREAM!]: "0.58094" },
    biogenic: "0.13",
  },
  {
    country: "GB",
    fuel: "petrol",
    unit: "l",
    year: 2024,
    parts: { [EXHAUST!]: "2.0844", [UPSTREAM!]: "0.58094" },
    biogenic: "0.13",
  },
  { country: "GB", fuel: "hybrid_petrol", unit: "l", parts: { [EXHAUST!]: "2.06916", [UPSTREAM!]: "0.58094" } },
  { country: "FR", fuel: "lpg", unit: "l", parts: { [EXHAUST!]: "1.55713", [UPSTREAM!]: "0.18551" } },
  { country: "DE", fuel: "cng", unit: "t", parts: { [EXHAUST!]: "2575.46441", [UPSTREAM!]: "530.77887" } },
  { country: "GB", fuel: "lng", unit: "t", parts: { [EXHAUST!]: "2603.30441", [UPSTREAM!]: "912.22817" } },
  { country: "GB", fuel: "hvo", unit: "l", parts: { [EXHAUST!]: "0.03558", [UPSTREAM!]: "0.56439" }, biogenic: "2.43" },
  {
    country: "PT",
    fuel: "biodiesel",
    unit: "l",
    parts: { [EXHAUST!]: "0.16751", [UPSTREAM!]: "0.39508" },
    biogenic: "2.39",
  },
  {
    country: "US",
    fuel: "bioethanol",
    unit: "l",
    parts: { [EXHAUST!]: "0.00901", [UPSTREAM!]: "0.61516" },
    biogenic: "1.52",
  },
  {
    country: "GB",
    fuel: "biomethane_compressed",
    unit: "kg",
    parts: { [EXHAUST!]: "0.00521", [UPSTREAM!]: "0.77405" },
    biogenic: "2.71",
  },
  // DESNZ 2025: distances by segment, size and class.
  {
    country: "GB",
    fuel: "petrol",
    unit: "mi",
    segment: "supermini",
    parts: { [EXHAUST!]: "0.22974", [UPSTREAM!]: "0.06469" },
  },
  {
    country: "GB",
    fuel: "hybrid_petrol",
    unit: "km",
    size: "large_car",
    parts: { [EXHAUST!]: "0.1565", [UPSTREAM!]: "0.03961" },
  },
  { country: "US", fuel: "diesel", unit: "km", parts: { [EXHAUST!]: "0.17304", [UPSTREAM!]: "0.04146" } },
  {
    country: "DE",
    fuel: "diesel",
    unit: "km",
    type: "truck",
    freight: true,
    parts: { [EXHAUST!]: "0.89121", [UPSTREAM!]: "0.21154" },
  },
  { country: "GB", fuel: "diesel", unit: "km", type: "van", parts: { [EXHAUST!]: "0.25561", [UPSTREAM!]: "0.06128" } },
  {
    country: "GB",
    fuel: "petrol",
    unit: "mi",
    type: "motorcycle",
    size: "large_car",
    parts: { [EXHAUST!]: "0.21326", [UPSTREAM!]: "0.05583" },
  },
  // DESNZ 2025: electric and plug-in hybrid cars, with "UK electricity T&D for EVs".
  {
    country: "GB",
    fuel: "electricity",
    unit: "km",
    size: "medium",
    parts: { [CHARGED!]: "0.03513", [UPSTREAM!]: sumOf(["0.01022", "0.00368"]) },
  },
  {
    country: "GB",
    fuel: "plug_in_hybrid_petrol",
    unit: "km",
    parts: { [EXHAUST!]: "0.09167", [CHARGED!]: "0.01171", [UPSTREAM!]: sumOf(["0.02934", "0.00122"]) },
  },
  // Hydrogen has no exhaust.
  { country: "DE", fuel: "hydrogen", unit: "kg", parts: { [EXHAUST!]: "0" } },
  // MITECO V.31 of 2024 by class, with the upstream figures of DESNZ.
  { country: "ES", fuel: "b7", unit: "l", year: 2024, parts: { [EXHAUST!]: "2.517", [UPSTREAM!]: "0.61101" } },
  { country: "ES", fuel: "e10", unit: "l", year: 2024, parts: { [EXHAUST!]: "2.131", [UPSTREAM!]: "0.58094" } },
  {
    country: "ES",
    fuel: "diesel",
    unit: "l",
    year: 2024,
    type: "van",
    parts: { [EXHAUST!]: "2.505", [UPSTREAM!]: "0.61101" },
  },
  {
    country: "ES",
    fuel: "diesel",
    unit: "l",
    year: 2024,
    type: "truck",
    parts: { [EXHAUST!]: "2.52", [UPSTREAM!]: "0.61101" },
  },
  { country: "ES", fuel: "cng", unit: "kg", year: 2024, parts: { [EXHAUST!]: "2.769", [UPSTREAM!]: "0.53077887" } },
  { country: "ES", fuel: "petrol", unit: "km", year: 2024, parts: { [EXHAUST!]: "0.185" } },
  // EPA and SEAI of 2025: CO2 alone.
  { country: "US", fuel: "petrol", unit: "gal_us", parts: { [EXHAUST!]: "8.78" } },
  { country: "US", fuel: "diesel", unit: "gal_us", parts: { [EXHAUST!]: "10.21" } },
  { country: "IE", fuel: "diesel", unit: "l", parts: { [EXHAUST!]: "2.410411", [UPSTREAM!]: "0.61101" } },
  { country: "IE", fuel: "petrol", unit: "l", parts: { [EXHAUST!]: "2.085857", [UPSTREAM!]: "0.58094" } },
];
