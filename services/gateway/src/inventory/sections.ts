/** A table of the statement. Decimals and counts are numbers, with all their digits. */
export interface Section {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** A text of a client or of a publication, a number in digits, or nothing. */
export type Cell = { text: string } | { number: string } | null;

type Json = Readonly<Record<string, unknown>>;

export const cellOf = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  // A decimal is raw JSON (`present.ts`).
  if (typeof value === "object" && "rawJSON" in value) return { number: String(value.rawJSON) };
  if (typeof value === "number") return { number: String(value) };
  if (typeof value === "boolean") return { text: value ? "yes" : "no" };
  if (Array.isArray(value)) return { text: value.join(", ") };
  return { text: String(value) };
};

/** The tables of an inventory as `GET /v2/inventory` shows it. */
export function sectionsOf(inventory: unknown): Section[] {
  const of = inventory as Json;
  const scope2 = of.scope_2 as Json;
  return [
    table("Statement", ["item", "value"], statement(of)),
    categories("Scope 1", of.scope_1 as Json),
    categories("Scope 2, market-based", scope2.market_based as Json),
    categories("Scope 2, location-based", scope2.location_based as Json),
    categories("Scope 3", of.scope_3 as Json),
    masses(of),
    listed("Instruments of scope 2, MWh", INSTRUMENT, of.instruments),
    listed("Other periods", COMPARATIVE, of.comparatives),
    listed("Records in no total", ["entity_type", "outcome", "reason", "records"], of.exclusions),
    listed("Records with and without a document", ["entity_type", "with_file", "without_file"], of.evidence),
    table(
      "Restatements of locked periods, kept apart",
      ["item", "value"],
      Object.entries((of.restatements ?? {}) as Json),
    ),
    table("Biogenic CO2, tonnes", ["item", "value"], Object.entries(of.biogenic_co2 as Json)),
    listed("Gases outside the Kyoto Protocol", ["name", "co2e"], of.outside_scopes),
    listed("Warming potentials", ["gwp_set", "co2e"], of.gwp_sets),
    listed("Calculation methods", ["method", "co2e"], of.methods),
    ...coverage(of.coverage as Json),
    listed("Proxies", FACTOR, of.proxies),
    listed("Factors of other years", FACTOR, of.stale_factors),
    listed("Factors", FACTOR, of.factors),
    table(
      "Organizational boundary",
      ["organization", "id", "shares stated", "from", "to", "share", "co2e"],
      boundary(of),
    ),
    listed(
      "Organizations without stated shares, counted as a whole",
      ["name", "organization_id"],
      of.organizations_without_shares,
    ),
  ];
}

const FACTOR = [
  "name",
  "source",
  "region",
  "year",
  "scope",
  "ghg_category",
  "location_based",
  "marks",
  "co2e",
  "factor_id",
  "factor_revision",
];
const INSTRUMENT = ["type", "technology", "vintage", "country", "registry", "plant", "emission_rate", "mwh"];
const SCOPES = ["scope_1", "scope_2_market_based", "scope_2_location_based", "scope_3"];
const COMPARATIVE = [
  ...["start_date", "end_date", "base_year", "total_market_based", "total_location_based"],
  ...SCOPES,
  ...["change_market_based", "change_location_based"],
];
const MASSES = ["co2", "ch4", "n2o", "co2e_without_masses"];
const GASES = ["co2", "ch4", "n2o", "hfc", "pfc", "sf6", "nf3", "unspecified"];

const table = (title: string, columns: readonly string[], rows: readonly (readonly unknown[])[]): Section => ({
  title,
  columns,
  rows: rows.map((row) => row.map(cellOf)),
});

const listed = (title: string, columns: readonly string[], items: unknown): Section =>
  table(
    title,
    columns,
    (items as Json[]).map((item) => columns.map((column) => item[column])),
  );

function statement(of: Json): unknown[][] {
  const primary = of.primary_data as Json;
  return [
    ["organization", (of.organizations as Json[])[0]?.name],
    ["organization_id", of.organization_id],
    ["first day", of.start_date],
    ["last day", of.end_date],
    ["unit", of.unit],
    ["consolidation", of.boundary],
    ["consolidation chosen", of.boundary_is_default !== true],
    ["radiative forcing", of.radiative_forcing ?? "as each publisher recommends"],
    ["warming potentials", of.gwp ?? "as calculated"],
    ["total, market-based", of.total_market_based],
    ["total, location-based", of.total_location_based],
    ["primary data", primary.co2e],
    ["share of primary data", primary.share],
  ];
}

function categories(title: string, scope: Json): Section {
  const rows = (scope.categories as Json[]).map(({ number, ghg_category, has_data, co2e, gases }) => [
    number,
    ghg_category,
    has_data === true ? "quantified" : "no data",
    co2e,
    ...GASES.map((gas) => (gases as Json | null)?.[gas]),
  ]);
  const total = [null, "total", null, scope.co2e, ...GASES.map((gas) => (scope.gases as Json)[gas])];
  return table(title, ["number", "category", "status", "co2e", ...GASES], [...rows, total]);
}

/** Of each scope and its categories, not weighed. */
function masses(of: Json): Section {
  const scope2 = of.scope_2 as Json;
  const scopes = [of.scope_1, scope2.market_based, scope2.location_based, of.scope_3] as Json[];
  const cellsOf = ({ masses }: Json) => MASSES.map((name) => (masses as Json | null)?.[name]);
  const rows = scopes.flatMap((scope, at) => [
    ...(scope.categories as Json[])
      .filter(({ has_data }) => has_data === true)
      .map((category) => [SCOPES[at], category.ghg_category, ...cellsOf(category)]),
    [SCOPES[at], "total", ...cellsOf(scope)],
  ]);
  return table("Masses of gases, tonnes", ["scope", "category", ...MASSES], rows);
}

function coverage({ marks, spend_overlaps: overlaps, ...counts }: Json): Section[] {
  return [
    table("Coverage", ["item", "value"], Object.entries(counts)),
    listed("Marks of figures", ["mark", "records", "co2e"], marks),
    listed(
      "Purchases beside records of the same activity",
      ["ghg_category", "purchases_co2e", "activity_co2e"],
      overlaps,
    ),
  ];
}

function boundary({ organizations }: Json): unknown[][] {
  return (organizations as Json[]).flatMap(({ name, organization_id, shares_stated, shares, co2e }) =>
    (shares as Json[]).map(({ start_date, end_date, share }, index) => [
      name,
      organization_id,
      shares_stated,
      start_date,
      end_date,
      share,
      index === 0 ? co2e : null,
    ]),
  );
}
