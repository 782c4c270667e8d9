import type { ServiceImpl } from "@connectrpc/connect";
import { enumNumber } from "@emissions/kit/wire/enum";
import * as proto from "@emissions/proto/activity/v1/logistics_recharge_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import type { RecordResult } from "@emissions/proto/calc/v1/calculation_service";
import { parse, plain } from "@emissions/quantity/decimal";
import type { Context } from "../context.ts";
import {
  anyId,
  anyStatus,
  anyText,
  type Filter,
  fromDay,
  fromInstant,
  isText,
  toDay,
  toInstant,
} from "../list/filters.ts";
import type { ListFilters } from "../list/list.ts";
import { kindOf, statusOf } from "../records/kind.ts";
import { commonFilters } from "../records/lists.ts";
import { recordStore } from "../records/store.ts";
import { toDecimal } from "../records/view.ts";
import { usualHandlers } from "../usual-handlers.ts";
import { plateKey } from "../vehicle/plate.ts";
import { ELECTRICITY, toInput } from "./input.ts";
import { checkNames, derived, lookUpFuels } from "./names.ts";
import { checkRecharge, type Recharge, type RechargeRow } from "./rules.ts";
import { announceDeletion, announceStoring } from "./runs.ts";

const plates = anyText("plate_key");
const keysOf = (sent: string[]) => sent.map(plateKey);
/** Any of some license plates in any spelling. */
const anyPlate: Filter<string[]> = {
  ...plates,
  text: (sent) => plates.text(keysOf(sent)),
  where: (tx, sent) => plates.where(tx, keysOf(sent)),
};

export const logisticsRecharges = kindOf({
  entityType: EntityType.LOGISTICS_RECHARGES,
  values: proto.LogisticsRechargeValuesSchema,
  columns: [
    { name: "plate_key", key: "plateKey", type: "text" },
    { name: "fuel_name", key: "fuelName", type: "text" },
    { name: "unit_id", key: "unitId", type: "uuid" },
    { name: "vehicle_type", key: "vehicleType", type: "text" },
    { name: "dedup_key", key: "dedupKey", type: "text" },
    { name: "run", key: "run", type: "text" },
    { name: "is_counted", key: "isCounted", type: "boolean" },
    {
      name: "co2e_energy_provision",
      key: "co2eEnergyProvision",
      type: "numeric",
      of: ({ upstreamCo2e }: RecordResult) => upstreamCo2e?.value || null,
    },
  ],
  replacedByKey: { complete: announceStoring },
  removal: { next: announceDeletion },
  counted: { where: (tx) => tx`is_counted`, is: (row) => (row as RechargeRow).isCounted },
  recalculateOn: () => ["fuelId", "country", "date", "quantity"],
  checkValues: checkRecharge,
  checkLookups: checkNames,
  lookUp: lookUpFuels,
  derive: derived,
  input: (row: Recharge, context) => toInput(row as RechargeRow, context),
  view: (row, { units }) => {
    const recharge = row as RechargeRow;
    const { co2e, vehicleType, fuelName } = recharge;
    const co2eEnergyProvision = fuelName === ELECTRICITY ? co2e : recharge.co2eEnergyProvision;
    return {
      status: enumNumber(proto.LogisticsRechargeStatusSchema, statusOf(row, "pending")),
      fuelName: recharge.fuelName,
      unit: units.get(recharge.unitId)?.code ?? "",
      vehicleType: vehicleType ?? undefined,
      co2eOperation: toDecimal(co2e === null ? null : difference(co2e, co2eEnergyProvision)),
      co2eEnergyProvision: toDecimal(co2eEnergyProvision),
    };
  },
  list: {
    search: (tx) => tx`plain_text(coalesce(vehicle_license_plate, '') || chr(10) || coalesce(plate_key, ''))`,
    filters: {
      vehicleType: anyText("vehicle_type"),
      runKey: isText("run_key"),
      fuelId: anyId("fuel_id"),
      vehicleLicensePlate: anyPlate,
      fileId: commonFilters.fileId,
      dateFrom: fromDay("date"),
      dateUntil: toDay("date"),
      createdAtFrom: fromInstant("created_at"),
      createdAtUntil: toInstant("created_at"),
      status: anyStatus(proto.LogisticsRechargeStatusSchema, {
        waiting: "pending",
        failed: "error",
        succeeded: "active",
      }),
      projectId: anyId("project_id"),
      fitness: commonFilters.fitness,
    } satisfies ListFilters<proto.LogisticsRechargeFilter>,
    day: "date",
    values: { fuel_name: { column: "fuel_id", label: "fuel_name" } },
  },
});

const difference = (co2e: string, part: string | null): string => plain(parse(co2e).minus(parse(part ?? "0")));

const NAMES = { one: "logisticsRecharge", many: "logisticsRecharges" } as const;

export const logisticsRechargeHandlers = (context: Context): ServiceImpl<typeof proto.LogisticsRechargeService> => {
  const recharges = recordStore(context, logisticsRecharges);
  return {
    ...usualHandlers(recharges, proto.LogisticsRechargeService, NAMES),
    createLogisticsRecharge: (request, call) =>
      recharges.createInCall(call, request, (logisticsRecharge) => ({ logisticsRecharge })),
    createLogisticsRecharges: (request, call) => recharges.createManyInCall(call, request, (bulk) => ({ bulk })),
  };
};
