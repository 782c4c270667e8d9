import { type CallOptions, createContextKey, createContextValues, type HandlerContext } from "@connectrpc/connect";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { unauthenticated } from "./errors.ts";

const CACHE_MAX = 10_000;

/** The caller, its organization, and the group that it may see. */
export const PrincipalSchema = z.object({
  /** In the form of a UUID of any version, as callers send it. */
  organizationId: z.guid(),
  kind: z.enum(["user", "api_key", "service"]),
  /** The user, or the owner of the API key. Null for services. */
  userId: z.string().nullable(),
  apiKeyId: z.string().nullable(),
  role: z.enum(["admin", "editor", "viewer", "human_resources", "auditor", "service"]),
  /** Ids of accepted organizations below, without the organization itself. */
  descendants: z.array(z.uuid()).max(200),
  /** From the parent up to the root. */
  ancestors: z.array(z.object({ id: z.uuid(), name: z.string().max(255) })).max(50),
  /** The organization is read, and not changed. */
  archived: z.boolean().optional(),
  /** The session of a user who acts for no organization. */
  sessionId: z.guid().optional(),
});
type Signed = z.output<typeof PrincipalSchema>;

/**
 * Whom a call is made for. The principal of a service account is made from its entry in the set of keys, never read from a
 * token; its name stands in `apiKeyId`.
 */
export type Principal = Readonly<Omit<Signed, "kind"> & { kind: Signed["kind"] | "service_account" }>;

/** Context key of the principal of a call: that of the caller in a handler, and the one to sign in a client. */
export const principalKey = createContextKey<Principal | null>(null, { description: "principal" });

export function principalOf(call: Pick<HandlerContext, "values">): Principal {
  const principal = call.values.get(principalKey);
  if (principal === null) throw unauthenticated("UNAUTHENTICATED", "The call carries no principal.");
  return principal;
}

/** Whether the role reads activity data, and neither changes it nor sees personal values. */
export const onlyReads = (role: Principal["role"]): boolean => role === "viewer" || role === "auditor";

/** Options of a call in the name of the principal. The transport signs it for the called service. */
export const callAs = (principal: Principal): Pick<CallOptions, "contextValues"> => ({
  contextValues: createContextValues().set(principalKey, principal),
});

const servicePrincipals = new LRUCache<string, Principal>({
  max: CACHE_MAX,
  memoMethod: (organizationId) => ({
    organizationId,
    kind: "service",
    userId: null,
    apiKeyId: null,
    role: "service",
    descendants: [],
    ancestors: [],
  }),
});

/**
 * The principal of a service that works without a caller: events, sweeps, authentication. One object for each
 * organization, because signatures are cached for each object.
 */
export const servicePrincipal = (organizationId: string): Principal => servicePrincipals.memo(organizationId);
