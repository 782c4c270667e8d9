import type { MessageInitShape } from "@bufbuild/protobuf";
import { serve } from "@emissions/kit/wire/services";
import { EvidenceService } from "@emissions/proto/activity/v1/evidence_service";
import { BoundaryApproach, OwnershipService } from "@emissions/proto/activity/v1/ownership_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { InventoryService, type ScopeStatementSchema } from "@emissions/proto/calc/v1/inventory_service";
import { type LedgerEntrySchema, LedgerService } from "@emissions/proto/calc/v1/ledger_service";
import { FitnessMark } from "@emissions/proto/factors/v1/fitness";
import { describe, expect, it } from "vitest";
import { as, OURS, THEIRS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID } from "../../test/samples.ts";
import { cellsOf } from "../xlsx/read-workbook.fixture.ts";

const HOSTILE = '=HYPERLINK("https://evil.example")</td><script>alert(1)</script>';
const t = (value: string) => ({ value });
const gases = {
  co2: t("1"),
  ch4: t("0"),
  n2o: t("0"),
  hfc: t("0"),
  pfc: t("0"),
  sf6: t("0"),
  nf3: t("0"),
  unspecified: t("-0.5"),
};
const masses = { co2: t("1"), ch4: t("0"), n2o: t("0"), co2eWithoutMasses: t("0.5") };
const scope: MessageInitShape<typeof ScopeStatementSchema> = {
  co2e: t("0.5"),
  gases,
  masses,
  categories: [
    { number: 1, ghgCategory: "capital_goods", hasData: true, co2e: t("0.5"), gases, masses },
    { number: 2, ghgCategory: "investments", hasData: false },
  ],
};
const use = {
  name: HOSTILE,
  source: "-1+1",
  region: "ES",
  scope: 1,
  ghgCategory: "capital_goods",
  marks: [FitnessMark.PROXY],
  co2e: t("0.5"),
};
const holding = {
  organizationId: OURS,
  name: "@holding, S.A.",
  startDate: "2024-01-01",
  endDate: "2024-12-31",
  share: t("1"),
  stated: true,
};

const inventories = serve(InventoryService, {
  getInventory: ({ startDate, endDate, boundary, waitingRecords, holdings }) => ({
    inventory: {
      organizationId: OURS,
      startDate,
      endDate,
      unit: "tCO2e",
      boundary: boundary || BoundaryApproach.OPERATIONAL,
      boundaryIsDefault: boundary === BoundaryApproach.UNSPECIFIED,
      gwpSets: [{ gwpSet: "AR5", co2e: t("0.5") }],
      totalMarketBased: t("0.123456789012345678"),
      totalLocationBased: t("0"),
      scope1: scope,
      scope2: { marketBased: scope, locationBased: scope },
      scope3: scope,
      restatements: {
        included: false,
        totalMarketBased: t("-0.25"),
        totalLocationBased: t("0"),
        scope1: t("-0.25"),
        scope2MarketBased: t("0"),
        scope2LocationBased: t("0"),
        scope3: t("0"),
      },
      biogenicCo2: { co2eNotStated: t("0.5") },
      outsideScopes: [{ name: "CFC-11", co2e: t("7") }],
      coverage: {
        calculated: 3,
        failed: 0,
        waiting: waitingRecords,
        withoutFactor: 0,
        excluded: 0,
        partsMissing: 0,
        co2e: t("0.5"),
        partsMissingCo2e: t("0"),
        marks: [{ mark: FitnessMark.PROXY, records: 1, co2e: t("0.5") }],
        spendOverlaps: [{ ghgCategory: "business_travel", purchasesCo2e: t("0.25"), activityCo2e: t("0.125") }],
      },
      primaryData: { co2e: t("0") },
      methods: [{ method: 0, co2e: t("0.5") }],
      proxies: [use],
      staleFactors: [],
      factors: [use],
      organizations: holdings.map(({ organizationId, name, startDate, endDate, share }) => ({
        organizationId,
        name,
        sharesStated: true,
        shares: [{ startDate, endDate, share: share! }],
        co2e: t("0.5"),
      })),
    },
  }),
});
const boundaries = serve(OwnershipService, { getBoundary: () => ({ holdings: [holding], waitingRecords: 4 }) });

const THIRD = SAMPLE_ID.replace(/.$/, "9");
const entry = (fields: Omit<MessageInitShape<typeof LedgerEntrySchema>, "$typeName">) => ({
  ...{ organizationId: OURS, part: "main", startDate: "2024-01-01", endDate: "2024-01-31", scope: 3 },
  ...{ category: "purchases", ghgCategory: "capital_goods", factorName: HOSTILE, source: "S", region: "ES" },
  ...{ share: t("1"), co2e: t("0.1234567890123456789"), co2eMarketBased: t("0.1234567890123456789") },
  ...fields,
});
const ledgers = serve(LedgerService, {
  listLedgerEntries: ({ after, endDate }) => ({
    entries: after
      ? [entry({ co2e: t("-1"), co2eMarketBased: t("-1") })]
      : [
          entry({ recordId: SAMPLE_ID, entityType: EntityType.WASTES, marks: [FitnessMark.PROXY] }),
          entry({ recordId: THIRD }),
        ],
    next: after ? "" : THIRD,
    records: endDate === "2024-12-31" ? 2 : 50_001,
  }),
});
const evidence = serve(EvidenceService, {
  lookUpEvidence: () => ({
    records: [{ recordId: SAMPLE_ID, fileId: THEIRS, fileName: "=bill.pdf", externalId: "W-1" }],
  }),
});
const { app, calls } = await gateway({ handlers: [inventories, boundaries, ledgers, evidence] });

const YEAR = "start_date=2024-01-01&end_date=2024-12-31";
const get = (query: string, headers = {}) =>
  app.inject({ url: `/v2/inventory?${query}`, headers: { ...as("viewer"), ...headers } });

describe("GET /v2/inventory", () => {
  it("passes the boundary and the waiting records to the statement", async () => {
    const answer = await get(`${YEAR}&boundary=equity&include_children=true&gwp=AR6`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ boundary: "equity", coverage: { waiting: 4 }, scope_1: { co2e: 0.5 } });
    expect(answer.body).toContain('"total_market_based":0.123456789012345678');
    expect(calls.lastRequest(OwnershipService.method.getBoundary)).toMatchObject({
      approach: 3,
      includeChildren: true,
    });
    expect(calls.lastRequest(InventoryService.method.getInventory)).toMatchObject({ gwp: 3, holdings: [holding] });
  });

  it.each([
    ["text/csv", "text/csv"],
    ["text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "text/html"],
    ["application/json", "application/json"],
    ["*/*", "application/json"],
    ["text/csv;q=0.5, application/json", "application/json"],
    ["text/csv;q=0, */*", "application/json"],
    ["image/png", "application/json"],
  ])("answers Accept: %s with %s", async (accept, type) => {
    const answer = await get(YEAR, { accept });
    expect([answer.statusCode, answer.headers.vary]).toEqual([200, expect.stringContaining("accept")]);
    expect(answer.headers["content-type"]).toBe(`${type}; charset=utf-8`);
  });

  it("prefers the parameter to the header", async () => {
    const answer = await get(`${YEAR}&format=json`, { accept: "text/html" });
    expect(answer.headers["content-type"]).toContain("application/json");
  });

  it("as CSV keeps every digit, and no text begins like a formula", async () => {
    const { body, headers } = await get(`${YEAR}&format=csv`);
    expect(headers["content-disposition"]).toContain("inventory.csv");
    expect(body).toContain('"total, market-based",0.123456789012345678\r\n');
    expect(body).toContain(",-0.5\r\n");
    expect(body).toContain('"Restatements of locked periods, kept apart"\r\nitem,value\r\nincluded,no\r\n');
    expect(body).toContain("scope_1,-0.25\r\n");
    expect(body).toContain(`"'=HYPERLINK(""https://evil.example"")</td><script>alert(1)</script>",'-1+1,ES`);
    expect(body).toContain(`"'@holding, S.A.",${OURS},yes,2024-01-01,2024-12-31,1,0.5`);
    for (const cell of body.split(/\r\n|,/)) expect(cell).not.toMatch(/^"?[=+@]/);
  });

  it("as a page escapes every text and runs no script", async () => {
    const { body, headers } = await get(`${YEAR}&format=html`);
    expect(body).toContain("&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(body).not.toContain("<script");
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });

  it.each(["boundary=all", "gwp=AR3", "format=pdf", "include_children=maybe"])("refuses %s", async (wrong) => {
    const answer = await get(`${YEAR}&${wrong}`);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([422, expect.stringContaining("problem+json")]);
  });
});

describe("GET /v2/inventory/ledger", () => {
  const ledger = (query: string) => app.inject({ url: `/v2/inventory/ledger?${query}`, headers: as("viewer") });

  it("has all rows of all answers with their evidence, and no text that begins like a formula", async () => {
    const { body, headers } = await ledger(`${YEAR}&include_children=true&boundary=equity`);
    const [keys, ...rows] = body.trimEnd().split("\r\n");
    expect(keys).toMatch(/^\uFEFForganization_id,organization,record_id,external_id,entity_type,/);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain(`${OURS},"'@holding, S.A.",${SAMPLE_ID},W-1,wastes,`);
    expect(rows[0]).toContain(`,1,0.1234567890123456789,0.1234567890123456789,,`);
    expect(rows[0]).toContain(`proxy,,${THEIRS},'=bill.pdf,`);
    expect(rows[2]).toMatch(/,1,-1,-1,,/);
    expect(headers["content-disposition"]).toContain("ledger-2024-01-01-2024-12-31.csv");
    expect(calls.lastRequest(LedgerService.method.listLedgerEntries)).toMatchObject({
      after: THIRD,
      holdings: [holding],
    });
  });

  it("as xlsx keeps numbers as numbers with all digits", async () => {
    const { rawPayload } = await ledger(`${YEAR}&format=xlsx`);
    const [titles, row] = cellsOf(rawPayload);
    const column = Object.keys(titles!).find((name) => titles![name]!.value === "co2e_market_based")!;
    expect(row![column]).toMatchObject({ isText: false, value: "0.1234567890123456789" });
  });

  it("as xlsx refuses more records than a sheet may have", async () => {
    const answer = await ledger("start_date=2024-01-01&end_date=2024-06-30&format=xlsx");
    expect([answer.statusCode, answer.json().code]).toEqual([422, "TOO_MANY_ROWS"]);
  });

  it.each(["format=json", "after=1", "entity_type=cars", "as_of=2024-01-01T00:00:00Z"])("refuses %s", async (wrong) => {
    expect((await ledger(`${YEAR}&${wrong}`)).statusCode).toBe(422);
  });
});

describe("the shares of a child", () => {
  const url = `/v2/organizations/${SAMPLE_ID}/shares`;
  const share = { start_date: "2024-01-01", equity_share: 0.6, operational_control: true };
  const put = (role: "admin" | "editor", financial_control: unknown = "full") =>
    app.inject({ method: "PUT", url, headers: as(role), payload: { shares: [{ ...share, financial_control }] } });

  it.each([
    ["joint", "joint"],
    ["none", "none"],
    [true, "full"],
    [false, "none"],
  ])("have the financial control %s as %s", async (sent, shown) => {
    expect((await put("admin", sent)).json()).toMatchObject({ shares: [{ ...share, financial_control: shown }] });
  });

  it.each(["shared", null, 1])("have no financial control %s", async (sent) => {
    const answer = await put("admin", sent);
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ["body", "shares", 0, "financial_control"]]);
  });

  it("are replaced by admins alone", async () => {
    expect((await put("admin")).statusCode).toBe(200);
    expect((await put("editor")).statusCode).toBe(403);
    expect((await app.inject({ method: "DELETE", url, headers: as("editor") })).statusCode).toBe(403);
    expect((await app.inject({ url: url.replace(SAMPLE_ID, THEIRS), headers: as("viewer") })).statusCode).toBe(404);
  });
});

describe("GET /v1/total-impacts", () => {
  it("by default answers with the same text as before there were other parameters", async () => {
    const answer = await app.inject({ url: `/v1/total-impacts?${YEAR}`, headers: as("viewer") });
    expect(answer.body).toBe(
      `{"organization_id":"${OURS}","start_date":"2024-01-01","end_date":"2024-12-31","unit":"tCO2e",` +
        `"total_co2e":12.3456789012345678901,"items":[{"scope":3,"co2e":12.3456789012345678901}]}`,
    );
    expect(calls.count(OwnershipService.method.getBoundary)).toBeGreaterThan(0);
  });
});
