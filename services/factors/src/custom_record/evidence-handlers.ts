import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { notFound } from "@emissions/kit/wire/errors";
import type { CustomDatabaseService } from "@emissions/proto/factors/v1/custom_database_service";
import type { Context } from "../context.ts";
import { INHERITED } from "../custom_database/access.ts";
import { findVersion, requireVersion } from "../custom_version/access.ts";
import { appendEvidence, lockEvidence, lookUpEvidence } from "./attach.ts";
import { deleteEvidence, RECORD_EVIDENCE } from "./evidence.ts";
import { findRecord, lockedRecord, showRecord } from "./find.ts";
import { touchRecord } from "./queries.ts";

type Rpcs = "attachEvidence" | "detachEvidence";

export const evidenceHandlers = (context: Context): Pick<ServiceImpl<typeof CustomDatabaseService>, Rpcs> => ({
  attachEvidence: async (request, call) => {
    await context.db.read(
      call,
      async (tx, org) => {
        const { organizationId: owner } = await findVersion(tx, org, request, "to change");
        await findRecord(tx, { ...request, owner });
      },
      INHERITED,
    );
    const evidence = await lookUpEvidence(context, call, request.fileIds);
    return context.db.write(call, request, async ({ tx, org, about }) => {
      const path = { ...request, owner: org };
      await lockEvidence(tx, org, evidence);
      const { id } = await lockedRecord(tx, path);
      const changes = await appendEvidence(tx, RECORD_EVIDENCE, org, id, evidence);
      about(id, changes);
      if (Object.keys(changes).length > 0) await touchRecord(tx, org, id);
      return { record: await showRecord(tx, path, context) };
    });
  },

  detachEvidence: async (request, call) => {
    await requireVersion(context.db, call, request);
    return context.db.write(call, request, async ({ tx, org, about }) => {
      const { fileId } = request;
      const { id } = await lockedRecord(tx, { ...request, owner: org });
      about(id);
      if (!isId(fileId) || !(await deleteEvidence(tx, RECORD_EVIDENCE, org, id, fileId))) throw notFound("evidence");
      await touchRecord(tx, org, id);
      return {};
    });
  },
});
