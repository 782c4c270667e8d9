import { createRouterTransport, type Transport } from "@connectrpc/connect";
import { forbidden, unauthenticated } from "@emissions/kit/wire/errors";
import { REQUEST_ID } from "@emissions/kit/wire/headers";
import {
  type Principal,
  PrincipalSigner,
  principalOf,
  requireService,
  verifyPrincipal,
} from "@emissions/kit/wire/principal";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { AccessService, Role } from "@emissions/proto/activity/v1/access_service";
import type { FastifyBaseLogger } from "fastify";
import { buildApp } from "../src/app.ts";
import { AncestorCache } from "../src/identity/ancestor-cache.ts";
import { Members } from "../src/identity/members.ts";
import { createTokens, type OutsideIssuer } from "../src/identity/tokens.ts";
import { createAnonymousAccess } from "../src/rest/anonymous-access.ts";
import { callerFor } from "../src/rest/call.ts";
import { FailedLoginLimiter } from "../src/rest/failed-login-limiter.ts";
import type { Route } from "../src/rest/route.ts";
import { PROBLEM_RESOURCES, routeTable } from "../src/routes/table.ts";
import { type Asked, customDatabaseService } from "./custom-databases.ts";
import { type AskedOfGroups, customGroupService } from "./custom-groups.ts";
import { facilityService } from "./facilities.ts";
import { fileService } from "./files.ts";
import { type AskedOfJobs, ingestJobService } from "./ingest-jobs.ts";
import { type AskedOfInvoices, invoiceService } from "./invoices.ts";
import { libraryService } from "./library.ts";
import { type AskedOfNotifications, notificationService } from "./notifications.ts";
import { type AskedOfPurchases, purchaseService } from "./purchases.ts";
import { readingServices } from "./reading.ts";
import { supplierService } from "./suppliers.ts";
import { type AskedOfTreatments, wasteWaterService } from "./waste-water-treatments.ts";
import { type AskedOfWastes, wasteService } from "./wastes.ts";
import { type AskedOfWebhooks, webhookServices } from "./webhooks.ts";

/**
 * Services in memory, as small as the gateway can tell them from real ones.
 * What the services themselves do is tested beside them and end to end.
 */

export const OURS = "0190f3a0-0000-7000-8000-000000000001";
/** The organization above ours. */
export const ABOVE = "0190f3a0-0000-7000-8000-000000000009";
export const THEIRS = "0190f3a0-0000-7000-8000-000000000002";
export const keys = {
  admin: { key: "key-admin", organization: OURS, role: Role.ADMIN },
  editor: { key: "key-editor", organization: OURS, role: Role.EDITOR },
  viewer: { key: "key-viewer", organization: OURS, role: Role.VIEWER },
  humanResources: { key: "key-hr", organization: OURS, role: Role.HUMAN_RESOURCES },
  stranger: { key: "key-theirs", organization: THEIRS, role: Role.ADMIN },
};
export type Who = keyof typeof keys;
export const as = (who: Who) => ({ "x-api-key": keys[who].key, "x-organization-id": keys[who].organization });

export const TOKEN_SECRET = "a secret of the built-in issuer, for tests";
export const EMAIL = "ana@holding.example";

export interface Seen extends AskedOfPurchases {
  lookUps: number;
  custom: Asked;
  groups: AskedOfGroups;
  jobs: AskedOfJobs;
  wastes: AskedOfWastes;
  invoices: AskedOfInvoices;
  wasteWater: AskedOfTreatments;
  webhooks: AskedOfWebhooks;
  notifications: AskedOfNotifications;
  ancestorLookUps: number;
}

function accessService(seen: Seen): ServiceEntry {
  return serve(AccessService, {
    authenticate({ organizationId, credential }, call) {
      requireService(call);
      seen.lookUps++;
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
    identifyKey({ apiKey }, call) {
      requireService(call);
      seen.lookUps++;
      const known = Object.values(keys).find(({ key }) => key === apiKey);
      if (apiKey === "key-of-a-leaver") throw forbidden("LOGGED_USER_NOT_MEMBER", "Not a member");
      if (known === undefined) throw unauthenticated("INVALID_API_KEY", "Invalid API key");
      return {
        membership: { organizationId: known.organization, userId: "u1", apiKeyId: known.key, role: known.role },
      };
    },
    getLineage(_request, call) {
      requireService(call);
      seen.ancestorLookUps++;
      return { ancestors: principalOf(call).organizationId === OURS ? [{ id: ABOVE, name: "Holding" }] : [] };
    },
    login({ email, password }, call) {
      requireService(call);
      if (password !== "right") throw unauthenticated("INVALID_CREDENTIALS", "Wrong address or password");
      return { userId: "u1", email };
    },
  });
}

interface Options {
  outside?: OutsideIssuer;
  failedLoginsPerMinute?: number;
  anonymousPerMinute?: number;
  logger?: FastifyBaseLogger;
  /** Makes every call to a service fail. */
  failWith?: () => Error;
  /** Routes of the test itself, besides those of the contract. */
  more?: readonly Route[];
  /** A real service in place of the one in memory, by its full name. */
  real?: Record<string, Transport>;
}

export const SECRET = "a secret that all services of the test share";

/** A gateway before services in memory. */
export async function gateway({
  outside,
  failedLoginsPerMinute,
  anonymousPerMinute,
  logger,
  failWith,
  more = [],
  real = {},
}: Options = {}) {
  const seen: Seen = {
    lookUps: 0,
    headers: [],
    purchases: [],
    custom: {},
    groups: {},
    jobs: {},
    wastes: {},
    invoices: {},
    wasteWater: {},
    webhooks: { keys: [], secrets: 0 },
    notifications: {},
    ancestorLookUps: 0,
  };
  const signer = new PrincipalSigner(SECRET, "gateway");
  const entries = [
    accessService(seen),
    purchaseService(seen),
    supplierService(OURS),
    facilityService(OURS),
    fileService(),
    ingestJobService(seen.jobs, OURS),
    wasteService(seen.wastes, OURS),
    invoiceService(seen.invoices, OURS),
    wasteWaterService(seen.wasteWater, OURS),
    ...webhookServices(seen.webhooks, OURS),
    notificationService(seen.notifications, OURS),
    libraryService(),
    customDatabaseService(seen.custom),
    customGroupService(seen.groups, OURS),
    ...readingServices(OURS, THEIRS),
  ];
  const transport = createRouterTransport(
    (router) => {
      for (const { service, impl } of entries) router.service(service, impl);
    },
    { router: { interceptors: [verifyPrincipal(signer)] } },
  );
  const broken: typeof transport = { ...transport, unary: () => Promise.reject(failWith?.()) };
  const outgoing = {
    transportTo: (service: string) =>
      real[service] ?? (failWith && service !== AccessService.typeName ? broken : transport),
    signer,
  };
  const tokens = createTokens({ secret: TOKEN_SECRET, ...(outside && { outside }) });
  const callAs = (principal: Principal) => callerFor(outgoing, { principal, requestId: REQUEST_ID }).call;
  const members = new Members(callAs);
  const requests = new FailedLoginLimiter(anonymousPerMinute ?? 1_000_000);
  const routes = [...routeTable(tokens), ...more];
  const app = await buildApp({
    ...outgoing,
    routes,
    members,
    tokens,
    anonymousAccess: createAnonymousAccess({ ancestors: new AncestorCache(callAs), requests }),
    errorsUrl: "https://emissions.example/errors",
    problems: [...PROBLEM_RESOURCES, "/v2/tests"],
    failedLogins: new FailedLoginLimiter(failedLoginsPerMinute ?? 1_000_000),
    ...(logger && { logger }),
  });
  return { app, routes, members, tokens, seen };
}
