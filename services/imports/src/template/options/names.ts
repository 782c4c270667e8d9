import { MOBILITY_OPTIONS } from "./mobility.ts";
import { PEOPLE_OPTIONS } from "./people.ts";
import { RECORD_OPTIONS } from "./records.ts";
import type { OptionNames } from "./types.ts";

/** By name of the enum, then by value. A value without an entry is named after itself. */
export const optionNames: Readonly<Record<string, OptionNames>> = {
  ...RECORD_OPTIONS,
  ...MOBILITY_OPTIONS,
  ...PEOPLE_OPTIONS,
};
