import { forbidden, unauthenticated } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { AccessService, Role } from "@emissions/proto/activity/v1/access_service";
import { SessionService } from "@emissions/proto/activity/v1/session_service";
import type { ReceivedCalls } from "./calls.ts";

export const OURS = "0190f3a0-0000-7000-8000-000000000001";
/** The organization above ours. */
export const ABOVE = "0190f3a0-0000-7000-8000-000000000009";
export const THEIRS = "0190f3a0-0000-7000-8000-000000000002";
export const keys = {
  admin: { key: "key-admin", organization: OURS, role: Role.ADMIN },
  editor: { key: "key-editor", organization: OURS, role: Role.EDITOR },
  viewer: { key: "key-viewer", organization: OURS, role: Role.VIEWER },
  auditor: { key: "key-auditor", organization: OURS, role: Role.AUDITOR },
  humanResources: { key: "key-hr", organization: OURS, role: Role.HUMAN_RESOURCES },
  stranger: { key: "key-theirs", organization: THEIRS, role: Role.ADMIN },
};
export type Who = keyof typeof keys;
export const as = (who: Who) => ({ "x-api-key": keys[who].key, "x-organization-id": keys[who].organization });

/** The person who signs in, and the session. */
export const USER = "0190f3a0-0000-7000-8000-00000000000a";
export const SESSION = "0190f3a0-0000-7000-8000-00000000000b";

export const EMAIL = "ana@holding.example";

const { authenticate, identifyKey } = AccessService.method;

/** How often the gateway has looked up credentials. */
export const lookUpsIn = (calls: ReceivedCalls) => calls.count(authenticate, identifyKey);

/** A subject that is linked, whatever its address is. */
export const SUBJECT = "subject-of-ana";
const isKnown = ({ subject, verifiedEmail }: { subject: string; verifiedEmail: string }) =>
  subject === SUBJECT || verifiedEmail === EMAIL;

/** Knows the keys above and one address with the password "right". */
export const accessService: ServiceEntry = serve(AccessService, {
  authenticate({ organizationId, credential }) {
    if (credential.case === "identity") {
      if (!isKnown(credential.value)) throw forbidden("LOGGED_USER_NOT_MEMBER", "Not a member");
      return { membership: { organizationId, userId: "u1", role: Role.EDITOR } };
    }
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
  loginWithIdentity({ identity }) {
    if (identity === undefined || !isKnown(identity)) throw forbidden("LOGGED_USER_NOT_MEMBER", "Not a member");
    return { userId: "u1", email: EMAIL };
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
    return { userId: USER, email, sessionId: SESSION };
  },
});

/** Knows the session of the person who signs in. */
export const sessionService: ServiceEntry = serve(SessionService, {
  checkSession({ sessionId }) {
    if (sessionId !== SESSION) throw unauthenticated("INVALID_TOKEN", "Invalid or expired token");
    return {};
  },
});
