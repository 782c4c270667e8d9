import { type Check, violation } from "@emissions/kit/wire/checks";
import type { LogisticsRechargeValues } from "@emissions/proto/activity/v1/logistics_recharge_service";
import type { ValuesOf } from "../records/columns.ts";
import type { StoredRecord } from "../records/kind.ts";
import { plateKey } from "../vehicle/plate.ts";

export type Recharge = ValuesOf<LogisticsRechargeValues, "quantity">;

/** The columns that the service derives. */
export interface RechargeNames {
  plateKey: string | null;
  fuelName: string;
  unitId: string;
  vehicleType: string | null;
  dedupKey: string;
  run: string | null;
  isCounted: boolean;
}

export type RechargeRow = Recharge & RechargeNames & StoredRecord & { co2eEnergyProvision: string | null };

const FIELD = "vehicle_license_plate";
const PLATE_KEY_MAX = 255;

export function checkRecharge({ vehicleLicensePlate }: Recharge): Check[] {
  if (vehicleLicensePlate === null) return [];
  const key = plateKey(vehicleLicensePlate);
  if (key === "") return [violation(FIELD, "value_error.license_plate", "must have a letter or a digit")];
  return key.length > PLATE_KEY_MAX ? [violation(FIELD, "value_error.license_plate", "has too many letters")] : [];
}
