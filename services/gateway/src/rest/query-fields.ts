import { z } from "zod";
import { custom, id, tooHigh, tooLow } from "./fields.ts";

/** Field types of query parameters, where everything is text. */

const LIST_MAX = 100;

/** `status[]=a&status[]=b` and `status=a` are both lists. */
export const listOf = <S extends z.ZodType>(item: S) =>
  z.preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(item).max(LIST_MAX)).optional();

/** Sort keys, the most important first: `sort=-start_date,name` or repeated. A minus sign reverses the order. */
export const sortBy = <const N extends string>(...names: [N, ...N[]]) =>
  z
    .preprocess(
      (value) => (value === undefined ? [] : [value].flat().flatMap((text) => String(text).split(","))),
      z.array(z.enum(names.flatMap((name) => [name, `-${name}`] as const) as [N | `-${N}`, ...(N | `-${N}`)[]])).max(5),
    )
    .optional();

const integer = (min: number, max: number) =>
  z
    .string()
    .refine((value) => /^-?\d{1,9}$/.test(value), custom("type_error.integer", "value is not a valid integer"))
    .transform(Number)
    .refine((value) => value >= min, tooLow(min))
    .refine((value) => value <= max, tooHigh(max));

const whole = (min: number, max: number, normal: number) =>
  integer(min, max)
    .optional()
    .transform((value) => value ?? normal)
    .meta({ type: "integer", minimum: min, maximum: max, default: normal });

/** Limits the rows that the database has to skip. */
const PAGE_MAX = 1_000_000;

export const page = whole(1, PAGE_MAX, 1);
export const size = (normal: number, max: number) => whole(1, max, normal);

/** Search words and page of a list that is answered whole without a page. The number of matches is in a header. */
export const searchedList = {
  search: z.string().max(255).optional(),
  page: integer(1, PAGE_MAX).optional().meta({ type: "integer", minimum: 1, maximum: PAGE_MAX }),
  size: integer(1, 100).optional().meta({ type: "integer", minimum: 1, maximum: 100 }),
};

/** The number of matches before the first one that is shown. */
export const offset = whole(0, PAGE_MAX, 0);
export const limit = whole(1, 200, 50);

const [YEAR_MIN, YEAR_MAX] = [1900, 2200];

/** A year as an optional filter. */
export const year = integer(YEAR_MIN, YEAR_MAX)
  .optional()
  .meta({ type: "integer", minimum: YEAR_MIN, maximum: YEAR_MAX });

/** The spellings of a boolean; Python writes the capital ones. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["True", true],
  ["1", true],
  ["false", false],
  ["False", false],
  ["0", false],
]);

/** An optional boolean. */
export const choice = z
  .string()
  .refine((value) => BOOLEANS.has(value), custom("type_error.boolean", "value is not a valid boolean"))
  .transform((value) => BOOLEANS.get(value))
  .optional()
  .meta({ type: "boolean" });

/** By default false. */
export const flag = choice.transform((value) => value ?? false).meta({ type: "boolean", default: false });

/** Whose records a list shows besides those of the caller's organization. */
export const groupView = { include_children: flag, organization_id: listOf(id) };
