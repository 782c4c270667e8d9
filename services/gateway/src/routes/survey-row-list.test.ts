import { SurveyRowListService } from "@emissions/proto/activity/v1/survey_row_list_service";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { type ExpectedCell, expectedCells, HEADINGS } from "../../test/survey-cells.ts";
import {
  app,
  exportRows,
  type ListedRow,
  listAll,
  listPage,
  mixedRows,
  PATH,
  withSurveyRows,
} from "../../test/survey-rows.ts";
import { columnName } from "../xlsx/cells.ts";
import { cellsOf, type ReadCell, timeOf } from "../xlsx/read-workbook.fixture.ts";

const COLUMNS = Array.from({ length: 27 }, (_, index) => columnName(index));
const FORMULA_START = /^\s*[=+\-@]/;

withSurveyRows(mixedRows(500));

const sheetOf = async (body: object, query?: string) => {
  const answer = await exportRows(body, query);
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
  return cellsOf(answer.rawPayload);
};

function readCell(cell: ReadCell | undefined): ExpectedCell {
  if (cell === undefined) return null;
  expect(cell.isFormula).toBe(false);
  if (cell.isText) return { text: cell.value };
  if (cell.style === 3) return { date: timeOf(cell.value).slice(0, 10) };
  return cell.style === 4 ? { time: timeOf(cell.value) } : { number: Number(cell.value) };
}

const valuesOf = (cells: Record<string, ReadCell>) => COLUMNS.map((column) => readCell(cells[column]));
const refusalOf = (answer: { statusCode: number; json: () => Record<string, unknown> }) => {
  const { code, errors } = answer.json() as { code: string; errors: { loc: string[]; type: string }[] };
  return [answer.statusCode, code, ...errors.map(({ loc, type }) => `${loc.join(".")} ${type}`)];
};

describe("the export of survey rows", () => {
  it.each(["", "sort=-transport_type,name", "status=answered&sort=co2e"])(
    "is cell by cell the list with the parameters '%s'",
    async (query) => {
      const { rows, filterHash } = await listAll(query);
      expect(rows.length).toBeGreaterThan(query.includes("status") ? 300 : 499);
      const [headings, ...sheet] = await sheetOf({ filter_hash: filterHash }, `${query}&language=en`);
      expect(COLUMNS.map((column) => headings![column]?.value).join("|")).toBe(HEADINGS.en);
      expect(sheet.map(valuesOf)).toEqual(rows.map(expectedCells));
      for (const cell of sheet.flatMap((cells) => Object.values(cells)))
        if (cell.isText && FORMULA_START.test(cell.value)) expect(cell.style).toBe(2);
    },
  );

  it("has no mobility for several commutes, and only Anonymous for people without a name", async () => {
    const { rows, filterHash } = await listAll();
    const sheet = (await sheetOf({ filter_hash: filterHash })).slice(1).map(valuesOf);
    const at = (is: (row: ListedRow) => boolean) => sheet.filter((_, index) => is(rows[index]!));
    const several = at(({ commutes_count }) => commutes_count === 2);
    expect(several.length).toBeGreaterThan(50);
    for (const cells of several) expect(cells.slice(13, 25)).toEqual([{ number: 2 }, ...Array(11).fill(null)]);
    const anonymous = at((row) => row.anonymous);
    expect(anonymous.length).toBeGreaterThan(100);
    for (const cells of anonymous) expect(cells.slice(1, 3)).toEqual([{ text: "Anonymous" }, null]);
  });

  it.each([
    ["", "es"],
    ["language=es", "es"],
    ["language=ca", "es"],
    ["language=es-MX", "es"],
    ["language=", "es"],
    ["language=en", "en"],
    ["language=fr", "en"],
    ["language=est", "en"],
  ] as const)("with '%s' is in the language %s", async (query, language) => {
    const { filterHash, rows } = await listPage(`transport_type=bicycle&${query}`);
    expect(await listPage("transport_type=bicycle")).toMatchObject({ filterHash });
    const row = rows.find(({ commute }) => commute !== null);
    const [headings, first] = await sheetOf({ row_ids: [row?.id] }, query);
    expect(COLUMNS.map((column) => headings![column]?.value).join("|")).toBe(HEADINGS[language]);
    expect([first!.F!.value, first!.R!.value]).toEqual(
      language === "es" ? ["Respondida", "Bicicleta"] : ["Answered", "Bicycle"],
    );
  });

  it("is a file of the day that no cache keeps, for every role", async () => {
    const { filterHash, rows } = await listPage();
    for (const who of ["viewer", "editor", "admin", "humanResources"] as const)
      expect((await exportRows({ row_ids: [rows[0]!.id] }, "", who)).statusCode).toBe(200);
    const { headers } = await exportRows({ filter_hash: filterHash, excluded_ids: [rows[0]!.id] });
    const day = new Date().toISOString().slice(0, 10);
    expect(headers).toMatchObject({
      "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "content-disposition": expect.stringContaining(`attachment; filename="survey-rows-${day}.xlsx"`),
      "cache-control": "private, no-store",
    });
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(["etag"]));
    expect(headers["content-length"]).toBeUndefined();
  });

  it("refuses a selection that is not one", async () => {
    const { filterHash, rows } = await listPage("status=answered");
    const [{ id }] = rows as [ListedRow];
    const ids = Array(5_001).fill(id);
    const cases: [body: object, query: string, refusal: unknown[]][] = [
      [{}, "", [422, "REQUEST_VALIDATION_FAILED", "body.row_ids value_error.selection"]],
      [
        { row_ids: [id], filter_hash: filterHash },
        "",
        [422, "REQUEST_VALIDATION_FAILED", "body.row_ids value_error.selection"],
      ],
      [{ row_ids: ids }, "", [422, "REQUEST_VALIDATION_FAILED", "body.row_ids value_error.list.max_items"]],
      [{ row_ids: [] }, "", [422, "REQUEST_VALIDATION_FAILED", "body.row_ids value_error.list.min_items"]],
      [
        { row_ids: ["1"], more: 1 },
        "",
        [422, "REQUEST_VALIDATION_FAILED", "body.row_ids.0 type_error.uuid", "body.more value_error.extra"],
      ],
      [
        { row_ids: [id] },
        "statsu=answered&dry_run=true",
        [422, "REQUEST_VALIDATION_FAILED", "query.statsu value_error.extra", "query.dry_run value_error.extra"],
      ],
      [{ row_ids: [id] }, "sort=id", [422, "REQUEST_VALIDATION_FAILED", "query.sort.0 type_error.enum"]],
      [{ filter_hash: filterHash }, "", [409, "FILTER_HASH_MISMATCH"]],
      [{ filter_hash: filterHash }, "status=answered&search=ana", [409, "FILTER_HASH_MISMATCH"]],
    ];
    for (const [body, query, refusal] of cases) {
      const answer = await exportRows(body, query);
      expect(refusalOf(answer)).toEqual(refusal);
      expect(answer.headers["content-type"]).toContain("application/problem+json");
    }
  });
});

describe("the list of survey rows", () => {
  it("has pages of style B with the hash, for the filters of both spellings", async () => {
    const get = async (query: string) => (await app.inject({ url: `${PATH}?${query}`, headers: as("viewer") })).json();
    const first = await get("");
    expect(first).toMatchObject({
      page: 1,
      size: 10,
      total: 500,
      filter_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(first.items).toHaveLength(10);
    const brackets = await get("status[]=pending&status[]=blank&source[]=form&co2e_status=not_calculated&size=100");
    expect(brackets).toEqual(await get("source=form&status=blank&status=pending&co2e_status=not_calculated&size=100"));
    expect(brackets.items.length).toBe(brackets.total);
    expect(await get(`survey_id=${SurveyRowListService.typeName}`)).toMatchObject({ status: 422 });
  });
});
