import type { Context } from "../context.ts";
import { callerCache } from "../organization/caller-cache.ts";
import { valueColumns, valuesReader } from "./columns.ts";
import { namesOf } from "./custom-factors.ts";
import { lookUpFiles } from "./files.ts";
import { type Caller, type Lookups, type RecordKind, tableOf } from "./kind.ts";
import { recordWrite } from "./record-write.ts";
import { recordRules } from "./rules.ts";
import { recordWriter } from "./table.ts";
import { recordUpsert } from "./upsert.ts";
import { recordViewer } from "./view.ts";

export type Parts = ReturnType<typeof partsOf>;

/** The objects that all operations on a kind share. */
export function partsOf(context: Context, kind: RecordKind) {
  const { db, units, factors, preview } = context;
  const callerOf = callerCache(db);
  return {
    context,
    kind,
    db,
    /** Every write of a record by a caller. */
    writeRecords: recordWrite({ db, preview }),
    table: tableOf(kind),
    rules: recordRules(kind),
    writer: recordWriter(kind),
    upsert: recordUpsert(kind),
    read: valuesReader<object>(valueColumns(kind.values)),
    toMessage: recordViewer(kind),
    callerOf,
    ownerOf: (values: object) => (values as Record<string, string>)[kind.owner?.key ?? ""] ?? "",
    /** Files that new values name. Call it before a transaction begins. */
    lookUpFiles: (call: Caller, named: readonly object[]) => lookUpFiles(context.files, call, named),
    /** Calls other services for units, custom factors and references, before a transaction begins. */
    async lookUp(call: Caller, named: readonly object[], purpose: "price" | "show"): Promise<Lookups> {
      const names = named.map(namesOf);
      const home = async () => (await callerOf(call)).organization.country;
      const [catalogue, known, more] = await Promise.all([
        units.all(),
        purpose === "price" ? factors.inForce(call, names) : factors.forNames(call, names),
        kind.lookUp?.(context, call, named, purpose, home),
      ]);
      return { units: catalogue, factors: known, ...more };
    },
  };
}
