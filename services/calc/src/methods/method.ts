import type { FactorMethod } from "@emissions/proto/factors/v1/selection_service";
import type { Decimal } from "@emissions/quantity/decimal";
import type { GwpSet, MethaneOrigin } from "@emissions/quantity/gases";

/** A calculation method: it converts activity data into emissions. */
export interface Method {
  /**
   * Includes the version. Different arithmetic needs a new version, also in files that all methods share: the rules of
   * weighing gases are version 2 of every method that had a first one.
   */
  name: string;
  kind: FactorMethod;
  /** Throws a RangeError for an activity that cannot be calculated. */
  calculate(activity: Activity): Emissions;
}

/** Activity data with the emission factor that applies to it. */
export interface Activity {
  /** The emissions category of the record: "purchases". */
  category: string;
  /** The source of the factor: a category of the library, "custom_record" or "custom_group". */
  lookedUpIn: string;
  quantity: Decimal;
  /** From the unit of the quantity to the unit of the factor. */
  conversions: readonly Conversion[];
  factor: FactorValues;
  /** Warming potentials of the organization. */
  gwpSet: GwpSet;
  /** 0 to 1; null where it does not apply. */
  recycledShare: Decimal | null;
}

export interface Conversion {
  fromUnit: string;
  toUnit: string;
  multiplyBy: Decimal;
  divideBy: Decimal;
  /** The published value behind the ratio, such as "loss_percent". Absent for a ratio of units or an exchange rate. */
  value?: string;
  /** Set for a change of the price level. */
  index?: { fromYear: number; toYear: number };
  /** Year of an average exchange rate. Absent for the rate of a day. */
  rateYear?: number;
  /** True for a change from purchaser prices to those of the factor. */
  isPriceBasis?: boolean;
}

export interface Masses<Co2e = Decimal> {
  co2e: Co2e;
  co2: Decimal | null;
  ch4: Decimal | null;
  n2o: Decimal | null;
  biogenicCo2: Decimal | null;
}

/** Kilograms per unit. */
export interface FactorValues extends Masses<Decimal | null> {
  /** Warming potentials of the published CO2e. Empty if they are unknown, as for custom factors. */
  gwpSet: GwpSet | "";
  methaneOrigin: MethaneOrigin;
  /** The gases of a refrigerant. Empty for other factors. */
  gases: readonly RefrigerantGas[];
}

export interface RefrigerantGas {
  name: string;
  /** Per unit of the refrigerant. */
  kilograms: Decimal;
  /** True for the gases of the Kyoto Protocol. */
  kyoto: boolean;
  /** Null if the report has no value. */
  gwp: Co2eBySet<Decimal | null>;
}

export interface Emissions {
  formula: string;
  formulaWithNumbers: string;
  /** Whether the factor's CO2e was used as published. */
  published: boolean;
  part: Part;
  /** Emissions of gases outside the Kyoto Protocol, which are outside the scopes. Null if there are none. */
  outsideKyoto: Pick<Part, "co2e" | "co2eBySet"> | null;
}

export type Scope = 1 | 2 | 3;

/** Emissions of one part of a record, in kilograms, rounded. */
export interface Part extends Masses {
  scope: Scope;
  part: string;
  /** The same CO2e under each set of warming potentials. A published CO2e without gases keeps its own. */
  co2eBySet: Co2eBySet;
}

export type Co2eBySet<Co2e = Decimal> = Readonly<Record<GwpSet, Co2e>>;
