import { type CsvRow, list, text, textOrNull } from "./csv.ts";
import { type CatalogueFactor, type CommonFields, inRegion, type SpendColumns, withAreas } from "./factors.ts";

/** USEEIO: one factor per area of the row. */
export const spendFactors = (row: CsvRow): CatalogueFactor[] => {
  const note = `Purchaser prices: with trade and transport margins (${text(row, "co2e_kg_without_margins")} kg without them).`;
  const own = spendOf(row, { key: text(row, "code"), note });
  const spend = pricesOf(row, { sourceKey: "" });
  return inAreas(row, own, spend);
};

/** One factor per area and per code: a published product can have several NACE codes. */
export const naceSpendFactors = (row: CsvRow): CatalogueFactor[] => naceFactors(row, NOTES[text(row, "price_basis")]!);

/** FIGARO at purchaser prices: the margins are those of a national use table, which can be of an earlier year. */
export const purchaserSpendFactors = (row: CsvRow): CatalogueFactor[] =>
  naceFactors(
    row,
    `Purchaser prices: with trade and transport margins, from the use table of ${text(row, "valuation_year")}.`,
  );

function naceFactors(row: CsvRow, note: string): CatalogueFactor[] {
  const spend = pricesOf(row, { co2: textOrNull(row, "co2_kg"), sourceKey: text(row, "published_code") });
  return list(row, "codes").flatMap((key) => inAreas(row, spendOf(row, { key, note }), spend));
}

/** A row has one column per country. An empty one means that the country does not produce it. */
export const countrySpendFactors = (row: CsvRow): CatalogueFactor[] => {
  const note = NOTES[text(row, "price_basis")]!;
  const own = spendOf(row, { key: text(row, "code"), note });
  const pricePerPurchaserPrice = textOrNull(row, "producer_per_purchaser_price");
  const spend = pricesOf(row, { pricePerPurchaserPrice, sourceKey: "" });
  return Object.entries(row)
    .filter(([column, co2e]) => COUNTRY_COLUMN.test(column) && co2e !== "")
    .map(([region, co2e]) => ({ ...inRegion(row, own, { region, co2e }), spend }));
};

/** A country or `GLO`. All other columns have lower case. */
const COUNTRY_COLUMN = /^[A-Z]{2,3}$/;

const NOTES: Readonly<Record<string, string>> = {
  purchaser: "Read as purchaser prices, as in earlier editions: the file does not state the basis.",
  producer: "Producer prices: without trade and transport margins.",
  basic: "Basic prices: without trade and transport margins and without taxes on the product.",
};

const spendOf = (row: CsvRow, own: Pick<CommonFields, "key" | "note">): CommonFields => ({
  ...own,
  category: "spend",
  scheme: text(row, "scheme"),
  name: text(row, "title"),
  method: "spend_based",
});

const pricesOf = (row: CsvRow, own: Partial<SpendColumns>): SpendColumns => ({
  priceYear: text(row, "price_year"),
  priceBasis: text(row, "price_basis"),
  pricePerPurchaserPrice: null,
  co2: null,
  sourceKey: "",
  ...own,
});

const inAreas = (row: CsvRow, own: CommonFields, spend: SpendColumns): CatalogueFactor[] =>
  withAreas(row, own).map((factor) => ({ ...factor, spend }));
