import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { newId } from "@emissions/kit/process/id";
import { refuse } from "@emissions/kit/wire/checks";
import { conflict } from "@emissions/kit/wire/errors";
import { masked } from "@emissions/kit/wire/mask";
import {
  type CustomGroupService,
  UpdateCustomGroupRequestSchema,
} from "@emissions/proto/factors/v1/custom_group_service";
import type { Context } from "../context.ts";
import { deleteAllEvidence, GROUP_EVIDENCE } from "../custom_record/evidence.ts";
import { toGroup } from "./messages.ts";
import { lockOwnGroup, refuseInherited } from "./ownership.ts";
import { presentGroups, viewerOf } from "./present.ts";
import { insertGroup, lockAndCountGroups, selectFactors, updateGroup } from "./queries.ts";
import { checkGroup, GROUPS_MAX, newGroup, sentGroup } from "./rules.ts";

type Rpcs = "createCustomGroup" | "updateCustomGroup" | "deleteCustomGroup";

export const writeHandlers = (
  context: Pick<Context, "db" | "catalogue" | "publicUrl">,
): Pick<ServiceImpl<typeof CustomGroupService>, Rpcs> => ({
  createCustomGroup: async (request, call) => {
    const values = newGroup(request);
    refuse(checkGroup(values));
    return context.db.write(call, request, async ({ tx, org, principal, about }) => {
      if ((await lockAndCountGroups(tx, org)) >= GROUPS_MAX) {
        throw conflict("CUSTOM_GROUP_LIMIT_REACHED", `An organization has at most ${GROUPS_MAX} groups.`);
      }
      const row = await insertGroup(tx, org, { ...values, id: newId(), uploadedBy: principal.userId });
      about(row.id);
      return {
        group: toGroup(row, { principal, factors: [], units: new Map(), evidence: [], publicUrl: context.publicUrl }),
      };
    });
  },

  updateCustomGroup: async (request, call) => {
    const changes = masked(UpdateCustomGroupRequestSchema, request.updateMask, sentGroup(request));
    const viewer = await viewerOf(context, call);
    await refuseInherited(context.db, call, request.id);
    return context.db.write(call, request, async ({ tx, org, about }) => {
      const before = await lockOwnGroup(tx, org, request.id);
      about(before.id, fieldChanges(before, changes));
      const after = { ...before, ...changes };
      refuse(checkGroup(after));
      const same = after.name === before.name && after.description === before.description;
      const [group] = await presentGroups(tx, [same ? before : await updateGroup(tx, after)], viewer);
      return { group };
    });
  },

  deleteCustomGroup: async (request, call) => {
    await refuseInherited(context.db, call, request.id);
    return context.db.write(call, request, async ({ tx, org, about }) => {
      const group = await lockOwnGroup(tx, org, request.id);
      about(group.id);
      const [factors, evidence] = await Promise.all([
        selectFactors(tx, [group]),
        // The files are free then, because nobody can detach them from a deleted group.
        deleteAllEvidence(tx, GROUP_EVIDENCE, org, group.id),
      ]);
      await updateGroup(tx, { ...group, deletedAt: new Date() });
      const deletedWith = [
        { kind: "factors", count: factors.length },
        { kind: "evidence", count: evidence },
      ];
      return { deletedWith };
    });
  },
});
