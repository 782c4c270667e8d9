import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { missing, refuse, violation } from "@emissions/kit/wire/checks";
import type { UniqueValuesSchema } from "@emissions/proto/activity/v1/list";
import { type WasteFilter, WasteService } from "@emissions/proto/activity/v1/waste_service";
import type { Context } from "../context.ts";
import type { ListQuery } from "../list/query.ts";
import { recordStore } from "../records/store.ts";
import { usualHandlers } from "../usual-handlers.ts";
import { wastes } from "./waste.ts";

export const wasteHandlers = (context: Context): ServiceImpl<typeof WasteService> => {
  const store = recordStore(context, wastes);
  const { lerCodes, rdCodes } = context;
  return {
    ...usualHandlers(store, WasteService, { one: "waste", many: "wastes" }),
    listWasteValues: async ({ facilityId, ...request }, call) => {
      const filter = { facilityId } as WasteFilter;
      const found = await store.uniqueValues(call, { ...request, filter });
      const codes = { ler_code: lerCodes, rd_code: rdCodes }[request.field];
      return { uniqueValues: codes === undefined ? found : coded(found, await codes.all()) };
    },
    deleteWastesById: (request, call) => store.removeByIds(call, request, "waste_ids"),
    deleteWastesByFilters: (request, call) => store.removeByFilter(call, request, refuseWideScope),
    deleteWastes: (request, call) => store.removeAsJob(call, request, "waste_ids"),
  };
};

/** All wastes of a facility are deleted with the facility; a deletion by filters needs one more filter. */
function refuseWideScope({ conditions }: ListQuery): void {
  const isScoped = conditions.some(({ name }) => name === "facilityId");
  if (!isScoped) refuse([{ ...missing("facility_id"), loc: ["query", "facility_id"] }]);
  if (conditions.length > 1) return;
  const msg = "at least one filter besides facility_id is required";
  refuse([violation("filters", "value_error.missing", msg, "query")]);
}

type Values = MessageInitShape<typeof UniqueValuesSchema>;

/** Codes and names in place of ids, by code. */
function coded(
  { field = "", totalCount = 0, values = [] }: Values,
  codes: ReadonlyMap<string, { code: string; name: string }>,
): Values {
  const shown = values.map(({ value = "", count = 0 }) => {
    const { code = value, name } = codes.get(value) ?? {};
    return { value: code, label: name, count };
  });
  return { field, totalCount, values: shown.sort((a, b) => (a.value < b.value ? -1 : 1)) };
}
