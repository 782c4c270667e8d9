import { Decimal } from "./decimal.ts";

/** Gases with masses of their own. Biogenic CO2 is reported apart from CO2e and is not among them. */
export const GASES = ["co2", "ch4", "n2o"] as const;
export type Gas = (typeof GASES)[number];

export type GwpSet = keyof typeof GWP;

/** The set of an organization that has not chosen one. */
const DEFAULT_GWP_SET: GwpSet = "AR6";

/**
 * Global warming potentials over 100 years, in kg CO2e per kg of gas, from the IPCC. AR4: Climate Change 2007, Working
 * Group I, table 2.14. AR5: Climate Change 2013, Working Group I, table 8.A.1, without climate-carbon feedbacks. AR6:
 * Climate Change 2021, Working Group I, table 7.SM.7 (methane of any origin 27.9).
 */
export const GWP = {
  AR4: { co2: new Decimal(1), ch4: new Decimal(25), n2o: new Decimal(298) },
  AR5: { co2: new Decimal(1), ch4: new Decimal(28), n2o: new Decimal(265) },
  AR6: { co2: new Decimal(1), ch4: new Decimal("27.9"), n2o: new Decimal(273) },
} as const satisfies Record<string, Readonly<Record<Gas, Decimal>>>;

/** An empty name means the default. Throws a RangeError for an unknown one. */
export function gwpSet(name: string): GwpSet {
  if (name === "") return DEFAULT_GWP_SET;
  if (!Object.hasOwn(GWP, name)) throw new RangeError(`No set of warming potentials is called ${name}`);
  return name as GwpSet;
}
