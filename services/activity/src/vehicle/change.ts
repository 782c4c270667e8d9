import { fieldChanges } from "@emissions/kit/db/audit";
import { lockReferences } from "@emissions/kit/db/external-references";
import type { Write } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { checkEnum, refuse } from "@emissions/kit/wire/checks";
import { enumText, enumTexts } from "@emissions/kit/wire/enum";
import { notFound } from "@emissions/kit/wire/errors";
import {
  type UpdateVehicleRequest,
  VehicleChangedSchema,
  VehicleUseSchema,
} from "@emissions/proto/activity/v1/vehicle_service";
import { namesOf, pinOf, refuseConcurrentChange } from "../records/custom-factors.ts";
import { checkFile } from "../records/files.ts";
import { changesIn as valuesIn } from "../records/rules.ts";
import type { Found } from "./create.ts";
import { plateKey } from "./plate.ts";
import { selectVehicle, updateVehicle, type VehicleRow } from "./queries.ts";
import {
  changesFactors,
  checkLookups,
  checkValues,
  columns,
  namesFactors,
  readValues,
  type VehicleValues,
} from "./rules.ts";

type Changes = Partial<VehicleValues> & Partial<Pick<VehicleRow, "status">>;

/** The changes that the mask of an update names. */
export function changesIn({ updateMask, values, status }: UpdateVehicleRequest): Changes {
  const use = enumText(VehicleUseSchema, status) as VehicleRow["status"];
  if (updateMask?.paths.includes("status")) refuse(checkEnum("status", use, enumTexts(VehicleUseSchema)));
  return valuesIn<VehicleValues>(columns, updateMask, {
    values: readValues(values ?? {}),
    more: { status: { status: use } },
  });
}

/** Changes a vehicle. The revision grows only when a value changes. */
export async function changeVehicle(
  write: Write,
  id: string,
  changes: Changes,
  { lookups, files: looked }: Found,
): Promise<VehicleRow> {
  const { tx, org, about, emit } = write;
  const files = await lockReferences(tx, org, looked);
  const before = isId(id) ? await selectVehicle(tx, org, id, "to change") : null;
  if (before === null) throw notFound("vehicle");
  const changed = { ...before, ...changes };
  // Other changes are possible when its group, for example, was deleted.
  const isPriced = namesFactors(changes);
  if (isPriced) refuseConcurrentChange(namesOf(changed), lookups.factors);
  const checks = isPriced ? checkLookups(changed, lookups) : [];
  refuse([...checkValues(changed), ...checks, ...checkFile(changes, files)]);
  const difference = fieldChanges(before, changed, { fields: Object.keys(changes) });
  about(id, difference);
  if (Object.keys(difference).length === 0) return before;
  const after = {
    ...changed,
    // Consumptions copy it when they are calculated again.
    ...(changed.customEmissionFactorId !== before.customEmissionFactorId && pinOf(namesOf(changed), lookups.factors)),
    plateKey: plateKey(changed.licensePlate),
    revision: before.revision + 1,
    updatedAt: new Date(),
  };
  await updateVehicle(tx, org, after);
  // There can be many consumptions, so consumers recalculate them in pages after this commit.
  if (changesFactors(before, after)) emit(VehicleChangedSchema, { vehicleId: id });
  return after;
}
