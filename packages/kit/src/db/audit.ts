import { newId } from "../process/id.ts";
import type { Call } from "../wire/call.ts";
import { REQUEST_ID } from "../wire/headers.ts";
import type { Principal } from "../wire/principal.ts";
import type { Tx } from "./pool.ts";

/** One row per write: actor, action and entity. It commits with the change itself. */
export const writeAudit = (tx: Tx, principal: Principal, call: Call, entityId: string | null) => tx`
  insert into audit_log (organization_id, id, actor_kind, actor_id, api_key_id, action, entity_id, request_id)
  values (${principal.organizationId}, ${newId()}, ${principal.kind}, ${principal.userId}, ${principal.apiKeyId},
    ${call.method.name}, ${entityId}, ${call.requestHeader.get(REQUEST_ID)})`;
