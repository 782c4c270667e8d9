import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fromBinary } from "@bufbuild/protobuf";
import { type Client, createClient } from "@connectrpc/connect";
import { Db } from "@emissions/kit/db/transactions";
import { ExchangeRateService } from "@emissions/proto/factors/v1/exchange_rate_service";
import { FactorsChangedSchema } from "@emissions/proto/factors/v1/selection_service";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Catalogue } from "../catalogue/catalogue.ts";
import { indexChange } from "../catalogue/prices.ts";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";
import { loadCatalogue } from "../load/load.ts";
import { type Gift, give } from "./give.ts";
import { zipOfOne } from "./zip.fixture.ts";

const CATALOG = new URL("../../catalog/", import.meta.url);
const DAILY = "exchange-rates/daily.csv";
const TODAY = "2026-11-30";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let client: Client<typeof ExchangeRateService>;
let folder: string;
let codes: string[];
let last: { day: string; rates: Record<string, string> };

beforeAll(async () => {
  seeded = await seededCatalogue();
  client = createClient(ExchangeRateService, seeded.transport);
  folder = await mkdtemp(join(tmpdir(), "given-"));
  await cp(CATALOG, folder, { recursive: true });
  const lines = (await readFile(join(folder, DAILY), "utf8")).trimEnd().split("\n");
  const [, ...names] = lines[0]!.split(",");
  const [day, ...values] = lines.at(-1)!.split(",");
  codes = names.filter((_, at) => values[at] !== "");
  last = { day: day!, rates: Object.fromEntries(names.map((name, at) => [name, values[at]!])) };
});
afterAll(async () => {
  await seeded.database.drop();
  await rm(folder, { recursive: true });
});
/** Each test begins with the catalogue alone. */
beforeEach(async () => {
  if ((await stored()).length === 0) return;
  await seeded.database.owner`
    truncate factors.given_files, factors.given_rates, factors.given_prices restart identity`;
  await seeded.database.owner`update factors.catalogue_version set version = version + 1`;
});

const stored = () => seeded.database.sql`select kind, name, given_by, added, corrected from given_files order by file`;

/** A file as the ECB writes it: all currencies, the newest day first, a comma at the end of each line. */
const ecb = (days: Record<string, Record<string, string>>): string =>
  [
    ["Date", ...codes],
    ...Object.entries(days)
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .map(([day, rates]) => [day, ...codes.map((code) => rates[code] ?? last.rates[code]!)]),
  ]
    .map((cells) => `${cells.join(",")},\n`)
    .join("");

type Report = Record<string, unknown>;
const from = (text: string | Buffer, more: Partial<Gift> = {}) =>
  give(seeded.db, {
    kind: "rates",
    name: "eurofxref-hist.csv",
    bytes: Buffer.from(text as string),
    by: "operator",
    today: TODAY,
    correct: false,
    dryRun: false,
    ...more,
  }) as Promise<Report>;
const dollars = async (date: string) => {
  const { exchangeRate } = await client.getExchangeRate({ currency: "USD", date });
  return [exchangeRate?.rate?.value, exchangeRate?.rateDate];
};
const announced = async () => {
  const rows = await seeded.db.systemWide(
    (tx) => tx<{ payload: Uint8Array }[]>`select payload from outbox order by id`,
  );
  return rows.map(({ payload }) => fromBinary(FactorsChangedSchema, payload).categories);
};

describe("rates from a file of the ECB", () => {
  it("apply at once in every replica, are announced, and are recorded", async () => {
    const before = (await announced()).length;
    expect(await dollars("2026-07-22")).toEqual([last.rates.USD, last.day]);
    const report = await from(ecb({ "2026-07-22": { USD: "1.1555" }, [last.day]: {} }));
    expect(report).toMatchObject({
      stored: true,
      revision: 1,
      added: codes.length,
      corrected: 0,
      unchanged: codes.length,
      from: "2026-07-22",
      to: "2026-07-22",
    });
    expect(await dollars("2026-07-22")).toEqual(["1.1555", "2026-07-22"]);
    expect(await dollars("2026-07-21")).toEqual([last.rates.USD, last.day]);
    expect((await announced()).slice(before)).toEqual([["exchange_rates"]]);
    expect(await stored()).toEqual([
      { kind: "rates", name: "eurofxref-hist.csv", givenBy: "operator", added: codes.length, corrected: 0 },
    ]);
  });

  it("change nothing a second time, and nothing in a dry run", async () => {
    const file = ecb({ "2026-07-22": { USD: "1.15" } });
    expect(await from(file, { dryRun: true })).toMatchObject({ stored: false, added: codes.length });
    await from(file);
    const events = (await announced()).length;
    expect(await from(file)).toMatchObject({ stored: false, added: 0, corrected: 0, unchanged: codes.length });
    expect((await announced()).length).toBe(events);
    expect(await stored()).toHaveLength(1);
  });

  it("can be the file of one day, with its long date, and a zip archive", async () => {
    const day = ecb({ "22 July 2026": { USD: "1.1501" } }).replaceAll(",", ", ");
    expect(await from(zipOfOne("eurofxref.csv", day), { name: "eurofxref.zip" })).toMatchObject({ stored: true });
    expect(await dollars("2026-07-22")).toEqual(["1.1501", "2026-07-22"]);
  });

  it("before the first daily rate of the catalogue are not stored: averages of years apply", async () => {
    const report = await from(ecb({ "2014-12-31": { USD: "1.2141" } }));
    expect(report).toMatchObject({ stored: false, added: 0, tooEarly: codes.length });
    expect(await dollars("2014-12-31")).toEqual(["1.3285", "2014-01-01"]);
  });

  it("replace a known value only as a correction, which the report names", async () => {
    const file = ecb({ [last.day]: { USD: "1.1419" } });
    await expect(from(file)).rejects.toThrow(`USD on ${last.day} is 1.1419, but ${last.rates.USD} is known`);
    expect(await from(file, { correct: true })).toMatchObject({
      corrected: 1,
      added: 0,
      corrections: [`USD on ${last.day}: ${last.rates.USD} to 1.1419`],
    });
    expect(await dollars(last.day)).toEqual(["1.1419", last.day]);
    await from(ecb({ [last.day]: {} }), { correct: true });
    expect(await dollars(last.day)).toEqual([last.rates.USD, last.day]);
  });

  it.each<{ what: string; days: Record<string, Record<string, string>>; reason: RegExp }>([
    { what: "a value that is no decimal", days: { "2026-07-22": { USD: "1,1" } }, reason: /no csv/ },
    { what: "zero", days: { "2026-07-22": { USD: "0.0" } }, reason: /"0.0", which is no positive decimal/ },
    { what: "a shifted point", days: { "2026-07-22": { USD: "11.418" } }, reason: /more than a factor of 2/ },
    { what: "a weekend", days: { "2026-07-25": {} }, reason: /2026-07-25 is a weekend/ },
    { what: "a day that does not exist", days: { "2026-02-30": {} }, reason: /"2026-02-30" is no day/ },
    { what: "the future", days: { "2026-12-01": {} }, reason: /2026-12-01 is in the future/ },
  ])("are refused with $what, and nothing is stored", async ({ days, reason }) => {
    await expect(from(ecb(days))).rejects.toThrow(reason);
    expect(await stored()).toEqual([]);
  });

  it.each([
    {
      what: "without a currency that is still quoted",
      edit: (text: string) => text.replace("USD", "XXX"),
      reason: /USD, which is still quoted, has no column/,
    },
    {
      what: "with an unknown currency",
      edit: (text: string) => text.replace("USD", "QQQ"),
      reason: /"QQQ" is no known currency/,
    },
    { what: "with a column twice", edit: (text: string) => text.replace("USD", "JPY"), reason: /"JPY" is there twice/ },
    { what: "without a date", edit: (text: string) => text.replace("Date", "Day"), reason: /not "Date"/ },
    { what: "without rows", edit: (text: string) => text.split("\n")[0]!, reason: /no rows/ },
    { what: "that is empty", edit: () => "", reason: /no rows/ },
    { what: "with a broken line", edit: (text: string) => `${text}2026-07-23,1\n`, reason: /no csv/ },
    { what: "that is too long", edit: () => "x".repeat(9 * 1024 * 1024), reason: /more than 8388608 bytes/ },
    { what: "that is no text", edit: () => Buffer.from([0xff, 0xfe, 0x00]), reason: /UTF-8/ },
    {
      what: "that is a damaged archive",
      edit: () => Buffer.from("PK\x03\x04 and no more"),
      reason: /archive cannot be read/,
    },
    {
      what: "that is an archive of a huge file",
      edit: () => zipOfOne("a.csv", "0".repeat(9 * 1024 * 1024)),
      reason: /archive cannot be read/,
    },
  ])("are refused from a file $what", async ({ edit, reason }) => {
    await expect(from(edit(ecb({ "2026-07-22": {} })) as string)).rejects.toThrow(reason);
    expect(await stored()).toEqual([]);
  });
});

describe("a later catalogue", () => {
  const load = () => loadCatalogue(seeded.db, { shareAlike: true, folder: pathToFileURL(`${folder}/`) });
  const append = async (usd: string) => {
    const text = await readFile(new URL(DAILY, CATALOG), "utf8");
    const header = text.split("\n")[0]!.split(",").slice(1);
    const row = ["2026-07-22", ...header.map((code) => (code === "USD" ? usd : last.rates[code]))];
    await writeFile(join(folder, DAILY), `${text.trimEnd()}\n${row.join(",")}\n`);
  };

  it("leaves given days that it lacks, and its own value of a day wins", async () => {
    await from(ecb({ "2026-07-22": { USD: "1.15" }, "2026-07-23": { USD: "1.16" } }));
    await append("1.1499");
    expect(await load()).toEqual(["exchange_rates"]);
    expect(await dollars("2026-07-22")).toEqual(["1.1499", "2026-07-22"]);
    expect(await dollars("2026-07-23")).toEqual(["1.16", "2026-07-23"]);
  });

  it("does not undo a correction", async () => {
    await append("1.1498");
    await load();
    await from(ecb({ "2026-07-22": { USD: "1.1501" } }), { correct: true });
    await append("1.1497");
    await load();
    expect(await dollars("2026-07-22")).toEqual(["1.1501", "2026-07-22"]);
  });
});

describe("price indices from a file", () => {
  const HEADER = "country,year,currency,gdp_deflator,consumer_prices,consumer_prices_basis";
  const known = { year: 0, deflator: "" };
  const given = (rows: string[], more: Partial<Gift> = {}) =>
    from([HEADER, ...rows].join("\n"), { kind: "prices", name: "price-indices.csv", ...more });
  const spain = async () => (await new Catalogue(seeded.db).refresh()).prices.get("ES")!;

  beforeAll(async () => {
    const { values } = seeded.snapshot.prices.get("ES")!.series[0]!;
    known.year = Math.max(...values.keys());
    known.deflator = values.get(known.year)!.value;
  });

  it("extend a series that they continue", async () => {
    const next = String(Number(known.deflator.slice(0, 5)) + 3);
    const rows = [`ES,${known.year},EUR,${known.deflator},,`, `ES,${known.year + 1},EUR,${next},,`];
    expect(await given(rows)).toMatchObject({ stored: true, added: 1, unchanged: 1 });
    expect(indexChange(await spain(), known.year + 1, known.year)).toMatchObject({
      kind: "gdp_deflator",
      from: { value: next },
      to: { value: known.deflator },
      carriedForward: false,
    });
  });

  it("replace a known value only as a correction", async () => {
    const rows = [`ES,${known.year - 1},,100,,`, `ES,${known.year},,${known.deflator},,`];
    await expect(given(rows)).rejects.toThrow(/gdp_deflator of ES in \d+ is 100, but [\d.]+ is known/);
    expect(await given(rows, { correct: true })).toMatchObject({ corrected: 1, unchanged: 1 });
    expect((await spain()).series[0]!.values.get(known.year - 1)?.value).toBe("100");
  });

  it.each([
    { what: "of another base year", rows: ["ES,2026,,121,,"], reason: /repeats no known year/ },
    { what: "in another currency", rows: ["ES,2026,USD,121,,"], reason: /currency of ES is EUR and not "USD"/ },
    { what: "of an unknown country", rows: ["QQ,2026,,121,,"], reason: /no country with price indices/ },
    { what: "of a future year", rows: ["ES,2027,,121,,"], reason: /no past year/ },
    { what: "without a basis", rows: ["ES,2026,,,121,"], reason: /basis goes with/ },
    { what: "of another basis", rows: ["ES,2026,,,121,guessed"], reason: /not published or derived/ },
    { what: "that are no decimals", rows: ["ES,2026,,1e2,,"], reason: /no positive decimal/ },
    { what: "with a year twice", rows: ["ES,2026,,121,,", "ES,2026,,121,,"], reason: /twice/ },
  ])("are refused $what", async ({ rows, reason }) => {
    await expect(given(rows)).rejects.toThrow(reason);
    expect(await stored()).toEqual([]);
  });

  it("are refused with other columns", async () => {
    await expect(from("country,year\nES,2026", { kind: "prices" })).rejects.toThrow(/The columns are not/);
  });
});

it("what is given is read as one state with the catalogue, by another process too", async () => {
  const other = new Catalogue(new Db(seeded.database.sql));
  await from(ecb({ "2026-07-23": { USD: "1.17" } }));
  expect((await other.refresh()).rates.daily.get("USD")?.rates.at(-1)).toBe("1.17");
});
