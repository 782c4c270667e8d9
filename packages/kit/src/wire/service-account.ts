import type { DescMethod } from "@bufbuild/protobuf";
import { z } from "zod";
import { forbidden, unauthenticated } from "./errors.ts";
import type { Principal } from "./principal.ts";

/** The prefix of the names of service accounts. No service has such a name. */
export const ACCOUNT_PREFIX = "account:";
const SCOPES_MAX = 100;
const ORGANIZATIONS_MAX = 200;

export const AccountName = z.string().regex(/^account:[a-z][a-z0-9-]{0,49}$/);

/** The rights of an account. They stand beside its public key, so its holder cannot change them. */
export const AccountRights = {
  /** Methods as `<package>.<Service>/<Method>`, or all of a service as `<package>.<Service>/*`. */
  scopes: z
    .array(z.string().regex(/^[a-z0-9.]{1,100}\.[A-Za-z]{1,100}\/(\*|[A-Za-z]{1,100})$/))
    .min(1)
    .max(SCOPES_MAX),
  organizations: z.array(z.uuid().toLowerCase()).min(1).max(ORGANIZATIONS_MAX),
  role: z.enum(["admin", "editor", "viewer", "human_resources", "auditor"]),
  /** Unix seconds. */
  exp: z.int().positive(),
};
export type AccountRights = z.output<z.ZodObject<typeof AccountRights>>;

interface AccountCall {
  name: string;
  rights: AccountRights;
  organizationId: string;
  nowS: number;
}

/** The principal of a call of an account. Only role and organization come from the account: it sees no group. */
export function accountPrincipal({ name, rights, organizationId, nowS }: AccountCall): Principal {
  if (rights.exp <= nowS) throw unauthenticated("UNAUTHENTICATED", "The service account has expired.");
  if (!rights.organizations.includes(organizationId)) {
    throw forbidden("FORBIDDEN", "The organization is not one of the service account.");
  }
  const { role } = rights;
  return {
    organizationId,
    kind: "service_account",
    userId: null,
    apiKeyId: name,
    role,
    descendants: [],
    ancestors: [],
  };
}

interface Admitted {
  roles: readonly Principal["role"][];
  isForWriters: boolean;
}

/**
 * Refuses a method outside the scopes of an account. Methods that write, and those that are not for its role, are refused
 * too. `Db.write` refuses the writes among the rest.
 */
export function checkAccount(method: DescMethod, { roles, isForWriters }: Admitted, rights: AccountRights): void {
  const { typeName } = method.parent;
  const isInScope = rights.scopes.some((scope) => scope === `${typeName}/*` || scope === `${typeName}/${method.name}`);
  if (!isInScope) throw forbidden("FORBIDDEN", "The method is not in the scopes of the service account.");
  if (roles.length === 0) throw forbidden("FORBIDDEN", "Only services make this call.");
  if (isForWriters) throw forbidden("FORBIDDEN", "Service accounts only read.");
  if (!roles.includes(rights.role)) {
    throw forbidden("FORBIDDEN", "The role of the service account does not allow this call.");
  }
}
