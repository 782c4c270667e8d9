import { CFB, utils, write } from "@e965/xlsx";
import { describe, expect, it, vi } from "vitest";
import { XLS_CELLS_MAX } from "../limits.ts";
import { parse, refusalFor, tableOf } from "../parse.fixture.ts";

interface Options {
  date1904?: boolean;
  hidden?: readonly (0 | 1 | 2)[];
  merges?: readonly string[];
}

type Values = readonly (readonly (string | number | boolean | null | object)[])[];

/** A workbook of Excel 97 to 2003. */
function xlsOf(
  sheets: Readonly<Record<string, Values>>,
  { date1904 = false, hidden = [], merges = [] }: Options = {},
): Buffer {
  const workbook = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]));
    sheet["!merges"] = merges.map((range) => utils.decode_range(range));
    utils.book_append_sheet(workbook, sheet, name);
  }
  workbook.Workbook = {
    WBProps: { date1904 },
    Sheets: Object.keys(sheets).map((name, at) => ({ name, Hidden: hidden[at] ?? 0 })),
  };
  return write(workbook, { type: "buffer", bookType: "biff8" }) as Buffer;
}

/** The OLE container with one stream more. */
function withStream(bytes: Buffer, name: string, content = "x"): Buffer {
  const container = CFB.read(bytes, { type: "buffer" });
  CFB.utils.cfb_add(container, name, Buffer.from(content));
  return CFB.write(container, { type: "buffer" }) as Buffer;
}

/** The workbook stream with other content. */
function withWorkbook(bytes: Buffer, change: (stream: Buffer) => Buffer): Buffer {
  const container = CFB.read(bytes, { type: "buffer" });
  const entry = CFB.find(container, "/Workbook");
  entry.content = change(Buffer.from(entry.content));
  entry.size = entry.content.length;
  return CFB.write(container, { type: "buffer" }) as Buffer;
}

const record = (type: number, length: number) => {
  const bytes = Buffer.alloc(4 + length);
  bytes.writeUInt16LE(type, 0);
  bytes.writeUInt16LE(length, 2);
  return bytes;
};

/** Inserts records behind the first one. */
const inserting = (records: Buffer) => (stream: Buffer) => {
  const end = 4 + stream.readUInt16LE(2);
  return Buffer.concat([stream.subarray(0, end), records, stream.subarray(end)]);
};

const DAY = { t: "n", v: 46_053.75, z: "dd/mm/yyyy hh:mm" };
const ROWS: Values = [
  ["Plant", "Value"],
  ["North", 5],
];
const good = xlsOf({ Data: ROWS });

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
  });

  it.each([
    ["cut in the middle", good.subarray(0, good.length / 2), "IMPORT_FILE_UNREADABLE"],
    ["cut after its signature", good.subarray(0, 100), "IMPORT_FILE_UNREADABLE"],
    ["with a password", withWorkbook(good, inserting(record(0x2f, 6))), "IMPORT_FILE_ENCRYPTED"],
    ["with macros", withStream(good, "/_VBA_PROJECT_CUR/PROJECT"), "IMPORT_FILE_MACROS"],
    ["without rows", xlsOf({ Data: [] }), "IMPORT_FILE_EMPTY"],
    ["whose workbook ends early", withWorkbook(good, (stream) => stream.subarray(0, -5)), "IMPORT_FILE_UNREADABLE"],
    ["whose workbook is empty", withWorkbook(good, () => Buffer.alloc(4_096)), "IMPORT_FILE_UNREADABLE"],
    ["of a text document", renamed(good), "IMPORT_FILE_TYPE_MISMATCH"],
    ["of the wrong name", good, "IMPORT_FILE_TYPE_MISMATCH", "a.xlsx"],
    ["with a password in the newer format", withStream(good, "/EncryptedPackage"), "IMPORT_FILE_ENCRYPTED", "a.xlsx"],
  ])("%s is refused", async (_, bytes, code, name = "a.xls") => {
    expect((await refusalFor(name, bytes)).code).toBe(code);
  });

  it("with more cells than its reader can hold is refused before it is read", async () => {
    const cells = Buffer.concat(Array.from({ length: XLS_CELLS_MAX / 1_000 + 1 }, () => record(0xbd, 6_000)));
    expect((await refusalFor("a.xls", withWorkbook(good, inserting(cells)))).code).toBe("IMPORT_FILE_TOO_COMPLEX");
  });

  it("never ends with an error that is no refusal, wherever it is changed", async () => {
    // The library prints the types of unknown records.
    const printed = vi.spyOn(console, "error").mockReturnValue();
    for (let at = 0; at < good.length; at += 211) {
      const changed = Buffer.from(good);
      changed[at]! ^= 0xff;
      await parse("a.xls", changed).catch((error: unknown) => expect(error).toHaveProperty("refusal"));
    }
    printed.mockRestore();
  });
});

/** A container whose only stream is a document of Word. */
function renamed(bytes: Buffer): Buffer {
  const container = CFB.read(bytes, { type: "buffer" });
  CFB.utils.cfb_mov(container, "/Workbook", "/WordDocument");
  return CFB.write(container, { type: "buffer" }) as Buffer;
}
