import type { Call } from "./db.ts";
import { REQUEST_ID } from "./headers.ts";
import { newId } from "./id.ts";
import type { Tx } from "./pool.ts";
import type { Principal } from "./principal.ts";

/** Who did what to which entity. The row commits with the change itself. */
export const writeAudit = (tx: Tx, principal: Principal, call: Call, entityId: string | null) => tx`
  insert into audit_log (organization_id, id, actor_kind, actor_id, api_key_id, action, entity_id, request_id)
  values (${principal.organizationId}, ${newId()}, ${principal.kind}, ${principal.userId}, ${principal.apiKeyId},
    ${call.method.name}, ${entityId}, ${call.requestHeader.get(REQUEST_ID)})`;
