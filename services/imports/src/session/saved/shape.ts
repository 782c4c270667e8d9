import { createHash } from "node:crypto";
import { plainName } from "../../mapping/words.ts";

/** Equal for files whose columns have the same names, without order, case, accents and punctuation. */
export const shapeOf = (sourceColumns: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify(sourceColumns.map(nameOf).toSorted()))
    .digest("hex");

/** In lower case first, because `FechaFin` would be two words and `FECHAFIN` one. A name of punctuation alone is itself. */
const nameOf = (column: string) => plainName(column.toLowerCase()) || column;

/** Names of the columns of a file by those of a saved mapping. Null: the file lacks it, or has two such names. */
export function renaming(sourceColumns: readonly string[]): (saved: string) => string | null {
  const exact = new Set(sourceColumns);
  const byName = Map.groupBy(sourceColumns, nameOf);
  return (saved) => {
    if (exact.has(saved)) return saved;
    const [column, another] = byName.get(nameOf(saved)) ?? [];
    return column === undefined || another !== undefined ? null : column;
  };
}
