import type { Refusal } from "../entry.ts";

/** Surveys, their rows and links. */
export const surveyRefusals: readonly Refusal[] = [
  {
    code: "SURVEY_HAS_ROWS",
    status: 409,
    meaning: "the survey has rows, so its period and its project stay",
    help: "delete the rows first, or create another survey",
  },
  {
    code: "SURVEY_CLOSED",
    status: 409,
    meaning: "the survey is closed: its links cannot be answered, and it gets no rows and links",
    help: "reopen it; editors can answer rows of closed surveys",
  },
  {
    code: "SURVEY_ALREADY_ANSWERED",
    status: 409,
    meaning: "the survey row has an answer, or is blank",
    help: "an editor can reopen the row, which deletes its answer",
  },
  {
    code: "SURVEY_FULL",
    status: 409,
    meaning: "the survey has 50,000 rows, or would have more",
    help: "create another survey",
  },
  {
    code: "SURVEY_LINK_LIMIT_REACHED",
    status: 409,
    meaning: "the survey has 100 links besides those of its rows",
    help: "delete a link first",
  },
];
