import type { ServiceImpl } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { newLinkToken } from "@emissions/kit/process/link-token";
import { type Check, checkId, missing, refuse, violation } from "@emissions/kit/wire/checks";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { ListSurveyLinksRequest, SurveyService } from "@emissions/proto/activity/v1/survey_service";
import type { Context } from "../context.ts";
import type { List } from "../list/list.ts";
import { selectList } from "../list/page.ts";
import { parseListQuery } from "../list/query.ts";
import { lockRows, markSent } from "../survey_row/queries.ts";
import { countLinks, deleteLink, insertLinks, type LinkRow, toLink } from "./link-queries.ts";
import { getSurvey } from "./queries.ts";
import { refuseClosed } from "./refusals.ts";

/** Days until a link expires. */
const EXPIRES_IN_DAYS = 30;
const EXPIRES_IN_DAYS_MAX = 366;
/** Links of one survey, without those of its rows. */
const LINKS_MAX = 100;
/** Links of rows that one request makes. */
const ROW_LINKS_MAX = 1_000;

const linkList: List<ListSurveyLinksRequest> = {
  table: "survey_links",
  filters: { id: { text: (sent) => sent, where: (tx, sent) => tx`survey_id = ${sent}::uuid` } },
  // Ids are made in the order of time.
  order: [{ by: "id", descending: true }],
};

/**
 * Tokens never enter the transaction: it stores their hashes, and also its reply for replays. So a replay of a request
 * has no tokens.
 */
export function linkHandlers({ db, keys }: Context) {
  return {
    createSurveyLink: async (request, call) => {
      const expiresInDays = request.expiresInDays ?? EXPIRES_IN_DAYS;
      refuse(checkExpiry(expiresInDays));
      const token = newLinkToken(principalOf(call).organizationId);
      let isNew = false;
      const { link } = await db.write(call, request, async ({ tx, org, principal, about }) => {
        const { id: surveyId, ...survey } = await getSurvey(tx, org, request.id, "to change");
        refuseClosed({ ...survey, id: surveyId });
        if ((await countLinks(tx, org, surveyId)) >= LINKS_MAX)
          throw conflict("SURVEY_LINK_LIMIT_REACHED", `The survey has ${LINKS_MAX} links; delete one first.`);
        const id = newId();
        about(id);
        isNew = true;
        const links = [{ id, surveyRowId: null, tokenHash: keys.hash(token) }];
        const created = { surveyId, expiresInDays, createdBy: principal.userId, links };
        return { link: toLink((await insertLinks(tx, org, created))[0]!) };
      });
      return { link: isNew ? { ...link, token } : link };
    },

    createSurveyRowLinks: async (request, call) => {
      const { rowIds, expiresInDays = EXPIRES_IN_DAYS } = request;
      refuse([...checkExpiry(expiresInDays), ...checkRowIds(rowIds)]);
      const ids = rowIds.map((id) => id.toLowerCase());
      const tokens = ids.map(() => newLinkToken(principalOf(call).organizationId));
      let isNew = false;
      const { items, total } = await db.write(call, request, async ({ tx, org, principal, about }) => {
        const survey = await getSurvey(tx, org, request.id, "to answer");
        refuseClosed(survey);
        const found = new Map((await lockRows(tx, org, ids)).map((row) => [row.id, row]));
        refuse(
          ids.flatMap((id, index) => {
            const row = found.get(id);
            const isOurs = row?.surveyId === survey.id;
            if (isOurs && row?.status === "pending") return [];
            return [isOurs ? refusedAt(index, ANSWERED) : refusedAt(index, UNKNOWN)];
          }),
        );
        const links = ids.map((surveyRowId, at) => ({ id: newId(), surveyRowId, tokenHash: keys.hash(tokens[at]!) }));
        for (const { id } of links) about(id);
        isNew = true;
        const created = { surveyId: survey.id, expiresInDays, createdBy: principal.userId, links };
        const rows = await insertLinks(tx, org, created);
        await markSent(tx, org, ids);
        return { items: rows.map((row) => toLink(row)), total: rows.length };
      });
      return { items: isNew ? items.map((link, at) => ({ ...link, token: tokens[at]! })) : items, total };
    },

    listSurveyLinks: async (request, call) => {
      const { rows, total } = await db.read(call, async (tx, org) => {
        const { id } = await getSurvey(tx, org, request.id);
        return selectList<LinkRow>(tx, parseListQuery(linkList, { ...request, id }, principalOf(call)));
      });
      return { links: rows.map((row) => toLink(row)), total };
    },

    deleteSurveyLink: (request, call) =>
      db.write(call, request, async ({ tx, org, about }) => {
        const { id, linkId } = request;
        const survey = await getSurvey(tx, org, id);
        if (!(await deleteLink(tx, org, survey.id, linkId))) throw notFound("survey link");
        about(linkId);
        return {};
      }),
  } satisfies Partial<ServiceImpl<typeof SurveyService>>;
}

const UNKNOWN = { type: "value_error.not_found", msg: "does not exist" };
const ANSWERED = { type: "value_error.survey_row_answered", msg: "has an answer" };

const refusedAt = (index: number, fault: Pick<Check, "type" | "msg">): Check => ({
  loc: ["body", "row_ids", String(index)],
  ...fault,
});

function checkExpiry(days: number): Check[] {
  if (days >= 1 && days <= EXPIRES_IN_DAYS_MAX) return [];
  return [violation("expires_in_days", "value_error.number.not_le", `from 1 to ${EXPIRES_IN_DAYS_MAX}`)];
}

function checkRowIds(ids: readonly string[]): Check[] {
  if (ids.length === 0) return [missing("row_ids")];
  if (ids.length > ROW_LINKS_MAX)
    return [violation("row_ids", "value_error.list.max_items", `at most ${ROW_LINKS_MAX} ids`)];
  if (new Set(ids.map((id) => id.toLowerCase())).size < ids.length)
    return [violation("row_ids", "value_error.list.unique_items", "a row comes twice")];
  return ids.flatMap((id) => checkId("row_ids", id));
}
