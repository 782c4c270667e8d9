import { conflict } from "@emissions/kit/wire/errors";

export const alreadyAnswered = () =>
  conflict("SURVEY_ALREADY_ANSWERED", "The row has an answer; reopen it to answer again.");
