import { create } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { forbidden, notFound, unprocessable } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { EvidenceSchema } from "@emissions/proto/factors/v1/custom_database_service";
import {
  type CreateGroupFactorRequest,
  CustomGroupSchema,
  CustomGroupService,
  GroupFactorSchema,
  type UpdateGroupFactorRequest,
} from "@emissions/proto/factors/v1/custom_group_service";
import { OURS } from "./access.ts";
import { sample } from "./samples.ts";

export const GROUP_ID = "0190f3a0-0000-7000-8000-0000000000e1";
/** Belongs to an organization above. */
export const INHERITED_GROUP_ID = "0190f3a0-0000-7000-8000-0000000000e2";
export const FACTOR_ID = "0190f3a0-0000-7000-8000-0000000000e3";

const emptyAfter = (_checked: unknown) => ({});

/** Has one group of its caller and one of an organization above. */
export function customGroupService(): ServiceEntry {
  const group = sample(CustomGroupSchema, { id: GROUP_ID, name: "Paper", is_owner: true, revision: 1 });
  const seen = (id: string) => {
    if (id === INHERITED_GROUP_ID) return { ...group, id, isOwner: false };
    if (id !== GROUP_ID) throw notFound("custom group");
    return group;
  };
  const own = (id: string) => {
    const one = seen(id);
    if (!one.isOwner) throw forbidden("CUSTOM_GROUP_NOT_OWNER", "Not the owner.");
    return one;
  };
  const factorOf = (request: CreateGroupFactorRequest | UpdateGroupFactorRequest) => {
    own(request.id);
    if (request.name === "wrong gases") throw unprocessable("CUSTOM_GROUP_INVALID_FACTORS", "The gases do not match.");
    const { name, gases } = request;
    return { factor: { ...sample(GroupFactorSchema), id: FACTOR_ID, name, gases } };
  };
  return serve(CustomGroupService, {
    listLightGroups: ({ category }, call) => {
      const caller = principalOf(call);
      const [parent] = caller.ancestors;
      const shown = caller.organizationId === OURS && ["", "purchases"].includes(category);
      return { groups: shown ? [{ id: GROUP_ID, name: "Paper", units: [], ...(parent && { parent }) }] : [] };
    },
    listCustomGroups: ({ page }) => ({ groups: page === 1 ? [group] : [], total: 1 }),
    getCustomGroup: ({ id }) => ({ group: seen(id) }),
    createCustomGroup: ({ $typeName: _, ...sent }) => ({ group: { ...group, ...sent, id: newId() } }),
    updateCustomGroup: ({ id, name }) => ({ group: { ...own(id), name } }),
    deleteCustomGroup: ({ id }) => emptyAfter(own(id)),
    createGroupFactor: factorOf,
    updateGroupFactor: factorOf,
    deleteGroupFactor: ({ id }) => emptyAfter(own(id)),
    attachGroupEvidence: ({ id, fileIds }) => {
      const [fileName, fileUrl] = ["proof.pdf", "https://x"];
      const evidence = fileIds.map((fileId) => create(EvidenceSchema, { fileId, fileName, fileUrl, sizeKb: 1 }));
      return { group: { ...own(id), additionalDocs: fileUrl, evidence } };
    },
    detachGroupEvidence: ({ id }) => emptyAfter(own(id)),
  });
}
