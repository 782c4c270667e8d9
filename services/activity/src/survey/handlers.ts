import type { Message } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { newId } from "@emissions/kit/process/id";
import { type Check, refuse, violation } from "@emissions/kit/wire/checks";
import { conflict, invalid } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { SurveyService, UpdateSurveyRequest } from "@emissions/proto/activity/v1/survey_service";
import type { Context } from "../context.ts";
import { selectList } from "../list/page.ts";
import { parsePartialListQuery } from "../list/query.ts";
import { checkProject, lookUpProjects } from "../project/own.ts";
import type { Caller } from "../records/kind.ts";
import { removeCommutes } from "../survey_row/removal.ts";
import { addSurveyRows } from "./add-rows.ts";
import { linkHandlers } from "./links.ts";
import { surveyList } from "./list.ts";
import {
  deleteRowsOf,
  deleteSurvey,
  getSurvey,
  insertSurvey,
  type StoredSurvey,
  toSurvey,
  updateSurvey,
} from "./queries.ts";
import { rowsOf } from "./refusals.ts";
import { checkSurvey, readValues, type SurveyValues, VALUE_KEYS } from "./rules.ts";

/** Rows have copies of these values. */
const FIXED_WITH_ROWS = ["startDate", "endDate", "projectId"] as const satisfies readonly (keyof SurveyValues)[];

export const surveyHandlers = (context: Context): ServiceImpl<typeof SurveyService> => {
  const { db } = context;
  const setStatus = (call: Caller, request: Message & { id: string }, status: StoredSurvey["status"]) =>
    db.write(call, request, async ({ tx, org, about }) => {
      const before = await getSurvey(tx, org, request.id, "to change");
      if (before.status === status) return { survey: toSurvey(before) };
      const after = { ...before, status };
      about(before.id, fieldChanges(before, after, { fields: ["status"] }));
      return { survey: toSurvey(await updateSurvey(tx, after)) };
    });

  return {
    createSurvey: (request, call) => {
      const values = readValues(request.values ?? {});
      refuse(checkSurvey(values));
      return db.write(call, request, async ({ tx, org, principal, about }) => {
        refuse(checkProject(values, await lookUpProjects(tx, org, [values])));
        const id = newId();
        about(id);
        return { survey: toSurvey(await insertSurvey(tx, org, { ...values, id, createdBy: principal.userId })) };
      });
    },

    getSurvey: ({ id }, call) => db.read(call, async (tx, org) => ({ survey: toSurvey(await getSurvey(tx, org, id)) })),

    listSurveys: async ({ filter, options }, call) => {
      const query = parsePartialListQuery(surveyList, { ...filter, ...options } as object, principalOf(call));
      const { rows, ...summary } = await db.read(call, (tx) => selectList<StoredSurvey>(tx, query), query.view);
      return { surveys: rows.map(toSurvey), summary };
    },

    updateSurvey: (request, call) => {
      const changes = changesIn(request);
      return db.write(call, request, async ({ tx, org, about }) => {
        const before = await getSurvey(tx, org, request.id, "to change");
        const after = { ...before, ...changes };
        // A project that was deleted since stays, also when a client sends it again.
        const projectId = after.projectId === before.projectId ? null : after.projectId;
        refuse([...checkSurvey(after), ...checkProject({ projectId }, await lookUpProjects(tx, org, [{ projectId }]))]);
        if (rowsOf(before) > 0 && FIXED_WITH_ROWS.some((field) => before[field] !== after[field]))
          throw conflict("SURVEY_HAS_ROWS", "The survey has rows, so its period and its project stay.");
        about(before.id, fieldChanges(before, after, { fields: Object.keys(changes) }));
        return { survey: toSurvey(await updateSurvey(tx, after)) };
      });
    },

    closeSurvey: (request, call) => setStatus(call, request, "closed"),

    reopenSurvey: (request, call) => setStatus(call, request, "open"),

    deleteSurvey: (request, call) =>
      db.write(call, request, async (write) => {
        const { tx, org, about, send } = write;
        const { id } = await getSurvey(tx, org, request.id, "to delete");
        about(id);
        await removeCommutes(
          write,
          tx`select id from survey_rows where organization_id = ${org} and survey_id = ${id}`,
        );
        send(deleteRowsOf(tx, org, id));
        send(deleteSurvey(tx, org, id));
        return {};
      }),

    addSurveyRows: addSurveyRows(context),

    ...linkHandlers(context),
  };
};

function changesIn({ updateMask, values }: UpdateSurveyRequest): Partial<SurveyValues> {
  const paths = updateMask?.paths ?? [];
  const strange: Check[] = paths
    .filter((path) => !VALUE_KEYS.has(path))
    .map((path) => violation(path, "value_error.extra", "extra fields not permitted"));
  if (strange.length > 0) throw invalid(strange);
  const sent = readValues(values ?? {});
  return Object.fromEntries(paths.map((path) => [VALUE_KEYS.get(path)!, sent[VALUE_KEYS.get(path)!]]));
}
