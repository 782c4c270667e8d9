import type { ServiceImpl } from "@connectrpc/connect";
import { checkPage, pageOf } from "@emissions/kit/db/page";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId } from "@emissions/kit/process/id";
import { refuse, violation } from "@emissions/kit/wire/checks";
import { enumNumber, enumText, enumTexts } from "@emissions/kit/wire/enum";
import { notFound } from "@emissions/kit/wire/errors";
import { type Principal, principalOf } from "@emissions/kit/wire/principal";
import { type CustomGroupService, GroupCategorySchema } from "@emissions/proto/factors/v1/custom_group_service";
import type { Context } from "../context.ts";
import { checkSearch } from "../search.ts";
import { parentOf, toUnits } from "./messages.ts";
import { presentGroups, viewerOf } from "./present.ts";
import {
  type GroupRow,
  selectGroup,
  selectGroups,
  selectGroupsById,
  selectLightGroups,
  selectUnitIds,
} from "./queries.ts";

/** Five times the limit of one organization, because inherited groups count too. */
const LIGHT_GROUPS_MAX = 5_000;
const LOOK_UPS_MAX = 500;
const CATEGORIES = new Set(enumTexts(GroupCategorySchema));
const INHERITED = { inherited: true };

type Rpcs = "listLightGroups" | "listCustomGroups" | "getCustomGroup" | "lookUpCustomGroups";

export const readHandlers = (
  context: Pick<Context, "db" | "catalogue" | "publicUrl">,
): Pick<ServiceImpl<typeof CustomGroupService>, Rpcs> => ({
  listLightGroups: async ({ category }, call) => {
    if (category !== "" && !CATEGORIES.has(category)) return { groups: [] };
    const { principal, units } = await viewerOf(context, call);
    return context.db.read(
      call,
      async (tx) => {
        const rows = await selectLightGroups(tx, { category, limit: LIGHT_GROUPS_MAX });
        const unitsOf = await unitIdsOf(tx, rows);
        return {
          groups: rows.map((row) => ({
            id: row.id,
            name: row.name,
            units: toUnits(unitsOf(row), units),
            parent: parentOf(row, principal),
          })),
        };
      },
      INHERITED,
    );
  },

  listCustomGroups: async (request, call) => {
    refuse([...checkSearch(request.search), ...checkPage(request)]);
    const { search } = request;
    const category = request.category.map((number) => enumText(GroupCategorySchema, number));
    const page = pageOf(request);
    const viewer = await viewerOf(context, call);
    return context.db.read(
      call,
      async (tx) => {
        const { rows, total } = await selectGroups(tx, { search, category, ...page });
        return { groups: await presentGroups(tx, rows, viewer), total };
      },
      INHERITED,
    );
  },

  getCustomGroup: async ({ id }, call) => {
    const viewer = await viewerOf(context, call);
    return context.db.read(
      call,
      async (tx) => {
        const row = isId(id) ? await selectGroup(tx, id) : null;
        if (row === null) throw notFound("custom group");
        const [group] = await presentGroups(tx, [row], viewer);
        return { group };
      },
      INHERITED,
    );
  },

  lookUpCustomGroups: ({ groupIds, forNames }, call) => {
    if (groupIds.length > LOOK_UPS_MAX) {
      refuse([violation("group_ids", "value_error.list.max_items", `at most ${LOOK_UPS_MAX} values`)]);
    }
    const principal = principalOf(call);
    return context.db.read(
      call,
      async (tx) => {
        const rows = await selectGroupsById(tx, groupIds.filter(isId));
        const unitsOf = await unitIdsOf(tx, rows);
        const rowOf = new Map(rows.map((row) => [row.id, row]));
        return {
          groups: groupIds.map((id) => {
            const row = rowOf.get(id.toLowerCase());
            return row === undefined ? { id, found: false } : toState(row, unitsOf(row), principal);
          }),
        };
      },
      { ...INHERITED, group: forNames },
    );
  },
});

function toState(row: GroupRow, unitIds: string[], principal: Principal) {
  const { id, organizationId, revision, name, deletedAt } = row;
  const category = enumNumber(GroupCategorySchema, row.category);
  const parent = parentOf(row, principal);
  return {
    id,
    found: true,
    organizationId,
    revision,
    name,
    deleted: deletedAt !== null,
    category,
    unitIds,
    parent,
  };
}

/** Returns a lookup of unit ids by group. */
async function unitIdsOf(tx: Tx, rows: readonly GroupRow[]) {
  const unitIds = new Map((await selectUnitIds(tx, rows)).map(({ groupId, unitIds }) => [groupId, unitIds]));
  return ({ id }: GroupRow) => unitIds.get(id) ?? [];
}
