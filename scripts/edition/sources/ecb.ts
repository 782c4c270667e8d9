import { Decimal, divide, plain } from "@emissions/quantity/decimal";
import {
  type Bounds,
  type Columns,
  catalogueRows,
  formatCsv,
  type NewRow,
  type Row,
  sortBy,
  type Target,
} from "../catalogue.ts";
import type { Finding } from "../findings.ts";
import { columnText, type Grid, numberOf, readCsvGrid, textOf } from "../grid.ts";
import { type Edition, type Source, unread } from "../source.ts";

const DAILY_PATH = "exchange-rates/daily.csv";
const ANNUAL_PATH = "exchange-rates/annual-average.csv";
const ANNUAL_COLUMNS = ["year", "currency", "units_per_euro", "days_averaged"];
/** The service has no activities before it. */
const FIRST_DAY = "2015-01-01";
const NOT_QUOTED = ["N/A"];
const CURRENCY = /^[A-Z]{3}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** The rouble has no reference rate after 1 March 2022, so the year has no average. */
const WITHOUT_AVERAGE = ["2022 RUB"];
const AVERAGE_DIGITS = 6;

const RATES: Columns = {
  identity: ["currency"],
  period: "day",
  values: ["units_per_euro"],
  ratios: ["units_per_euro"],
  category: "currency",
  name: "currency",
};
/** Largest moves to the next banking day since 2015: 0.73 (lira, December 2021) and 1.25 (rouble, February 2022). */
const DAILY_BOUNDS: Bounds = { ratioMin: 0.7, ratioMax: 1.4, removedShareMax: 0 };
/** Largest moves since 1999: 0.81 (Australian dollar, 2010) and 1.92 (lira, 2001). */
const ANNUAL_BOUNDS: Bounds = { ratioMin: 0.5, ratioMax: 2, removedShareMax: 0 };

export const ecb: Source = {
  name: "ecb",
  file: "eurofxref-hist.zip or its csv, the euro reference rates of the ECB since 1999",
  async read({ file, catalogue }) {
    const grid = await readCsvGrid(file);
    const header = (grid.rows[0]?.cells ?? []).map(textOf);
    const findings = checkHeader(header, grid.sheet);
    if (findings.length > 0) return unread("exchange-rates", findings);
    const edition: Edition = { dataset: "exchange-rates", targets: [], findings, leftOut: {} };
    const rates = readRates(grid, header, findings);
    edition.targets.push(dailyTarget(rates, catalogue, edition), annualTarget(rates, catalogue));
    return edition;
  },
};

/** `Date` and currencies. The header ends with a comma, and so does each row. */
function checkHeader(header: readonly string[], sheet: string): Finding[] {
  return header.flatMap((name, at) => {
    if (at === 0 ? name === "Date" : CURRENCY.test(name) || (name === "" && at === header.length - 1)) return [];
    const place = { sheet, row: 1, column: columnText(at, name) };
    return [
      { code: "column_unexpected" as const, item: name, place, text: at === 0 ? "is not Date" : "is no currency" },
    ];
  });
}

function readRates(grid: Grid, header: readonly string[], findings: Finding[]): NewRow[] {
  return grid.rows.slice(1).flatMap(({ number, cells }) => {
    const day = textOf(cells[0]);
    const at = (column: number) => ({
      sheet: grid.sheet,
      row: number,
      column: columnText(column, header[column] ?? ""),
    });
    if (!DAY.test(day)) {
      findings.push({ code: "row_unexpected", item: day, place: at(0), text: `"${day}" is no day` });
      return [];
    }
    return header.flatMap((currency, column) => {
      const rate = column === 0 || currency === "" ? null : numberOf(cells[column], NOT_QUOTED);
      if (rate === null) return [];
      const item = `${day} ${currency}`;
      if (rate !== "text" && rate.gt(0)) {
        return [{ row: { day, currency, units_per_euro: plain(rate) }, item, place: at(column) }];
      }
      findings.push({ code: "not_a_number", item, place: at(column), text: `"${textOf(cells[column])}" is no rate` });
      return [];
    });
  });
}

function dailyTarget(rates: readonly NewRow[], catalogue: URL, { findings, leftOut }: Edition): Target {
  const wide = catalogueRows(DAILY_PATH, catalogue);
  const currencies = Object.keys(wide[0] ?? {}).slice(1);
  const recent = rates.filter(({ row }) => row.day! >= FIRST_DAY);
  leftOut[`before ${FIRST_DAY}`] = rates.length - recent.length;
  for (const [currency, [first]] of Map.groupBy(recent, ({ row }) => row.currency!)) {
    if (currencies.includes(currency)) continue;
    const text = "the catalogue has no such currency among its daily rates";
    findings.push({ code: "not_placed", item: currency, place: first!.place, text });
  }
  const last = wide.flatMap((row) =>
    currencies.filter((currency) => row[currency]).map((currency) => rateRow(row.day!, currency, row[currency]!)),
  );
  const days = [...Map.groupBy(recent, ({ row }) => row.day!)];
  const rows = days.map(
    ([day, ofDay]): Row => ({ day, ...Object.fromEntries(ofDay.map(({ row }) => [row.currency, row.units_per_euro])) }),
  );
  const text = formatCsv(["day", ...currencies], sortBy(rows, ["day"]));
  return {
    path: DAILY_PATH,
    columns: RATES,
    bounds: DAILY_BOUNDS,
    rows: recent,
    last,
    isSeries: true,
    isFixed: true,
    text,
  };
}

const rateRow = (day: string, currency: string, rate: string): Row => ({ day, currency, units_per_euro: rate });

/** Means of the complete years: those before the last year of the file. */
function annualTarget(rates: readonly NewRow[], catalogue: URL): Target {
  const yearOf = ({ row }: NewRow) => row.day!.slice(0, 4);
  const newest = rates.map(yearOf).sort().at(-1) ?? "";
  const groups = Map.groupBy(
    rates.filter((rate) => yearOf(rate) < newest),
    (rate) => `${yearOf(rate)} ${rate.row.currency}`,
  );
  const rows = [...groups].flatMap(([item, ofYear]): NewRow[] => {
    const [year = "", currency = ""] = item.split(" ");
    if (WITHOUT_AVERAGE.includes(item)) return [];
    const sum = ofYear.reduce((total, { row }) => total.plus(row.units_per_euro!), new Decimal(0));
    const mean = divide(sum, new Decimal(ofYear.length)).toSignificantDigits(AVERAGE_DIGITS, Decimal.ROUND_HALF_UP);
    const row = { year, currency, units_per_euro: plain(mean), days_averaged: String(ofYear.length) };
    return [{ row, item, place: ofYear[0]!.place }];
  });
  const columns = { ...RATES, period: "year" };
  const last = catalogueRows(ANNUAL_PATH, catalogue);
  const text = formatCsv(
    ANNUAL_COLUMNS,
    sortBy(
      rows.map(({ row }) => row),
      ["year", "currency"],
    ),
  );
  return { path: ANNUAL_PATH, columns, bounds: ANNUAL_BOUNDS, rows, last, isSeries: true, isFixed: true, text };
}
