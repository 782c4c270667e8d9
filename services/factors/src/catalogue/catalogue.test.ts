import { type Client, ConnectError, createClient } from "@connectrpc/connect";
import { refusalIn } from "@emissions/kit/wire/errors";
import { CountryService } from "@emissions/proto/factors/v1/country_service";
import { ExchangeRateKind, ExchangeRateService } from "@emissions/proto/factors/v1/exchange_rate_service";
import { SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { UnitService } from "@emissions/proto/factors/v1/unit_service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCatalogue } from "../load/load.ts";
import { seededCatalogue } from "./seeded.fixture.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let units: Client<typeof UnitService>;
let rates: Client<typeof ExchangeRateService>;
beforeAll(async () => {
  seeded = await seededCatalogue();
  units = createClient(UnitService, seeded.transport);
  rates = createClient(ExchangeRateService, seeded.transport);
});
afterAll(() => seeded.database.drop());

describe("units", () => {
  it("have the ids of the public contract", async () => {
    const answer = await units.listUnits({});
    const idOf = (name: string) => answer.units.find((unit) => unit.name === name)?.id;
    expect(idOf("kilogram_(kg)")).toBe("61743a63-ff70-459c-9567-5eee8f7dfd5c");
    expect(idOf("kilowatt_hour_(kwh)")).toBe("ba80e6cb-86a4-4bb1-a0c5-8104365d523c");
    expect(idOf("euro_(EUR)")).toMatch(/^[0-9a-f-]{14}5/);
  });

  it("for purchases are physical and sorted, with exact ratios", async () => {
    const { units: offered, details } = await units.listUnits({ type: "non_currency_purchases" });
    expect(offered.map((unit) => unit.name)).toEqual(details.map((detail) => detail.unit?.name));
    const order = offered.map((unit) => `${unit.type} ${unit.name}`);
    expect(order).toEqual(order.toSorted());
    expect(offered.filter((unit) => unit.type === "fiat_currency")).toEqual([]);
    const megajoule = details.find((detail) => detail.code === "MJ");
    expect([megajoule?.numerator?.value, megajoule?.denominator?.value]).toEqual(["5", "18"]);
  });

  it("list currencies only without a filter", async () => {
    expect((await units.listUnits({})).units.filter((unit) => unit.type === "fiat_currency")).toHaveLength(305);
    for (const type of ["fiat_currency", "no such type"]) expect((await units.listUnits({ type })).units).toEqual([]);
  });
});

it("countries are sorted and have a region", async () => {
  const { countries } = await createClient(CountryService, seeded.transport).listCountries({});
  expect(countries).toHaveLength(250);
  expect(countries.find((country) => country.code === "ES")).toMatchObject({ name: "Spain", region: "Europe" });
  expect(countries.map((country) => country.code)).toEqual(countries.map((country) => country.code).toSorted());
});

describe("exchange rates", () => {
  it.each([
    { currency: "USD", date: "2024-06-09", rate: "1.0898", rateDate: "2024-06-07", kind: ExchangeRateKind.DAILY },
    { currency: "HRK", date: "2024-06-09", rate: "7.53450", rateDate: "2023-01-01", kind: ExchangeRateKind.FIXED },
    {
      currency: "TRL",
      date: "2004-06-09",
      rate: "1777050",
      rateDate: "2004-01-01",
      kind: ExchangeRateKind.ANNUAL_AVERAGE,
    },
  ])("answer $rate for the $currency on $date", async ({ currency, date, rate, rateDate, kind }) => {
    const { exchangeRate } = await rates.getExchangeRate({ currency, date });
    expect(exchangeRate).toMatchObject({ currency, rateDate, kind, requestedDate: date, rate: { value: rate } });
  });

  it.each([
    { currency: "ZZZ", date: "2024-06-09", code: "CURRENCY_NOT_FOUND" },
    { currency: "AED", date: "2024-06-09", code: "EXCHANGE_RATE_MISSING" },
    { currency: "USD", date: "09/06/2024", code: "REQUEST_VALIDATION_FAILED" },
  ])("refuse $currency on $date with $code", async ({ currency, date, code }) => {
    const error = await rates.getExchangeRate({ currency, date }).then(() => expect.fail(), ConnectError.from);
    expect(refusalIn(error)?.code).toBe(code);
  });
});

describe("the catalogue in memory", () => {
  const cement = async (country: string) => {
    const { resolutions } = await createClient(SelectionService, seeded.transport).resolveFactors({
      selections: [
        {
          selector: { kind: { case: "spend", value: { sector: "23.51", country } } },
          unitId: seeded.snapshot.unitsByCode.get("EUR")!.id,
          referenceDate: "2024-05-17",
        },
      ],
    });
    const { factor } = resolutions[0]!;
    return [factor?.key, factor?.region, factor?.unit].join(" ");
  };

  it("has the new state for every call after a change by any process", async () => {
    expect(await cement("FR")).toBe("23 FR EUR");
    await loadCatalogue(seeded.db, { shareAlike: false });
    const countries = ["FR", "IT", "GB", "US"];
    // Without share-alike figures, those of the United States are the proxy.
    const usa = "327310 GLO USD";
    expect(await Promise.all(countries.map(cement))).toEqual([usa, usa, "23.5 GB GBP", "327310 US USD"]);
  });
});
