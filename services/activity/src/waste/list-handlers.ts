import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import type { Tx } from "@emissions/kit/db/transactions";
import { missing, refuse, violation } from "@emissions/kit/wire/checks";
import { principalOf } from "@emissions/kit/wire/principal";
import type { UniqueValuesSchema } from "@emissions/proto/activity/v1/list";
import type { WasteService } from "@emissions/proto/activity/v1/waste_service";
import type { Context } from "../context.ts";
import { deleteById, deleteMatching } from "../list/deletion.ts";
import { selectPage } from "../list/page.ts";
import { type ListQuery, parseListQuery, parsePartialListQuery } from "../list/query.ts";
import { checkField, selectValues } from "../list/values.ts";
import { selectUsersById } from "../organization/queries.ts";
import { deleteWastes } from "./deletion.ts";
import { wasteList } from "./list.ts";
import { toWaste } from "./message.ts";
import type { WasteRow } from "./queries.ts";
import { selectWasteTotals } from "./totals.ts";

type Handlers = Pick<
  ServiceImpl<typeof WasteService>,
  "listWastes" | "listWasteValues" | "deleteWastesById" | "deleteWastesByFilters"
>;

export const wasteListHandlers = ({ db, units, lerCodes, rdCodes, factors }: Context): Handlers => ({
  listWastes: async (request, call) => {
    const asked = parseListQuery(wasteList, request, principalOf(call));
    const { rows, userOf, totals } = await db.read(
      call,
      async (tx) => {
        const [rows, totals] = await Promise.all([selectPage<WasteRow>(tx, asked), selectWasteTotals(tx, asked)]);
        return { rows, totals, userOf: await selectUsers(tx, rows) };
      },
      asked.view,
    );
    const [known, ler, rd, own] = await Promise.all([
      units.all(),
      lerCodes.all(),
      rdCodes.all(),
      factors.forNames(call, rows),
    ]);
    const lists = { units: known, lerCodes: ler, rdCodes: rd, factors: own };
    return {
      wastes: rows.map((row) => toWaste(row, { ...lists, user: userOf.get(row.uploadedBy ?? "") ?? null })),
      ...totals,
    };
  },

  listWasteValues: async ({ field, ...request }, call) => {
    checkField(wasteList, field);
    const asked = parsePartialListQuery(wasteList, request, principalOf(call));
    const found = await db.read(call, (tx) => selectValues(tx, wasteList, asked, field), asked.view);
    const codes = field === "ler_code" ? lerCodes : field === "rd_code" ? rdCodes : null;
    return { uniqueValues: codes === null ? found : coded(found, await codes.all()) };
  },

  deleteWastesById: (request, call) =>
    db.write(call, request, async (write) => {
      const named = { table: wasteList.table, field: "waste_ids", ids: request.wasteIds };
      return { deletion: await deleteById(write, named, deleteWastes) };
    }),

  deleteWastesByFilters: (request, call) => {
    const asked = parsePartialListQuery(wasteList, request, principalOf(call));
    refuse(checkScope(asked));
    return db.write(call, request, async (write) => ({
      deletion: await deleteMatching(write, asked, request.filterHash, deleteWastes),
    }));
  },
});

async function selectUsers(tx: Tx, rows: readonly WasteRow[]) {
  const users = await selectUsersById(tx, [...new Set(rows.flatMap(({ uploadedBy }) => uploadedBy ?? []))]);
  return new Map(users.map((user) => [user.id, user]));
}

/** Everything of a facility goes with the facility; here, part of it. */
function checkScope({ conditions }: ListQuery) {
  const isScoped = conditions.some(({ name }) => name === "facilityId");
  if (!isScoped) return [{ ...missing("facility_id"), loc: ["query", "facility_id"] }];
  if (conditions.length > 1) return [];
  return [violation("filters", "value_error.missing", "at least one filter besides facility_id is required", "query")];
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
