import type { FieldMask } from "@bufbuild/protobuf/wkt";
import { type Check, violation } from "@emissions/kit/wire/checks";
import { invalid } from "@emissions/kit/wire/errors";
import { rulesOf } from "@emissions/kit/wire/fields";
import { checkPeriodOrder } from "../checks.ts";
import { valuesChecker } from "./checks.ts";
import { type ValueColumn, valueColumns } from "./columns.ts";
import { checkFactors, checkOneFactor, FACTOR_FIELDS, namesOf } from "./custom-factors.ts";
import type { CheckContext, Failure, Lookups, Passed, RecordKind } from "./kind.ts";

/** All rules of a kind: those of the fields first, then its own. */
export function recordRules<V extends object, L extends object, R extends object>(kind: RecordKind<V, L, R>) {
  const columns = valueColumns(kind.values);
  const checkFields = valuesChecker(columns);
  const names = new Map(columns.map(({ key, name }) => [key, name]));
  const nameOf = (key: string): string => {
    const name = names.get(key);
    if (name === undefined) throw new Error(`A rule names the unknown field ${key}.`);
    return name;
  };
  const clearing = columns.flatMap(({ key, field }) => {
    const by = columns.find(({ name }) => name === rulesOf(field)?.clearedBy);
    return by ? [{ key, by: by.key }] : [];
  });
  /** Violations that the values, and the rows that they refer to, show. */
  const checkValues = (values: V, related: R): Check[] => {
    const found = checkFields(values);
    const wrong = new Set(found.map(({ loc }) => loc[1]));
    const passed: Passed = (...fields) => !fields.some((field) => wrong.has(nameOf(field)));
    return [
      ...found,
      ...checkPeriodOrder(values),
      ...(kind.customFactor === undefined ? [] : checkOneFactor(namesOf(values))),
      ...(kind.checkValues?.(values, related, passed) ?? []),
    ];
  };
  return {
    checkValues,
    /** The same, and whether names that the values refer to exist and fit. */
    checkAll: (values: V, lookups: Lookups & L & R, context: CheckContext): Check[] => [
      ...checkValues(values, lookups),
      ...(context.owners === undefined ? [] : kind.owner!.check(values, context.owners)),
      ...checkFactors(namesOf(values), lookups.factors, {
        category: kind.customFactor?.category(values) ?? "",
        unit: kind.customFactor?.unit?.(values),
      }),
      ...(kind.checkLookups?.(values, lookups, context) ?? []),
    ],
    withDefaults: (values: V, { inBatch }: { inBatch: boolean }): V => {
      const defaults = Object.entries(kind.defaults?.({ inBatch }) ?? {});
      const missing = defaults.filter(([key]) => !(values as Record<string, unknown>)[key]);
      return missing.length === 0 ? values : { ...values, ...Object.fromEntries(missing) };
    },
    /** The values that a change clears, because it changes the value that they belong to and does not send them. */
    clearedBy: (before: object, changes: object): Partial<V> => {
      const [stored, sent] = [before as Record<string, unknown>, changes as Record<string, unknown>];
      const cleared = clearing.filter(({ key, by }) => by in sent && !(key in sent) && sent[by] !== stored[by]);
      return Object.fromEntries(cleared.map(({ key }) => [key, null])) as Partial<V>;
    },
    changesIn: (mask: FieldMask | undefined, values: V, more: Record<string, object>) =>
      changesIn(columns, mask, { values, more }),
  };
}

/**
 * The changes that the mask of an update names; `more` has the changes of fields that are no values. Refuses unknown
 * and immutable fields.
 */
export function changesIn<V extends object>(
  columns: readonly ValueColumn[],
  mask: FieldMask | undefined,
  { values, more }: { values: V; more: Record<string, object> },
): Partial<V> {
  const keyOf = new Map(columns.flatMap(({ name, key, field }) => (rulesOf(field)?.immutable ? [] : [[name, key]])));
  const paths = mask?.paths ?? [];
  const strange = paths.filter((path) => !keyOf.has(path) && !(path in more));
  if (strange.length > 0) {
    throw invalid(strange.map((path) => violation(path, "value_error.extra", "extra fields not permitted")));
  }
  return Object.assign(
    {},
    ...paths.map((path) => more[path] ?? { [keyOf.get(path)!]: (values as Record<string, unknown>)[keyOf.get(path)!] }),
  );
}

/**
 * Whether a change starts a new calculation with the current custom factor. After a failure an unchanged field is
 * enough, because the cause may have been corrected elsewhere.
 */
export const needsRecalculation = <V extends object>(
  { recalculateOn, customFactor }: Pick<RecordKind<V>, "recalculateOn" | "customFactor">,
  before: V & Failure,
  changes: Partial<V>,
): boolean =>
  [...recalculateOn({ ...before, ...changes }), ...(customFactor === undefined ? [] : FACTOR_FIELDS)].some(
    (field) =>
      field in changes &&
      (before.calculationErrorCode !== null || before[field as keyof V] !== changes[field as keyof V]),
  );
