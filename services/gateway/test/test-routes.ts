import { Code, ConnectError } from "@connectrpc/connect";
import { exhausted, locked, notFound, unprocessable } from "@emissions/kit/wire/errors";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { z } from "zod";
import { activityDay, text } from "../src/rest/fields.ts";
import { recordsOf } from "../src/rest/records.ts";
import { route } from "../src/rest/route.ts";

/** Routes that use each feature of rest/, also those that no endpoint uses. */

const { createFacilities, getFacility } = FacilityService.method;

const Row = z.strictObject({ name: text(20), country: activityDay().optional(), type: z.string().optional() });
const Rows = z.strictObject({ records: recordsOf(Row, 500), total: z.never().optional() });

export const BATCH_BYTES_MAX = 2 * 1024 * 1024;
const MISSING = "0190f3a0-0000-7000-8000-000000000404";
export const FAILURES = {
  missing: MISSING,
  away: "0190f3a0-0000-7000-8000-000000000503",
  locked: "0190f3a0-0000-7000-8000-000000000423",
  counted: "0190f3a0-0000-7000-8000-000000000429",
  throttled: "0190f3a0-0000-7000-8000-000000001429",
  broken: "0190f3a0-0000-7000-8000-000000000500",
};

/** The format in which services report it. */
const inPlace =
  (index: number) =>
  ({ loc, msg, type }: { loc: string[]; msg: string; type: string }) => ({
    loc: ["body", "records", String(index), ...loc.slice(1)],
    msg,
    type: type === "activity_date_out_of_range" ? "ACTIVITY_DATE_OUT_OF_RANGE" : "SCHEMA_INVALID",
  });

export const testRoutes = [
  route(
    createFacilities,
    {
      http: "POST /v2/tests",
      summary: "Store a batch",
      operation: "storeBatch",
      body: Rows as never,
      batch: "records",
      limits: { bodyBytes: BATCH_BYTES_MAX, items: 1_000 },
      repeat: "required",
      location: ({ total }) => `/v2/tests/${total}`,
      returns: "total",
      status: 202,
    },
    async (_call, { records, rejected }) => {
      const wrong = rejected.length;
      if (wrong > 0) {
        const found = rejected.flatMap(({ index, violations }) => violations.map(inPlace(index)));
        const more = found.length > 100 ? " Only the first 100 mistakes are listed." : "";
        const detail = `${wrong} of ${records.length} records were rejected.${more}`;
        throw unprocessable("BULK_RECORDS_REJECTED", detail, found.slice(0, 100));
      }
      if (records.some(({ type }) => type === "unknown")) {
        throw unprocessable("BULK_RECORDS_REJECTED", "1 of 2 records were rejected.", [
          { loc: ["body", "records", "1", "type"], msg: "unknown", type: "SCHEMA_INVALID" },
        ]);
      }
      return { total: records.length } as never;
    },
  ),
  route(
    getFacility,
    {
      http: "GET /v2/tests/{facility_id}",
      summary: "Get one of a batch",
      operation: "getOfBatch",
      returns: "facility",
    },
    async (_call, { facilityId }) => {
      if (facilityId === FAILURES.away) throw new ConnectError("nobody there", Code.Unavailable);
      if (facilityId === FAILURES.locked) throw locked(new Error("tuple (0,1) of relation facilities"));
      if (facilityId === FAILURES.counted) throw exhausted("TOO_MANY_REQUESTS", "Rate limit exceeded");
      if (facilityId === FAILURES.throttled) throw exhausted("UPSTREAM_RATE_LIMITED", "The road service throttles.");
      if (facilityId === FAILURES.broken) throw new Error("password=hunter2");
      throw notFound("facility");
    },
  ),
];
