import type { DescMethod } from "@bufbuild/protobuf";
import type { Interceptor } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { accessTo, GATEWAY } from "@emissions/kit/wire/access";
import { type Principal, principalKey, servicePrincipal } from "@emissions/kit/wire/principal";
import { PrincipalKeys } from "@emissions/kit/wire/principal-keys";
import { CALLER_HEADER, PRINCIPAL_HEADER, PrincipalSigner, signCalls, verifyCalls } from "@emissions/kit/wire/signer";
import { newPrincipalKey } from "./principal-keys.mjs";
import { SERVICES, type ServiceName } from "./roles.ts";

/** Signers of all services with new keys. Each has a key of its own, and all accept the keys of all. */
export function newSigners(): (service: ServiceName) => PrincipalSigner {
  const pairs = SERVICES.map((name) => [name, newPrincipalKey(name)] as const);
  const publicKeys = { keys: pairs.map(([, { publicKey }]) => publicKey) };
  const signers = new Map(
    pairs.map(([name, { privateKey }]) => [
      name,
      new PrincipalSigner(new PrincipalKeys(name, { privateKey, publicKeys })),
    ]),
  );
  return (service) => signers.get(service)!;
}

/** The signers that the test files of one process share, with the tokens that they have made. */
export const testSigner = newSigners();

/** Options of an in-memory transport from one service to another. */
export const between = (caller: ServiceName, called: ServiceName) => ({
  transport: { interceptors: [signCalls(testSigner(caller), called)] },
  router: { interceptors: [verifyCalls(testSigner(called))] },
});

/** Options of an in-memory transport to a service, whose calls come from the service that makes them in production. */
export const toService = (called: ServiceName) => ({
  transport: { interceptors: [signedByCaller(called)] },
  router: { interceptors: [verifyCalls(testSigner(called))] },
});

const signedByCaller =
  (called: ServiceName): Interceptor =>
  (next) =>
  async (request) => {
    const { contextValues, header, method } = request;
    const principal = contextValues.get(principalKey);
    const caller = callerOf(method, principal);
    const isUser = principal !== null && principal.kind !== "service";
    if (isUser && caller !== GATEWAY && !accessTo(method).unattended.includes(caller)) {
      header.set(PRINCIPAL_HEADER, await testSigner(GATEWAY).sign(principal, caller));
      header.set(CALLER_HEADER, await testSigner(caller).signCaller(called));
      return next(request);
    }
    return signCalls(testSigner(caller), called)(next)(request);
  };

/** A call without a principal of its own passes one on. */
function callerOf(method: DescMethod, principal: Principal | null): ServiceName {
  const { roles, services, forwardedBy, unattended } = accessTo(method);
  const possible = () => {
    if (principal === null) return forwardedBy;
    if (principal.kind === "service") return services;
    return roles.length > 0 ? [] : [...unattended, ...forwardedBy];
  };
  return (possible()[0] ?? GATEWAY) as ServiceName;
}

/** An admin of the organization. */
export const adminOf = (organizationId: string, overrides: Partial<Principal> = {}): Principal => ({
  ...servicePrincipal(organizationId),
  kind: "user",
  userId: newId(),
  role: "admin",
  ...overrides,
});
