/** The two classifications of spend factors. UK SIC classes are NACE classes. */
export type Scheme = "nace_rev2" | "naics_2017";

export interface Sector {
  scheme: Scheme;
  code: string;
  title: string;
  /** The code that was sent, if this sector stands for it: "NAICS 331", "NACE Rev. 2.1 46.71". */
  standsFor?: string;
  /** The NAICS code of two to five digits that was sent, or its range. */
  group?: string;
  /** True if the sector is one of several with different figures that could stand for the code. */
  proxy?: boolean;
}

/** The edition of NACE that is stated for a code. Without one, a code of two meanings is `Ambiguous`. */
export type Edition = "nace_rev2" | "nace_rev2_1" | "unstated";
