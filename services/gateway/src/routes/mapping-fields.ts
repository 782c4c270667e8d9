import {
  ImportCombineBySchema,
  ImportFillAsSchema,
  ImportTimeMarksSchema,
} from "@emissions/proto/imports/v1/import_session_service";
import { z } from "zod";
import { enumOf, text } from "../rest/fields.ts";

/** Fields of mappings, in requests of imports and of saved mappings. */
export const COLUMN_TEXT_MAX = 512;
export const VALUE_TEXT_MAX = 32_767;
export const mapping = z.record(z.string().max(COLUMN_TEXT_MAX), text(COLUMN_TEXT_MAX));
const texts = z.record(z.string().max(VALUE_TEXT_MAX), z.string().max(VALUE_TEXT_MAX));
export const valueMappings = z
  .record(
    z.string().max(COLUMN_TEXT_MAX),
    texts.transform((values) => ({ values })),
  )
  .optional();

export const fill = z
  .record(
    z.string().max(COLUMN_TEXT_MAX),
    z.strictObject({
      value: z.string().max(VALUE_TEXT_MAX).nullish(),
      column: text(COLUMN_TEXT_MAX).nullish(),
      as: enumOf(ImportFillAsSchema).nullish(),
    }),
  )
  .optional();

/** Members of `fill` in examples, as answers show them. */
export const constant = (value: string) => ({ value, column: null, as: null });
export const filledFrom = (column: string, as: string) => ({ value: null, column, as });

const TIME_ZONE_MAX = 64;
export const combine = z
  .strictObject({
    by: enumOf(ImportCombineBySchema),
    sum: text(COLUMN_TEXT_MAX),
    at: z.strictObject({
      column: text(COLUMN_TEXT_MAX),
      time_column: text(COLUMN_TEXT_MAX).nullish(),
      marks: enumOf(ImportTimeMarksSchema).nullish(),
    }),
    estimated_column: text(COLUMN_TEXT_MAX).nullish(),
    time_zone: text(TIME_ZONE_MAX).nullish(),
  })
  .nullish();
