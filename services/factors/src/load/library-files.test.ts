import { readdir } from "node:fs/promises";
import { fraction, textOf, times } from "@emissions/quantity/oracle";
import { describe, expect, it } from "vitest";
import { type Editions, indexEditions, type PublishedEdition } from "../catalogue/editions.ts";
import { type CsvRow, list, readCsv } from "./csv.ts";
import { libraryFactors } from "./factors.ts";
import { catalogueFiles } from "./files.ts";
import { PUBLISHED, type PublishedFigure } from "./published.fixture.ts";

const CATALOGUE = new URL("../../catalog/", import.meta.url);
const FOLDERS = ["library/", "share-alike/library/"];

interface LibraryRow {
  dataset: string;
  row: CsvRow;
}

const [units, countries, editions] = (await Promise.all(
  ["units.csv", "countries.csv", "editions.csv"].map((path) => readCsv(new URL(path, CATALOGUE))),
)) as [CsvRow[], CsvRow[], CsvRow[]];
const standIns = await readCsv(new URL("stand-ins.csv", CATALOGUE));
const datasets = (
  await Promise.all(
    FOLDERS.map(async (folder) =>
      (await readCsv(new URL(`${folder}datasets.csv`, CATALOGUE))).map((row) => ({ folder, row })),
    ),
  )
).flat();
const library: LibraryRow[] = (
  await Promise.all(
    datasets.map(async ({ folder, row: { dataset } }) =>
      (await readCsv(new URL(`${folder}${dataset}.csv`, CATALOGUE))).map((row) => ({ dataset: dataset!, row })),
    ),
  )
).flat();

const VALUES = ["co2e_kg", "co2_kg", "ch4_g", "n2o_g", "biogenic_co2_kg"] as const;
const DECIMAL = /^\d{1,18}(\.\d{1,24})?$/;

const CATEGORIES = [
  "electricity_certificates",
  "electricity_life_cycle",
  "electricity_location",
  "electricity_losses",
  "electricity_losses_upstream",
  "electricity_residual_mix",
  "electricity_supplier",
  "electricity_upstream",
  "freight",
  "freight_upstream",
  "fuels",
  "fuels_upstream",
  "heat",
  "heat_losses",
  "heat_losses_upstream",
  "heat_upstream",
  "homeworking",
  "hotel_stays",
  "logistics_hubs",
  "passenger_transport",
  "passenger_transport_upstream",
  "refrigerants",
  "vehicle_distance",
  "vehicle_distance_upstream",
  "vehicle_fuels",
  "vehicle_fuels_upstream",
  "waste",
  "waste_materials",
  "water_supply",
  "water_treatment",
];

describe("the library", () => {
  it("has a file for every data set, and no other", async () => {
    const found = await Promise.all(
      FOLDERS.map(async (folder) => (await readdir(new URL(folder, CATALOGUE))).map((name) => folder + name)),
    );
    const wanted = datasets.map(({ folder, row }) => `${folder}${row.dataset}.csv`);
    const described = FOLDERS.map((folder) => `${folder}datasets.csv`);
    expect(found.flat().sort()).toEqual([...wanted, ...described].sort());
  });

  it.each([
    ["defra-2019", 2465],
    ["defra-2020", 2453],
    ["defra-2021", 2544],
    ["defra-2022", 2532],
    ["defra-2023", 2541],
    ["defra-2024", 2573],
    ["defra-2025", 2573],
    ["miteco-v31", 3891],
    ["epa-hub-2025", 616],
    ["ipcc-ar6-gwp", 87],
    ["ashrae-34-blends", 54],
    ["defra-2026", 2578],
    ["nga-2026", 9],
    ["mfe-2026", 3],
    ["waste-defra-2019", 409],
    ["waste-defra-2020", 409],
    ["waste-defra-2021", 409],
    ["waste-defra-2022", 412],
    ["waste-defra-2023", 412],
    ["waste-defra-2024", 412],
    ["waste-defra-2025", 412],
    ["waste-epa-hub-2025", 357],
    ["seai-2025", 93],
    ["uk-inventory-2025", 59],
    ["aib", 372],
    ["aib-residual-2025", 76],
    ["eea", 821],
    ["eea-2024", 55],
    ["ember", 5339],
    ["ember-upstream", 44],
    ["hydrogen", 5],
    ["battery-electric", 2],
    ["active-travel", 2],
    ["glec-v3", 30],
    ["scope-2-guidance", 9],
    ["electricity-maps-lifecycle", 1755],
    ["electricity-maps-direct", 224],
    ["electricity-maps-upstream", 224],
    ["oefdb-ademe", 259],
    ["oefdb-mfe", 213],
    ["oefdb-uba", 43],
    ["oefdb-stc-nestra", 14],
  ])("has in %s %i rows, each natural key once in every area", (dataset, count) => {
    const rows = library.filter((entry) => entry.dataset === dataset).map(({ row }) => row);
    expect(rows).toHaveLength(count);
    const keys = rows.flatMap((row) =>
      list(row, "areas").map((area) => [row.category, row.key, area, row.year, row.unit].join(" ")),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("has source, year, licence, warming potentials and priority for every dataset", () => {
    const rows = datasets.map(({ row }) => row);
    expect(rows).toHaveLength(43);
    expect(rows.filter((row) => !row.source || !row.licence || !/^20\d\d$/.test(row.source_year!))).toEqual([]);
    expect(rows.filter((row) => !/^(AR[456])?$/.test(row.gwp_set!) || !/^\d+$/.test(row.priority!))).toEqual([]);
  });

  it("says of every dataset and category what the year means", () => {
    const known = new Set(standIns.map(({ dataset, category }) => `${dataset}/${category}`));
    const silent = library.filter(
      ({ dataset, row }) =>
        ![`${dataset}/${row.category}`, `/${row.category}`, `${dataset}/`].some((key) => known.has(key)),
    );
    expect(silent).toEqual([]);
    expect(standIns.filter(({ reason }) => !reason)).toEqual([]);
    expect(known).toContain("grid-losses/");
  });

  it("keeps share-alike data sets in their folder", () => {
    expect(datasets.filter(({ folder, row }) => row.share_alike !== String(folder.startsWith("share-alike")))).toEqual(
      [],
    );
    expect(datasets.filter(({ row }) => /SA|ODbL/.test(row.licence!) !== (row.share_alike === "true"))).toEqual([]);
  });

  it("uses only the fixed categories, and all of them", () => {
    expect([...new Set(library.map(({ row }) => row.category))].sort()).toEqual(CATEGORIES);
  });

  it("refers only to units, countries and regions that exist", () => {
    const known = new Set(units.map((row) => row.code));
    const areas = new Set([...countries.flatMap((row) => [row.code!, row.region!, row.subregion!]), "GLO"]);
    expect(library.filter(({ row }) => !known.has(row.unit))).toEqual([]);
    expect(library.filter(({ row }) => list(row, "areas").length === 0)).toEqual([]);
    expect(library.flatMap(({ row }) => list(row, "areas")).filter((area) => !areas.has(area))).toEqual([]);
  });

  it("has plain decimals, at least one per row, and a name", () => {
    const numbers = [...VALUES, "uncertainty_percent"];
    const odd = library.filter(({ row }) => numbers.some((column) => row[column] && !DECIMAL.test(row[column])));
    expect(odd).toEqual([]);
    expect(library.filter(({ row }) => VALUES.every((column) => row[column] === ""))).toEqual([]);
    expect(library.filter(({ row }) => !row.name || !row.group || !/^(19|20)\d\d$/.test(row.year!))).toEqual([]);
  });

  it("has keys of lower-case words parted by slashes; waste has code and operation", () => {
    const shape = (row: CsvRow) =>
      row.category === "waste" ? /^\d{6}\/[RD]\d\d$/ : /^[a-z0-9]+(_[a-z0-9]+)*(\/[a-z0-9]+(_[a-z0-9]+)*)*$/;
    expect(library.filter(({ row }) => !shape(row).test(row.key!))).toEqual([]);
  });

  it("has no electricity factor of one country for GLO", () => {
    const electricity = library.filter(
      ({ row }) => row.category!.startsWith("electricity") && row.category !== "electricity_certificates",
    );
    expect(electricity.filter(({ row }) => list(row, "areas").includes("GLO"))).toEqual([]);
  });
});

/** Compares factors per kilogram with those per tonne. Excludes materials with a new name. */
it.each([2019, 2020, 2021, 2022, 2023, 2024, 2025])(
  "waste by LER code of %i says what the edition prints of the material",
  (year) => {
    const rows = (dataset: string) => library.filter((entry) => entry.dataset === dataset).map(({ row }) => row);
    const printed = rows(`defra-${year}`).filter(({ category }) => category === "waste_materials");
    const perTonne = new Map(printed.map((row) => [row.name!, row.co2e_kg!]));
    const odd = rows(`waste-defra-${year}`).filter((row) => {
      const kg = perTonne.get(row.name!);
      return row.unit !== "kg" || kg === undefined || row.co2e_kg !== textOf(times(fraction(kg), fraction("0.001")));
    });
    expect(odd).toEqual([]);
  },
);

describe("warming potentials of single groups", async () => {
  const exceptions = await readCsv(new URL("gwp-exceptions.csv", CATALOGUE));
  const groupOf = (row: CsvRow) => row.group!.split(" > ")[0];
  const rowsOf = ({ dataset, group }: CsvRow) =>
    library.filter((entry) => entry.dataset === dataset && groupOf(entry.row) === group).map(({ row }) => row);

  it("name a group that their dataset has, a set that is not its own, and a reason", () => {
    const own = new Map(datasets.map(({ row }) => [row.dataset, row.gwp_set]));
    const isOdd = (row: CsvRow) =>
      rowsOf(row).length === 0 ||
      !/^(AR[456])?$/.test(row.gwp_set!) ||
      row.gwp_set === own.get(row.dataset!) ||
      !row.reason;
    expect(exceptions.filter(isOdd)).toEqual([]);
  });

  it("name bioenergy and hotel stays of each edition of DESNZ since it changed to AR5", () => {
    const since = datasets.filter(({ row }) => /^defra-/.test(row.dataset!) && row.gwp_set !== "AR4");
    const groups = ["Bioenergy", "Hotel stay", "WTT - bioenergy"];
    const named = since.map(({ row }) => exceptions.filter(({ dataset }) => dataset === row.dataset));
    expect(named.map((rows) => rows.map(({ group }) => group).sort())).toEqual(since.map(() => groups));
  });

  it("change no figure: these rows have no gases that another set could weigh", () => {
    const gases = ["co2_kg", "ch4_g", "n2o_g"];
    expect(exceptions.flatMap(rowsOf).filter((row) => gases.every((gas) => row[gas]))).toEqual([]);
  });

  it.each([
    { dataset: "defra-2022", group: "Bioenergy", set: "AR4" },
    { dataset: "defra-2025", group: "Bioenergy", set: "AR4" },
    { dataset: "defra-2025", group: "WTT - bioenergy", set: "AR4" },
    { dataset: "defra-2026", group: "Hotel stay", set: "" },
    { dataset: "defra-2026", group: "Fuels", set: "AR5" },
    { dataset: "epa-hub-2025", group: "Waste", set: "AR4" },
    { dataset: "epa-hub-2025", group: "Steam and heat", set: "AR5" },
    { dataset: "waste-epa-hub-2025", group: "Waste by LER code and operation", set: "AR4" },
  ])("are loaded: $dataset, $group has '$set'", async ({ dataset, group, set }) => {
    const files = await catalogueFiles({ shareAlike: false });
    const toFactors = libraryFactors(files.find((file) => file.dataset?.dataset === dataset)!.dataset!);
    const rows = rowsOf({ dataset, group });
    expect(new Set(rows.flatMap(toFactors).map(({ gwpSet }) => gwpSet))).toEqual(new Set([set]));
  });

  it("are AR4 for materials of all editions", async () => {
    const materials = await readCsv(new URL("materials.csv", CATALOGUE));
    expect(new Set(materials.map((row) => row.gwp_set))).toEqual(new Set(["AR4"]));
  });
});

describe("editions", () => {
  const index = indexEditions(editions.map(published));
  const known = new Set(editions.map(({ id }) => id));

  it("are registered for every dataset and category of figures, of each year of their source", async () => {
    const spend = [CATALOGUE, new URL("share-alike/", CATALOGUE)].map(async (folder) =>
      (await readdir(folder)).filter((name) => /^spend.*\.csv$/.test(name)).map((name) => name.replace(".csv", "")),
    );
    const materials = await readCsv(new URL("materials.csv", CATALOGUE));
    const origins = [
      ...datasets.map(({ row }) => ({ dataset: row.dataset!, sourceYear: Number(row.source_year) })),
      ...(await Promise.all(spend)).flat().map((dataset) => ({ dataset, sourceYear: 0 })),
      ...materials.map((row) => ({ dataset: "materials", sourceYear: Number(row.source_year) })),
    ];
    expect(origins.filter((origin) => index.currentOf(origin) === undefined)).toEqual([]);
    expect(index.currentOf({ dataset: "materials", sourceYear: 2023 })?.id).toBe("desnz-2023");
  });

  it("are sorted by id, each once, and refer to one another", () => {
    const ids = editions.map(({ id }) => id!);
    expect(ids).toEqual([...new Set(ids)].sort());
    const references = editions.flatMap((row) => [row.superseded_by!, row.follows!]).filter(Boolean);
    expect(references.filter((id) => !known.has(id))).toEqual([]);
    for (const reference of ["follows", "supersededBy"] as const)
      expect(index.all.filter((edition) => stepsFrom(edition, index, reference) === editions.length)).toEqual([]);
  });

  it("name tables of categories that their datasets have", () => {
    const has = new Set(library.map(({ dataset, row }) => `${dataset}/${row.category}`));
    const odd = index.all.flatMap(({ id, datasets: sets, tables }) =>
      tables
        .map((table) => table.split("=")[0]!)
        .filter((category) => !sets.some((set) => set.startsWith(category) || has.has(`${set}/${category}`)))
        .map((category) => `${id} ${category}`),
    );
    expect(odd).toEqual([]);
  });

  it("of DESNZ 2026 has dates, digest and correction of the file that was read", () => {
    expect(editions.find(({ id }) => id === "desnz-2026")).toMatchObject({
      printed_on: "2026-07-10",
      published_on: "2026-07-31",
      sha256: "a9a455ab396dae226d510c7be6233748416d490c41a5d20f3dc7a0c45feecd5e",
      reading: "transcribed",
      retrieved_on: "2026-11-28",
      follows: "desnz-2025",
    });
    expect(index.byId.get("desnz-2026-june")?.supersededBy).toBe("desnz-2026");
  });

  it("of one dataset: the figures come from the corrected one, and came from the first one", () => {
    const [first, second, third] = ["a", "b", "c"].map((id, at) =>
      published({ ...editions[0], id, superseded_by: ["b", "c", ""][at]!, datasets: "set" }),
    );
    for (const all of [
      [first!, second!, third!],
      [third!, first!, second!],
    ]) {
      const { currentOf, firstOf } = indexEditions(all);
      const origin = { dataset: "set", sourceYear: 2026 };
      expect([currentOf(origin)?.id, firstOf(origin)?.id]).toEqual(["c", "a"]);
    }
  });
});

const published = (row: CsvRow) =>
  ({
    ...{ id: row.id, supersededBy: row.superseded_by, follows: row.follows },
    ...{ datasets: list(row, "datasets"), tables: list(row, "tables") },
  }) as PublishedEdition;

/** How often one can go on along a reference, up to the number of editions. */
function stepsFrom(edition: PublishedEdition, { all, byId }: Editions, reference: "follows" | "supersededBy"): number {
  let at: PublishedEdition | undefined = edition;
  for (let steps = 0; steps < all.length; steps++) {
    at = byId.get(at[reference]);
    if (at === undefined) return steps;
  }
  return all.length;
}

/** Mixed municipal waste of a company. A household row would describe the waste of somebody else. */
const MIXED_WASTE_CODES = ["200301", "200303", "200307", "200399"];
const MIXED_WASTE_ROWS = {
  D01: "commercial_and_industrial_waste/landfill",
  D05: "commercial_and_industrial_waste/landfill",
  R01: "commercial_and_industrial_waste/incineration_with_energy_recovery",
};
const wasteEditions = datasets.map(({ row }) => row.dataset!).filter((name) => /^waste-defra-\d{4}$/.test(name));

it.each(wasteEditions)("%s has the commercial row for mixed municipal waste", (dataset) => {
  const rows = library.filter((entry) => entry.dataset === dataset).map(({ row }) => row);
  const edition = library.filter((entry) => `waste-${entry.dataset}` === dataset).map(({ row }) => row);
  const commercial = (key: string) => edition.find((row) => row.category === "waste_materials" && row.key === key)!;
  const wanted = MIXED_WASTE_CODES.flatMap((code) =>
    Object.entries(MIXED_WASTE_ROWS).map(([operation, key]) => {
      const { name, co2e_kg: perTonne, source_key } = commercial(key);
      const co2e_kg = textOf(times(fraction(perTonne!), fraction("0.001")));
      return { key: `${code}/${operation}`, name, co2e_kg, source_key };
    }),
  );
  const found = rows.filter(({ key }) => MIXED_WASTE_CODES.includes(key!.slice(0, 6)));
  expect(found.map(({ key, name, co2e_kg, source_key }) => ({ key, name, co2e_kg, source_key }))).toEqual(wanted);
});

describe("upstream", () => {
  const DIRECT: Record<string, string> = { electricity_upstream: "electricity_location" };
  const isUpstream = ({ row }: LibraryRow) => row.category!.endsWith("_upstream");
  const directOf = ({ category }: CsvRow) => DIRECT[category!] ?? category!.replace(/_upstream$/, "");

  it("has the key of a direct factor", () => {
    const direct = new Set(library.map(({ row }) => `${row.category} ${row.key}`));
    const alone = library.filter(
      (entry) => isUpstream(entry) && !direct.has(`${directOf(entry.row)} ${entry.row.key}`),
    );
    expect(alone).toEqual([]);
  });

  it("is in the same edition for the same unit, but for differences and three fuels by volume", () => {
    const name = (dataset: string, category: string, row: CsvRow) => [dataset, category, row.key, row.unit].join(" ");
    const direct = new Set(library.map(({ dataset, row }) => name(dataset, row.category!, row)));
    const alone = library.filter(
      (entry) =>
        isUpstream(entry) &&
        !entry.dataset.endsWith("-upstream") &&
        !direct.has(name(entry.dataset, directOf(entry.row), entry.row)),
    );
    expect(alone.map(({ dataset, row }) => `${dataset} ${row.key} ${row.unit}`).sort()).toEqual([
      "defra-2019 lubricants l",
      "defra-2019 naphtha l",
      "defra-2019 waste_oils l",
    ]);
  });

  it("has no key for factors that include it", () => {
    const withAll = library.filter(({ row }) => row.key!.endsWith("/life_cycle"));
    expect(withAll.length).toBeGreaterThan(100);
    expect(withAll.filter(isUpstream)).toEqual([]);
  });
});

describe("published figures", () => {
  const byKey = Map.groupBy(library, ({ dataset, row }) =>
    [dataset, row.category, row.key, row.year, row.unit].join(" "),
  );
  const rowOf = ({ source, category, key, country, year, unit }: PublishedFigure): CsvRow | undefined => {
    const place = countries.find(({ code }) => code === country)!;
    const rows = byKey.get([source, category, key, year, unit].join(" ")) ?? [];
    const areas = [country, place.subregion!, place.region!, "GLO"];
    return areas.flatMap((area) => rows.filter(({ row }) => list(row, "areas").includes(area)))[0]?.row;
  };

  it("are at least 80, of at least 12 sources and of every category", () => {
    expect(PUBLISHED.length).toBeGreaterThanOrEqual(80);
    expect(new Set(PUBLISHED.map(({ source }) => source)).size).toBe(datasets.length);
    expect([...new Set(PUBLISHED.map(({ category }) => category))].sort()).toEqual(CATEGORIES);
  });

  it.each(PUBLISHED)("$source: $category $key, $country $year, per $unit", (figure) => {
    const row = rowOf(figure);
    const typed = {
      co2e_kg: figure.co2eKg,
      co2_kg: figure.co2Kg,
      ch4_g: figure.ch4G,
      n2o_g: figure.n2oG,
      biogenic_co2_kg: figure.biogenicCo2Kg,
    };
    const wanted = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined));
    expect(Object.keys(wanted)).not.toEqual([]);
    expect(row).toMatchObject(wanted);
  });
});
