import type { DateSystem } from "./table.ts";

const DAY_MS = 86_400_000;
const DAY_S = 86_400;
/** 31 December 9999 in the system of 1900. */
const SERIAL_MAX = 2_958_465;
/** Excel counts 29 February 1900, which never was (ECMA-376 part 1, 18.17.4.1). */
const PHANTOM = 60;
/** Days between the two systems. */
const SHIFT_1904 = 1_462;

/** The day of a serial number with or without a time; null if there is none. */
export function dayOfSerial(number: string, dateSystem: DateSystem): string | null {
  if (!/^\d{1,7}(\.\d+)?$/.test(number)) return null;
  const [serial] = rounded(number);
  const days = serial + (dateSystem === 1904 ? SHIFT_1904 : 0);
  if (days < (dateSystem === 1904 ? SHIFT_1904 : 1) || days > SERIAL_MAX || days === PHANTOM) return null;
  return new Date(Date.UTC(1899, 11, days < PHANTOM ? 31 : 30) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The time of day as 13:45:00; null at midnight. */
export function timeOfSerial(number: string): string | null {
  if (!/^\d{1,7}\.\d+$/.test(number)) return null;
  const [, seconds] = rounded(number);
  if (seconds === 0) return null;
  return new Date(seconds * 1_000).toISOString().slice(11, 19);
}

/** Whole days and seconds. A time is stored as a fraction that is rarely exact, so it is rounded to seconds. */
function rounded(number: string): [number, number] {
  const value = Number(number);
  const day = Math.floor(value);
  const seconds = Math.round((value - day) * DAY_S);
  return seconds === DAY_S ? [day + 1, 0] : [day, seconds];
}
