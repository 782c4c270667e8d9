import { describe, expect, it, vi } from "vitest";
import { XLS_CELLS_MAX } from "../limits.ts";
import { parse, refusalFor, tableOf } from "../parse.fixture.ts";
import { GOOD_XLS, inserting, REFUSED_XLS, ROWS, record, withWorkbook, xlsOf } from "./xls.fixture.ts";

const DAY = { t: "n", v: 46_053.75, z: "dd/mm/yyyy hh:mm" };
describe("an xls file", () => {
  it("has texts, numbers, days, shares, booleans and errors", async () => {
    const rows = [
      ["Año", "b", "c", "d", "e", "f"],
      ["1.234,50", 0.29, DAY, { t: "n", v: 0.125, z: "0.0%" }, true, { t: "e", v: 42 }],
      [null, -1_234_567.125, null, 1e-7],
    ];
    expect(await tableOf("a.xls", xlsOf({ Data: rows }))).toEqual([
      ["Año", "b", "c", "d", "e", "f"],
      [
        "1.234,50",
        { number: "0.29" },
        { day: "2026-01-31", time: "18:00:00" },
        { number: "0.125", percent: true },
        true,
        { error: "CELL_ERROR", text: "#N/A" },
      ],
      [null, { number: "-1234567.125" }, null, { number: "0.0000001" }],
    ]);
  });

  it("has days of the system of 1904", async () => {
    const { table, rows } = await parse(
      "a.xls",
      xlsOf({ Data: [["Day"], [{ t: "n", v: 44_591, z: "dd/mm/yyyy" }]] }, { date1904: true }),
    );
    expect(table.dateSystem).toBe(1904);
    expect(rows[0]?.cells).toEqual([{ day: "2026-01-31" }]);
  });

  it("has stored results of formulas", async () => {
    const bytes = xlsOf({ Data: [["a"], [{ t: "n", v: 2, f: "1+1" }]] });
    expect((await tableOf("a.xls", bytes))[1]).toEqual([{ number: "2" }]);
  });

  it("gives a visible sheet by name", async () => {
    const bytes = xlsOf({ Old: [["x"]], Cover: [], Data: ROWS, B: [["y"], ["z"]] }, { hidden: [1, 0, 0, 0] });
    expect((await parse("a.xls", bytes)).table).toMatchObject({
      sheets: ["Cover", "Data", "B"],
      selectedSheet: "Data",
    });
    expect(await tableOf("a.xls", bytes, { sheetName: "B" })).toEqual([["y"], ["z"]]);
    expect((await refusalFor("a.xls", bytes, { sheetName: "Old" })).code).toBe("IMPORT_SHEET_NOT_FOUND");
  });

  it("repeats the value of merged cells in the rows below", async () => {
    const bytes = xlsOf(
      {
        Data: [
          ["Plant", "kg"],
          ["North", 1],
          [null, 2],
        ],
      },
      { merges: ["A2:A3"] },
    );
    expect((await tableOf("a.xls", bytes))[2]).toEqual(["North", { number: "2" }]);
    const amounts = xlsOf({ Data: [["Plant", "kg"], ["North", 1], ["South"]] }, { merges: ["B2:B3"] });
    expect((await tableOf("a.xls", amounts))[2]).toEqual(["South", { error: "CELL_MERGED_AMOUNT", text: "1" }]);
  });

  it.each(REFUSED_XLS)("%s is refused", async (_, bytes, code, name = "a.xls") => {
    expect((await refusalFor(name, bytes)).code).toBe(code);
  });

  it("with more cells than its reader can hold is refused before it is read", async () => {
    const cells = Buffer.concat(Array.from({ length: XLS_CELLS_MAX / 1_000 + 1 }, () => record(0xbd, 6_000)));
    expect((await refusalFor("a.xls", withWorkbook(GOOD_XLS, inserting(cells)))).code).toBe("IMPORT_FILE_TOO_COMPLEX");
  });

  it("never ends with an error that is no refusal, wherever it is changed", async () => {
    // The library prints the types of unknown records.
    const printed = vi.spyOn(console, "error").mockReturnValue();
    for (let at = 0; at < GOOD_XLS.length; at += 211) {
      const changed = Buffer.from(GOOD_XLS);
      changed[at]! ^= 0xff;
      await parse("a.xls", changed).catch((error: unknown) => expect(error).toHaveProperty("refusal"));
    }
    printed.mockRestore();
  });
});
