import { type ValueColumn, valueColumns } from "../records/columns.ts";
import type { RecordKind } from "../records/kind.ts";
import type { DuplicateRule } from "./rules.ts";

export const EXTERNAL_ID = "external_id";

/** The values of a record that a rule compares, by the names of the columns. */
export function comparedColumns({ values }: Pick<RecordKind, "values">, rule: DuplicateRule): ValueColumn[] {
  const { indexed, compared, amount, meter, named, number } = rule;
  const ofNumber = [...(number?.where ?? "").matchAll(/\bs\.(\w+)/g)].map(([, name]) => name!);
  const plain = [...indexed, ...compared, ...amount, ...ofNumber, meter, named, number?.column, EXTERNAL_ID];
  const known = new Map(valueColumns(values).map((column) => [column.name, column]));
  return [...new Set(plain.filter((name) => name !== undefined))].map((name) => {
    const column = known.get(name);
    if (column === undefined) throw new Error(`a rule compares ${name}, which is no value`);
    return column;
  });
}
