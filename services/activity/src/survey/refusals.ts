import { conflict } from "@emissions/kit/wire/errors";
import type { StoredSurvey } from "./queries.ts";

/** Rows of one survey; one export has as many. */
export const ROWS_MAX = 50_000;

export const rowsOf = ({ pendingCount, answeredCount, blankCount }: StoredSurvey): number =>
  pendingCount + answeredCount + blankCount;

export function refuseClosed({ status }: StoredSurvey): void {
  if (status === "closed") throw conflict("SURVEY_CLOSED", "The survey is closed.");
}

/** Answers at the same moment can exceed the limit by their number. */
export function refuseFull(survey: StoredSurvey, added: number): void {
  if (rowsOf(survey) + added > ROWS_MAX)
    throw conflict("SURVEY_FULL", `The survey has ${rowsOf(survey)} rows; a survey has at most ${ROWS_MAX}.`);
}
