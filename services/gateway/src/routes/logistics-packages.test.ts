import { create } from "@bufbuild/protobuf";
import { notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import { serve } from "@emissions/kit/wire/services";
import {
  LogisticsPackageSchema,
  LogisticsPackageService,
  LogisticsPackageStatus,
} from "@emissions/proto/activity/v1/logistics_package_service";
import { LogisticsSummaryService } from "@emissions/proto/activity/v1/logistics_summary_service";
import { OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import { describe, expect, it } from "vitest";
import { as, keys, OURS, THEIRS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID } from "../../test/samples.ts";

const ALL = "/v1/logistics/packages";
const MISSING = "0190f3a0-0000-7000-8000-0000000000ff";

const sent = {
  id: SAMPLE_ID,
  shipmentId: "M-1",
  packageKey: "P-1",
  weightKg: { value: "5000" },
  totalDistanceKm: { value: "215.50" },
  status: LogisticsPackageStatus.ACTIVE,
  createdAt: { seconds: 1_767_225_600n },
};
const leg = { id: SAMPLE_ID, origin: "MAD", distanceKm: { value: "203" }, co2e: { value: "164.43" } };
const withLegs = { ...sent, detail: { case: "legs" as const, value: { items: [leg] } } };
const counted = { count: 3_000_000_000n, lastUpdated: sent.createdAt };
const { app, calls } = await gateway({
  handlers: [
    serve(LogisticsPackageService, {
      listLogisticsPackages: ({ packageKey }) => ({
        packages: [create(LogisticsPackageSchema, packageKey === "" ? sent : withLegs)],
        total: 1,
      }),
      getLogisticsPackage: ({ id }) => {
        if (id !== SAMPLE_ID) throw notFound("package");
        return { package: create(LogisticsPackageSchema, withLegs) };
      },
    }),
    serve(LogisticsSummaryService, {
      getLogisticsSummary: () => ({ logisticsSummary: { requests: counted, recharges: counted, hubs: { count: 0n } } }),
    }),
    serve(OrganizationService, {
      getOrganization: ({ id }, call) => {
        if (principalOf(call).organizationId === MISSING) throw notFound("organization");
        return { organization: { id } };
      },
    }),
  ],
});
const get = (url: string, headers: Record<string, string> = as("viewer")) => app.inject({ url, headers });

const shown = {
  id: SAMPLE_ID,
  shipment_id: "M-1",
  package_key: "P-1",
  client_billing_id: null,
  weight_kg: 5000,
  total_distance_km: 215.5,
  total_co2e: null,
  status: "active",
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: null,
};
const legs = [{ id: SAMPLE_ID, origin: "MAD", destination: null, distance_km: 203, co2e: 164.43 }];

describe(`GET ${ALL}`, () => {
  it("answers a page of packages without legs", async () => {
    expect((await get(ALL)).json()).toEqual({ page: 1, size: 10, total: 1, items: [shown] });
  });

  it("answers the legs of a package with its key", async () => {
    const answer = await get(`${ALL}?package_key=P-1&movement_id=M-1&client=C-1&page=2&size=100`);
    expect(answer.json()).toEqual({ page: 2, size: 100, total: 1, items: [{ ...shown, legs }] });
    expect(calls.lastRequest(LogisticsPackageService.method.listLogisticsPackages)).toMatchObject({
      ...{ packageKey: "P-1", movementId: "M-1", client: "C-1", page: 2, size: 100 },
    });
  });

  it.each([
    ["size=0", "size"],
    ["size=101", "size"],
    ["page=0", "page"],
    [`package_key=${"x".repeat(256)}`, "package_key"],
    ["include_children=true", "include_children"],
  ])("refuses %s", async (query, field) => {
    const answer = await get(`${ALL}?${query}`);
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ["query", field] }]]);
  });

  it.each([
    {
      what: "an organization that does not exist",
      headers: { ...as("viewer"), "x-organization-id": MISSING },
      is: 404,
    },
    { what: "another organization", headers: { ...as("viewer"), "x-organization-id": THEIRS }, is: 401 },
    {
      what: "a missing organization and an unknown key",
      headers: { "x-api-key": "nobody", "x-organization-id": MISSING },
      is: 401,
    },
  ])("refuses $what with $is", async ({ headers, is }) => {
    const answer = await get(ALL, headers);
    const refusal =
      is === 404
        ? { detail: "Organization not found", code: "ORGANIZATION_NOT_FOUND" }
        : { detail: "Invalid API key", code: "INVALID_API_KEY" };
    expect([answer.statusCode, answer.json()]).toEqual([is, refusal]);
  });
});

describe(`GET ${ALL}/{package_id}`, () => {
  it("answers the package with its legs", async () => {
    expect((await get(`${ALL}/${SAMPLE_ID}`)).json()).toEqual({ ...shown, legs });
  });

  it("answers 404 for a missing package", async () => {
    const answer = await get(`${ALL}/${OURS}`);
    expect([answer.statusCode, answer.json()]).toEqual([404, { detail: "Package not found", code: "NOT_FOUND" }]);
  });
});

describe("GET /v1/logistics/summary", () => {
  it("answers the numbers of requests, recharges and hubs", async () => {
    const answer = await get("/v1/logistics/summary", as("viewer"));
    const count = { count: 3_000_000_000, last_updated: "2026-01-01T00:00:00.000Z" };
    expect(answer.json()).toEqual({ requests: count, recharges: count, hubs: { count: 0, last_updated: null } });
    await get(`/v1/logistics/summary?project_id=${OURS}`);
    expect(calls.lastRequest(LogisticsSummaryService.method.getLogisticsSummary)).toMatchObject({ projectId: OURS });
  });

  it("refuses a project id that is no UUID", async () => {
    const answer = await get("/v1/logistics/summary?project_id=1", { ...as("viewer"), "x-api-key": keys.admin.key });
    expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ["query", "project_id"] }]]);
  });
});
