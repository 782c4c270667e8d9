import { z } from "zod";
import { LOGISTICS_WRITE } from "../limits/policy.ts";
import { recordsOf } from "../rest/records.ts";
import { BATCH_BYTES_MAX, BATCH_MAX, bulkOptions } from "./records.ts";

/** Unanswered bulk requests of one caller to one route. */
const BULKS_MAX = 10;

/** A route that stores one record, calculated in the call. */
export const storesOne = <B extends z.ZodObject>(record: B, example: object, refuses: readonly string[]) =>
  ({
    body: record.meta({ examples: [example] }),
    strict: true,
    restates: true,
    limits: { rate: LOGISTICS_WRITE },
    refuses: [...refuses, "ACTIVITY_DATE_OUT_OF_RANGE"],
  }) as const;

/** A route that stores many records and answers with a summary. */
export const storesMany = <B extends z.ZodObject>(record: B, example: object) =>
  ({
    body: z
      .strictObject({ records: recordsOf(record, BATCH_MAX), options: bulkOptions })
      .meta({ examples: [{ records: [example], options: { continue_on_error: true } }] }),
    batch: "records",
    strict: true,
    restates: true,
    dry: { previews: true },
    limits: { bodyBytes: BATCH_BYTES_MAX, atOnce: BULKS_MAX },
    refuses: ["BULK_RECORDS_REJECTED"],
  }) as const;
