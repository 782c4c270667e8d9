import type { DescEnum } from "@bufbuild/protobuf";
import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import type { Fragment, Tx } from "@emissions/kit/db/transactions";
import { NIL_ID } from "@emissions/kit/process/id";
import { type Check, checkDay, checkId, checkText, violation } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import { Co2eStatus } from "@emissions/proto/activity/v1/list";
import { type Column, columnOf } from "./list.ts";

/** One question that a list can be asked. What was asked is text, and equal conditions have equal text: it is hashed. */
export interface Filter<V> {
  /** Null when nothing was asked. */
  asked(sent: V): string | string[] | null;
  where(tx: Tx, sent: V): Fragment;
  check?(name: string, sent: V): Check[];
  /**
   * Which states records that match can have: see states.ts. Of those that succeeded all match or none, and so of
   * those that failed. A filter that does not ask for states says nothing.
   */
  states?(sent: V): readonly CalculationState[];
}

/** What became of the calculation of a record. */
export type CalculationState = "waiting" | "failed" | "succeeded";

const VALUES_MAX = 100;
const TEXT_MAX = 255;

const sorted = (values: readonly string[]) => (values.length === 0 ? null : [...new Set(values)].sort());

/** Any of some values of a closed list. */
export const anyOf = (column: Column, desc: DescEnum): Filter<number[]> => {
  const texts = (sent: number[]) => sorted(sent.map((number) => enumText(desc, number)));
  return {
    asked: texts,
    where: (tx, sent) => among(tx, column, texts(sent)!, tx`text`),
    check: (name, sent) => checkMany(name, sent, () => []),
  };
};

/**
 * Any outcome of a calculation. Failed are the records, few among many, that name a `reason`: by that they are found in
 * an index that holds no others.
 */
export const anyCalculationState = (
  column: Column,
  desc: DescEnum,
  { reason, ...texts }: StateTexts,
): Filter<number[]> => {
  const status = anyOf(column, desc);
  const sentTexts = (sent: number[]) => sent.map((number) => enumText(desc, number));
  const areFailures = (sent: number[]) => sentTexts(sent).every((text) => text === texts.failed);
  return {
    ...status,
    where: (tx, sent) => (areFailures(sent) ? tx`${columnOf(tx, reason)} is not null` : status.where(tx, sent)),
    states: (sent) => CALCULATION_STATES.filter((outcome) => sentTexts(sent).includes(texts[outcome])),
  };
};

/** How `calculation_status` names the states. */
const STATUS_COLUMN: Record<CalculationState, string> = {
  waiting: "pending",
  failed: "failed",
  succeeded: "calculated",
};
const PUBLIC_STATUS: Record<CalculationState, string> = { waiting: "loading", failed: "error", succeeded: "active" };

/**
 * Any state of the calculation of a record, by the names that clients know; a status that is no such state matches
 * nothing. Failed records have an error code, and an index holds just these.
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
        : among(
            tx,
            "calculation_status",
            statesOf(sent).map((state) => STATUS_COLUMN[state]),
            tx`text`,
          ),
    states: statesOf,
  };
};

export const CALCULATION_STATES: readonly CalculationState[] = ["waiting", "failed", "succeeded"];

/** As the column says them, each in one word; and why a record failed. */
type StateTexts = Record<CalculationState, string> & { reason: Column };

/** Any of some texts, compared as they are. */
export const anyText = (column: Column): Filter<string[]> => ({
  asked: sorted,
  where: (tx, sent) => among(tx, column, sent, tx`text`),
  check: (name, sent) => checkMany(name, sent, (field, value) => checkText(field, value, { max: TEXT_MAX })),
});

/** Any of some ids. The all-zero one stands for rows that have none. */
export const anyId = (column: Column): Filter<string[]> => ({
  asked: (sent) => sorted(sent.map((id) => id.toLowerCase())),
  where: (tx, sent) => {
    const [some, none] = [sent.filter((id) => id !== NIL_ID), tx`${columnOf(tx, column)} is null`];
    if (some.length === sent.length) return among(tx, column, some, tx`uuid`);
    return some.length === 0 ? none : tx`(${among(tx, column, some, tx`uuid`)} or ${none})`;
  },
  check: (name, sent) => checkMany(name, sent, checkId),
});

/** Text anywhere in a column that was made by `plain_text`: case and accents do not matter, and nothing is a wildcard. */
export const contains = (column: Column): Filter<string> => ({
  asked: (sent) => sent || null,
  where: (tx, sent) => tx`strpos(${columnOf(tx, column)}, plain_text(${sent})) > 0`,
  check: (name, sent) => inQuery(checkText(name, sent, { max: TEXT_MAX })),
});

/** On this day or later. */
export const fromDay = (column: Column): Filter<string> => ({
  asked: (sent) => sent || null,
  where: (tx, sent) => tx`${columnOf(tx, column)} >= ${sent}::date`,
  check: (name, sent) => (sent ? checkDay(name, sent, "query") : []),
});

/** On this day or before. */
export const toDay = (column: Column): Filter<string> => ({
  ...fromDay(column),
  where: (tx, sent) => tx`${columnOf(tx, column)} <= ${sent}::date`,
});

/**
 * Of a period, ended on this day or before. It began by then, too: said for the database, which finds periods by their
 * beginning and would else read all that began later.
 */
export const endsByDay = (end: Column, start: Column): Filter<string> => ({
  ...toDay(end),
  where: (tx, sent) => tx`${columnOf(tx, end)} <= ${sent}::date and ${columnOf(tx, start)} <= ${sent}::date`,
});

const instant = (sent: Timestamp | undefined) => (sent ? timestampDate(sent).toISOString() : null);

/** At this instant or later. For the moment at which rows were made. */
export const fromInstant = (column: Column): Filter<Timestamp | undefined> => ({
  asked: instant,
  where: (tx, sent) =>
    madeWhen(
      tx,
      tx`${columnOf(tx, column)} >= ${instant(sent)}::timestamptz`,
      tx`id >= ${firstIdOf(sent!, -CLOCKS_MS)}::uuid`,
    ),
});

/** At this instant or before. What is shown has milliseconds, so all of the last one belongs to it. */
export const toInstant = (column: Column): Filter<Timestamp | undefined> => ({
  asked: instant,
  where: (tx, sent) =>
    madeWhen(
      tx,
      tx`${columnOf(tx, column)} < ${instant(sent)}::timestamptz + interval '1 millisecond'`,
      tx`id < ${firstIdOf(sent!, CLOCKS_MS)}::uuid`,
    ),
});

/** So far may the clocks be apart by which a row got its id and its moment. */
const CLOCKS_MS = 3_600_000;

/**
 * Ids are made in the order of time and stand in the indexes, so by them the rows are found, and those of other times
 * passed by unread. The moment itself then decides, inside an expression that the planner does not look into: it would
 * multiply the shares of two conditions that say the same, and take a month for a handful of rows.
 */
const madeWhen = (tx: Tx, moment: Fragment, ids: Fragment) => tx`${ids} and coalesce(${moment}, false)`;

/** The lowest id that can be made then. */
function firstIdOf(sent: Timestamp, laterMs: number): string {
  const ms = Math.max(timestampDate(sent).getTime() + laterMs, 0);
  const hex = ms.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Whether there are emissions. */
export const calculated = (column: Column): Filter<Co2eStatus> => ({
  asked: (sent) => (sent === Co2eStatus.UNSPECIFIED ? null : String(sent)),
  where: (tx, sent) =>
    sent === Co2eStatus.CALCULATED ? tx`${columnOf(tx, column)} is not null` : tx`${columnOf(tx, column)} is null`,
  // What waits to be calculated again may still have emissions.
  states: (sent) => (sent === Co2eStatus.CALCULATED ? ["waiting", "succeeded"] : ["waiting", "failed"]),
});

/** One value by itself leaves the order of an index as it is; several do not. */
const among = (tx: Tx, column: Column, values: string[], type: Fragment): Fragment =>
  values.length === 1
    ? tx`${columnOf(tx, column)} = ${values[0]!}::${type}`
    : tx`${columnOf(tx, column)} = any(${values}::${type}[])`;

function checkMany<V>(name: string, sent: readonly V[], check: (name: string, value: V) => Check[]): Check[] {
  if (sent.length <= VALUES_MAX) return inQuery(sent.flatMap((value) => check(name, value)));
  return [violation(name, "value_error.list.max_items", `at most ${VALUES_MAX} values`, "query")];
}

const inQuery = (checks: Check[]): Check[] =>
  checks.map((check) => ({ ...check, loc: ["query", ...check.loc.slice(1)] }));
