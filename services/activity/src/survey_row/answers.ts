import { fieldChanges } from "@emissions/kit/db/audit";
import type { Write } from "@emissions/kit/db/transactions";
import { type Check, placed, refuse, violation } from "@emissions/kit/wire/checks";
import type { CommutingPeriodValues } from "@emissions/proto/activity/v1/commuting_period_service";
import { commutingPeriods } from "../commuting_period/commuting_period.ts";
import type { Commute } from "../commuting_period/row.ts";
import type { Context } from "../context.ts";
import type { Caller } from "../records/kind.ts";
import { type Parts, partsOf } from "../records/parts.ts";
import { type Prepared, prepare } from "../records/prepare.ts";
import { storeRecords } from "../records/store-records.ts";
import { type StoredSurveyRow, updateState } from "./queries.ts";
import { alreadyAnswered } from "./refusals.ts";

/** Commutes of one answer. */
export const COMMUTES_MAX = 10;

/** The medium of commuting periods, by the source of the answer. */
const MEDIA = { manual: "manual", form: "form", qr: "qr", file: "manual" } as const;
const NO_FILE = { fileId: null, fileName: null, fileUrl: null };

export type AnswerSource = keyof typeof MEDIA;

/** The parts of a survey row that its commutes take over. */
export type AnsweredRow = Pick<StoredSurveyRow, "id" | "employeeId" | "periodStart" | "periodEnd">;

interface Answer {
  /** Locked. */
  row: StoredSurveyRow;
  commutes: readonly CommutingPeriodValues[];
  source: AnswerSource;
}

/**
 * The employee, the days and the medium follow from the row, and the file from the answer, whatever the commute says.
 * An answer names no custom factor.
 */
export const commuteOf = (
  { read, rules }: Parts,
  message: CommutingPeriodValues,
  { row, source, file = NO_FILE }: { row: AnsweredRow; source: AnswerSource; file?: AnswerFile },
): Commute => {
  const values = {
    ...read(message),
    employeeId: row.employeeId,
    startDate: row.periodStart,
    endDate: row.periodEnd,
    situation: null,
    responseMedium: MEDIA[source],
    country: null,
    customEfRecordId: null,
    customEmissionFactorId: null,
    externalId: null,
    ...file,
    surveyRowId: row.id,
  };
  return rules.withDefaults(values, { inBatch: false }) as Commute;
};

export type AnswerFile = Record<keyof typeof NO_FILE, string | null>;

/** Stores answers: each commute is a commuting period of the row. */
export function answerStore(context: Context) {
  const parts = partsOf(context, commutingPeriods);

  return {
    /** Call it before a transaction begins. */
    lookUp: (call: Caller) => prepare(parts, call, []),

    /** Refuses with SURVEY_ALREADY_ANSWERED. Returns the time of the answer. */
    store: async (write: Write, answer: Answer, looked: Prepared) => {
      const { row, commutes, source } = answer;
      if (row.status !== "pending") throw alreadyAnswered();
      if (commutes.length > 0) {
        const values = commutes.map((message) => commuteOf(parts, message, answer));
        const place = (check: Check, index: number) => placed([check], "body", "commutes", index)[0]!;
        await storeRecords(parts, write, { ...looked, values }, null, { place });
      }
      const state = { status: commutes.length > 0 ? "answered" : "blank", source } as const;
      write.about(row.id, fieldChanges(row, state, { fields: ["status", "source"] }));
      return { ...state, answeredAt: (await updateState(write.tx, write.org, row.id, state))! };
    },
  };
}

export function checkCommutes(commutes: readonly unknown[]): void {
  if (commutes.length <= COMMUTES_MAX) return;
  refuse([violation("commutes", "value_error.list.max_items", `at most ${COMMUTES_MAX} commutes`)]);
}
