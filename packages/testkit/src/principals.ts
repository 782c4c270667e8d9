import type { Interceptor } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { accessTo, GATEWAY } from "@emissions/kit/wire/access";
import { type Principal, principalKey, servicePrincipal } from "@emissions/kit/wire/principal";
import { PrincipalKeys } from "@emissions/kit/wire/principal-keys";
import { PRINCIPAL_HEADER, PrincipalSigner, signCalls, verifyCalls } from "@emissions/kit/wire/signer";
import { newPrincipalKey } from "./principal-keys.mjs";
import { SERVICES, type ServiceName } from "./roles.ts";

const pairs = new Map(SERVICES.map((name) => [name, newPrincipalKey(name)]));
const publicKeys = { keys: [...pairs.values()].map(({ publicKey }) => publicKey) };
const signers = new Map(
  [...pairs].map(([name, { privateKey }]) => [
    name,
    new PrincipalSigner(new PrincipalKeys(name, { privateKey, publicKeys })),
  ]),
);

/** The signer of a service. Each has a key of its own, and all accept the keys of all. */
export const testSigner = (service: ServiceName): PrincipalSigner => signers.get(service)!;

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
  (request) => {
    const { roles, services, forwardedBy, unattended } = accessTo(request.method);
    const principal = request.contextValues.get(principalKey);
    const isForwarded = principal === null && request.header.has(PRINCIPAL_HEADER);
    const [caller] = isForwarded
      ? forwardedBy
      : principal?.kind === "service"
        ? services
        : roles.length > 0
          ? []
          : unattended;
    return signCalls(testSigner((caller ?? GATEWAY) as ServiceName), called)(next)(request);
  };

/** An admin of the organization. */
export const adminOf = (organizationId: string, overrides: Partial<Principal> = {}): Principal => ({
  ...servicePrincipal(organizationId),
  kind: "user",
  userId: newId(),
  role: "admin",
  ...overrides,
});
