import { create } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { createRouterTransport, type HandlerContext, type Transport } from "@connectrpc/connect";
import { conflict, forbidden, notFound, outOfRange, unauthenticated, unprocessable } from "@emissions/kit/errors";
import { IDEMPOTENCY_FINGERPRINT, IDEMPOTENCY_KEY, IDEMPOTENT_REPLAYED, REQUEST_ID } from "@emissions/kit/headers";
import { NIL_ID, newId } from "@emissions/kit/id";
import {
  type Principal,
  PrincipalSigner,
  principalOf,
  requireService,
  verifyPrincipal,
} from "@emissions/kit/principal";
import { type ServiceEntry, serve } from "@emissions/kit/services";
import { AccessService, Role } from "@emissions/proto/activity/v1/access_service";
import { OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import {
  CalculationStatus,
  type ListPurchasesRequest,
  type Purchase,
  PurchaseSchema,
  PurchaseService,
} from "@emissions/proto/activity/v1/purchase_service";
import { SupplierSchema, SupplierService, SupplierStatus } from "@emissions/proto/activity/v1/supplier_service";
import { CalculationOutcome, CalculationService } from "@emissions/proto/calc/v1/calculation_service";
import { TotalImpactService } from "@emissions/proto/calc/v1/total_impact_service";
import { CountryService } from "@emissions/proto/factors/v1/country_service";
import { EnergySupplierService, EnergySupplierType } from "@emissions/proto/factors/v1/energy_supplier_service";
import { ExchangeRateService } from "@emissions/proto/factors/v1/exchange_rate_service";
import { HotelCatalogueService } from "@emissions/proto/factors/v1/hotel_catalogue_service";
import { UnitService } from "@emissions/proto/factors/v1/unit_service";
import { VehicleCatalogueService } from "@emissions/proto/factors/v1/vehicle_catalogue_service";
import { WasteCatalogueService } from "@emissions/proto/factors/v1/waste_catalogue_service";
import type { FastifyBaseLogger } from "fastify";
import { buildApp } from "./app.ts";
import { type Asked, customDatabaseService } from "./custom-databases.fixture.ts";
import { type AskedOfGroups, customGroupService } from "./custom-groups.fixture.ts";
import { facilityService } from "./facilities.fixture.ts";
import { fileService } from "./files.fixture.ts";
import { Lineages } from "./identity/lineages.ts";
import { Members } from "./identity/members.ts";
import { createTokens, type OutsideIssuer } from "./identity/tokens.ts";
import { type AskedOfJobs, ingestJobService } from "./ingest-jobs.fixture.ts";
import { type AskedOfInvoices, invoiceService } from "./invoices.fixture.ts";
import { type AskedOfNotifications, notificationService } from "./notifications.fixture.ts";
import { callerFor } from "./rest/call.ts";
import { Failures } from "./rest/failures.ts";
import type { Route } from "./rest/route.ts";
import { createStrangers } from "./rest/strangers.ts";
import { libraryService } from "./routes/library.fixture.ts";
import { PROBLEM_RESOURCES, routeTable } from "./routes/table.ts";
import { type AskedOfTreatments, wasteWaterService } from "./waste-water-treatments.fixture.ts";
import { type AskedOfWastes, wasteService } from "./wastes.fixture.ts";
import { type AskedOfWebhooks, webhookServices } from "./webhooks.fixture.ts";

/**
 * Services in memory, as small as the gateway can tell them from real ones.
 * What the services themselves do is tested beside them and end to end.
 */

export const OURS = "0190f3a0-0000-7000-8000-000000000001";
/** The organization above ours. */
export const ABOVE = "0190f3a0-0000-7000-8000-000000000009";
export const THEIRS = "0190f3a0-0000-7000-8000-000000000002";
const KILOGRAM = "61743a63-ff70-459c-9567-5eee8f7dfd5c";
export const SUPPLIER_ID = "0190f3a0-0000-7000-8000-0000000000aa";
const FILTER_HASH = "a3f1c2e4b5d6a7b8";
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

export interface Seen {
  lookUps: number;
  headers: Headers[];
  /** What lists of purchases were asked for. */
  purchases: ListPurchasesRequest[];
  custom: Asked;
  groups: AskedOfGroups;
  jobs: AskedOfJobs;
  wastes: AskedOfWastes;
  invoices: AskedOfInvoices;
  wasteWater: AskedOfTreatments;
  webhooks: AskedOfWebhooks;
  notifications: AskedOfNotifications;
  lineages: number;
}

const NOW = timestampFromDate(new Date("2026-01-31T10:00:00Z"));

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
      seen.lineages++;
      return { ancestors: principalOf(call).organizationId === OURS ? [{ id: ABOVE, name: "Holding" }] : [] };
    },
    login({ email, password }, call) {
      requireService(call);
      if (password !== "right") throw unauthenticated("INVALID_CREDENTIALS", "Wrong address or password");
      return { userId: "u1", email };
    },
  });
}

function purchaseService(seen: Seen): ServiceEntry {
  const purchases = new Map<string, Purchase>();
  const repeats = new Map<string, Purchase>();
  const one = (id: string, call: HandlerContext) => {
    const found = purchases.get(id);
    if (found?.organizationId !== principalOf(call).organizationId) throw notFound("purchase");
    return found;
  };
  return serve(PurchaseService, {
    createPurchase(request, call) {
      seen.headers.push(call.requestHeader);
      const { organizationId } = principalOf(call);
      const repeat = call.requestHeader.get(IDEMPOTENCY_KEY);
      const name = `${organizationId} ${repeat} ${call.requestHeader.get(IDEMPOTENCY_FINGERPRINT)}`;
      const earlier = repeat === null ? undefined : repeats.get(name);
      if (earlier) {
        call.responseHeader.set(IDEMPOTENT_REPLAYED, "true");
        return { purchase: earlier };
      }
      const { $typeName: _, ...sent } = request;
      const calculationStatus = CalculationStatus.PENDING;
      const purchase = create(PurchaseSchema, {
        ...sent,
        id: newId(),
        organizationId,
        calculationStatus,
        createdAt: NOW,
      });
      purchases.set(purchase.id, purchase);
      repeats.set(name, purchase);
      return { purchase };
    },
    getPurchase: ({ id }, call) => ({ purchase: one(id, call) }),
    listPurchases: (request, call) => {
      seen.purchases.push(request);
      const mine = [...purchases.values()].filter((p) => p.organizationId === principalOf(call).organizationId);
      return { purchases: mine.slice(0, request.size), total: mine.length, filterHash: FILTER_HASH };
    },
    updatePurchase: (request, call) => {
      const purchase = one(request.id, call);
      for (const path of request.updateMask?.paths ?? []) {
        const { localName } = PurchaseSchema.fields.find(({ name }) => name === path)!;
        Object.assign(purchase, { [localName]: request[localName as keyof typeof request] });
      }
      // Stands in for calc, which answers a moment later.
      purchase.calculationStatus = CalculationStatus.CALCULATED;
      return { purchase };
    },
    deletePurchase: ({ id }, call) => {
      purchases.delete(one(id, call).id);
      return {};
    },
    listPurchaseValues: ({ field }) => ({
      uniqueValues: {
        field,
        totalCount: 2,
        values: [
          { value: NIL_ID, count: 3 },
          { value: "x", label: "X", count: 1 },
        ],
      },
    }),
    deletePurchases: ({ purchaseIds }) => ({
      deletion: { successCount: purchaseIds.length, successIds: purchaseIds, message: "Deleted." },
    }),
    deletePurchasesByFilters: ({ filterHash }) => {
      if (filterHash !== FILTER_HASH) throw conflict("FILTER_HASH_MISMATCH", "The set has changed.");
      return { deletion: { message: "0 deleted." } };
    },
  });
}

function supplierService(): ServiceEntry {
  const supplier = create(SupplierSchema, {
    id: SUPPLIER_ID,
    organizationId: OURS,
    businessName: "Papelera",
    country: "ES",
    status: SupplierStatus.IN_REVIEW,
    createdAt: NOW,
  });
  const one = (id: string) => {
    if (id !== SUPPLIER_ID) throw notFound("supplier");
    return { supplier };
  };
  return serve(SupplierService, {
    createSupplier: ({ $typeName: _, ...sent }) => ({ supplier: { ...supplier, ...sent } }),
    getSupplier: ({ id }) => one(id),
    listSuppliers: ({ page }) => ({ suppliers: page === 1 ? [supplier] : [], total: 1 }),
    updateSupplier: ({ id }) => one(id),
    deleteSupplier: ({ id }) => {
      one(id);
      throw conflict("SUPPLIER_IN_USE", "Purchases name the supplier.");
    },
  });
}

function readingServices(): ServiceEntry[] {
  return [
    serve(CountryService, { listCountries: () => ({ countries: [{ code: "ES", name: "Spain", region: "Europe" }] }) }),
    serve(UnitService, {
      listUnits: ({ type }) => ({
        units: type === "solid" ? [{ id: KILOGRAM, name: "kilogram_(kg)", type: "solid" }] : [],
        details: [{ code: "kg" }],
      }),
      convertQuantity: ({ quantity, date }) => {
        const unit = { id: KILOGRAM, name: "kilogram_(kg)", type: "solid" };
        if (date === "2000-01-01") throw unprocessable("EXCHANGE_RATE_MISSING", "No exchange rate is known.");
        return { conversion: { quantity: quantity!, fromUnit: unit, result: quantity!, toUnit: unit, formula: "" } };
      },
    }),
    ...referenceServices(),
    serve(ExchangeRateService, {
      getExchangeRate: ({ currency, date }) => {
        if (currency !== "USD") throw notFound("currency");
        return { exchangeRate: { currency, rate: { value: "1.08130" }, requestedDate: date, rateDate: date, kind: 1 } };
      },
    }),
    serve(OrganizationService, {
      getOrganizationTree: () => ({
        tree: { id: OURS, name: "Holding", children: [{ id: THEIRS, name: "Iberia", children: [] }] },
      }),
    }),
    serve(TotalImpactService, {
      getTotalImpacts: ({ startDate, endDate }, call) => {
        if (startDate > endDate) throw outOfRange("INVALID_DATE_RANGE", "The range is reversed.");
        const { organizationId } = principalOf(call);
        const co2e = { value: "12.345678901234567890100" };
        return {
          summary: { organizationId, startDate, endDate, unit: "tCO2e", totalCo2e: co2e, items: [{ scope: 3, co2e }] },
        };
      },
    }),
    serve(CalculationService, {
      getCalculation: ({ id }) => ({
        calculation: {
          id: newId(),
          recordId: id,
          revision: 2,
          status: CalculationOutcome.CALCULATED,
          co2e: { value: "0.100000000000" },
          input: { recordId: id, selector: { kind: { case: "spend", value: { sector: "62.01" } } } },
          calculatedAt: NOW,
          candidates: [{ rank: 1, chosen: false, reason: "year" }],
        },
      }),
    }),
  ];
}

function referenceServices(): ServiceEntry[] {
  const treatment = { id: newId(), code: "R03", name: "organic_recycling" };
  return [
    serve(WasteCatalogueService, {
      listRdCodes: ({ lerCodeId }) => ({ codes: lerCodeId === "" || lerCodeId === OURS ? [treatment] : [] }),
      listLerCodes: ({ search, hazardous }) => ({
        codes: [{ id: OURS, code: "15 01 01", name: search, description: String(hazardous), hazardous: false }],
      }),
      listWasteFactors: ({ region, size }) => ({
        factors: [{ id: OURS, lowCode: "15 01 01", lowName: "Paper", lowDescription: `${size}`, region }],
        total: 51,
      }),
    }),
    serve(VehicleCatalogueService, {
      listVehicleFuels: () => ({ fuels: [{ id: OURS, fuel: "diesel", country: "ES", fuelUnits: [], createdAt: NOW }] }),
      listUnknownVehicles: () => ({ vehicles: [{ id: OURS, type: "car", createdAt: NOW }] }),
    }),
    serve(EnergySupplierService, {
      listEnergySuppliers: ({ country }) => ({
        suppliers: [{ id: OURS, name: "Iberia Power", country: "ES", type: EnergySupplierType.ELECTRICITY }].filter(
          (supplier) => country === "" || supplier.country === country,
        ),
      }),
    }),
    serve(HotelCatalogueService, { listHotelCountries: () => ({ countries: ["ES", "FR"] }) }),
  ];
}

interface Options {
  outside?: OutsideIssuer;
  failuresPerMinute?: number;
  strangersPerMinute?: number;
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
  failuresPerMinute,
  strangersPerMinute,
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
    lineages: 0,
  };
  const signer = new PrincipalSigner(SECRET, "gateway");
  const entries = [
    accessService(seen),
    purchaseService(seen),
    supplierService(),
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
    ...readingServices(),
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
  const requests = new Failures(strangersPerMinute ?? 1_000_000);
  const routes = [...routeTable(tokens), ...more];
  const app = await buildApp({
    ...outgoing,
    routes,
    members,
    tokens,
    strangers: createStrangers({ lineages: new Lineages(callAs), requests }),
    errorsUrl: "https://emissions.example/errors",
    problems: [...PROBLEM_RESOURCES, "/v2/tests"],
    failures: new Failures(failuresPerMinute ?? 1_000_000),
    ...(logger && { logger }),
  });
  return { app, routes, members, tokens, seen };
}

export const samplePurchase = {
  product_name: "Paper",
  sector: "17.12",
  quantity: 100.5,
  unit_id: "0190f3a0-0000-7000-8000-0000000000e0",
  purchase_date: "2026-01-31",
  expense_type: "opex",
};
