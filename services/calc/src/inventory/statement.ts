import type { MessageInitShape } from "@bufbuild/protobuf";
import { enumNumber } from "@emissions/kit/wire/enum";
import type {
  CategoryStatementSchema,
  FactorUseSchema,
  GasMassesSchema,
  GasStatementSchema,
  InventorySchema,
  RestatementStatementSchema,
  ScopeStatementSchema,
} from "@emissions/proto/calc/v1/inventory_service";
import { FitnessMarkSchema } from "@emissions/proto/factors/v1/fitness";
import { FactorMethod, FactorMethodSchema } from "@emissions/proto/factors/v1/selection_service";
import { type Decimal, divide, plain, ZERO } from "@emissions/quantity/decimal";
import type { GwpSet } from "@emissions/quantity/gases";
import { OUTSIDE_SCOPES, SCOPE_1_CATEGORIES, SCOPE_2_CATEGORIES, SCOPE_3_CATEGORIES } from "../methods/ghg-category.ts";
import { gasTotals } from "../total_impact/gases.ts";
import { tonnes } from "../total_impact/tonnes.ts";
import type { InventoryRow, RestatedRow } from "./queries.ts";

type Rows = readonly InventoryRow[];

export const LOCATION_BASED_PART = "electricity_location_based";
const UNSPECIFIED = "unspecified";

export const isLocationBased = ({ counted, scope, part }: InventoryRow): boolean =>
  !counted && scope === 2 && part === LOCATION_BASED_PART;
const isMarketElectricity = ({ scope, category }: InventoryRow) => scope === 2 && category === "electricity";

export const kilograms = (rows: Rows): Decimal => rows.reduce((sum, { kg }) => sum.plus(kg), ZERO);

/** The figures that follow from the emissions alone. */
export function statementOf(rows: Rows, set: GwpSet | null) {
  const market = rows.filter(({ counted }) => counted);
  const location = [...market.filter((row) => !isMarketElectricity(row)), ...rows.filter(isLocationBased)];
  const inScope = (some: Rows, scope: number) => some.filter((row) => row.scope === scope);
  const factors = factorUses(rows.filter((row) => row.counted || isLocationBased(row)));
  const ofMarket = factors.filter(({ locationBased }) => !locationBased);
  const marked = (...marks: string[]) => ofMarket.filter((use) => marks.some((mark) => use.markTexts.includes(mark)));
  return {
    totalMarketBased: tonnes(kilograms(market)),
    totalLocationBased: tonnes(kilograms(location)),
    scope1: scopeStatement(inScope(market, 1), SCOPE_1_CATEGORIES, set),
    scope2: {
      marketBased: scopeStatement(inScope(market, 2), SCOPE_2_CATEGORIES, set),
      locationBased: scopeStatement(inScope(location, 2), SCOPE_2_CATEGORIES, set),
    },
    scope3: scopeStatement(inScope(market, 3), SCOPE_3_CATEGORIES, set, { numbered: true }),
    gwpSets: gwpSets(market, set),
    biogenicCo2: biogenic(market),
    outsideScopes: sums(
      rows.filter(({ ghgCategory }) => ghgCategory === OUTSIDE_SCOPES),
      ({ factorName }) => factorName,
    ).map(([name, kg]) => ({ name, co2e: tonnes(kg) })),
    primaryData: primaryData(market),
    methods: sums(market, ({ method }) => method ?? "").map(([method, kg]) => ({
      method: method === "" ? FactorMethod.UNSPECIFIED : enumNumber(FactorMethodSchema, method),
      co2e: tonnes(kg),
    })),
    proxies: marked("proxy"),
    staleFactors: marked("stale_years", "ahead_years"),
    factors,
  } satisfies MessageInitShape<typeof InventorySchema>;
}

function scopeStatement(
  rows: Rows,
  categories: readonly string[],
  set: GwpSet | null,
  { numbered = false } = {},
): MessageInitShape<typeof ScopeStatementSchema> {
  return {
    co2e: tonnes(kilograms(rows)),
    gases: gasStatement(rows, set),
    masses: massStatement(rows),
    categories: categories.map((ghgCategory, index): MessageInitShape<typeof CategoryStatementSchema> => {
      const own = rows.filter((row) => row.ghgCategory === ghgCategory);
      return {
        ...(numbered && { number: index + 1 }),
        ghgCategory,
        hasData: own.length > 0,
        ...(own.length > 0 && {
          co2e: tonnes(kilograms(own)),
          gases: gasStatement(own, set),
          masses: massStatement(own),
        }),
      };
    }),
  };
}

function gasStatement(rows: Rows, set: GwpSet | null): MessageInitShape<typeof GasStatementSchema> {
  const { CO2, CH4, N2O, HFC, PFC, SF6, NF3, unspecified } = gasTotals(rows, set);
  return {
    co2: tonnes(CO2),
    ch4: tonnes(CH4),
    n2o: tonnes(N2O),
    hfc: tonnes(HFC),
    pfc: tonnes(PFC),
    sf6: tonnes(SF6),
    nf3: tonnes(NF3),
    unspecified: tonnes(unspecified),
  };
}

/** Masses are not weighed. Series of fluorinated gases have CO2e only. */
function massStatement(rows: Rows): MessageInitShape<typeof GasMassesSchema> {
  const sumOf = (column: "co2Kg" | "ch4Kg" | "n2oKg") => tonnes(rows.reduce((sum, row) => sum.plus(row[column]), ZERO));
  const without = rows.filter(({ gas, byGas }) => gas !== null || !byGas);
  return {
    co2: sumOf("co2Kg"),
    ch4: sumOf("ch4Kg"),
    n2o: sumOf("n2oKg"),
    co2eWithoutMasses: tonnes(kilograms(without)),
  };
}

/** A CO2e without known gases keeps its own set when another one is asked for. */
function gwpSets(market: Rows, set: GwpSet | null) {
  const setOf = ({ byGas, gwpSet }: InventoryRow) => (set !== null && byGas ? set : (gwpSet ?? UNSPECIFIED));
  return sums(market, setOf).map(([gwpSet, kg]) => ({ gwpSet, co2e: tonnes(kg) }));
}

function biogenic(market: Rows) {
  const stated = (rows: Rows) => rows.filter(({ biogenicStated }) => biogenicStated);
  const mass = (rows: Rows) => {
    const some = stated(rows);
    return some.length === 0
      ? undefined
      : tonnes(some.reduce((sum, { biogenicCo2Kg }) => sum.plus(biogenicCo2Kg), ZERO));
  };
  const [scope1, scope2, scope3] = [1, 2, 3].map((scope) => mass(market.filter((row) => row.scope === scope)));
  return {
    ...optional({ co2: mass(market), scope1, scope2, scope3 }),
    co2eNotStated: tonnes(kilograms(market.filter(({ biogenicStated }) => !biogenicStated))),
  };
}

function primaryData(market: Rows) {
  const [total, primary] = [
    kilograms(market),
    kilograms(market.filter(({ method }) => method === "supplier_specific")),
  ];
  return {
    co2e: tonnes(primary),
    ...(!total.isZero() && { share: { value: plain(divide(primary, total)) } }),
  };
}

export function restatementStatement(rows: readonly RestatedRow[]) {
  const sum = (of: "marketBased" | "locationBased", ...scopes: number[]) =>
    tonnes(rows.filter(({ scope }) => scopes.includes(scope)).reduce((kg, row) => kg.plus(row[of]), ZERO));
  return {
    totalMarketBased: sum("marketBased", 1, 2, 3),
    totalLocationBased: sum("locationBased", 1, 2, 3),
    scope1: sum("marketBased", 1),
    scope2MarketBased: sum("marketBased", 2),
    scope2LocationBased: sum("locationBased", 2),
    scope3: sum("marketBased", 3),
  } satisfies MessageInitShape<typeof RestatementStatementSchema>;
}

type Use = MessageInitShape<typeof FactorUseSchema> & { markTexts: readonly string[]; locationBased: boolean };

/** The largest first, as the rows are. */
function factorUses(rows: Rows): Use[] {
  const keyOf = (row: InventoryRow) =>
    JSON.stringify([
      row.factorId,
      row.factorRevision,
      row.factorName,
      row.scope,
      row.ghgCategory,
      row.counted,
      row.marks,
    ]);
  return [...Map.groupBy(rows, keyOf).values()]
    .map((some) => ({ first: some[0]!, kg: kilograms(some) }))
    .sort((a, b) => b.kg.abs().comparedTo(a.kg.abs()))
    .map(({ first, kg }) => ({
      ...optional({
        factorId: first.factorId ?? undefined,
        factorRevision: first.factorRevision ?? undefined,
        year: first.year ?? undefined,
      }),
      name: first.factorName,
      source: first.source || UNSPECIFIED,
      region: first.region,
      scope: first.scope,
      ghgCategory: first.ghgCategory,
      locationBased: !first.counted,
      marks: first.marks.map((mark) => enumNumber(FitnessMarkSchema, mark)),
      markTexts: first.marks,
      co2e: tonnes(kg),
    }));
}

/** Sums of CO2e by a text, sorted by it. */
function sums(rows: Rows, textOf: (row: InventoryRow) => string): [text: string, kg: Decimal][] {
  return [...Map.groupBy(rows, textOf)]
    .map(([text, some]): [string, Decimal] => [text, kilograms(some)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Without the fields that are undefined. */
const optional = <T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
