import { Decimal } from "./decimal.ts";

/** Gases with masses of their own. Biogenic CO2 is reported apart from CO2e and is not among them. */
export const GASES = ["co2", "ch4", "n2o"] as const;
export type Gas = (typeof GASES)[number];

/** Where methane comes from. The general value applies to a mixture and to an unknown origin. */
export const METHANE_ORIGINS = ["general", "fossil", "nonFossil"] as const;
export type MethaneOrigin = (typeof METHANE_ORIGINS)[number];

export const GWP_SETS = ["AR4", "AR5", "AR6"] as const;
export type GwpSet = (typeof GWP_SETS)[number];

/** The set of an organization that has not chosen one: that of DESNZ, US EPA, USEEIO and the UNFCCC. */
const DEFAULT_GWP_SET: GwpSet = "AR5";

/**
 * Global warming potentials over 100 years, in kg CO2e per kg of gas, from the IPCC. AR4: Climate Change 2007, Working
 * Group I, table 2.14. AR5: Climate Change 2013, Working Group I, table 8.A.1, without climate-carbon feedbacks. AR6:
 * Climate Change 2021, Working Group I, table 7.SM.7. Methane has its general value.
 */
export const GWP = {
  AR4: { co2: new Decimal(1), ch4: new Decimal(25), n2o: new Decimal(298) },
  AR5: { co2: new Decimal(1), ch4: new Decimal(28), n2o: new Decimal(265) },
  AR6: { co2: new Decimal(1), ch4: new Decimal("27.9"), n2o: new Decimal(273) },
} as const satisfies Record<GwpSet, Readonly<Record<Gas, Decimal>>>;

/**
 * Methane by its origin, from the same table. AR4 has one value. AR5 has 30 for fossil methane, but inventories
 * under the Paris Agreement, DESNZ and US EPA weigh all methane with 28.
 */
const AR6_METHANE = {
  general: GWP.AR6.ch4,
  fossil: new Decimal("29.8"),
  nonFossil: new Decimal(27),
} as const satisfies Record<MethaneOrigin, Decimal>;

/** The warming potential of a gas. The origin matters for methane alone. */
export const gwpOf = (set: GwpSet, gas: Gas, origin: MethaneOrigin): Decimal =>
  set === "AR6" && gas === "ch4" ? AR6_METHANE[origin] : GWP[set][gas];

/** An empty name means the default. Throws a RangeError for an unknown one. */
export function gwpSet(name: string): GwpSet {
  if (name === "") return DEFAULT_GWP_SET;
  const known = GWP_SETS.find((set) => set === name);
  if (known === undefined) throw new RangeError(`No set of warming potentials is called ${name}`);
  return known;
}
