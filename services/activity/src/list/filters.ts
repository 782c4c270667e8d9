import type { DescEnum } from "@bufbuild/protobuf";
import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { type Check, checkDay, checkId, checkText, placed, violation } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import { Co2eStatus } from "@emissions/proto/activity/v1/list";
import { type Column, columnOf } from "./columns.ts";

/** A filter of a list. Equal conditions have equal text, which enters the filter hash. */
export interface Filter<V> {
  /** Null without a condition. */
  text(sent: V): string | string[] | null;
  where(tx: Tx, sent: V): Fragment;
  check?(name: string, sent: V): Check[];
  /** True if no index answers the condition. */
  isScanned?: boolean;
  /**
   * The states of records that can match (calculation-states.ts). Either all succeeded records match or none, and
   * likewise the failed ones. Undefined for a filter that does not depend on the state.
   */
  states?(sent: V): readonly CalculationState[];
}

/** The state of the calculation of a record. */
export type CalculationState = "waiting" | "failed" | "succeeded";

const VALUES_MAX = 100;
const TEXT_MAX = 255;

const sorted = (values: readonly string[]) => (values.length === 0 ? null : [...new Set(values)].sort());

/** Any of some values of an enum. */
export const anyOf = (column: Column, desc: DescEnum): Filter<number[]> => {
  const texts = (sent: number[]) => sorted(sent.map((number) => enumText(desc, number)));
  return {
    text: texts,
    where: (tx, sent) => isOneOf(tx, column, texts(sent)!, tx`text`),
    check: (name, sent) => checkMany(name, sent, () => []),
  };
};

/** The same, where one value of the enum is no status: it stands for records whose calculation failed. */
export const anyOfOrFailed = (column: Column, desc: DescEnum, failed: number): Filter<number[]> => {
  const stored = anyOf(column, desc);
  return {
    ...stored,
    where: (tx, sent) => {
      const statuses = sent.filter((number) => number !== failed);
      if (statuses.length === sent.length) return stored.where(tx, sent);
      const isFailed = tx`calculation_error_code is not null`;
      return statuses.length === 0 ? isFailed : tx`(${stored.where(tx, statuses)} or ${isFailed})`;
    },
  };
};

/** The states in the column `calculation_status`. */
const STATUS_COLUMN: Record<CalculationState, string> = {
  waiting: "pending",
  failed: "failed",
  succeeded: "calculated",
};
/** The states as clients know them. */
const PUBLIC_STATUS: Record<CalculationState, string> = { waiting: "loading", failed: "error", succeeded: "active" };

/**
 * Any state of the calculation of a record, by its public names. A status without a state matches no record. An index
 * holds the records with an error code, which are the failed ones.
 */
export const anyStatus = (desc: DescEnum, names = PUBLIC_STATUS): Filter<number[]> => {
  const statesOf = (sent: number[]) => {
    const texts = sent.map((number) => enumText(desc, number));
    return CALCULATION_STATES.filter((state) => texts.includes(names[state]));
  };
  return {
    ...anyOf("calculation_status", desc),
    where: (tx, sent) =>
      statesOf(sent).join() === "failed"
        ? tx`calculation_error_code is not null`
        : isOneOf(
            tx,
            "calculation_status",
            statesOf(sent).map((state) => STATUS_COLUMN[state]),
            tx`text`,
          ),
    states: statesOf,
  };
};

export const CALCULATION_STATES: readonly CalculationState[] = ["waiting", "failed", "succeeded"];

/** Any of some texts, compared exactly. */
export const anyText = (column: Column): Filter<string[]> => ({
  text: sorted,
  where: (tx, sent) => isOneOf(tx, column, sent, tx`text`),
  check: (name, sent) => checkMany(name, sent, (field, value) => checkText(field, value, { max: TEXT_MAX })),
});

/** The text of a column, compared exactly. */
export const isText = (column: string): Filter<string> => {
  const any = anyText(column);
  return {
    text: (sent) => sent || null,
    where: (tx, sent) => any.where(tx, [sent]),
    check: (name, sent) => any.check!(name, [sent]),
  };
};

/** Any of some ids. The all-zero id matches rows without one. */
export const anyId = (column: Column): Filter<string[]> => ({
  text: (sent) => sorted(sent.map((id) => id.toLowerCase())),
  where: (tx, sent) => {
    const [ids, isNull] = [sent.filter((id) => id !== NIL_ID), tx`${columnOf(tx, column)} is null`];
    if (ids.length === sent.length) return isOneOf(tx, column, ids, tx`uuid`);
    return ids.length === 0 ? isNull : tx`(${isOneOf(tx, column, ids, tx`uuid`)} or ${isNull})`;
  },
  check: (name, sent) => checkMany(name, sent, checkId),
});

/** Any of some ids, the all-zero id among them. */
export const exactId = (column: Column): Filter<string[]> => ({
  ...anyId(column),
  where: (tx, sent) => isOneOf(tx, column, sent, tx`uuid`),
});

/** A substring of a column generated by `plain_text`. Ignores case and accents, and has no wildcards. */
export const contains = (column: Column): Filter<string> => ({
  text: (sent) => sent || null,
  where: (tx, sent) => tx`strpos(${columnOf(tx, column)}, plain_text(${sent})) > 0`,
  isScanned: true,
  check: (name, sent) => inQuery(checkText(name, sent, { max: TEXT_MAX })),
});

/** On this day or later. */
export const fromDay = (column: Column): Filter<string> => ({
  text: (sent) => sent || null,
  where: (tx, sent) => tx`${columnOf(tx, column)} >= ${sent}::date`,
  check: (name, sent) => (sent ? checkDay(name, sent, "query") : []),
});

/** On this day or before. */
export const toDay = (column: Column): Filter<string> => ({
  ...fromDay(column),
  where: (tx, sent) => tx`${columnOf(tx, column)} <= ${sent}::date`,
});

/**
 * Periods that end on this day or before. The condition on the start is redundant: it limits the scan of the index,
 * which is sorted by start.
 */
export const endsByDay = (end: Column, start: Column): Filter<string> => ({
  ...toDay(end),
  where: (tx, sent) => tx`${columnOf(tx, end)} <= ${sent}::date and ${columnOf(tx, start)} <= ${sent}::date`,
});

const instant = (sent: Timestamp | undefined) => (sent ? timestampDate(sent).toISOString() : null);

/** At this instant or later. Only for the creation time of rows. */
export const fromInstant = (column: Column): Filter<Timestamp | undefined> => ({
  text: instant,
  where: (tx, sent) =>
    createdWithin(
      tx,
      tx`${columnOf(tx, column)} >= ${instant(sent)}::timestamptz`,
      tx`id >= ${lowestIdAt(sent!, -CLOCK_SKEW_MS)}::uuid`,
    ),
});

/** At this instant or before, to the end of its millisecond: replies show milliseconds. */
export const toInstant = (column: Column): Filter<Timestamp | undefined> => ({
  text: instant,
  where: (tx, sent) =>
    createdWithin(
      tx,
      tx`${columnOf(tx, column)} < ${instant(sent)}::timestamptz + interval '1 millisecond'`,
      tx`id < ${lowestIdAt(sent!, CLOCK_SKEW_MS)}::uuid`,
    ),
});

/** Limit of the clock skew between the id and the creation time of a row. */
const CLOCK_SKEW_MS = 3_600_000;

/**
 * Ids are ordered by time, so the indexes find the rows by id. `coalesce` hides the condition on the time from the
 * planner. Otherwise it multiplies the selectivity of two equivalent conditions and expects too few rows.
 */
const createdWithin = (tx: Tx, condition: Fragment, ids: Fragment) => tx`${ids} and coalesce(${condition}, false)`;

/** The lowest id of this time. */
function lowestIdAt(sent: Timestamp, laterMs: number): string {
  const ms = Math.max(timestampDate(sent).getTime() + laterMs, 0);
  const hex = ms.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** With or without emissions. */
export const calculated = (column: Column): Filter<Co2eStatus> => ({
  text: (sent) => (sent === Co2eStatus.UNSPECIFIED ? null : String(sent)),
  where: (tx, sent) =>
    sent === Co2eStatus.CALCULATED ? tx`${columnOf(tx, column)} is not null` : tx`${columnOf(tx, column)} is null`,
  // A waiting record keeps the emissions of its former result.
  states: (sent) => (sent === Co2eStatus.CALCULATED ? ["waiting", "succeeded"] : ["waiting", "failed"]),
});

/** `= any` of one value would lose the order of the index. */
const isOneOf = (tx: Tx, column: Column, values: string[], type: Fragment): Fragment =>
  values.length === 1
    ? tx`${columnOf(tx, column)} = ${values[0]!}::${type}`
    : tx`${columnOf(tx, column)} = any(${values}::${type}[])`;

function checkMany<V>(name: string, sent: readonly V[], check: (name: string, value: V) => Check[]): Check[] {
  if (sent.length <= VALUES_MAX) return inQuery(sent.flatMap((value) => check(name, value)));
  return [violation(name, "value_error.list.max_items", `at most ${VALUES_MAX} values`, "query")];
}

const inQuery = (checks: Check[]): Check[] => placed(checks, "query");
