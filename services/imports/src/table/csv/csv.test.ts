import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COLUMNS_MAX } from "../limits.ts";
import { parse, refusalFor, tableOf } from "../parse.fixture.ts";
import { ENCODED_CSV, REFUSED_CSV, SPANISH_TABLE } from "./csv.fixture.ts";

describe("a csv file", () => {
  it.each(ENCODED_CSV)("%s gives the same table", async (_, bytes, encoding) => {
    const { table, rows } = await parse("a.csv", bytes);
    expect([table.columns, ...rows.map(({ cells }) => cells)]).toEqual(SPANISH_TABLE);
    expect(table).toMatchObject({ encoding, delimiter: ";", headerRow: 0, totalRows: 1, sheets: [] });
  });

  it("in Windows-1252 has its euro signs and quotation marks", async () => {
    expect(await tableOf("a.csv", Buffer.from("a,b\n\x80,\x93\xe9\x94\n", "latin1"))).toEqual([
      ["a", "b"],
      ["€", "“é”"],
    ]);
  });

  it.each([
    ["semicolons", "a;b\n1,5;2,5\n3,5;4,5\n", ["1,5", "2,5"]],
    ["commas", "a,b\n1;5,2\n", ["1;5", "2"]],
    ["tabs", "a\tb\n1,5\t2;5\n", ["1,5", "2;5"]],
    ["bars", "a|b\n1,5|2,5\n", ["1,5", "2,5"]],
    ["quoted delimiters", 'a,b\n"1;2;3","x, y"\n', ["1;2;3", "x, y"]],
    ["a directive of Excel", "sep=|\na|b;c\n1|2;3\n", ["1", "2;3"]],
    ["line ends of Windows", "a;b\r\n1;2\r\n", ["1", "2"]],
    ["line ends of old Macs", "a;b\r1;2\r", ["1", "2"]],
    ["no last line end", "a;b\n1;2", ["1", "2"]],
    ["doubled quotes", 'a;b\n"say ""yes""";2\n', ['say "yes"', "2"]],
    ["quotes within a text", 'a;b\n5" pipe;2\n', ['5" pipe', "2"]],
    ["outer spaces", "a;b\n  1 ;\t2\u00a0\n", ["1", "2"]],
    ["a formula", "a;b\n=cmd|' /C calc'!A0;@SUM(1)\n", ["=cmd|' /C calc'!A0", "@SUM(1)"]],
    ["apostrophes of an export", "a;b\n'=1+1;''-5\n", ["=1+1", "'-5"]],
    ["apostrophes inside an export", 'a,b\n"x;\'=1","y\n\'-5"\n', ["x;=1", "y\n-5"]],
    ["other apostrophes", "a;b\n'tis;'s-Gravenhage\n", ["'tis", "'s-Gravenhage"]],
    ["control characters", "a;b\n1\u0007\u001b[31m;2\n", ["1[31m", "2"]],
    ["mixed line ends", "a;b\r\n1;2\n3;4\r", ["1", "2"]],
  ])("with %s is read", async (_, text, cells) => {
    expect((await tableOf("a.csv", text))[1]).toEqual(cells);
  });

  it("with the extension tsv has tabs, however many commas its texts have", async () => {
    const { table, rows } = await parse("a.TSV", "Plant, site\tYear, month\nNorth, left\t2025, 3\n");
    expect(table).toMatchObject({ fileType: "csv", delimiter: "\t", columns: ["Plant, site", "Year, month"] });
    expect(rows.map(({ cells }) => cells)).toEqual([["North, left", "2025, 3"]]);
    expect(await tableOf("a.tsv", "a;b\n1;2\n")).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
    expect(await refusalFor("a.tsv", Buffer.from("PK\x03\x04", "latin1"))).toMatchObject({
      code: "IMPORT_FILE_TYPE_MISMATCH",
    });
  });

  it("of one column is read", async () => {
    expect(await tableOf("a.csv", "Plant\nNorth\nSouth\n")).toEqual([["Plant"], ["North"], ["South"]]);
  });

  it("keeps the numbers of its rows when lines are empty", async () => {
    const { rows } = await parse("a.csv", "a;b\n\n1;2\n;;\n \n3;4\n");
    expect(rows.map(({ number }) => number)).toEqual([3, 6]);
  });

  it("of empty lines, or of lines of another length, takes no longer than one of values", async () => {
    const microseconds = async (line: string) => {
      const text = `a;b\n${line.repeat(10_000)}`;
      await parse("a.csv", text);
      const begun = process.threadCpuUsage();
      await parse("a.csv", text);
      const { user, system } = process.threadCpuUsage(begun);
      return user + system;
    };
    const values = await microseconds("1;2\n");
    for (const line of ["\n", ";\n", "  \n", ";;;\n", "1\n", "1;2;3\n"]) {
      expect(await microseconds(line)).toBeLessThan(4 * values);
    }
  });

  it("with rows of different lengths has a column for each cell", async () => {
    const table = await tableOf("a.csv", "a;b\n1\n1;2;3\n;2\n1;2\n");
    expect(table).toEqual([["a", "b", "Column C"], ["1"], ["1", "2", "3"], [null, "2"], ["1", "2"]]);
  });

  it("with the largest number of columns is read", async () => {
    const names = Array.from({ length: COLUMNS_MAX }, (_, at) => `c${at}`);
    expect((await tableOf("a.csv", `${names.join(",")}\n1,2\n`))[0]).toEqual(names);
  });

  it("with a text longer than a cell of Excel says so in that cell", async () => {
    expect((await tableOf("a.csv", `a;b\n${"x".repeat(32_768)};2\n`))[1]).toEqual([{ error: "CELL_TOO_LONG" }, "2"]);
  });

  it.each(REFUSED_CSV)("with %s is refused", async (_, content, code) => {
    expect((await refusalFor("a.csv", content)).code).toBe(code);
  });

  it("of any bytes gives a table or a refusal", async () => {
    const special = fc.constantFrom(0, 9, 10, 13, 34, 44, 59, 0xc3, 0xe9, 0xff);
    const bytes = fc.array(fc.oneof(special, fc.nat(255)), { maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        const parsing = parse("a.csv", Uint8Array.from(content));
        const outcome = await parsing.catch((error: unknown) => error);
        expect(Object.keys(outcome as object)).toContainEqual(expect.stringMatching(/^(table|refusal)$/));
      }),
    );
  });

  it.each(["a.xlsx", "a.xls"])("named %s is refused", async (name) => {
    expect((await refusalFor(name, "a;b\n1;2\n")).code).toBe("IMPORT_FILE_TYPE_MISMATCH");
  });

  it.each(["a.ods", "a.txt", "csv", "a.csv.exe", "a."])("named %s has no supported type", async (name) => {
    expect((await refusalFor(name, "a;b\n1;2\n")).code).toBe("IMPORT_FILE_TYPE_UNSUPPORTED");
  });
});

describe("the header", () => {
  it.each([
    ["below a title", "Report of 2025\n\nPlant;kg\nNorth;5\n", 2, ["Plant", "kg"]],
    ["below a title and a date", "Report;;\nDate;31/01/2026;\nPlant;kg;Unit\nNorth;5;t\n", 2, ["Plant", "kg", "Unit"]],
    ["with a column without a name", "Plant;;kg\nNorth;x;5\n", 0, ["Plant", "Column B", "kg"]],
    ["with equal names", "kg;KG;kg (2)\n1;2;3\n", 0, ["kg", "KG (2)", "kg (2) (2)"]],
    ["with a line end in a name", '"Plant\n name";kg\nNorth;5\n', 0, ["Plant name", "kg"]],
    ["without names", "1;2\n3;4\n", 0, ["1", "2"]],
  ])("%s is found", async (_, text, headerRow, columns) => {
    expect((await parse("a.csv", text)).table).toMatchObject({ headerRow, columns });
  });

  it("can be given", async () => {
    const { table, rows } = await parse("a.csv", "a;b\n\nPlant;kg\nNorth;5\n", { headerRow: 2 });
    expect(table).toMatchObject({ headerRow: 2, columns: ["Plant", "kg"], totalRows: 1 });
    expect(rows).toEqual([{ number: 4, cells: ["North", "5"] }]);
  });

  it.each([1, 9, 100_000])("given as row %d without values is refused", async (headerRow) => {
    expect((await refusalFor("a.csv", "a;b\n\n1;2\n", { headerRow })).code).toBe("IMPORT_HEADER_NOT_FOUND");
  });

  it("of a long name is cut to the limit and stays unique", async () => {
    const name = "x".repeat(300);
    const [first = "", second = ""] = (await parse("a.csv", `${name}1;${name}2\n1;2\n`)).table.columns;
    expect([first.length <= 255, second.length <= 255, first === second]).toEqual([true, true, false]);
  });
});
