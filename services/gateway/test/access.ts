import { forbidden, unauthenticated } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { AccessService, Role } from "@emissions/proto/activity/v1/access_service";
import type { ReceivedCalls } from "./calls.ts";

export const OURS = "0190f3a0-0000-7000-8000-000000000001";
/** The organization above ours. */
export const ABOVE = "0190f3a0-0000-7000-8000-000000000009";
export const THEIRS = "0190f3a0-0000-7000-8000-000000000002";
export const keys = {
  admin: { key: "key-admin", organization: OURS, role: Role.ADMIN },
  editor: { key: "key-editor", organization: OURS, role: Role.EDITOR },
  viewer: { key: "key-viewer", organization: OURS, role: Role.VIEWER },
  humanResources: { key: "key-hr", organization: OURS, role: Role.HUMAN_RESOURCES },
  stranger: { key: "key-theirs", organization: THEIRS, role: Role.ADMIN },
};
export type Who = keyof typeof keys;
export const as = (who: Who) => ({ "x-api-key": keys[who].key, "x-organization-id": keys[who].organization });

export const EMAIL = "ana@holding.example";

const { authenticate, identifyKey } = AccessService.method;

/** How often the gateway has looked up credentials. */
export const lookUpsIn = (calls: ReceivedCalls) => calls.count(authenticate, identifyKey);

/** Knows the keys above and one address with the password "right". */
export const accessService: ServiceEntry = serve(AccessService, {
  authenticate({ organizationId, credential }) {
    const wanted = credential.case === "email" && credential.value === EMAIL ? keys.editor.key : credential.value;
    const known = Object.values(keys).find(
      ({ key, organization }) => key === wanted && organization === organizationId,
    );
    if (credential.value === "key-of-a-leaver") throw forbidden("LOGGED_USER_NOT_MEMBER", "Not a member");
    if (credential.value === "key-fault") throw new Error("the database is gone, password=hunter2");
    if (known === undefined) throw unauthenticated("INVALID_API_KEY", "Invalid API key");
    const apiKeyId = credential.case === "email" ? "" : known.key;
    return { membership: { organizationId, userId: "u1", apiKeyId, role: known.role } };
  },
  identifyKey({ apiKey }) {
    const known = Object.values(keys).find(({ key }) => key === apiKey);
    if (apiKey === "key-of-a-leaver") throw forbidden("LOGGED_USER_NOT_MEMBER", "Not a member");
    if (known === undefined) throw unauthenticated("INVALID_API_KEY", "Invalid API key");
    return {
      membership: { organizationId: known.organization, userId: "u1", apiKeyId: known.key, role: known.role },
    };
  },
  getLineage(_request, call) {
    return { ancestors: principalOf(call).organizationId === OURS ? [{ id: ABOVE, name: "Holding" }] : [] };
  },
  login({ email, password }) {
    if (password !== "right") throw unauthenticated("INVALID_CREDENTIALS", "Wrong address or password");
    return { userId: "u1", email };
  },
});
