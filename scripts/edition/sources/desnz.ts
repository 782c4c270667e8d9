import { Decimal, divide, plain } from "@emissions/quantity/decimal";
import {
  type Bounds,
  type Columns,
  catalogueRows,
  formatCsv,
  LIBRARY,
  LIBRARY_COLUMNS,
  lastEdition,
  type NewRow,
  type Row,
  sortBy,
  sortLibrary,
  type Target,
  withOwn,
} from "../catalogue.ts";
import type { Finding } from "../findings.ts";
import { type Edition, type ReadContext, type Source, unread } from "../source.ts";
import { type FlatFile, type FlatItem, readFlatFile } from "./desnz-flat-file.ts";
import { groupOf, nameOf } from "./desnz-names.ts";

/** Units of the catalogue for a published unit, and how many of them it is. */
const UNITS: Record<string, Record<string, number>> = {
  GJ: { GJ: 1 },
  "Room per night": { room_night: 1 },
  "cubic metres": { m3: 1 },
  kWh: { kWh: 1 },
  "kWh (Gross CV)": { kWh: 1 },
  "kWh (Net CV)": { kWh: 1 },
  kg: { kg: 1 },
  km: { km: 1 },
  litres: { l: 1 },
  miles: { mi: 1 },
  "million litres": { megalitre: 1 },
  "passenger.km": { pkm: 1 },
  "per FTE Working Hour": { fte_hour: 1 },
  "tonne.km": { tkm: 1 },
  tonnes: { t: 1, kg: 1000 },
};

/** First levels that the catalogue does not take, with the reason. */
const LEFT_OUT: Record<string, string> = {
  "Managed assets- electricity": "managed assets repeat other rows",
  "Managed assets- vehicles": "managed assets repeat other rows",
  "SECR kWh pass & delivery vehs": "energy in kWh, no emissions",
  "SECR kWh UK electricity for EVs": "energy in kWh, no emissions",
  "Outside of scopes": "biogenic CO2, added to its fuel",
};
const KYOTO_ONLY = "Emissions including only Kyoto products";
const PARTS_OF_BLENDS = [KYOTO_ONLY, "Emissions including only non-Kyoto products"];

/** The workbook shows five decimals; cells of some editions hold more, with the noise of binary fractions. */
const DECIMALS = 5;
/** The publisher states gases as CO2e. Grams follow with the potentials of AR5, which the editions from 2023 on use. */
const POTENTIALS = { ch4: 28, n2o: 265 } as const;
/** Digits of derived grams: more than the published figure has. */
const GRAM_DIGITS = 6;

/** Outside in 2025: liquefied biomethane. Outside in 2026: R511A and international rail. */
const BOUNDS: Bounds = { ratioMin: 0.5, ratioMax: 2, removedShareMax: 0.02 };

const MATERIALS: Columns = {
  identity: ["key", "areas", "unit"],
  period: "year",
  values: ["co2e_kg"],
  ratios: ["co2e_kg"],
  category: "material_group",
  name: "name",
};
const MATERIALS_PATH = "materials.csv";
const MATERIAL_COLUMNS = [
  "key",
  "name",
  "material_group",
  "variant",
  "areas",
  "year",
  "unit",
  "co2e_kg",
  "gwp_set",
  "source",
  "source_year",
  "licence",
  "source_key",
];

/** Levels whose fuels have biogenic CO2 outside of scopes. Their upstream emissions have the same names. */
const WITH_BIOGENIC = ["Fuels", "Bioenergy", "UK electricity"];
/** Notes that this file writes anew for each edition. Others are kept. */
const WRITTEN_NOTES = /^(Biogenic CO2 |Kyoto protocol products alone)/;

export const desnz: Source = {
  name: "desnz",
  file: "flat file (xlsx) of the UK Government GHG Conversion Factors",
  async read(context) {
    const flat = await readFlatFile(context.file);
    if (flat.year === "") return unread("defra", flat.findings);
    const dataset = `defra-${flat.year}`;
    if (context.year !== undefined && context.year !== flat.year) {
      const text = `the file is of ${flat.year}, not ${context.year}`;
      flat.findings.push({
        code: "year_differs",
        item: flat.year,
        place: { sheet: "Factors by Category", row: 6 },
        text,
      });
    }
    return editionOf(context, dataset, flat);
  },
};

function editionOf({ catalogue }: ReadContext, dataset: string, flat: FlatFile): Edition {
  const { year } = flat;
  const edition: Edition = { dataset, targets: [], findings: flat.findings, leftOut: {} };
  const place = new Placer(flat, edition.findings);
  const last = lastEdition("defra-", year, catalogue);
  for (const prefix of ["defra-", "waste-defra-"]) {
    const path = `library/${prefix}${year}.csv`;
    const lastRows = catalogueRows(`library/${prefix}${last}.csv`, catalogue);
    const rows = place.fill(withOwn(lastRows, catalogueRows(path, catalogue)), libraryRowOf(flat));
    const text = formatCsv(LIBRARY_COLUMNS, sortLibrary(rows.map(({ row }) => row)));
    edition.targets.push({ path, columns: LIBRARY, bounds: BOUNDS, rows, last: lastRows, isSeries: false, text });
  }
  edition.targets.push(materialsTarget(place, catalogue, { year, last }));
  for (const [reason, items] of place.unplaced()) edition.leftOut[reason] = items;
  return edition;
}

function materialsTarget(place: Placer, catalogue: URL, { year, last }: { year: string; last: string }): Target {
  const all = catalogueRows(MATERIALS_PATH, catalogue);
  const ofYear = (wanted: string) => all.filter((row) => row.year === wanted);
  const rows = place.fill(withOwn(ofYear(last), ofYear(year)), (before, item, scale) => ({
    ...before,
    year,
    co2e_kg: scaled(item.values.co2e, scale),
    source: (before.source ?? "").replace(/\b20\d\d\b/, year),
    source_year: year,
  }));
  const kept = all.filter((row) => row.year !== year);
  const text = formatCsv(MATERIAL_COLUMNS, sortBy([...kept, ...rows.map(({ row }) => row)], ["key", "year"]));
  const lastRows = ofYear(last);
  return { path: MATERIALS_PATH, columns: MATERIALS, bounds: BOUNDS, rows, last: lastRows, isSeries: false, text };
}

type Fill = (before: Row, item: FlatItem, scale: number) => Row;

/** Finds the place of each published item: that of the same item in the last edition. */
class Placer {
  readonly #flat: FlatFile;
  readonly #findings: Finding[];
  readonly #placed = new Set<string>();

  constructor(flat: FlatFile, findings: Finding[]) {
    this.#flat = flat;
    this.#findings = findings;
  }

  fill(places: readonly Row[], fill: Fill): NewRow[] {
    return places.flatMap((before) => {
      const item = this.#flat.items.get(before.source_key ?? "");
      if (item === undefined) return [];
      this.#placed.add(item.id);
      const scale = UNITS[item.uom]?.[before.unit ?? ""];
      if (scale === undefined) {
        this.#unitFinding(item, before);
        return [];
      }
      return [{ row: fill(before, item, scale), item: item.id, place: item.place }];
    });
  }

  #unitFinding(item: FlatItem, before: Row) {
    const code = item.uom in UNITS ? "unit_changed" : "unit_unknown";
    const text = `per "${item.uom}" now, and per ${before.unit} in the last edition`;
    this.#findings.push({ code, item: item.id, place: { ...item.place, column: "H (UOM)" }, text });
  }

  /** Counts of items that are left out. An item with a figure that has neither a place nor a reason is a finding. */
  unplaced(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const item of this.#flat.items.values()) {
      if (this.#placed.has(item.id)) continue;
      const value = item.values.co2e ?? null;
      const reason = reasonOf(item) ?? (value === null ? "no figure published" : null);
      if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
      else this.#findings.push(unplacedFinding(item, value!));
    }
    return counts;
  }
}

function reasonOf({ levels: [one], columnText }: FlatItem): string | null {
  if (PARTS_OF_BLENDS.includes(columnText)) return "parts of a refrigerant with its total";
  return LEFT_OUT[one] ?? null;
}

function unplacedFinding(item: FlatItem, value: Decimal): Finding {
  const words = [...item.levels, item.columnText].filter(Boolean).join(" > ");
  if (value.isZero()) {
    const text = `${words} is 0, and no earlier edition has a figure: a blank printed as 0?`;
    return { code: "zero_for_blank", item: item.id, place: item.place, text };
  }
  const text = `${words}, ${plain(value)} per ${item.uom}: the catalogue has no row with this source_key`;
  return { code: "not_placed", item: item.id, place: item.place, text };
}

function libraryRowOf({ year, items }: FlatFile): Fill {
  const biogenic = outsideOfScopes(items);
  const kyoto = new Map([...items.values()].filter((i) => i.columnText === KYOTO_ONLY).map((i) => [i.levels[2], i]));
  return (before, item, scale) => {
    const outside = WITH_BIOGENIC.includes(item.levels[0]) ? biogenic : new Map<string, Decimal>();
    const own = outside.get(biogenicKey(item.levels[2], item.uom));
    return {
      ...before,
      name: nameOf(item),
      // A waste code has a group of its own, because its materials come from several.
      group: before.category === "waste" ? before.group! : groupOf(item),
      year,
      co2e_kg: scaled(item.values.co2e, scale),
      co2_kg: scaled(item.values.co2, scale),
      ch4_g: grams(item.values.ch4, POTENTIALS.ch4),
      n2o_g: grams(item.values.n2o, POTENTIALS.n2o),
      biogenic_co2_kg: scaled(own, scale),
      note: noteOf(before, item, own === undefined ? outside : new Map(), kyoto.get(item.levels[2])),
    };
  };
}

function noteOf(before: Row, item: FlatItem, outside: Map<string, Decimal>, kyoto: FlatItem | undefined): string {
  const perKwh = item.uom.startsWith("kWh (") ? outside.get(biogenicKey(item.levels[2], "kWh")) : undefined;
  if (perKwh !== undefined) {
    return `Biogenic CO2 outside of scopes is published as ${plain(perKwh)} kg per kWh without saying which calorific value.`;
  }
  const part = item.columnText === "" ? undefined : kyoto?.values.co2e;
  if (part && item.values.co2e && !part.eq(item.values.co2e)) {
    return `Kyoto protocol products alone: ${scaled(part, 1)} kg CO2e.`;
  }
  return WRITTEN_NOTES.test(before.note ?? "") ? "" : (before.note ?? "");
}

const biogenicKey = (fuel: string, uom: string) => `${fuel.toLowerCase()} ${uom}`;

/** Biogenic CO2 by fuel and unit: the publisher states it in rows of its own. */
function outsideOfScopes(items: FlatFile["items"]): Map<string, Decimal> {
  const rows = [...items.values()].filter(({ levels }) => levels[0] === "Outside of scopes");
  return new Map(
    rows.flatMap(({ levels, uom, values }) => (values.co2 ? [[biogenicKey(levels[2], uom), values.co2] as const] : [])),
  );
}

function scaled(value: Decimal | null | undefined, scale: number): string {
  return value ? plain(divide(rounded(value), new Decimal(scale))) : "";
}

function grams(value: Decimal | null | undefined, potential: number): string {
  return value
    ? plain(divide(rounded(value).times(1000), new Decimal(potential)).toSignificantDigits(GRAM_DIGITS))
    : "";
}

/** A figure too small for five decimals keeps its digits: rounded to 0 it would say that there is no such gas. */
function rounded(value: Decimal): Decimal {
  const shown = value.toDecimalPlaces(DECIMALS, Decimal.ROUND_HALF_UP);
  return shown.isZero() ? value : shown;
}
