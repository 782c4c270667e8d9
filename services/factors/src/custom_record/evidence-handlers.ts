import type { ServiceImpl } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { type Check, refuse } from "@emissions/kit/wire/checks";
import { notFound } from "@emissions/kit/wire/errors";
import { forward } from "@emissions/kit/wire/forward";
import type { CustomDatabaseService } from "@emissions/proto/factors/v1/custom_database_service";
import type { Context } from "../context.ts";
import { INHERITED } from "../custom_database/access.ts";
import { findVersion, requireVersion } from "../custom_version/access.ts";
import { deleteEvidence, insertEvidence, selectEvidence } from "./evidence.ts";
import { findRecord, lockedRecord, showRecord } from "./find.ts";
import { touchRecord } from "./queries.ts";
import { EVIDENCE_MAX } from "./rules.ts";

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
    refuse(checkIds(request.fileIds));
    const ids = [...new Set(request.fileIds.map((id) => id.toLowerCase()))];
    // Runs before the transaction, so that no row is locked during a call to another service.
    const { files } = await context.files.lookUpFiles({ ids }, forward(call));
    const known = new Map(files.map(({ id, fileName, sizeKb }) => [id, { fileId: id, fileName, sizeKb }]));
    refuse(checkKnown(request.fileIds, known));

    return context.db.write(call, request, async ({ tx, org, about }) => {
      const path = { ...request, owner: org };
      const { id } = await lockedRecord(tx, path);
      about(id);
      const there = new Set((await selectEvidence(tx, org, [id])).map(({ fileId }) => fileId));
      const added = ids.filter((fileId) => !there.has(fileId)).map((fileId) => known.get(fileId)!);
      if (there.size + added.length > EVIDENCE_MAX) refuse([tooMany]);
      if (added.length > 0) {
        await insertEvidence(tx, org, id, added);
        await touchRecord(tx, org, id);
      }
      return { record: await showRecord(tx, path, context) };
    });
  },

  detachEvidence: async (request, call) => {
    await requireVersion(context.db, call, request);
    return context.db.write(call, request, async ({ tx, org, about }) => {
      const { fileId } = request;
      const { id } = await lockedRecord(tx, { ...request, owner: org });
      about(id);
      if (!isId(fileId) || !(await deleteEvidence(tx, org, id, fileId))) throw notFound("evidence");
      await touchRecord(tx, org, id);
      return {};
    });
  },
});

const tooMany: Check = {
  loc: ["body", "file_ids"],
  msg: `ensure this value has at most ${EVIDENCE_MAX} items`,
  type: "value_error.list.max_items",
};

function checkIds(ids: readonly string[]): Check[] {
  if (ids.length === 0) return [{ ...tooMany, msg: "at least 1 file", type: "value_error.list.min_items" }];
  if (ids.length > EVIDENCE_MAX) return [tooMany];
  return ids.flatMap((id, at) =>
    isId(id)
      ? []
      : [{ loc: ["body", "file_ids", String(at)], msg: "value is not a valid uuid", type: "type_error.uuid" }],
  );
}

/** Same error for an unknown file and another tenant's. */
const checkKnown = (ids: readonly string[], known: ReadonlyMap<string, unknown>): Check[] =>
  ids.flatMap((id, at) =>
    known.has(id.toLowerCase())
      ? []
      : [{ loc: ["body", "file_ids", String(at)], msg: "does not exist", type: "value_error.not_found" }],
  );
