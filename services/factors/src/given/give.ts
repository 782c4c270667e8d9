import { createHash } from "node:crypto";
import type { Db, Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { FactorsChangedSchema } from "@emissions/proto/factors/v1/selection_service";
import { priceTable } from "../catalogue/prices.ts";
import { selectCurrencies, selectPriceIndices, selectRates } from "../catalogue/queries.ts";
import { rateTable } from "../catalogue/rates.ts";
import { lockCatalogue, raiseVersion } from "../load/state.ts";
import { newPrices } from "./prices.ts";
import { insertFile, insertPrices, insertRates } from "./queries.ts";
import { newRates } from "./rates.ts";
import { type GivenTable, readTable } from "./table.ts";

export type Kind = "rates" | "prices";

export interface Gift {
  kind: Kind;
  /** Name of the file, for the record. */
  name: string;
  bytes: Buffer;
  /** The person, by name. */
  by: string;
  today: string;
  correct: boolean;
  dryRun: boolean;
}

interface Found {
  added: number;
  corrected: number;
  unchanged: number;
  from: string | null;
  to: string | null;
  /** Only for rates: values of days before the first daily rate. They are not stored. */
  tooEarly?: number;
  /** Only for rates: currencies that are quoted no longer. */
  ended?: string[];
  /** The corrected values, in words. */
  corrections: string[];
  store(tx: Tx, file: number): Promise<void>;
}

/** Corrections that the report names. */
const CORRECTIONS_MAX = 50;

/**
 * Stores what is new in a file of rates or price indices, all of it or nothing. Stored results keep their figures. The
 * version of the catalogue makes all replicas read the new ones, and FactorsChanged clears the answers that others keep.
 */
export async function give(db: Db, gift: Gift): Promise<object> {
  const table = await readTable(gift.bytes);
  const sha256 = createHash("sha256").update(gift.bytes).digest("hex");
  return db.asService(NIL_ID, async ({ tx, emit }) => {
    await lockCatalogue(tx);
    const { store, corrections, ...found } = await FOUND[gift.kind](tx, table, gift);
    const { kind, name, by, dryRun } = gift;
    const isStored = !dryRun && found.added + found.corrected > 0;
    const report = { kind, file: name, sha256, ...found, corrections: corrections.slice(0, CORRECTIONS_MAX) };
    if (!isStored) return { ...report, stored: false };
    const { added, corrected } = found;
    const revision = await insertFile(tx, { kind, name, sha256, by, added, corrected });
    await store(tx, revision);
    await raiseVersion(tx);
    emit(FactorsChangedSchema, { categories: [kind === "rates" ? "exchange_rates" : "price_indices"] });
    return { ...report, stored: true, revision };
  });
}

const FOUND: Record<Kind, (tx: Tx, table: GivenTable, gift: Gift) => Promise<Found>> = {
  rates: async (tx, table, gift) => {
    const currencies = await selectCurrencies(tx);
    const known = rateTable(await selectRates(tx), [], currencies);
    const codes = new Set(currencies.map(({ code }) => code));
    const { rates, unchanged, tooEarly, ended } = newRates(table, { ...known, currencies: codes }, gift);
    return {
      ...summary(rates, ({ day }) => day),
      unchanged,
      tooEarly,
      ended,
      corrections: rates.flatMap(({ currency, day, rate, known }) =>
        known === undefined ? [] : [`${currency} on ${day}: ${known} to ${rate}`],
      ),
      store: (tx, file) => insertRates(tx, file, rates),
    };
  },
  prices: async (tx, table, gift) => {
    const known = priceTable(await selectPriceIndices(tx));
    const options = { thisYear: Number(gift.today.slice(0, 4)), correct: gift.correct };
    const { prices, unchanged } = newPrices(table, known, options);
    return {
      ...summary(prices, ({ year }) => String(year)),
      unchanged,
      corrections: prices.flatMap(({ country, year, series, value, known }) =>
        known === undefined ? [] : [`${series} of ${country} in ${year}: ${known} to ${value}`],
      ),
      store: (tx, file) => insertPrices(tx, file, prices),
    };
  },
};

function summary<T extends { known?: string }>(values: readonly T[], timeOf: (value: T) => string) {
  const times = values.map(timeOf).sort();
  const corrected = values.filter(({ known }) => known !== undefined).length;
  return { added: values.length - corrected, corrected, from: times[0] ?? null, to: times.at(-1) ?? null };
}
