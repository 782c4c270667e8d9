import type { ServiceImpl } from "@connectrpc/connect";
import { checkPage, pageOf } from "@emissions/kit/db/page";
import type { Call, Tx } from "@emissions/kit/db/transactions";
import { isId, newId } from "@emissions/kit/process/id";
import { refuse, violation } from "@emissions/kit/wire/checks";
import { enumNumber, enumText, enumTexts } from "@emissions/kit/wire/enum";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import { principalOf } from "@emissions/kit/wire/principal";
import {
  type CustomGroupService,
  GroupCategorySchema,
  UpdateCustomGroupRequestSchema,
} from "@emissions/proto/factors/v1/custom_group_service";
import type { Context } from "../context.ts";
import { checkSearch } from "../search.ts";
import { groupFactorHandlers } from "./factor-handlers.ts";
import { parentOf, toGroup, toUnits, type Viewer } from "./messages.ts";
import { refuseInherited, selectOwn } from "./owned.ts";
import {
  countGroupsAlone,
  type GroupRow,
  insertGroup,
  selectFactors,
  selectGroup,
  selectGroups,
  selectGroupsById,
  selectLightGroups,
  selectUnitIds,
  updateGroup,
} from "./queries.ts";
import { checkGroup, GROUPS_MAX, newGroup, sentGroup } from "./rules.ts";

/** Own ones fit into it five times. */
const LIGHT_GROUPS_MAX = 5_000;
const LOOK_UPS_MAX = 500;
const CATEGORIES = new Set(enumTexts(GroupCategorySchema));
const INHERITED = { inherited: true };

export function customGroupHandlers({
  db,
  catalogue,
}: Pick<Context, "db" | "catalogue">): ServiceImpl<typeof CustomGroupService> {
  /** Asked for before the transaction: within, it would wait for a second connection. */
  const viewerOf = async (call: Call): Promise<Viewer> => ({
    principal: principalOf(call),
    units: (await catalogue.current(call)).unitsById,
  });

  const shown = async (tx: Tx, rows: readonly GroupRow[], { principal, units }: Viewer) => {
    const factorsOf = Map.groupBy(await selectFactors(tx, rows), ({ groupId }) => groupId);
    return rows.map((row) => toGroup(row, { principal, units, factors: factorsOf.get(row.id) ?? [] }));
  };

  return {
    ...groupFactorHandlers({ db, catalogue }),

    listLightGroups: async ({ category }, call) => {
      if (category !== "" && !CATEGORIES.has(category)) return { groups: [] };
      const { principal, units } = await viewerOf(call);
      return db.read(
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
      const viewer = await viewerOf(call);
      return db.read(
        call,
        async (tx) => {
          const { rows, total } = await selectGroups(tx, { search, category, ...page });
          return { groups: await shown(tx, rows, viewer), total };
        },
        INHERITED,
      );
    },

    getCustomGroup: async ({ id }, call) => {
      const viewer = await viewerOf(call);
      return db.read(
        call,
        async (tx) => {
          const row = isId(id) ? await selectGroup(tx, id) : null;
          if (row === null) throw notFound("custom group");
          const [group] = await shown(tx, [row], viewer);
          return { group };
        },
        INHERITED,
      );
    },

    createCustomGroup: async (request, call) => {
      const values = newGroup(request);
      refuse(checkGroup(values));
      return db.write(call, request, async ({ tx, org, principal, about }) => {
        if ((await countGroupsAlone(tx, org)) >= GROUPS_MAX) {
          throw conflict("CUSTOM_GROUP_LIMIT_REACHED", `An organization has at most ${GROUPS_MAX} groups.`);
        }
        const row = await insertGroup(tx, org, { ...values, id: newId(), uploadedBy: principal.userId });
        about(row.id);
        return { group: toGroup(row, { principal, factors: [], units: new Map() }) };
      });
    },

    updateCustomGroup: async (request, call) => {
      const changes = masked(UpdateCustomGroupRequestSchema, request.updateMask, sentGroup(request));
      const viewer = await viewerOf(call);
      await refuseInherited(db, call, request.id);
      return db.write(call, request, async ({ tx, org, about }) => {
        const before = await selectOwn(tx, org, request.id);
        about(before.id);
        const after = { ...before, ...changes };
        refuse(checkGroup(after));
        const same = after.name === before.name && after.description === before.description;
        const [group] = await shown(tx, [same ? before : await updateGroup(tx, after)], viewer);
        return { group };
      });
    },

    deleteCustomGroup: async (request, call) => {
      await refuseInherited(db, call, request.id);
      return db.write(call, request, async ({ tx, org, about }) => {
        const group = await selectOwn(tx, org, request.id);
        about(group.id);
        await updateGroup(tx, { ...group, deletedAt: new Date() });
        return {};
      });
    },

    lookUpCustomGroups: ({ groupIds, forNames }, call) => {
      if (groupIds.length > LOOK_UPS_MAX) {
        refuse([violation("group_ids", "value_error.list.max_items", `at most ${LOOK_UPS_MAX} values`)]);
      }
      const principal = principalOf(call);
      return db.read(
        call,
        async (tx) => {
          const rows = await selectGroupsById(tx, groupIds.filter(isId));
          const unitsOf = await unitIdsOf(tx, rows);
          const rowOf = new Map(rows.map((row) => [row.id, row]));
          return {
            groups: groupIds.map((id) => {
              const row = rowOf.get(id.toLowerCase());
              return row === undefined ? { id, found: false } : toState(row, unitsOf(row));
            }),
          };
        },
        { ...INHERITED, group: forNames },
      );

      function toState(row: GroupRow, unitIds: string[]) {
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
    },
  };
}

/** To be asked for by group. */
async function unitIdsOf(tx: Tx, rows: readonly GroupRow[]) {
  const unitIds = new Map((await selectUnitIds(tx, rows)).map(({ groupId, unitIds }) => [groupId, unitIds]));
  return ({ id }: GroupRow) => unitIds.get(id) ?? [];
}
