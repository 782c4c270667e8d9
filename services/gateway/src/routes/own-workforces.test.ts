import { OwnWorkforceSchema, OwnWorkforceService } from "@emissions/proto/activity/v1/own_workforce_service";
import { describe, expect, it } from "vitest";
import { as, OURS } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const { app, calls } = await gateway({ samples: [sample(OwnWorkforceSchema, {})] });
const ALL = "/v1/own_workforces";
const ONE = `${ALL}/${SAMPLE_ID}`;
type Verb = "GET" | "POST" | "PATCH" | "DELETE";
const ask = (method: Verb, url: string, payload?: object, headers: object = as("humanResources")) =>
  app.inject({ method, url, headers: { ...headers }, ...(payload !== undefined && { payload }) });
const { method } = OwnWorkforceService;

const pay = { amount: "31250.10", currency: "EUR", start_date: "2020-01-01", end_date: null };
const contract = {
  contract_type: "temporary",
  start_date: "2020-01-01",
  end_date: "2020-12-31",
  end_date_reason: "end_of_contract",
  country: "ES",
  job_category: "Engineer",
  working_hours_ratio: 0.75,
  remunerations: [pay],
};
const person = {
  external_employee_id: "HR-1",
  birth_date: "1988-02-29",
  gender: "NS",
  disabled_employee: false,
  contracts: [contract],
};
const row = {
  external_employee_id: "HR-1",
  birth_date: "1988-02-29",
  gender: "NS",
  disabled_employee: false,
  contract_type: "temporary",
  contract_start_date: "2020-01-01",
  country: "ES",
  job_category: "Engineer",
  working_hours_ratio: 0.75,
};

describe("the own workforce", () => {
  it("is created with contracts and exact remunerations, shown, changed and deleted", async () => {
    const answer = await ask("POST", ALL, { ...person, contracts: [contract, { ...contract, remunerations: [] }] });
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { gender: "NS", erased_at: null }]);
    expect(calls.lastRequest(method.createOwnWorkforce)).toMatchObject({
      contracts: [{ workingHoursRatio: { value: "0.75" }, remunerations: [{ amount: { value: "31250.1" } }] }, {}],
    });
    expect((await ask("GET", ONE)).json()).toMatchObject({ id: SAMPLE_ID });
    expect((await ask("PATCH", ONE, { contracts: [contract] })).statusCode).toBe(200);
    expect(calls.lastRequest(method.updateOwnWorkforce)).toMatchObject({
      id: SAMPLE_ID,
      updateMask: { paths: ["contracts"] },
    });
    expect((await ask("DELETE", ONE)).statusCode).toBe(204);
    const missing = await ask("GET", `${ALL}/${OURS}`);
    expect([missing.statusCode, missing.json().code]).toEqual([404, "NOT_FOUND"]);
  });

  it.each([
    [{ external_employee_id: " " }, ["external_employee_id"], "value_error.any_str.min_length"],
    [{ gender: "f" }, ["gender"], "type_error.enum"],
    [{ disabled_employee: null }, ["disabled_employee"], "type_error.none.not_allowed"],
    [{ birth_date: "29/02/1988" }, ["birth_date"], "value_error.date"],
    [{ contracts: [] }, ["contracts"], "value_error.list.min_items"],
    [
      { contracts: [{ ...contract, working_hours_ratio: 1.5 }] },
      ["contracts", 0, "working_hours_ratio"],
      "value_error.number.not_le",
    ],
    [{ contracts: [{ ...contract, id: OURS }] }, ["contracts", 0, "id"], "value_error.extra"],
    [
      { contracts: [{ ...contract, remunerations: [{ ...pay, amount: -1 }] }] },
      ["contracts", 0, "remunerations", 0, "amount"],
      "value_error.number.not_ge",
    ],
    [{ status: "active" }, ["status"], "value_error.extra"],
  ])("with %j is refused", async (values, place, type) => {
    const answer = await ask("POST", ALL, { ...person, ...values });
    expect([answer.statusCode, answer.json().detail]).toEqual([
      422,
      [{ loc: ["body", ...place], type, msg: expect.any(String) }],
    ]);
  });

  it("is listed by every filter, in the group view, with the hash", async () => {
    const filters = `search=hr&file_id[]=00000000-0000-0000-0000-000000000000&created_at_to=2025-01-01T00:00:00Z`;
    const answer = await ask(
      "GET",
      `${ALL}?${filters}&sort=-updated_at&include_children=true&organization_id[]=${OURS}`,
    );
    expect(answer.json()).toMatchObject({ total: 1, page: 1, size: 50, filter_hash: "a3f1c2e4b5d6a7b8", items: [{}] });
    expect(calls.lastRequest(method.listOwnWorkforces)).toMatchObject({
      search: "hr",
      createdAtTo: { seconds: 1735689600n },
      sort: ["-updated_at"],
      includeChildren: true,
    });
    expect((await ask("GET", `${ALL}?sort=birth_date`)).statusCode).toBe(422);
  });

  it("lists the values of file_id, and refuses every other field and none", async () => {
    const unique = (query: string) => ask("GET", `${ALL}/unique-values${query}`);
    const answer = await unique("?field=file_id");
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ["field", "total_count", "values"]]);
    for (const query of ["", "?field=birth_date", "?field=gender", "?field="]) {
      const refused = await unique(query);
      expect([refused.statusCode, refused.json().detail[0].loc]).toEqual([422, ["query", "field"]]);
    }
  });

  it("takes batches of rows, and refuses invalid ones with problem details", async () => {
    const send = (records: object[]) =>
      ask("POST", "/v2/own_workforces", { records }, { ...as("humanResources"), "idempotency-key": "one" });
    const accepted = await send([row, { ...row, contract_start_date: "2021-01-01", gross_annual_remuneration: 1 }]);
    expect([accepted.statusCode, accepted.json()]).toMatchObject([
      202,
      { entity_type: "own_workforces", total_items: 2 },
    ]);
    const refused = await send([row, { ...row, gender: "X" }]);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { code: "BULK_RECORDS_REJECTED", errors: [{ loc: ["body", "records", 1] }] },
    ]);
  });

  it("admits viewers to its reads and human_resources to all of it", async () => {
    const viewer = as("viewer");
    for (const url of [ALL, ONE, `${ALL}/unique-values?field=file_id`]) {
      expect((await ask("GET", url, undefined, viewer)).statusCode).toBe(200);
    }
    expect((await ask("POST", ALL, person, viewer)).json()).toMatchObject({ code: "FORBIDDEN" });
    expect((await ask("DELETE", ONE, undefined, viewer)).json()).toMatchObject({ code: "FORBIDDEN" });
  });

  it("is deleted by ids and by filters", async () => {
    const byIds = await ask("POST", `${ALL}/bulk-delete`, { own_workforce_ids: [SAMPLE_ID] });
    expect(byIds.json()).toMatchObject({ success_count: 1, success_ids: [SAMPLE_ID], failed_count: 0 });
    const seen = { filter_hash: "a3f1c2e4b5d6a7b8" };
    expect((await ask("POST", `${ALL}/bulk-delete-by-filters?search=x`, seen)).statusCode).toBe(200);
    expect(calls.lastRequest(method.deleteOwnWorkforcesByFilters)).toMatchObject({ search: "x" });
  });
});
