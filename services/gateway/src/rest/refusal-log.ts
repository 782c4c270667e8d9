import { isId } from "@emissions/kit/process/id";
import type { FastifyRequest } from "fastify";
import { plainAddress } from "../limits/address.ts";
import type { Refused } from "./errors.ts";

const REFUSED = "access refused";

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
