import { type DescMethod, getOption, hasOption } from "@bufbuild/protobuf";
import { access, at_standby, RoleSet } from "@emissions/proto/common/v1/access";
import { forbidden } from "./errors.ts";
import type { Principal } from "./principal.ts";
import { type AccountRights, checkAccount } from "./service-account.ts";

type Role = Principal["role"];

/** The roles of each set of the protos. */
const ROLES_OF: Readonly<Record<RoleSet, readonly Role[]>> = {
  [RoleSet.UNSPECIFIED]: [],
  [RoleSet.READERS]: ["viewer", "auditor", "editor", "admin"],
  [RoleSet.WRITERS]: ["editor", "admin"],
  [RoleSet.EVERY_ROLE]: ["viewer", "auditor", "editor", "admin", "human_resources"],
  [RoleSet.PEOPLE_WRITERS]: ["editor", "admin", "human_resources"],
  [RoleSet.ADMINS]: ["admin"],
  [RoleSet.AUDITORS]: ["auditor", "admin"],
};

/** The service that signs for users and API keys. */
export const GATEWAY = "gateway";

interface MethodAccess {
  roles: readonly Role[];
  isForAdmins: boolean;
  /** Its set of roles is one that writes. */
  isForWriters: boolean;
  services: readonly string[];
  forwardedBy: readonly string[];
  unattended: readonly string[];
  /** Whether its reads of many rows may run at a standby. */
  atStandby: boolean;
}

const known = new WeakMap<DescMethod, MethodAccess>();

/** The callers that the proto of a method admits. */
export function accessTo(method: DescMethod): MethodAccess {
  const earlier = known.get(method);
  if (earlier !== undefined) return earlier;
  if (!hasOption(method, access))
    throw new Error(`${method.parent.typeName}.${method.name} does not say who may call it.`);
  const { roles, services, forwardedBy, unattended } = getOption(method, access);
  const all = {
    roles: ROLES_OF[roles] ?? [],
    isForAdmins: roles === RoleSet.ADMINS,
    isForWriters: roles === RoleSet.WRITERS || roles === RoleSet.PEOPLE_WRITERS,
    services,
    forwardedBy,
    unattended,
    atStandby: getOption(method, at_standby),
  };
  known.set(method, all);
  return all;
}

/** A verified call. */
export interface Identity {
  principal: Principal;
  /** The service that signed the principal. */
  issuer: string;
  /** The service that calls. It differs from the issuer if it passes on the principal of its own caller. */
  caller: string;
  /** The rights of the issuer, if it is a service account. */
  account?: AccountRights;
}

/** Refuses a call that the method does not admit. */
export function checkAccess(method: DescMethod, { principal, issuer, caller, account }: Identity): void {
  const { roles, isForAdmins, isForWriters, services, forwardedBy, unattended } = accessTo(method);
  if (issuer !== caller) {
    if (!forwardedBy.includes(caller)) throw forbidden("FORBIDDEN", `${caller} passes on no callers to this method.`);
    return;
  }
  if (account !== undefined) {
    checkAccount(method, { roles, isForWriters }, account);
    return;
  }
  if (principal.kind === "service") {
    if (!services.includes(caller)) throw forbidden("FORBIDDEN", `${caller} does not make this call.`);
    return;
  }
  if (caller !== GATEWAY && !unattended.includes(caller)) {
    throw forbidden("FORBIDDEN", `${caller} does not make this call for users.`);
  }
  // A service that works for a stored user has checked the role when the user began the work.
  if (roles.length === 0 && caller !== GATEWAY) return;
  if (roles.length === 0) throw forbidden("FORBIDDEN", "Only services make this call.");
  if (roles.includes(principal.role)) return;
  if (isForAdmins) throw forbidden("ORG_ADMIN_REQUIRED", "Only admins of the organization make this call.");
  throw forbidden("FORBIDDEN", "The role of the caller does not allow this call.");
}
