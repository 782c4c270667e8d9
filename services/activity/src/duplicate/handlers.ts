import { fromBinary } from "@bufbuild/protobuf";
import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import { checkId, refuse, violation } from "@emissions/kit/wire/checks";
import { forbidden } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { DuplicateService } from "@emissions/proto/activity/v1/duplicate_service";
import type { EntityType } from "@emissions/proto/activity/v1/record_events";
import { DuplicateReason } from "@emissions/proto/common/v1/duplicate";
import { BATCH_MAX } from "../batch.ts";
import type { Context } from "../context.ts";
import { valuesChecker } from "../records/checks.ts";
import { valueColumns, valuesReader } from "../records/columns.ts";
import type { RecordKind } from "../records/kind.ts";
import { recordRules } from "../records/rules.ts";
import type { Row } from "../records/table.ts";
import { EXTERNAL_ID } from "./columns.ts";
import { keysOf } from "./keys.ts";
import { searchOf } from "./queries.ts";
import { type DuplicateRule, RULES } from "./rules.ts";

/** For imports: which new records repeat stored ones, or each other. */
export function duplicateHandlers(
  { db }: Pick<Context, "db">,
  kinds: readonly RecordKind[],
): ServiceImpl<typeof DuplicateService> {
  const comparers = new Map<EntityType, ReturnType<typeof comparerOf>>();
  for (const kind of kinds) {
    const rule = RULES.get(kind.entityType);
    if (rule !== undefined) comparers.set(kind.entityType, comparerOf(kind, rule));
  }
  return {
    findDuplicates: async ({ entityType, records, exceptFileId }, call) => {
      const comparer = comparers.get(entityType);
      if (comparer === undefined) return {};
      refuseOtherRoles(call);
      refuse([
        ...(records.length > BATCH_MAX
          ? [violation("records", "value_error.list.max_items", `at most ${BATCH_MAX} records`)]
          : []),
        ...checkId("except_file_id", exceptFileId === "" ? null : exceptFileId),
      ]);
      const values = records.map(comparer.read);
      const valid = values.flatMap((one, index) => (one === null ? [] : [{ index, values: one }]));
      if (valid.length === 0) return {};
      const search = { records: valid, exceptFileId: exceptFileId || null };
      const found = await db.read(call, (tx, org) => comparer.search(tx, org, search));
      return {
        duplicates: found.map((one) => ({ ...one, field: comparer.fields[one.reason] ?? "" })),
        keys: values.map((one) => ({ keys: one === null ? [] : comparer.keys(one) })),
      };
    },
  };
}

function comparerOf(kind: RecordKind, rule: DuplicateRule) {
  const columns = valueColumns(kind.values);
  const [read, check, { withDefaults }] = [valuesReader<Row>(columns), valuesChecker(columns), recordRules(kind)];
  return {
    /** Null for an invalid record, which is compared with none. */
    read: (bytes: Uint8Array): Row | null => {
      const values = withDefaults(read(decode(kind, bytes)), { inBatch: true }) as Row;
      return check(values).length > 0 ? null : values;
    },
    search: searchOf(kind, rule),
    keys: keysOf(kind, rule),
    /** The field that shows each reason. */
    fields: {
      [DuplicateReason.EXTERNAL_ID]: EXTERNAL_ID,
      [DuplicateReason.DOCUMENT_NUMBER]: rule.number?.column,
      [DuplicateReason.SAME_ACTIVITY]: rule.field,
    } as Record<number, string | undefined>,
  };
}

function decode({ values }: RecordKind, bytes: Uint8Array): object {
  try {
    return fromBinary(values, bytes);
  } catch {
    return refuse([violation("records", "value_error", "cannot be read as values of the kind")]) as never;
  }
}

/** The access to these records is that of their lists. */
function refuseOtherRoles(call: HandlerContext): void {
  if (principalOf(call).role !== "human_resources") return;
  throw forbidden("FORBIDDEN", "The role does not read these records.");
}
