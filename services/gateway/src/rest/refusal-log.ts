import { isId } from "@emissions/kit/process/id";
import { plainAddress } from "@emissions/kit/wire/address";
import type { FastifyRequest } from "fastify";
import type { Refused } from "./errors.ts";

const REFUSED = "access refused";
/** The form of a key. Other texts in its place are not logged: somebody may have sent a password. */
const KEY = /^eas_((?:live|test)_[\w-]{4})[\w-]{45}$/;

/**
 * More fields for the line of a refused request. Each request has one line, so refusals add no lines. The prefix is that
 * of the list of keys, without `eas_`.
 */
export function refusalFields({ refused, headers, ip, principal }: FastifyRequest) {
  if (refused === null) return null;
  const prefix = KEY.exec(String(headers["x-api-key"] ?? ""))?.[1];
  return {
    code: refused.code,
    address: plainAddress(ip),
    ...(prefix !== undefined && { key_prefix: prefix }),
    ...(principal?.apiKeyId && { api_key_id: principal.apiKeyId }),
  };
}

/**
 * Logs a failed sign-in or a refusal of access, for those who watch for attacks. The line never has a credential, nor a
 * URL or a body, which can contain one. The organization is the one that the client names.
 */
export function logRefusal({ status, code, detail }: Refused, request: FastifyRequest): void {
  if (status !== 401 && status !== 403) return;
  const { principal, headers, routeOptions } = request;
  const named = String(headers["x-organization-id"] ?? "").toLowerCase();
  request.log.warn(
    {
      code,
      reason: detail,
      status,
      method: request.method,
      route: routeOptions?.url ?? "unknown",
      address: plainAddress(request.ip),
      request_id: request.id,
      ...(isId(named) && { organization: named }),
      ...(principal && {
        organization: principal.organizationId,
        user: principal.userId,
        api_key_id: principal.apiKeyId,
      }),
    },
    REFUSED,
  );
}
