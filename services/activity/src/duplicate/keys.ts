import { hash } from "node:crypto";
import { DuplicateReason } from "@emissions/proto/common/v1/duplicate";
import { parse, plain } from "@emissions/quantity/decimal";
import { type RecordKind, tableOf } from "../records/kind.ts";
import type { Row } from "../records/table.ts";
import { comparedColumns, EXTERNAL_ID } from "./columns.ts";
import type { DuplicateRule } from "./rules.ts";

/** Characters of a hash, of 6 bits each: two of 200,000 rows have the same hash by chance once in 10^11 files. */
const HASH_LENGTH = 12;

export interface Key {
  reason: DuplicateReason;
  field: string;
  hash: string;
}

/**
 * Makes the keys by which new records are compared with each other. The number of a document is none of them, because
 * the rows of one document have it in common.
 */
export function keysOf(kind: RecordKind, rule: DuplicateRule): (values: Row) => Key[] {
  const columns = new Map(comparedColumns(kind, rule).map((column) => [column.name, column]));
  const table = tableOf(kind);
  const hashOf = (names: readonly string[], values: Row) => {
    const texts = names.map((name) => {
      const { key, type } = columns.get(name)!;
      const value = values[key] ?? null;
      return type === "numeric" && value !== null ? plain(parse(String(value))) : value;
    });
    const text = JSON.stringify([table, names, texts]);
    return hash("sha256", text, "base64url").slice(0, HASH_LENGTH);
  };
  const { indexed, compared, amount, meter, named, field } = rule;
  const always = [...indexed, ...compared, ...(meter ? [meter] : [])];
  const { EXTERNAL_ID: BY_ID, SAME_ACTIVITY } = DuplicateReason;
  return (values) => {
    const keys: Key[] = [];
    if (values.externalId !== null) {
      keys.push({ reason: BY_ID, field: EXTERNAL_ID, hash: hashOf([EXTERNAL_ID], values) });
    }
    if (named === undefined || values[named] !== null) {
      const names = rule.isDelivery(values) ? [...always, ...amount] : always;
      keys.push({ reason: SAME_ACTIVITY, field, hash: hashOf(names, values) });
    }
    return keys;
  };
}
