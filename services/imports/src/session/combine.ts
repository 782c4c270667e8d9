import { isDeepStrictEqual } from "node:util";
import { create } from "@bufbuild/protobuf";
import type { Check } from "@emissions/kit/wire/checks";
import { enumNumber, enumText } from "@emissions/kit/wire/enum";
import {
  type ImportCombine,
  ImportCombineBySchema,
  ImportCombineSchema,
  ImportTimeMarksSchema,
} from "@emissions/proto/imports/v1/import_session_service";
import { type Combine, FIRST_DAY, hasPeriod, LAST_DAY, MARKS, type Marks } from "../combine/combine.ts";
import { zoneOffsets } from "../combine/days.ts";
import { isPhysicalAmount } from "../mapping/amounts.ts";
import type { Template } from "../template/template.ts";
import type { SessionChanges } from "./queries.ts";
import type { SessionRow } from "./row.ts";
import type { SentMapping } from "./sent-mapping.ts";

/** A checked `combine`. */
export function combineOf(sent: ImportCombine | undefined): Combine | null {
  if (sent === undefined) return null;
  const { column = "", timeColumn, marks } = sent.at ?? {};
  return {
    by: "month",
    sum: sent.sum,
    at: { column, timeColumn: timeColumn ?? null, marks: marksOf(marks) },
    estimatedColumn: sent.estimatedColumn ?? null,
    timeZone: sent.timeZone ?? null,
  };
}

const marksOf = (marks: number | undefined): Marks | null =>
  MARKS.find((known) => known === enumText(ImportTimeMarksSchema, marks ?? 0)) ?? null;

export function toCombine(combine: Combine | null): ImportCombine | undefined {
  if (combine === null) return undefined;
  const { by, sum, at, estimatedColumn, timeZone } = combine;
  return create(ImportCombineSchema, {
    by: enumNumber(ImportCombineBySchema, by),
    sum,
    at: {
      column: at.column,
      timeColumn: at.timeColumn ?? undefined,
      marks: at.marks === null ? undefined : enumNumber(ImportTimeMarksSchema, at.marks),
    },
    estimatedColumn: estimatedColumn ?? undefined,
    timeZone: timeZone ?? undefined,
  });
}

type Dependencies = Pick<SessionRow, "mapping" | "fill" | "combine" | "valueMappings" | "numericLocale" | "dateLocale">;

/** Combined rows stay as long as all that they depend on: with them their corrections and deletions. */
export function combinedAnew(session: SessionRow, changes: Dependencies): SessionChanges {
  // Without the prototypes of messages, which are not stored.
  const dependencies = ({ mapping, fill, combine, valueMappings, numericLocale, dateLocale }: Dependencies) => {
    const ofSum = combine && (valueMappings[combine.sum] ?? {});
    return JSON.parse(JSON.stringify([mapping, fill, combine, ofSum, numericLocale, dateLocale]));
  };
  if (isDeepStrictEqual(dependencies(session), dependencies(changes))) return {};
  return { combinedFrom: null, totalRows: session.combinedFrom ?? session.totalRows };
}

/** `sources` has the columns of the file. */
export function checkCombine(
  template: Template,
  sources: ReadonlySet<string>,
  { combine, mapping, fill }: SentMapping,
): Check[] {
  if (combine === undefined) return [];
  const found: Check[] = [];
  const fault = (place: string[], type: string, msg: string) =>
    found.push({ loc: ["body", "combine", ...place], type, msg });
  if (enumText(ImportCombineBySchema, combine.by) !== "month") fault(["by"], "type_error.enum", "one of month");
  if (!hasPeriod(template)) fault([], "value_error.combine", `its records have no ${FIRST_DAY} and ${LAST_DAY}`);
  const amount = template.columns.find(({ key }) => key === combine.sum);
  if (amount === undefined) fault(["sum"], "value_error.not_found", "the template has no such column");
  else if (!isPhysicalAmount(template, amount)) fault(["sum"], "value_error.combine", "it has no physical unit");
  else if (!Object.values(mapping).includes(combine.sum)) fault(["sum"], "value_error.missing", "map a column to it");
  const { column = "", timeColumn } = combine.at ?? {};
  const columns = { "at.column": column, "at.time_column": timeColumn, estimated_column: combine.estimatedColumn };
  for (const [place, name] of Object.entries(columns)) {
    if (name === undefined || sources.has(name)) continue;
    fault(place.split("."), "value_error.not_found", "the file has no such column");
  }
  for (const key of [FIRST_DAY, LAST_DAY]) {
    if (fill[key]?.value !== undefined) fault([], "value_error.duplicate", `${key} has a constant in fill, too`);
  }
  if (combine.timeZone !== undefined && !isZone(combine.timeZone)) {
    fault(["time_zone"], "value_error.time_zone", "no time zone such as Europe/Madrid");
  }
  return found;
}

function isZone(name: string): boolean {
  try {
    zoneOffsets(name);
    return true;
  } catch {
    return false;
  }
}
