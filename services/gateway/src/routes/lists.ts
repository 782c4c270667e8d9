import { Co2eStatusSchema } from "@emissions/proto/activity/v1/list";
import { z } from "zod";
import {
  day,
  decimal,
  enumOf,
  filterHash,
  groupView,
  id,
  instant,
  listOf,
  page,
  size,
  sortBy,
} from "../rest/fields.ts";

/** What the routes of activity records have in common. */

const AMOUNT_MAX = "9".repeat(20);
export const amount = () => decimal({ min: "0", max: AMOUNT_MAX });

/** Filters that the list of every kind of record has. */
export const recordFilter = {
  start_date: day.optional(),
  end_date: day.optional(),
  search: z.string().max(255).optional(),
  co2e_status: enumOf(Co2eStatusSchema).optional(),
};

/** The same for records that come from files. */
export const filedFilter = {
  ...recordFilter,
  file_id: listOf(id),
  created_at_from: instant.optional(),
  created_at_to: instant.optional(),
};

/** Which page of the list, in which order, and whose records. */
export const paged = <const N extends string>(...sorts: [N, ...N[]]) => ({
  page,
  size: size(50, 100),
  sort: sortBy(...sorts),
  ...groupView,
});

export const DELETED_MAX = 100_000;
/** DELETED_MAX ids of 36 characters with quotes and commas, and room to spare. */
export const DELETED_BYTES_MAX = 8 * 1024 * 1024;

/** The hash of the list that the client has seen, without which nothing is deleted by filters. */
export const Seen = z
  .strictObject({ filter_hash: filterHash })
  .meta({ examples: [{ filter_hash: "a3f1c2e4b5d6a7b8" }] });
