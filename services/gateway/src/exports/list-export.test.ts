import { createRouterTransport } from "@connectrpc/connect";
import { NIL_ID } from "@emissions/kit/process/id";
import { unprocessable } from "@emissions/kit/wire/errors";
import { serve } from "@emissions/kit/wire/services";
import { EmployeeSchema } from "@emissions/proto/activity/v1/employee_service";
import { FacilitySchema, FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { OwnWorkforceSchema } from "@emissions/proto/activity/v1/own_workforce_service";
import { OwnWorkforceTrainingSchema } from "@emissions/proto/activity/v1/own_workforce_training_service";
import { SurveyAnswerSchema } from "@emissions/proto/activity/v1/survey_answer_service";
import { SurveySchema } from "@emissions/proto/activity/v1/survey_service";
import { type ListWastesRequest, WasteSchema, WasteService } from "@emissions/proto/activity/v1/waste_service";
import { ImportColumnType, ImportTemplateService } from "@emissions/proto/imports/v1/import_template_service";
import { beforeEach, describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { FILTER_HASH } from "../../test/fake-service.ts";
import { gateway } from "../../test/gateway.ts";
import { sample } from "../../test/samples.ts";
import { cellsOf } from "../xlsx/read-workbook.fixture.ts";

const { TEXT, NUMBER, DATE, REFERENCE } = ImportColumnType;
const PAGE = 250;
const idOf = (n: number) => `0197f3a0-0000-7000-8000-${String(n).padStart(12, "0")}`;
const PLANTS = ["North", "Plañta", "planta"].map((name, n) =>
  sample(FacilitySchema, { id: idOf(900 + n), name, external_id: `plant-${n}` }),
);

const TEMPLATES: Record<string, [string, ImportColumnType][]> = {
  wastes: [
    ["facility_id", REFERENCE],
    ["identification_name", TEXT],
    ["start_date", DATE],
    ["base_quantity", NUMBER],
    ["unit_id", REFERENCE],
    ["ler_code_id", REFERENCE],
  ],
  own_workforces: [
    ["external_employee_id", TEXT],
    ["contract_start_date", DATE],
    ["gross_annual_remuneration", NUMBER],
  ],
  own_workforce_trainings: [["description", TEXT]],
  survey_answers: [
    ["survey_id", REFERENCE],
    ["employee_id", REFERENCE],
    ["commutes.0.total_km", NUMBER],
    ["commutes.1.total_km", NUMBER],
    ["commutes.1.weekly_travels", TEXT],
  ],
};
const templates = createRouterTransport(({ service }) => {
  service(ImportTemplateService, {
    getImportTemplate: ({ templateId }) => ({
      template: { columns: TEMPLATES[templateId]!.map(([key, type]) => ({ key, type })) },
    }),
  });
});

/** The rows of the list, and the requests for them. */
let wastes: object[] = [];
const asked: ListWastesRequest[] = [];
beforeEach(() => {
  [wastes, asked.length] = [[], 0];
});

const { app } = await gateway({
  real: { [ImportTemplateService.typeName]: templates },
  samples: [
    sample(SurveySchema, { id: idOf(800), name: "Commuting" }),
    sample(EmployeeSchema, { id: idOf(801), name: "Ada", email: "ada@example.com", external_id: null }),
    sample(SurveyAnswerSchema, {
      survey_id: idOf(800),
      employee_id: idOf(801),
      commutes: [{ total_km: "15.5" }, { total_km: "8", weekly_travels: [0, 2] }],
    }),
    sample(OwnWorkforceTrainingSchema, { description: "=1+1" }),
    sample(OwnWorkforceSchema, {
      external_employee_id: "HR-7",
      contracts: [
        { start_date: "2024-01-01", remunerations: [{ amount: "30000.5" }, { amount: "31000" }] },
        { start_date: "2025-01-01" },
      ],
    }),
  ],
  handlers: [
    serve(FacilityService, { listFacilities: () => ({ facilities: PLANTS, total: PLANTS.length }) }),
    serve(WasteService, {
      listWastes: (request) => {
        asked.push(request);
        const { after, size } = request.options!;
        if (wastes.length > 50_000) throw unprocessable("TOO_MANY_ROWS", "At most 50000 rows can be exported at once.");
        const from = after === NIL_ID ? 0 : Number(after!.slice(-12));
        return { wastes: wastes.slice(from, from + size) as never, summary: { filterHash: FILTER_HASH } };
      },
    }),
  ],
});

/** Waste number `n`, from 1. */
const waste = (n: number, json: object = {}) =>
  sample(WasteSchema, {
    id: idOf(n),
    facility_id: idOf(900),
    identification_name: `Waste ${n}`,
    start_date: "2025-01-01",
    quantity: "10.5",
    unit: { name: "kilogram_(kg)" },
    low_code: "15 01 01",
    ...json,
  });

const get = (url: string, role: Parameters<typeof as>[0] = "viewer") => app.inject({ url, headers: as(role) });
const lines = (text: string) => text.replace(/\r\n$/, "").split("\r\n");
const codeOf = async (url: string) => {
  const answer = await get(url);
  return [answer.statusCode, answer.json().code, answer.json().detail];
};

describe("?format=csv", () => {
  it("has all rows of the list with names in the place of ids, and its filters", async () => {
    wastes = Array.from({ length: 2 * PAGE + 1 }, (_, n) => waste(n + 1));
    const answer = await get("/v1/wastes?format=csv&status=active&include_children=true");
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([
      200,
      "text/csv; charset=utf-8; header=present",
    ]);
    expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="wastes-\d{4}-\d\d-\d\d.csv"/);
    const [heading, first, ...rest] = lines(answer.body);
    expect(heading).toBe("\uFEFFfacility_id,identification_name,start_date,base_quantity,unit_id,ler_code_id");
    expect(first).toBe("North,Waste 1,2025-01-01,10.5,kilogram_(kg),15 01 01");
    expect(rest).toHaveLength(2 * PAGE);
    expect(asked.map(({ options }) => options!.after)).toEqual([NIL_ID, idOf(PAGE), idOf(2 * PAGE)]);
    for (const { filter, options } of asked) {
      expect(filter!.status).toHaveLength(1);
      expect(options).toMatchObject({ includeChildren: true, size: PAGE });
    }
  });

  it("has exact digits, quotes, and an apostrophe before texts that look like formulas", async () => {
    const names = ["=cmd|'/c calc'!A1", "-5", "@x", "'=a", "plain", 'a "b", c', "two\nlines", "\uff1dx"];
    wastes = names.map((identification_name, n) =>
      waste(n + 1, { identification_name, quantity: "12345678901234567890.123456" }),
    );
    const { body } = await get("/v1/wastes?format=csv");
    const texts = [...body.matchAll(/North,("(?:[^"]|"")*"|[^,]*),2025-01-01,([^,]*),/g)];
    expect(texts.map(([, text]) => text)).toEqual([
      "'=cmd|'/c calc'!A1",
      "'-5",
      "'@x",
      "''=a",
      "plain",
      '"a ""b"", c"',
      '"two\nlines"',
      "'\uff1dx",
    ]);
    expect(new Set(texts.map(([, , digits]) => digits))).toEqual(new Set(["12345678901234567890.123456"]));
  });

  it("has the id of the client for facilities whose name is not unique, and ids of unknown ones", async () => {
    wastes = [waste(1, { facility_id: idOf(902) }), waste(2, { facility_id: idOf(999) })];
    const [, first, second] = lines((await get("/v1/wastes?format=csv")).body);
    expect([first!.split(",")[0], second!.split(",")[0]]).toEqual(["plant-2", idOf(999)]);
  });

  it("has headings alone without rows", async () => {
    expect(lines((await get("/v1/wastes?format=csv")).body)).toHaveLength(1);
  });
});

describe("?format=xlsx", () => {
  it("has dates and numbers, and numbers of more than 15 digits as texts", async () => {
    wastes = [waste(1, { quantity: "622.750000000001" }), waste(2, { quantity: "1234567890.123456" })];
    const answer = await app.inject({ url: "/v1/wastes?format=xlsx", headers: as("viewer") });
    const [headings, first, second] = cellsOf(answer.rawPayload);
    expect(headings!.A!.value).toBe("facility_id");
    expect([first!.C!.value, first!.D]).toEqual(["45658", expect.objectContaining({ isText: false })]);
    expect(second!.D).toMatchObject({ isText: true, value: "1234567890.123456" });
  });

  it("has a row for each remuneration of a contract", async () => {
    const { rawPayload } = await app.inject({ url: "/v1/own_workforces?format=xlsx", headers: as("humanResources") });
    const rows = cellsOf(rawPayload).slice(1);
    expect(rows.map(({ A, C }) => [A!.value, C?.value])).toEqual([
      ["HR-7", "30000.5"],
      ["HR-7", "31000"],
      ["HR-7", undefined],
    ]);
  });
});

describe("an export", () => {
  it("is made of a streamed list, too", async () => {
    expect(lines((await get("/v1/own_workforce_trainings?format=csv")).body).slice(1)).toEqual(["'=1+1"]);
  });

  it("has all commutes of an answer in its row, with the names of survey and employee", async () => {
    const { body } = await get("/v2/employees/survey-answers?format=csv", "humanResources");
    expect(lines(body)[1]).toBe("Commuting,ada@example.com,15.5,8,0; 2");
  });

  it("is refused before its first row: other hash, too many rows, parameters of pages, other roles", async () => {
    wastes = [waste(1)];
    expect((await codeOf(`/v1/wastes?format=csv&filter_hash=${"0".repeat(16)}`)).slice(0, 2)).toEqual([
      409,
      "FILTER_HASH_MISMATCH",
    ]);
    expect((await get(`/v1/wastes?format=csv&filter_hash=${FILTER_HASH}`)).statusCode).toBe(200);
    const refused = ["format=pdf", "format=csv&page=2", "format=csv&sort[]=start_date", `filter_hash=${FILTER_HASH}`];
    for (const query of refused) expect((await get(`/v1/wastes?${query}`)).statusCode).toBe(422);
    expect((await get("/v1/wastes?format=csv", "humanResources")).statusCode).toBe(403);
    wastes = Array.from({ length: 50_001 }, () => wastes[0]!);
    expect((await codeOf("/v1/wastes?format=csv")).slice(0, 2)).toEqual([422, "TOO_MANY_ROWS"]);
  });
});
