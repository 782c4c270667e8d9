import { coverageProblems, hasCertificates, includedAmount } from "./covered.ts";
import { daysProblems, isUndated } from "./days.ts";
import { checkEntry } from "./entry.ts";
import type { Entry, Explanation, Findings, Quantified } from "./explanation.ts";
import { evaluate, parse } from "./formula.ts";
import { equal, fraction, plus, sum, textOf, ZERO } from "./fraction.ts";

/** More than any record has: 11 parts and 50 certificates in 120 pieces. */
const ENTRIES_MAX = 7_320;

const CALCULATED = "calculated";

/** Recalculates one explanation, the answer of `GET .../calculation`. */
export function verify(record: Explanation): Findings {
  if (record.status !== CALCULATED) return { problems: emptyProblems(record), unchecked: [] };
  const entries = entriesOf(record);
  if (entries.length > ENTRIES_MAX) return { problems: [`there are more than ${ENTRIES_MAX} parts`], unchecked: [] };
  const problems = [recordedProblems, headProblems, periodProblems, totalProblems].flatMap((of) => of(record));
  const unchecked = new Set<string>();
  for (const entry of entries) {
    const found = entryFindings(entry, record);
    const label = [entry.part, entry.start_date].filter(Boolean).join(" from ");
    problems.push(...found.problems.map((problem) => `${label}: ${problem}`));
    for (const name of found.unchecked) unchecked.add(name);
  }
  return { problems, unchecked: [...unchecked] };
}

/** The parts of the explanation. A record of one part has its fields itself. */
function entriesOf(record: Explanation): Entry[] {
  const { input, impacts, parts } = record;
  if (parts.length > 0) return parts;
  const [impact] = impacts;
  // A record without emissions, because its factor is optional and there is none.
  if (impact === undefined) return [];
  const { part, start_date, end_date } = impact;
  return [{ ...record, part, start_date, end_date, quantity: input.quantity }];
}

/** A failed record has no number. */
const emptyProblems = ({ co2e, impacts }: Explanation): string[] =>
  co2e === null && impacts.length === 0 ? [] : ["a record without a result has emissions"];

/** Of a record of several parts, the fields of the record describe the first one. */
function headProblems(record: Explanation): string[] {
  const [first] = record.parts;
  if (first === undefined) return [];
  const fields = ["formula", "formula_with_numbers", "gwp_set", "factor", "conversions"] as const;
  const different = fields.filter((field) => JSON.stringify(record[field]) !== JSON.stringify(first[field]));
  return different.map((field) => `${field} of the record is not that of its first part`);
}

/** The quantities of the record follow from their allocations. */
const recordedProblems = ({ input }: Explanation): string[] =>
  [{ ...input, part: "the record" }, ...input.further].flatMap((recorded) =>
    allocationProblems(recorded).map((problem) => `${recorded.part}: ${problem}`),
  );

function allocationProblems({ allocation, quantity }: Quantified): string[] {
  if (!allocation) return [];
  const follows = evaluate(parse(allocation));
  if (equal(follows, fraction(quantity.value))) return [];
  return [`the quantity is ${quantity.value}, and its allocation gives ${textOf(follows)}`];
}

function entryFindings(entry: Entry, record: Explanation): Findings {
  const impact = record.impacts.find(
    ({ part, start_date }) => part === entry.part && (isUndated(entry) || start_date === entry.start_date),
  );
  if (entry.status !== CALCULATED) {
    const isEmpty = entry.co2e === null && impact === undefined;
    return { problems: isEmpty ? [] : ["a part without a result has emissions"], unchecked: [] };
  }
  if (impact === undefined) return { problems: ["the part has no impact"], unchecked: [] };
  const { problems, unchecked } = checkEntry({ entry, record }, impact);
  return { problems: [...allocationProblems(entry), ...problems], unchecked };
}

/** The pieces of each part cover the period without a gap, and their quantities sum to the recorded one. */
function periodProblems(record: Explanation): string[] {
  const { input, parts } = record;
  const isCovered = hasCertificates(record);
  const names = [...new Set(parts.map(({ part }) => part))];
  const ofParts = names.flatMap((part, at) => {
    const pieces = parts.filter((entry) => entry.part === part);
    // A part that is not recorded, such as the recycled share of a material, has the quantity of the record.
    const own = input.further.find((each) => each.part === part);
    if (isCovered && own === undefined) return [];
    const recorded = (at === 0 ? undefined : own) ?? input;
    const problems = daysProblems(input, pieces);
    const included = isCovered ? includedAmount(record, pieces) : ZERO;
    const whole = plus(sum(pieces.map(({ quantity }) => fraction(quantity.value))), included);
    if (!equal(whole, fraction(recorded.quantity.value)))
      problems.push(`the quantities sum to ${textOf(whole)}, not ${recorded.quantity.value}`);
    return problems.map((problem) => `${part}: ${problem}`);
  });
  return isCovered && parts.length > 0 ? [...coverageProblems(record), ...ofParts] : ofParts;
}

/** The record is the sum of its impacts that are no memo items. */
function totalProblems({ co2e, biogenic_co2, impacts }: Explanation): string[] {
  const counted = impacts.filter(({ beside }) => !beside);
  const problems: string[] = [];
  const total = sum(counted.map((impact) => fraction(impact.co2e)));
  if (impacts.length === 0 ? co2e !== null : co2e === null || !equal(total, fraction(co2e)))
    problems.push(`co2e is ${co2e}, and its impacts sum to ${textOf(total)}`);
  const biogenic = sum(counted.flatMap((impact) => impact.biogenic_co2 ?? []).map(fraction));
  if (!equal(biogenic, fraction(biogenic_co2 ?? "0")))
    problems.push(`biogenic_co2 is ${biogenic_co2}, and its impacts sum to ${textOf(biogenic)}`);
  return problems;
}
