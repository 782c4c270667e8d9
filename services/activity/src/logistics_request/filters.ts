import { type Check, checkId, violation } from "@emissions/kit/wire/checks";
import {
  LogisticsRequestStatus,
  LogisticsRequestStatusSchema,
} from "@emissions/proto/activity/v1/logistics_request_service";
import { joined } from "../list/columns.ts";
import { anyId, anyStatus, anyText, type Filter } from "../list/filters.ts";

const { INACTIVE } = LogisticsRequestStatus;

const stored = anyStatus(LogisticsRequestStatusSchema, { waiting: "pending", failed: "error", succeeded: "active" });

/** A request about deleted shipments reads another table (`tableOfStatus`), whose rows are all inactive or have `deleted_at`. */
export const anyShipmentStatus: Filter<LogisticsRequestStatus[]> = {
  ...stored,
  where: (tx, sent) => {
    const others = sent.filter((status) => status !== INACTIVE);
    if (others.length === sent.length) return stored.where(tx, sent);
    return others.length === 0 ? tx`true` : tx`(deleted_at is not null or ${stored.where(tx, others)})`;
  },
};

/** Deleted shipments are in a table of their own. A view has all shipments. */
export function tableOfStatus(status: readonly LogisticsRequestStatus[] = []): string | undefined {
  if (!status.includes(INACTIVE)) return undefined;
  return status.every((each) => each === INACTIVE) ? "deleted_logistics_requests" : "all_logistics_requests";
}

/** Conditions of one request. */
const CONDITIONS_MAX = 10;

/** The fields of `filter_by`, with the filter of their values. */
const COLUMNS: Readonly<Record<string, Filter<string[]>>> = {
  vehicle_type: anyText("vehicle_type"),
  file_id: anyId("file_id"),
  uploaded_by: anyId("uploaded_by"),
};

interface ColumnCondition {
  field: string;
  filter: Filter<string[]>;
  values: string[];
}

/** Conditions such as `vehicle_type:in[van_diesel,van_electric]`. All of them must hold. */
export const columnFilters: Filter<string[]> = {
  text: (sent) => {
    const texts = parsed(sent).map(({ field, filter, values }) => `${field}:in[${filter.text(values)}]`);
    return texts.length === 0 ? null : [...new Set(texts)].sort();
  },
  where: (tx, sent) =>
    joined(
      tx,
      parsed(sent).map(({ filter, values }) => filter.where(tx, values)),
      tx` and `,
    ),
  check: (name, sent) => {
    if (sent.length > CONDITIONS_MAX) {
      return [violation(name, "value_error.list.max_items", `at most ${CONDITIONS_MAX} conditions`, "query")];
    }
    return sent.flatMap((text) => {
      const condition = parse(text);
      return condition === null ? [malformed(name)] : condition.filter.check!(name, condition.values);
    });
  },
};

const malformed = (name: string): Check =>
  violation(
    name,
    "value_error",
    `must be field:in[value,...], with one of the fields ${Object.keys(COLUMNS).join(", ")}`,
    "query",
  );

const parsed = (sent: readonly string[]) => sent.flatMap((text) => parse(text) ?? []);

/** Null for a malformed condition. */
function parse(text: string): ColumnCondition | null {
  const [, field, list] = /^([a-z_]+):in\[([^[\]]+)\]$/.exec(text) ?? [];
  if (field === undefined || !Object.hasOwn(COLUMNS, field)) return null;
  return { field, filter: COLUMNS[field]!, values: list!.split(",") };
}

/** Requests that are linked to a project. */
export const ofProject: Filter<string> = {
  text: (sent) => sent.toLowerCase() || null,
  where: (tx, sent) => tx`(organization_id, id) in (
    select l.organization_id, l.entity_id from project_links l
    where l.project_id = ${sent} and l.entity_type = 'logistics_requests')`,
  check: (name, sent) => (sent ? checkId(name, sent).map((check) => ({ ...check, loc: ["query", name] })) : []),
};
