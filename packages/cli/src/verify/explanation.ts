/** Fields of an explanation that the verifier reads. Numbers are texts, so that they keep all digits. */
export interface Explanation {
  record_id: string;
  status: string;
  input: Input;
  impacts: Impact[];
  parts: Entry[];
  conversions: Conversion[];
  factor: Factor | null;
  gwp_set: string | null;
  formula: string | null;
  formula_with_numbers: string | null;
  co2e: string | null;
  biogenic_co2: string | null;
}

interface Input extends Quantified {
  start_date: string;
  end_date: string;
  recycled_share: string | null;
  /** Certificates that cover electricity of the main part. */
  certificates?: Certificate[];
  /** Additional parts. */
  further: (Quantified & { part: string })[];
}

interface Certificate {
  certificate_id: string;
  /** Null for all that the others leave of the days. */
  quantity: string | null;
  start_date: string;
  end_date: string;
}

export interface Quantified {
  quantity: { value: string };
  /** How the quantity follows from the recorded one. */
  allocation?: string | null;
}

export interface Impact extends Partial<Record<Gas, string | null>> {
  part: string;
  start_date: string;
  end_date: string;
  co2e: string;
  /** True for a memo item. */
  beside: boolean;
}

/** A part of the record, or a piece of its period. */
export interface Entry extends Quantified {
  part: string;
  status: string;
  conversions: Conversion[];
  factor: Factor | null;
  gwp_set: string | null;
  formula: string | null;
  formula_with_numbers: string | null;
  co2e: string | null;
  start_date: string | null;
  end_date: string | null;
  /** Set for an amount that a certificate covers. */
  certificate?: Certificate | null;
}

export interface Conversion {
  multiply_by: string | null;
  divide_by: string | null;
}

export interface Factor {
  category?: string;
  values: Partial<Record<"co2e" | Gas, string | null>> | null;
  methane_origin?: string | null;
  /** Components of a refrigerant. */
  gases?: Component[];
}

export interface Component {
  gas: string;
  kilograms: string;
  kyoto: boolean;
  gwp_ar4?: string | null;
  gwp_ar5?: string | null;
  gwp_ar6?: string | null;
}

export type Gas = "co2" | "ch4" | "n2o" | "biogenic_co2";

/** The differences, and the names of formulas that no field gives. */
export interface Findings {
  problems: string[];
  unchecked: string[];
}
