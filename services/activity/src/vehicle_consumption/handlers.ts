import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import {
  type ConsumptionOfVehicleFilter,
  VehicleConsumptionFilterSchema,
  VehicleConsumptionService,
} from "@emissions/proto/activity/v1/vehicle_consumption_service";
import type { Context } from "../context.ts";
import { deleteById } from "../list/deletion.ts";
import { removeRecords } from "../records/delete.ts";
import { type Caller, nounOf, tableOf } from "../records/kind.ts";
import { recordStore } from "../records/store.ts";
import { usualHandlers } from "../usual-handlers.ts";
import { vehicleConsumptions } from "./vehicle_consumption.ts";
import { selectIdsOfVehicle, selectVehicles } from "./vehicles.ts";

const NAMES = { one: "vehicleConsumption", many: "vehicleConsumptions" } as const;
const TABLE = tableOf(vehicleConsumptions);

export const vehicleConsumptionHandlers = (context: Context): ServiceImpl<typeof VehicleConsumptionService> => {
  const { db } = context;
  const consumptions = recordStore(context, vehicleConsumptions);
  const usual = usualHandlers(consumptions, VehicleConsumptionService, NAMES);

  /** Refuses a consumption of another vehicle. A missing one is refused where it is read, so that replays answer. */
  async function checkVehicleOf(call: Caller, { id, vehicleId }: { id: string; vehicleId: string }): Promise<void> {
    if (!isId(id) || vehicleId === "") return;
    const ids = await db.read(call, (tx, org) => selectIdsOfVehicle(tx, org, { ids: [id] }));
    const own = isId(vehicleId)
      ? await db.read(call, (tx, org) => selectIdsOfVehicle(tx, org, { ids: [id], vehicleId }))
      : [];
    if (own.length < ids.length) throw notFound(nounOf(vehicleConsumptions));
  }

  async function checkVehicle(call: Caller, vehicleId: string): Promise<void> {
    const found = isId(vehicleId) ? await db.read(call, (tx, org) => selectVehicles(tx, org, [vehicleId])) : [];
    if (found.length === 0) throw notFound("vehicle");
  }

  const filterOf = (vehicleId: string, filter: ConsumptionOfVehicleFilter | undefined) => {
    const { $typeName: _name, $unknown: _unknown, ...fields } = filter ?? ({} as ConsumptionOfVehicleFilter);
    return create(VehicleConsumptionFilterSchema, { ...fields, vehicleId: [vehicleId] });
  };

  return {
    ...usual,
    getVehicleConsumption: async (request, call) => {
      await checkVehicleOf(call, request);
      return { vehicleConsumption: await consumptions.get(call, request.id) };
    },
    updateVehicleConsumption: async (request, call) => {
      await checkVehicleOf(call, { id: request.id, vehicleId: request.values?.vehicleId ?? "" });
      return consumptions.update(call, request, (vehicleConsumption) => ({ vehicleConsumption }));
    },
    deleteVehicleConsumption: async (request, call) => {
      await checkVehicleOf(call, request);
      return consumptions.remove(call, request);
    },
    listConsumptionsOfVehicle: async ({ vehicleId, filter, options }, call) => {
      await checkVehicle(call, vehicleId);
      return consumptions.list(call, { filter: filterOf(vehicleId, filter), options }, NAMES.many);
    },
    listConsumptionValuesOfVehicle: async ({ $typeName, vehicleId, field }, call) => {
      await checkVehicle(call, vehicleId);
      const filter = filterOf(vehicleId, undefined);
      return { uniqueValues: await consumptions.uniqueValues(call, { $typeName, field, filter }) };
    },
    deleteConsumptionsOfVehicle: (request, call) =>
      db.write(call, request, async (write) => {
        const { ids, vehicleId } = request;
        const found = isId(vehicleId) ? await selectVehicles(write.tx, write.org, [vehicleId]) : [];
        if (found.length === 0) throw notFound("vehicle");
        const remove = async (_: unknown, all: readonly string[]) => {
          const own = await selectIdsOfVehicle(write.tx, write.org, { ids: all, vehicleId });
          return removeRecords(write, vehicleConsumptions, own);
        };
        return { deletion: await deleteById(write, { table: TABLE, field: "consumption_ids", ids }, remove) };
      }),
  };
};
