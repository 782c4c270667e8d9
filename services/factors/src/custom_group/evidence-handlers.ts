import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import type { CustomGroupService } from "@emissions/proto/factors/v1/custom_group_service";
import type { Context } from "../context.ts";
import { appendEvidence, lockEvidence, lookUpEvidence } from "../custom_record/attach.ts";
import { deleteEvidence, GROUP_EVIDENCE } from "../custom_record/evidence.ts";
import { lockOwnGroup, requireOwnGroup } from "./ownership.ts";
import { presentGroups, viewerOf } from "./present.ts";
import { touchGroup } from "./queries.ts";

type Rpcs = "attachGroupEvidence" | "detachGroupEvidence";

export const groupEvidenceHandlers = (context: Context): Pick<ServiceImpl<typeof CustomGroupService>, Rpcs> => ({
  attachGroupEvidence: async (request, call) => {
    const viewer = await viewerOf(context, call);
    await requireOwnGroup(context.db, call, request.id);
    const evidence = await lookUpEvidence(context, call, request.fileIds);
    return context.db.write(call, request, async ({ tx, org, about }) => {
      await lockEvidence(tx, org, evidence);
      const group = await lockOwnGroup(tx, org, request.id);
      const changes = await appendEvidence(tx, GROUP_EVIDENCE, org, group.id, evidence);
      about(group.id, changes);
      const isChanged = Object.keys(changes).length > 0;
      const [shown] = await presentGroups(tx, isChanged ? await touchGroup(tx, group) : [group], viewer);
      return { group: shown };
    });
  },

  detachGroupEvidence: async (request, call) => {
    await requireOwnGroup(context.db, call, request.id);
    return context.db.write(call, request, async ({ tx, org, about }) => {
      const { fileId } = request;
      const group = await lockOwnGroup(tx, org, request.id);
      about(group.id);
      if (!isId(fileId) || !(await deleteEvidence(tx, GROUP_EVIDENCE, org, group.id, fileId)))
        throw notFound("evidence");
      await touchGroup(tx, group);
      return {};
    });
  },
});
