import { divide, parse } from "@emissions/quantity/decimal";
import type { Column, Template } from "../template/template.ts";
import type { Effect } from "../values/amounts.ts";
import type { CatalogueIndexes } from "../values/catalogue/catalogues.ts";
import type { CatalogueIndex, Entry } from "../values/catalogue/index.ts";
import { type Measure, measureOf } from "../values/measures.ts";
import { optionResolver } from "../values/options.ts";
import { codesOf } from "../values/unit-words.ts";
import { quoted } from "../values/values.ts";
import { type Header, NOTHING, readHeader } from "./read.ts";
import { withShown } from "./shown.ts";

/** A header that contradicts its target, or that has several meanings. */
interface HeaderFault {
  type: "value_error.header_unit" | "value_error.header_unit.ambiguous";
  msg: string;
}

type HeaderResult = { effect: Effect } | { fault: HeaderFault } | null;

export interface FilledTemplate {
  template: Template;
  /** Columns of the file by columns of the template. */
  sources: ReadonlyMap<string, string>;
  /** Columns of the template with a value: these, and those with a constant. */
  targets: ReadonlySet<string>;
  /** Units of the number formats, by column of the template; see `Styles`. */
  shown?: ReadonlyMap<string, readonly string[]>;
  /** Of `Styles`. */
  lowShares?: ReadonlySet<string>;
}

type Catalogues = Pick<CatalogueIndexes, "unit" | "currency">;

/** By column of the template. Columns whose header says nothing are left out, and then no catalogue is read. */
export async function resolveHeaders(
  catalogues: Catalogues,
  { template, sources, targets: mapped, shown }: FilledTemplate,
): Promise<Map<string, Exclude<HeaderResult, null>>> {
  const columns = new Map(template.columns.map((column) => [column.key, column]));
  const results = new Map<string, Exclude<HeaderResult, null>>();
  for (const [key, source] of sources) {
    const column = columns.get(key);
    const measure = column === undefined ? null : measureOf(template, column);
    if (column === undefined || measure === null) continue;
    // The own names of the column say nothing new.
    const isOwn = column.key === source || Object.values(column.labels).includes(source);
    const header = withShown(isOwn ? NOTHING : readHeader(source), shown?.get(key) ?? []);
    const result = await resolveHeader(catalogues, { template, column, measure, mapped, header });
    if (result !== null) results.set(key, result);
  }
  return results;
}

interface Question {
  template: Template;
  column: Column;
  measure: Measure;
  mapped: ReadonlySet<string>;
  header: Header;
}

const wrong = (msg: string): HeaderResult => ({ fault: { type: "value_error.header_unit", msg } });
const unclear = (msg: string): HeaderResult => ({ fault: { type: "value_error.header_unit.ambiguous", msg } });

/** The kilometres of a commute are those of one way. Those of a longer time need the number of trips, which no header has. */
function oneWayHeader({ column, mapped, header }: Question): Header | HeaderResult {
  const path = column.key.split(".");
  if (path.pop() !== "total_km" || header.way === null) return header;
  if (header.way === "period")
    return wrong("the header counts a week, a month or a year, and the field is one way of one trip");
  if (header.way === "return")
    return unclear("a return is the way back, or both ways; rename the column: one way km, or round trip km");
  if (header.way === "day" || (header.way === "round_trip_of_day" && mapped.has([...path, "daily_trips"].join("."))))
    return unclear("kilometres of a day are one way or both; rename the column: one way km, or round trip km");
  return { ...header, scale: "0.5" };
}

async function resolveHeader(catalogues: Catalogues, asked: Question): Promise<HeaderResult> {
  const oneWay = oneWayHeader(asked);
  if (oneWay === null || "effect" in oneWay || "fault" in oneWay) return oneWay;
  const question = { ...asked, header: oneWay };
  const { column, measure, header } = question;
  if (header.isRate && measure.kind !== "plain") {
    return wrong(`the header is a price, a rate or an emission, and ${column.key} is an amount`);
  }
  if (header.isState && (measure.kind === "physical" || measure.kind === "money")) {
    return wrong(`the header is the state of a meter or a power, and ${column.key} is the amount of a period`);
  }
  if (header.isScaleUnclear)
    return unclear("the scale of the header may be a thousand or a million; rename the column");
  if (header.isMiles && measure.kind !== "fixed" && header.scale === null) {
    if (measure.kind === "money") return scaled("1000");
    return unclear("miles are statute miles, or thousands in Spanish; rename the column");
  }
  const { unit } = header;
  if (measure.kind === "share")
    return header.isPercent ? { effect: { ...NONE, factor: parse("0.01"), shownUnit: "%", isPercent: true } } : null;
  if (unit === null) return header.scale === null ? null : scaled(header.scale);
  if (header.isMoney && measure.kind !== "money")
    return wrong(`the header names money (${unit}), and ${column.key} is none`);
  switch (measure.kind) {
    case "money":
      return money(catalogues, question, { ...measure, unit });
    case "fixed":
      return converted(catalogues, question, { from: unit, to: measure.unit });
    case "physical":
      return physical(catalogues, question, { ...measure, unit });
    case "plain":
      return header.scale === null ? null : scaled(header.scale);
  }
}

/** The catalogue has names in the singular, such as `metric ton`. */
function unitsOf(index: CatalogueIndex, written: string): Entry[] {
  const named = [written, written.replace(/s$/i, ""), written.replace(/es$/i, "")].map((text) =>
    index.find(text).filter((entry) => entry.unit !== undefined),
  );
  return named.find(({ length }) => length > 0) ?? [];
}

/** Energies have further entries for each calorific value. */
const codesIn = (entries: readonly Entry[]) => [...new Set(entries.map(({ code }) => code))];

const NONE: Effect = { factor: null, unit: null, shownUnit: null, scale: null, implies: null, isPercent: false };
const scaled = (scale: string): HeaderResult => ({ effect: { ...NONE, factor: parse(scale), scale } });

const factorOf = ({ scale }: Header) => (scale === null ? null : parse(scale));

interface NamedUnit {
  unitKey: string;
  /** As the header writes it. */
  unit: string;
}

async function money(catalogues: Catalogues, { header, mapped }: Question, { unitKey, unit }: NamedUnit) {
  const known = header.isMoney ? codesOf(unit) : (await catalogues.currency()).find(unit).map(({ code }) => code);
  if (known.length === 0) return wrong(`the header names ${quoted(unit)}, which is no known currency`);
  if (known.length > 1 && !mapped.has(unitKey)) {
    return unclear(`${quoted(unit)} has several meanings; map a column of ${unitKey}, too`);
  }
  return named({ unitKey, unit, codes: known, header });
}

/** A closed list may lack the unit: then the amount is converted to the default of the list. */
async function physical(
  catalogues: Catalogues,
  question: Question,
  { unitKey, unit }: NamedUnit,
): Promise<HeaderResult> {
  const { template, mapped, header } = question;
  const sibling = template.columns.find(({ key }) => key === unitKey)!;
  const found = unitsOf(await catalogues.unit(), unit);
  if (found.length === 0) return wrong(`the header names ${quoted(unit)}, which is no known unit`);
  if (sibling.type === "option") {
    const resolve = optionResolver(sibling);
    const listed = found.map(({ code }) => resolve(code)).filter((one) => one.status === "matched");
    if (listed.length > 0) return named({ unitKey, unit, codes: listed.map(({ match }) => match.value), header });
    if (mapped.has(unitKey) || sibling.default === null) {
      return wrong(`the header names ${quoted(unit)}, which ${unitKey} does not have`);
    }
    return converted(catalogues, question, { from: unit, to: sibling.default });
  }
  const codes = codesIn(found);
  if (codes.length > 1 && !mapped.has(unitKey)) {
    return unclear(`${quoted(unit)} could be ${codes.join(" or ")}; map a column of ${unitKey}, too`);
  }
  return named({ unitKey, unit, codes, header });
}

function named({
  unitKey,
  unit,
  codes,
  header,
}: NamedUnit & { codes: readonly string[]; header: Header }): HeaderResult {
  const shownUnit = codes.length === 1 ? codes[0]! : unit;
  const { scale } = header;
  const named = { key: unitKey, codes, written: unit, ...(header.isShown && { isShown: true }) };
  const implies = header.basis === null ? null : { column: "calorific_basis", value: header.basis };
  return { effect: { ...NONE, factor: factorOf(header), unit: named, shownUnit, scale, implies } };
}

async function converted(
  catalogues: Catalogues,
  { column, header }: Question,
  { from, to }: { from: string; to: string },
): Promise<HeaderResult> {
  const index = await catalogues.unit();
  const target = index.find(to)[0]?.unit;
  if (target === undefined) return wrong(`${column.key} has no known unit`);
  const all = unitsOf(index, from);
  const fitting = all.filter(({ unit }) => unit?.dimension === target.dimension);
  const [one] = fitting;
  if (one === undefined) return wrong(`the header names ${quoted(from)}, and ${column.key} is in ${to}`);
  const codes = codesIn(fitting);
  if (codes.length > 1) return unclear(`${quoted(from)} could be ${codes.join(" or ")}`);
  const factor = divide(one.unit!.factor, target.factor).times(factorOf(header) ?? 1);
  return { effect: { ...NONE, factor: factor.eq(1) ? null : factor, shownUnit: one.code, scale: header.scale } };
}
