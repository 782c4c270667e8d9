import {
  CertificateMatchSchema,
  CertificateSchema,
  CertificateService,
} from "@emissions/proto/activity/v1/certificate_service";
import { describe, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const { method } = CertificateService;
const certificate = sample(CertificateSchema, { mwh: "120", mwh_used: "20.5", mwh_left: "99.5" });
const match = sample(CertificateMatchSchema, { mwh: "0.031" });
const { app, calls } = await gateway({ samples: [certificate, match] });
const ALL = "/v2/certificates";
const ONE = `${ALL}/${SAMPLE_ID}`;
const ask = (verb: "GET" | "POST" | "PATCH" | "DELETE", url: string, payload?: object, who = as("editor")) =>
  app.inject({ method: verb, url, headers: who, ...(payload !== undefined && { payload }) });

const sent = {
  type: "guarantee_of_origin",
  technology: "wind",
  mwh: "120.000000000001",
  country: "ES",
  production_start_date: "2025-03-01",
  production_end_date: "2025-03-31",
  external_id: "GO-1",
};

describe(`POST ${ALL}`, () => {
  it("answers with the certificate, its used and remaining MWh, and its place", async () => {
    const answer = await ask("POST", ALL, sent);
    expect([answer.statusCode, answer.headers.location]).toEqual([201, ONE]);
    expect(answer.json()).toMatchObject({
      ...sent,
      mwh: 120.000000000001,
      mwh_used: 20.5,
      mwh_left: 99.5,
      emission_rate: null,
    });
  });

  it.each([
    ["no technology", { technology: undefined }, "technology", "value_error.missing"],
    ["an unknown type", { type: "offset" }, "type", "type_error.enum"],
    ["no MWh", { mwh: 0 }, "mwh", "value_error.number.not_gt"],
    ["a negative rate", { emission_rate: -1 }, "emission_rate", "value_error.number.not_ge"],
    ["the used MWh", { mwh_used: 1 }, "mwh_used", "value_error.extra"],
  ])("refuses %s", async (_, change, field, type) => {
    const answer = await ask("POST", ALL, { ...sent, ...change });
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { errors: [{ loc: ["body", field], type }] }]);
  });

  it("takes a batch, and is not for viewers", async () => {
    const batch = await ask("POST", `${ALL}/batch`, { records: [sent, sent] });
    expect([batch.statusCode, batch.json()]).toMatchObject([201, { items: [{ external_id: "GO-1" }, {}], total: 2 }]);
    expect((await ask("POST", ALL, sent, as("viewer"))).statusCode).toBe(403);
  });
});

it(`GET ${ALL} passes on every filter, and shows hash and total`, async () => {
  const filters =
    "type[]=ppa&technology=wind&country[]=ES&production_from=2025-01-01&production_to=2025-12-31&state=available";
  const answer = await ask("GET", `${ALL}?${filters}&search=go&sort=-mwh&page=2&size=10&file_id=${OURS}`);
  expect(answer.json()).toMatchObject({ total: 1, filter_hash: "a3f1c2e4b5d6a7b8", items: [{ id: SAMPLE_ID }] });
  expect(calls.lastRequest(method.listCertificates)).toMatchObject({
    type: [5],
    technology: [2],
    country: ["ES"],
    productionFrom: "2025-01-01",
    productionTo: "2025-12-31",
    state: [1],
    search: "go",
    sort: ["-mwh"],
    page: 2,
    size: 10,
    fileId: [OURS],
  });
});

it(`${ONE} is shown, changed and deleted`, async () => {
  expect((await ask("GET", ONE)).json()).toMatchObject({ id: SAMPLE_ID, mwh_left: 99.5 });
  expect((await ask("PATCH", ONE, { mwh: 150, plant: null })).statusCode).toBe(200);
  expect(calls.lastRequest(method.updateCertificate)).toMatchObject({ updateMask: { paths: ["mwh", "plant"] } });
  expect((await ask("DELETE", ONE)).statusCode).toBe(204);
  const missing = await ask("GET", `${ALL}/${OURS}`);
  expect([missing.statusCode, missing.json().code]).toEqual([404, "NOT_FOUND"]);
});

describe(`${ONE}/matches`, () => {
  it("covers the named invoices, or all that fit", async () => {
    const named = await ask("POST", `${ONE}/matches`, { invoice_ids: [OURS] });
    expect([named.statusCode, named.json()]).toMatchObject([201, { certificate: { id: SAMPLE_ID } }]);
    expect(calls.lastRequest(method.matchCertificate)).toMatchObject({ id: SAMPLE_ID, invoiceIds: [OURS] });
    expect((await ask("POST", `${ONE}/matches`, {})).statusCode).toBe(201);
    expect(calls.lastRequest(method.matchCertificate)).toMatchObject({ id: SAMPLE_ID, invoiceIds: [] });
    expect((await ask("POST", `${ONE}/matches`, { invoice_ids: [] })).statusCode).toBe(422);
  });

  it("are listed and deleted", async () => {
    expect((await ask("GET", `${ONE}/matches?size=5`)).json()).toMatchObject({ total: 1, items: [{ mwh: 0.031 }] });
    expect((await ask("DELETE", `${ONE}/matches/${SAMPLE_ID}`)).statusCode).toBe(204);
  });
});
