import { expect, it } from "vitest";
import { numberCell } from "./cells.ts";
import { builtInFormat, formatOf } from "./formats.ts";

it.each(["mmm-yy", "yyyy\\-mm", "mm/yyyy", "[$-C0A]mmmm\\ yyyy;@", 'mmmm" de "yyyy'])(
  "the format %s shows a month",
  (code) => {
    expect(formatOf(code).kind).toBe("month");
  },
);

it.each(["dd/mm/yyyy", "d-mmm", "mm:ss", "yyyy", "h:mm AM/PM", "yyyy-mm-dd hh:mm"])("%s shows none", (code) => {
  expect(formatOf(code).kind).toBe("date");
});

it("a month is a day that says so, and a day of another format is not", () => {
  expect([numberCell("45717", builtInFormat(17), 1900), numberCell("45717", builtInFormat(14), 1900)]).toEqual([
    { day: "2025-03-01", isMonth: true },
    { day: "2025-03-01" },
  ]);
});

it.each([
  ['#,##0.00 "€"', "€"],
  ["#,##0.00\\ \\€", "€"],
  ["€#,##0", "€"],
  ["#,##0.00\\ [$€-407]", "€"],
  ["[$€-2]\\ #,##0.00", "€"],
  ["[$USD] #,##0", "USD"],
  ["[$-407]#,##0.00", null],
  ["[$$-409]#,##0.00", "USD"],
  ["[$$-en-US]#,##0.00", "USD"],
  ["[$$-1009]#,##0.00", "CAD"],
  ["[$$-80A]#,##0.00", "MXN"],
  ["[$kr-414] #,##0", "NOK"],
  ["#,##0\\ [$kr-41D]", "SEK"],
  ["#,##0\\ [$zł-415]", "PLN"],
  ["[$¥-804]#,##0", "CNY"],
  ["[$¥-1010411]#,##0", "JPY"],
  ["[$£-409]#,##0", "£"],
  ['"$"#,##0_);[Red]\\("$"#,##0\\)', "$"],
  ['_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', "€"],
  ["_-* #,##0.00\\ [$€-C0A]_-;\\-* #,##0.00\\ [$€-C0A]_-;_-* \\-??\\ [$€-C0A]_-;_-@_-", "€"],
  ["#,##0\\ \\E\\U\\R", "EUR"],
  ['#,##0 "€";#,##0 "USD"', "€ USD"],
  ['#,##0.0,"k€"', "k€"],
  ['#,##0 "kWh"', "kWh"],
  ['0.00 "€/kWh"', "€/kWh"],
  ["#,##0.00_);[Red](#,##0.00)", null],
  ['_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)', null],
  ['[>999]#,##0"+";0', null],
  ["0.00E+00", null],
  ["General", null],
  ['0 "see the note of the accountant"', null],
])("the format %s shows the text %s", (code, text) => {
  expect(formatOf(code)).toMatchObject({ kind: "number", text });
});

it.each(["#,##0,", '#,##0,"k€"', "0.0,,", "#,##0,.0", "_-* #,##0,_-"])("the format %s shows thousandths", (code) => {
  expect(formatOf(code).isScaled).toBe(true);
});

it.each(["#,##0", "#,##0.00", "0", "General", '_-* #,##0.00\\ "€"_-'])("the format %s shows whole numbers", (code) => {
  expect(formatOf(code).isScaled).toBe(false);
});

it("the formats of money without a name of their own are of no known currency", () => {
  expect([5, 8, 42, 44].map((id) => builtInFormat(id).text)).toEqual(["¤", "¤", "¤", "¤"]);
  expect([0, 4, 37, 40, 41, 43].map((id) => builtInFormat(id).text)).toEqual([null, null, null, null, null, null]);
});
