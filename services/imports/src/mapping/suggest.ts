import { readHeader } from "../header/read.ts";
import type { Cell } from "../table/table.ts";
import type { Column, Template } from "../template/template.ts";
import { hasPhysicalUnit, isOtherAmount, isPhysicalAmount } from "./amounts.ts";
import { assignPairs } from "./assign.ts";
import { createResolver, type Profile, profileOf, type Resolves, typeFit, valueShare } from "./evidence.ts";
import { createScorer, type Target } from "./score.ts";
import { plainName, withoutPrefix, wordsOf } from "./words.ts";

/** Source columns that are looked at; files have no more. */
export const SOURCE_COLUMNS_MAX = 256;
/** Pairs below are not suggested. */
export const CONFIDENCE_MIN = 0.5;

/** A target that is nearly as likely makes a suggestion unsure: the difference below which it counts. */
const CLEAR_MARGIN = 0.15;
/** The confidence of a pair that has an equally likely rival, as a share. */
const TIED_SHARE = 0.6;
/** One good pair is better than two that are half as good. */
const PROFIT_POWER = 5;
/** A remembered pair wins over an equal name. */
const REMEMBERED_PROFIT = 4;
/** A column that could be both is rather the one that every row needs. */
const REQUIRED_BONUS = 0.15;
const REQUIRED_SCORE_MIN = 0.8;
/** Values in the writing of a closed list say as much as half a name. */
const KNOWN_VALUES_BONUS = 0.5;
const VALUE_SHARE_MIN = 0.8;
/** A file that has names and numbers of entities names them rather by their names. */
const NUMBERED_SHARE = 0.95;
const TYPE_BONUS: Partial<Record<Column["type"], number>> = { date: 0.15, number: 0.08, integer: 0.08, boolean: 0.1 };
/** The share of a score that is left if no value fits. An equal name is still suggested, but not surely. */
const UNFIT_SHARE = 0.6;
/** A target of type date in a template with one, for the only source column with days. */
const ONLY_DATE_BONUS = 0.4;
const ONLY_DATE_SCORE = 0.55;

/** The likeness from which a header names a column, whatever its values are. */
const NAMED_MIN = 0.8;
/** Of an amount whose header says less than another one: `Amount` beside `kWh` or `Quantity` is rather money. */
const UNITLESS_SHARE = 0.95;
const AMOUNT_SHARE = 0.8;
/** Knows no value. */
const unknown: Resolves = () => null;

export interface Suggestion {
  sourceColumn: string;
  targetColumn: string | null;
  /** 0 to 1, two decimals. */
  columnConfidence: number;
  /** The share of sampled values that resolve, for options and references; null if it cannot be told. */
  valueConfidence: number | null;
  restoredFromHistory: boolean;
}

export interface SuggestionInput {
  template: Template;
  /** Names of the source columns. */
  columns: readonly string[];
  /** Cells of the first rows, by row. */
  samples: readonly (readonly Cell[])[];
  /** Targets by plain source name, as the organization mapped them before. */
  remembered?: ReadonlyMap<string, string>;
  /** Knows more values than options and codes: those of the organization. */
  resolves?: Resolves;
}

/** The most likely target of each source column, one source for each target. Depends on nothing but its input. */
export function suggestMapping({ template, columns, samples, remembered, resolves }: SuggestionInput): Suggestion[] {
  const sources = columns.slice(0, SOURCE_COLUMNS_MAX);
  const resolver = resolves ?? createResolver();
  const profiles = sources.map((_, at) => profileOf(samples, at));
  const scorer = createScorer(template);
  const { targets } = scorer;
  const past = sources.map((name) => remembered?.get(plainName(name)));
  const onlyDate = onlyDateColumn(profiles);
  const hasOneDate = targets.filter(({ column }) => column.type === "date").length === 1;
  const isName = (plain: string) => targets.some(({ labels }) => labels.has(plain));
  // Keys of inner fields, such as `sections.0.origin`, have a common word that is no prefix.
  const words = withoutPrefix(sources).map((name, at) =>
    wordsOf(isName(plainName(sources[at]!)) ? sources[at]! : name),
  );
  const headers = sources.map(readHeader);
  const likenesses = sources.map((_, at) => targets.map((target) => scorer.score(words[at]!, target)));
  // A header that names another column says more than values that are codes by chance.
  const isNamed = likenesses.map((row) => Math.max(...row) >= NAMED_MIN);
  const isAmount = (at: number) => words[at]!.words.includes("amount");
  const isNamedBetter = (at: number, to: number) =>
    !hasPhysicalUnit(headers[at]!) &&
    isPhysicalAmount(template, targets[to]!.column) &&
    headers.some((header, other) => {
      const isBetter = hasPhysicalUnit(header) || (isAmount(at) && !isAmount(other));
      return isBetter && likenesses[other]![to]! >= CONFIDENCE_MIN;
    });
  const scores = sources.map((_, at) =>
    targets.map((target, to) => {
      const { column } = target;
      if (isOtherAmount(template, column, headers[at]!, profiles[at]!)) return 0;
      const isOnlyDate = hasOneDate && onlyDate === at && column.type === "date";
      const name = past[at] === column.key ? 1 : likenesses[at]![to]!;
      const score = withValues(
        name,
        column,
        profiles[at]!,
        name === 0 && isNamed[at]! ? unknown : resolver,
        isOnlyDate,
      );
      if (!isNamedBetter(at, to)) return score;
      return score * (isAmount(at) ? AMOUNT_SHARE : UNITLESS_SHARE);
    }),
  );
  const isPast = (source: number, target: number) => past[source] === targets[target]!.column.key;
  const profits = scores.map((row, source) =>
    row.map((score, to) => (isPast(source, to) ? REMEMBERED_PROFIT * score : profitOf(score, targets[to]!.column))),
  );
  const assigned = assignPairs(profits);
  return columns.map((sourceColumn, at) => {
    const to = assigned[at] ?? -1;
    const confidence =
      to < 0 ? 0 : isPast(at, to) ? scores[at]![to]! : unrivalled({ scores, assigned, targets }, at, to);
    if (to < 0 || confidence < CONFIDENCE_MIN) return nothing(sourceColumn);
    const { column } = targets[to]!;
    const share = valueShare(column, profiles[at]!, resolver);
    return {
      sourceColumn,
      targetColumn: column.key,
      columnConfidence: twoDecimals(confidence),
      valueConfidence: share === null ? null : twoDecimals(share),
      restoredFromHistory: isPast(at, to),
    };
  });
}

const nothing = (sourceColumn: string): Suggestion => ({
  sourceColumn,
  targetColumn: null,
  columnConfidence: 0,
  valueConfidence: null,
  restoredFromHistory: false,
});

const profitOf = (score: number, column: Column) =>
  score < CONFIDENCE_MIN ? 0 : (score + requiredBonus(score, column)) ** PROFIT_POWER;

const requiredBonus = (score: number, { required }: Column) =>
  required && score >= REQUIRED_SCORE_MIN ? REQUIRED_BONUS : 0;

const twoDecimals = (share: number) => Math.round(share * 100) / 100;

function onlyDateColumn(profiles: readonly Profile[]): number | null {
  const dates = [...profiles.keys()].filter((at) => profiles[at]!.days >= 0.8);
  return dates.length === 1 ? dates[0]! : null;
}

/** The likeness of the names, raised by values that fit the target and lowered by values that do not. */
function withValues(name: number, column: Column, profile: Profile, resolves: Resolves, isOnlyDate: boolean): number {
  const share = valueShare(column, profile, resolves);
  // Codes may look like days: 15 01 01.
  const fit = share !== null && share >= VALUE_SHARE_MIN ? null : typeFit(column, profile);
  if (fit !== null && fit < 0.5) return name * (UNFIT_SHARE + (1 - UNFIT_SHARE) * fit);
  const bonus = isOnlyDate ? ONLY_DATE_BONUS : (TYPE_BONUS[column.type] ?? 0);
  let score = fit === null || name === 0 ? name : raise(name, bonus * fit);
  if (isOnlyDate) score = Math.max(score, ONLY_DATE_SCORE);
  if (share === null) return column.type === "reference" && profile.numbers > 0.5 ? score * NUMBERED_SHARE : score;
  if (share >= VALUE_SHARE_MIN) return raise(score, KNOWN_VALUES_BONUS * share);
  // Numbers are no words of a closed list.
  if (share === 0 && profile.numbers > 0.5) return score * UNFIT_SHARE;
  // Own words for the values of a closed list are usual, so they lower the score a little only.
  return score * (0.85 + 0.15 * share);
}

const raise = (score: number, by: number) => score + (1 - score) * by;

interface Assignment {
  scores: readonly number[][];
  /** The target of each source. */
  assigned: readonly number[];
  targets: readonly Target[];
}

/** The score, less if another free target or another free source is nearly as likely. */
function unrivalled({ scores, assigned, targets }: Assignment, source: number, target: number): number {
  const score = scores[source]![target]!;
  let rival = 0;
  for (const [other, value] of scores[source]!.entries()) {
    const owner = assigned.indexOf(other);
    const bonus = owner < 0 ? requiredBonus(value, targets[other]!.column) : 0;
    if (other !== target && (owner < 0 || scores[owner]![other]! <= value)) rival = Math.max(rival, value + bonus);
  }
  for (const [other, row] of scores.entries()) {
    const own = assigned[other]!;
    if (other !== source && (own < 0 || row[own]! <= row[target]!)) rival = Math.max(rival, row[target]!);
  }
  const margin = Math.max(0, score - rival);
  if (margin >= CLEAR_MARGIN) return score;
  return score * (TIED_SHARE + (1 - TIED_SHARE) * (margin / CLEAR_MARGIN));
}
