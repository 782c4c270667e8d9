import type { Principal } from "@emissions/kit/wire/principal";
import {
  ImportSessionService,
  ImportSessionStatus as Status,
} from "@emissions/proto/imports/v1/import_session_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { until } from "@emissions/testkit/poll";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Imports, newEditor, startImports } from "../imports.fixture.ts";
import { ENCODED_CSV, REFUSED_CSV, SPANISH_TABLE } from "../table/csv/csv.fixture.ts";
import type { RefusedFile } from "../table/refused.fixture.ts";
import { DAY, styled, xlsxOf, xlsxOfRows } from "../table/workbook.fixture.ts";
import { REFUSED_XLS, xlsOf } from "../table/xls/xls.fixture.ts";
import { REFUSED_XLSX } from "../table/xlsx/xlsx.fixture.ts";
import { createSession } from "./sessions.fixture.ts";

const SESSION_TIMEOUT_MS = 180_000;
/** For all files, with their worker threads and the test runner. A busy machine needs a quarter of it. */
const CPU_S_MAX = 120;

let imports: Imports;
const cpuAtStart = process.cpuUsage();
beforeAll(async () => {
  imports = await startImports();
});
afterAll(() => imports.drop());

const as = (principal: Principal) => imports.as(principal, ImportSessionService);

const named = (fileName: string, files: readonly RefusedFile[]) =>
  files.map(([what, content, code, name = fileName]) => ({ what, content, code, fileName: name }));
/** Refused by their first bytes or their name before there is a session. */
const NOT_STORED: Readonly<Record<string, readonly string[]>> = {
  "a.csv": ["nothing", "NUL characters", "bytes of a program", "UTF-8 broken after its mark", "two encodings"],
  "a.xlsx": ["without its beginning", "without any part", "of the wrong name", "with a password in the newer format"],
  "a.xls": ["of the wrong name"],
  "a.xlsm": ["with the extension of macros"],
};
const FILES = [...named("a.csv", REFUSED_CSV), ...named("a.xlsx", REFUSED_XLSX), ...named("a.xls", REFUSED_XLS)];
const isStored = ({ fileName, what }: (typeof FILES)[number]) => !NOT_STORED[fileName]?.includes(what);
const REFUSED = [
  // Inserting 200,000 rows first takes longer than all other files.
  ...FILES.filter((file) => isStored(file) && file.what !== "too many rows"),
  ...named("a.csv", [
    ["an unclosed quote below 3,000 rows", `a;b\n${"1;2\n".repeat(3_000)}"1;2\n`, "IMPORT_FILE_UNREADABLE"],
  ]),
];

/** The session of a file after its parsing, and its organization. */
async function parsed(fileName: string, content: string | Uint8Array) {
  const us = newEditor();
  const importId = await createSession(imports, us, { fileName, content });
  const status = await until(
    "the end of the parsing",
    async () => {
      const { status } = (await as(us).getImportStatus({ importId })).status!;
      return status === Status.CREATED ? null : status;
    },
    SESSION_TIMEOUT_MS,
  );
  return { us, importId, status };
}

/** Rows of the organization in the tables of imports. */
const storedFor = ({ organizationId }: Principal) =>
  imports.db.asService(organizationId, async ({ tx }) => {
    const [row] = await tx<[Record<"sessions" | "rows" | "results" | "runs" | "mappings", number>]>`
      select (select count(*)::int from import_sessions) as sessions, (select count(*)::int from import_rows) as rows,
        (select count(*)::int from import_results) as results, (select count(*)::int from import_runs) as runs,
        (select count(*)::int from import_mappings) as mappings`;
    return row;
  });

describe("a session of a hostile file", () => {
  it.concurrent.each(REFUSED)(
    "$fileName $what fails: $code",
    async ({ fileName, content, code }) => {
      const { us, importId, status } = await parsed(fileName, content);
      expect(status).toBe(Status.FAILED);
      expect(await refusalOf(as(us).getParsedImport({ importId }))).toMatchObject({ code });
      expect(await storedFor(us)).toEqual({ sessions: 1, rows: 0, results: 0, runs: 0, mappings: 0 });
    },
    SESSION_TIMEOUT_MS,
  );

  it.each(FILES.filter((file) => !isStored(file)))("$fileName $what is not made", async ({ fileName, content }) => {
    const us = newEditor();
    const { code } = await refusalOf(imports.upload(us, fileName, Buffer.from(content)));
    expect(code).toMatch(/^(FILE_EMPTY|FILE_TYPE_MISMATCH|FILE_TYPE_NOT_ALLOWED)$/);
    expect(await storedFor(us)).toMatchObject({ sessions: 0, runs: 0 });
  });

  it.each(["a.txt", "a.csv.json"])("is not made for %s", async (fileName) => {
    const us = newEditor();
    const { id: uploadedFileId } = await imports.upload(us, fileName, Buffer.from("[1]\n"));
    const refused = as(us).createImportSession({ templateId: "wastes", uploadedFileId });
    expect(await refusalOf(refused)).toMatchObject({ code: "IMPORT_FILE_TYPE_UNSUPPORTED" });
    expect(await storedFor(us)).toMatchObject({ sessions: 0, runs: 0 });
  });
});

const DAYS = ["Plant", "Day"];
const day = (value: string) => [DAYS, ["North", styled(DAY, value)]];
const xlsDay = (value: number) => [DAYS, ["North", { t: "n", v: value, z: "dd/mm/yyyy" }]];
const PLANTS = ["Plant", "kg"];
/** Of Spain and Germany, the United States, France, Switzerland, and Poland. */
const AMOUNTS = ["1.234.567,89", "1,234,567.89", "1\u202f234\u202f567,89", "1’234’567.89", "1\u00a0234\u00a0567,89"];
const READ: { what: string; fileName: string; content: string | Uint8Array; table: (string | null)[][] }[] = [
  ...ENCODED_CSV.map(([what, content]) => ({ what, fileName: "a.csv", content, table: SPANISH_TABLE })),
  {
    what: "with calls of programs",
    fileName: "a.csv",
    content: "Plant;kg\n=cmd|' /C calc'!A0;@SUM(1)\n",
    table: [PLANTS, ["=cmd|' /C calc'!A0", "@SUM(1)"]],
  },
  {
    what: "with control characters",
    fileName: "a.csv",
    content: "Plant;kg\nNor\u0007th;\u001b[31m5\n",
    table: [PLANTS, ["North", "[31m5"]],
  },
  {
    what: "with names of columns of programs",
    fileName: "a.csv",
    content: "__proto__;constructor\n1;2\n",
    table: [
      ["__proto__", "constructor"],
      ["1", "2"],
    ],
  },
  {
    what: "with a formula without its result",
    fileName: "a.xlsx",
    content: xlsxOfRows([PLANTS, ["North", { xml: '<c r="REF"><f>WEBSERVICE("http://example.com")</f></c>' }]]),
    table: [PLANTS, ["North", "CELL_FORMULA_WITHOUT_VALUE"]],
  },
  {
    what: "with a text like a formula",
    fileName: "a.xlsx",
    content: xlsxOfRows([PLANTS, ["=1+1", 5]]),
    table: [PLANTS, ["=1+1", "5"]],
  },
  {
    what: "with a day of 1900",
    fileName: "a.xlsx",
    content: xlsxOfRows(day("61")),
    table: [DAYS, ["North", "1900-03-01"]],
  },
  {
    what: "with the missing day of 1900",
    fileName: "a.xlsx",
    content: xlsxOfRows(day("60")),
    table: [DAYS, ["North", "60"]],
  },
  {
    what: "with a day of the system of 1904",
    fileName: "a.xlsx",
    content: xlsxOf({ sheets: [{ name: "Data", rows: day("44591") }], date1904: true }),
    table: [DAYS, ["North", "2026-01-31"]],
  },
  {
    what: "with a day of the system of 1904",
    fileName: "a.xls",
    content: xlsOf({ Data: xlsDay(44_591) }, { date1904: true }),
    table: [DAYS, ["North", "2026-01-31"]],
  },
  {
    what: "with merged cells",
    fileName: "a.xlsx",
    content: xlsxOfRows([["Wastes of 2025"], PLANTS, ["North", 1], [null, 2]], { merges: ["A1:B1", "A3:A4"] }),
    table: [PLANTS, ["North", "1"], ["North", "2"]],
  },
  {
    what: "with merged cells",
    fileName: "a.xls",
    content: xlsOf({ Data: [PLANTS, ["North", 1], [null, 2]] }, { merges: ["A2:A3"] }),
    table: [PLANTS, ["North", "1"], ["North", "2"]],
  },
  ...(["hidden", "veryHidden"] as const).map((state) => ({
    what: `with a ${state} sheet before the data`,
    fileName: "a.xlsx",
    content: xlsxOf({
      sheets: [
        { name: "Old", rows: [["x"], ["y"]], state },
        { name: "Data", rows: [PLANTS, ["North", 5]] },
      ],
    }),
    table: [PLANTS, ["North", "5"]],
  })),
  {
    what: "with a hidden sheet before the data",
    fileName: "a.xls",
    content: xlsOf({ Old: [["x"], ["y"]], Data: [PLANTS, ["North", 5]] }, { hidden: [1, 0] }),
    table: [PLANTS, ["North", "5"]],
  },
  {
    what: "with numbers as texts of six locales",
    fileName: "a.csv",
    content: ["Plant;kg", ...AMOUNTS.map((amount) => `North;${amount}`)].join("\n"),
    table: [PLANTS, ...AMOUNTS.map((amount) => ["North", amount])],
  },
  {
    what: "with numbers as texts of six locales",
    fileName: "a.xlsx",
    content: xlsxOfRows([PLANTS, ...AMOUNTS.map((amount) => ["North", amount])]),
    table: [PLANTS, ...AMOUNTS.map((amount) => ["North", amount])],
  },
];

it.concurrent.each(READ)(
  "a session of $fileName $what has the intended table",
  async ({ fileName, content, table: [columns = [], ...rows] }) => {
    const { us, importId, status } = await parsed(fileName, content);
    expect(status).toBe(Status.PARSED);
    const { parsed: session } = await as(us).getParsedImport({ importId });
    expect(session).toMatchObject({ sourceColumns: columns, totalRows: rows.length });
    const { page } = await as(us).listImportRows({ importId });
    expect(page!.rows.map(({ data }) => columns.map((name) => data[name!]?.text ?? null))).toEqual(rows);
    expect(await storedFor(us)).toEqual({ sessions: 1, rows: rows.length, results: 0, runs: 0, mappings: 0 });
  },
  SESSION_TIMEOUT_MS,
);

it("the process has no error of a worker or of a run, and the files take a limited time", () => {
  expect(imports.runFailures).toEqual([]);
  const { user, system } = process.cpuUsage(cpuAtStart);
  expect((user + system) / 1_000_000).toBeLessThan(CPU_S_MAX);
});
