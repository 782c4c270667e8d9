import { describe, expect, it } from "vitest";
import { columnName } from "./cells.ts";
import { cellsOf, timeOf, unzipped } from "./read-workbook.fixture.ts";
import { type Column, type Row, workbook, workbookOf } from "./workbook.ts";

const columns: Column[] = [
  { title: "Text", type: "text", width: 20 },
  { title: "Number", type: "number", width: 10 },
  { title: "Date", type: "date", width: 12 },
  { title: "Instant & <time>", type: "instant", width: 20 },
];

async function* inBatches(...batches: Row[][]) {
  yield* batches;
}

async function written(rows: AsyncIterable<readonly Row[]>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of workbook({ name: "Rows & <rows>", columns, rows })) pieces.push(piece);
  return Buffer.concat(pieces);
}

const texts = async (...values: string[]) => {
  const cells = cellsOf(await written(inBatches(values.map((value) => [value, null, null, null]))));
  return cells.slice(1).map(({ A }) => A!);
};

describe("a workbook", () => {
  it("has headings, and numbers and dates that are no texts", async () => {
    const rows = inBatches(
      [["Ana", "622.750000000001", "2026-01-31", "2026-02-28T23:59:59.999Z"]],
      [[null, null, null, null]],
    );
    const [headings, first, empty] = cellsOf(await written(rows));
    expect(Object.values(headings!).map(({ value }) => value)).toEqual(["Text", "Number", "Date", "Instant & <time>"]);
    expect(first).toMatchObject({
      A: { isText: true, value: "Ana" },
      B: { isText: false, value: "622.750000000001" },
      C: { isText: false, value: "46053" },
      D: { isText: false },
    });
    expect(timeOf(first!.C!.value)).toBe("2026-01-31T00:00:00.000Z");
    expect(timeOf(first!.D!.value)).toBe("2026-02-28T23:59:59.999Z");
    expect(empty).toEqual({});
  });

  it("has well-formed parts of the package, with one sheet", async () => {
    const files = unzipped(await written(inBatches()));
    expect([...files.keys()]).toEqual([
      "[Content_Types].xml",
      "_rels/.rels",
      "xl/workbook.xml",
      "xl/_rels/workbook.xml.rels",
      "xl/styles.xml",
      "xl/worksheets/sheet1.xml",
    ]);
    expect(files.get("xl/workbook.xml")!.toString()).toContain('<sheet name="Rows &amp; &lt;rows&gt;"');
    expect(cellsOf(await written(inBatches()))).toHaveLength(1);
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\r=1", "\n1", "＝1"])(
    "keeps %j as text, also when a person edits the cell",
    async (value) => {
      expect(await texts(value)).toEqual([{ isText: true, isFormula: false, value, style: 2 }]);
    },
  );

  it.each([
    "",
    "  spaces  ",
    "a\rb\nc\td",
    "00123",
    "TRUE",
    "2026-01-31",
    "'1",
    "_x0041_",
    "\u0007\uffff",
    "<b>&amp;</b>",
    "ñ 漢字 🚲",
  ])("keeps the text %j", async (value) => {
    expect(await texts(value)).toEqual([{ isText: true, isFormula: false, value, style: 0 }]);
  });

  it("replaces half a surrogate pair, which no XML can hold", async () => {
    expect((await texts("\ud800a"))[0]!.value).toBe("\ufffda");
  });

  it("refuses a number that is not written in decimal digits", async () => {
    const rows = inBatches([[null, "1e400", null, null]]);
    await expect(written(rows)).rejects.toThrow("not a decimal number");
  });

  it("names columns like spreadsheets", () => {
    expect([0, 25, 26, 27, 701, 702].map(columnName)).toEqual(["A", "Z", "AA", "AB", "ZZ", "AAA"]);
  });
});

describe("a workbook of several sheets", () => {
  const text: Column[] = [{ title: "Text", type: "text", width: 20 }];
  const bytes = async (...sheets: Parameters<typeof workbookOf>[0]) =>
    unzipped(Buffer.concat(await Array.fromAsync(workbookOf(sheets))));

  it("names its sheets, hides those that are hidden and lists each part", async () => {
    const files = await bytes(
      { name: "Rows", columns: text, rows: [[["a"]]] },
      { name: "Lists", columns: text, rows: [[["b"]]], isHidden: true },
    );
    const book = files.get("xl/workbook.xml")!.toString();
    expect(book).toContain('<sheet name="Rows" sheetId="1" r:id="rId1"/>');
    expect(book).toContain('<sheet name="Lists" sheetId="2" state="hidden" r:id="rId2"/>');
    expect(files.get("xl/worksheets/sheet2.xml")!.toString()).toContain(">b</t>");
    const relations = files.get("xl/_rels/workbook.xml.rels")!.toString();
    expect(relations).toContain(
      'Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles"',
    );
    expect(
      files
        .get("[Content_Types].xml")!
        .toString()
        .match(/worksheet\+xml/g),
    ).toHaveLength(2);
  });

  it("has drop-downs of another sheet's column, which may allow other values", async () => {
    const list = { sheet: "It's a list", column: 27, length: 3 };
    const choices = [
      { column: 0, list, isStrict: true },
      { column: 2, list, isStrict: false },
    ];
    const files = await bytes({ name: "Rows", columns: text, rows: [], choices });
    const sheet = files.get("xl/worksheets/sheet1.xml")!.toString();
    const range = "<formula1>'It''s a list'!$AB$2:$AB$4</formula1></dataValidation>";
    expect(sheet).toContain(
      `</sheetData><dataValidations count="2"><dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="A2:A1048576">${range}`,
    );
    expect(sheet).toContain(`<dataValidation type="list" allowBlank="1" sqref="C2:C1048576">${range}`);
  });
});

describe("the stream of a workbook", () => {
  /** Text that does not compress. */
  const noise = Array.from({ length: 100 }, () => Math.random().toString(36)).join("");
  const endless = () => {
    const seen = { batches: 0, isClosed: false };
    async function* rows(): AsyncGenerator<Row[]> {
      try {
        for (;;) {
          seen.batches += 1;
          yield Array.from({ length: 50 }, (_, index) => [noise.slice(index), null, null, null]);
        }
      } finally {
        seen.isClosed = true;
      }
    }
    return { seen, rows: rows() };
  };

  it("reads rows no faster than they are taken, and closes them when the reader leaves", async () => {
    const { seen, rows } = endless();
    const pieces = workbook({ name: "Rows", columns, rows });
    while (seen.batches < 100) await pieces.next();
    // Without a reader, the buffers fill and nothing more is read.
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
    expect(seen.batches).toBeLessThan(150);
    await pieces.return(undefined);
    await expect.poll(() => seen.isClosed).toBe(true);
  });

  it("ends with the error of the rows", async () => {
    async function* rows(): AsyncGenerator<Row[]> {
      yield [["a", null, null, null]];
      throw new Error("no more rows");
    }
    await expect(written(rows())).rejects.toThrow("no more rows");
  });
});
