import { newId } from "@emissions/kit/process/id";
import { serve } from "@emissions/kit/wire/services";
import {
  InvoiceSchema,
  InvoiceService,
  InvoiceStatus,
  InvoiceType,
} from "@emissions/proto/activity/v1/invoice_service";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const { createInvoice, listInvoices } = InvoiceService.method;
const invoice = sample(InvoiceSchema, {
  base_quantity: "0.1",
  quantity: "0.03333333333333333",
  start_date: "2025-01-01T00:00:00",
});
const handlers = serve(InvoiceService, {
  recalculateInvoices: ({ invoiceIds, activityCategories }) => {
    const processingJobIds = activityCategories.map(() => newId());
    return { recalculation: { invoiceIds, count: invoiceIds.length, processingJobIds } };
  },
});
const { app, calls } = await gateway({ samples: [invoice], handlers: [handlers] });
const [facility, organization, unit] = [newId(), newId(), newId()];
const sent = {
  type: "heat",
  facility_id: facility,
  base_quantity: 0.1,
  unit_id: unit,
  start_date: "2025-01-01",
  end_date: "2025-01-31",
};

async function call(method: "GET" | "POST" | "PATCH" | "DELETE", url: string, body?: object) {
  const headers = { ...as("editor"), ...(body && { "content-type": "application/json" }) };
  const answer = await app.inject({ method, url, headers, ...(body && { payload: JSON.stringify(body) }) });
  return { status: answer.statusCode, text: answer.body, json: () => answer.json() };
}

describe("POST /v1/invoices", () => {
  it("passes shares on with all their digits, and answers 201 with all those of the first part", async () => {
    const share = {
      organization_id: organization,
      facility_id: facility,
      company_name: "Acme",
      facility_name: "Plant",
    };
    const { facility_id: _, ...rest } = sent;
    const facility_percentages = [{ ...share, percentage: "0.3333333333333333" }];
    const answer = await call("POST", "/v1/invoices", { ...rest, facility_percentages, uploaded_by: newId() });
    expect(answer.status).toBe(201);
    expect(answer.text).toContain('"quantity":0.03333333333333333,');
    expect(answer.json()).toMatchObject({ invofox_id: null });
    expect(calls.lastRequest(createInvoice)).toMatchObject({
      type: InvoiceType.HEAT,
      baseQuantity: { value: "0.1" },
      facilityPercentages: [{ organizationId: organization, percentage: { value: "0.3333333333333333" } }],
    });
  });

  it.each([
    [{ type: undefined }, ["body.type value_error.missing"]],
    [{ type: "steam" }, ["body.type type_error.enum"]],
    [{ base_quantity: -1 }, ["body.base_quantity value_error.number.not_ge"]],
    [{ start_date: "1969-12-31" }, ["body.start_date activity_date_out_of_range"]],
    [{ end_date: "2025-02-30" }, ["body.end_date value_error.date"]],
    [{ facility_percentages: [] }, ["body.facility_percentages value_error.list.min_items"]],
    [{ quantity: 7 }, ["body.quantity value_error.extra"]],
    [{ status: "active" }, ["body.status value_error.extra"]],
  ])("refuses %o", async (change, violations) => {
    const { status, json } = await call("POST", "/v1/invoices", { ...sent, ...change });
    const { detail } = json() as { detail: { loc: string[]; type: string }[] };
    expect([status, detail.map(({ loc, type }) => `${loc.join(".")} ${type}`)]).toEqual([422, violations]);
  });
});

it("lists in pages with the hash for deletions, filters with brackets and without", async () => {
  const filters = `type[]=heat&type[]=water&status=active&facility_id[]=${facility}&start_date=2025-01-01`;
  const answer = await call("GET", `/v1/invoices?${filters}`);
  expect(answer.json()).toMatchObject({ total: 1, page: 1, size: 50, pages: 1, filter_hash: "a3f1c2e4b5d6a7b8" });
  expect(calls.lastRequest(listInvoices)).toMatchObject({
    type: [InvoiceType.HEAT, InvoiceType.WATER],
    status: [InvoiceStatus.ACTIVE],
    facilityId: [facility],
    startDate: "2025-01-01",
  });
});

it("shows one under both addresses alike", async () => {
  const [first, third] = [
    await call("GET", `/v1/invoices/${SAMPLE_ID}`),
    await call("GET", `/v3/invoices/${SAMPLE_ID}`),
  ];
  expect([first.status, first.text]).toEqual([200, third.text]);
  expect(first.json()).toMatchObject({ start_date: "2025-01-01T00:00:00" });
  expect((await call("GET", `/v3/invoices/${newId()}`)).json()).toEqual({
    detail: "Invoice not found",
    code: "NOT_FOUND",
  });
});

it("accepts a recalculation with one job for each category", async () => {
  const body = { invoice_ids: [SAMPLE_ID], activity_categories: ["stationary", "energy"] };
  const { status, json } = await call("POST", "/v1/invoices/recalculate", body);
  expect([status, json()]).toEqual([
    202,
    { invoice_ids: [SAMPLE_ID], count: 1, processing_job_ids: [expect.any(String), expect.any(String)] },
  ]);
  const wrong = await call("POST", "/v1/invoices/recalculate", { ...body, activity_categories: ["steam"] });
  expect(wrong.status).toBe(422);
});
