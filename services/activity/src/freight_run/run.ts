import { isDay } from "@emissions/quantity/period";
import { plateKey } from "../vehicle/plate.ts";

/** Characters of the spelling of a license plate that an index takes. */
const PLATE_MAX = 255;

interface Moved {
  runKey: string | null;
  vehicleLicensePlate: string | null;
  day: string;
}

/**
 * The run of fuel and of legs: by its key, else the vehicle and the calendar month. Null if neither is known. Shares of a
 * vehicle over a time are a way of ISO 14083, which permits up to a year.
 */
export function runOf({ runKey, vehicleLicensePlate, day }: Moved): string | null {
  if (runKey !== null) return `run:${runKey}`;
  const plate = vehicleLicensePlate === null ? "" : plateKey(vehicleLicensePlate);
  return plate === "" || plate.length > PLATE_MAX || !isDay(day) ? null : `${plate} ${day.slice(0, 7)}`;
}
