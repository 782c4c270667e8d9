import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import type { Tx } from "@emissions/kit/db/transactions";
import { newId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import {
  type CustomGroupService,
  UpdateGroupFactorRequestSchema,
} from "@emissions/proto/factors/v1/custom_group_service";
import type { Context } from "../context.ts";
import { toFactor } from "./messages.ts";
import { lockOwnGroup, refuseInherited } from "./ownership.ts";
import { type FactorRow, type GroupRow, insertFactor, selectFactors, updateGroup } from "./queries.ts";
import { checkFactor, type FactorValues, GROUP_FACTORS_MAX, newFactor, refuseGases, sentFactor } from "./rules.ts";

type Rpcs = "createGroupFactor" | "updateGroupFactor" | "deleteGroupFactor";

/** Each call locks the group, so that its revisions are consecutive. */
export const groupFactorHandlers = ({
  db,
  catalogue,
}: Pick<Context, "db" | "catalogue">): Pick<ServiceImpl<typeof CustomGroupService>, Rpcs> => ({
  createGroupFactor: async (request, call) => {
    const { unitsById } = await catalogue.current(call);
    const values = newFactor(request);
    await refuseInherited(db, call, request.id);
    return db.write(call, request, async ({ tx, org, about }) => {
      const group = await lockOwnGroup(tx, org, request.id);
      validateFactor(values, group, unitsById);
      if ((await selectFactors(tx, [group])).length >= GROUP_FACTORS_MAX) {
        throw conflict("GROUP_FACTOR_LIMIT_REACHED", `A group has at most ${GROUP_FACTORS_MAX} factors.`);
      }
      const id = newId();
      about(id);
      const factor = { ...values, groupId: group.id, id, revision: 0, deleted: false, createdAt: new Date() };
      return { factor: toFactor(await appendRevision(tx, group, factor)) };
    });
  },

  updateGroupFactor: async (request, call) => {
    const { unitsById } = await catalogue.current(call);
    const changes = masked(UpdateGroupFactorRequestSchema, request.updateMask, sentFactor(request));
    await refuseInherited(db, call, request.id);
    return db.write(call, request, async ({ tx, org, about }) => {
      const group = await lockOwnGroup(tx, org, request.id);
      const before = await selectFactor(tx, group, request.factorId);
      about(before.id, fieldChanges(before, changes));
      const after = { ...before, ...changes };
      validateFactor(after, group, unitsById);
      const same = JSON.stringify(comparable(after)) === JSON.stringify(comparable(before));
      return { factor: toFactor(same ? before : await appendRevision(tx, group, after)) };
    });
  },

  deleteGroupFactor: async (request, call) => {
    await refuseInherited(db, call, request.id);
    return db.write(call, request, async ({ tx, org, about }) => {
      const group = await lockOwnGroup(tx, org, request.id);
      const before = await selectFactor(tx, group, request.factorId);
      about(before.id);
      await appendRevision(tx, group, { ...before, deleted: true });
      return {};
    });
  },
});

/** Stores the factor as part of the next revision of the group. */
async function appendRevision(tx: Tx, group: GroupRow, factor: FactorRow): Promise<FactorRow> {
  const { organizationId, revision } = await updateGroup(tx, group);
  return insertFactor(tx, organizationId, { ...factor, revision });
}

function validateFactor(factor: FactorValues, { category }: GroupRow, units: ReadonlyMap<string, unknown>): void {
  refuse(checkFactor(factor, units));
  refuseGases(factor, category);
}

async function selectFactor(tx: Tx, group: GroupRow, id: string): Promise<FactorRow> {
  const factor = (await selectFactors(tx, [group])).find((one) => one.id === id.toLowerCase());
  if (factor === undefined) throw notFound("group factor");
  return factor;
}

/** The factor with sorted gases, for comparison. */
const comparable = (factor: FactorRow) => ({
  ...factor,
  gases: factor.gases.map(({ gas, value }) => `${gas} ${value}`).sort(),
});
