import type { ServiceImpl } from "@connectrpc/connect";
import type { OpenStream } from "@emissions/kit/db/stream";
import type { Tx } from "@emissions/kit/db/transactions";
import { principalOf } from "@emissions/kit/wire/principal";
import type { SurveyRowListService } from "@emissions/proto/activity/v1/survey_row_list_service";
import type { Context } from "../context.ts";
import { withCursor } from "../list/cursor.ts";
import { checkExportSize } from "../list/export-size.ts";
import { selectPage } from "../list/page.ts";
import { parsePartialListQuery } from "../list/query.ts";
import { selectCount } from "../list/totals.ts";
import { filterHashOf, MESSAGE_ROWS, rowsOf, selectionOf } from "./export.ts";
import { surveyRowList } from "./list.ts";
import { type DetailRow, toSurveyRow } from "./row.ts";

export const surveyRowListHandlers = ({ db }: Context): ServiceImpl<typeof SurveyRowListService> => ({
  listSurveyRows: async ({ filter, options }, call) => {
    const sent = { ...filter, ...options };
    const query = withCursor(parsePartialListQuery(surveyRowList, sent, principalOf(call)), call);
    const work = (tx: Tx) => Promise.all([selectPage<DetailRow>(tx, query), selectCount(tx, query)]);
    const [rows, count] = await db.read(call, work, query.view);
    return { rows: rows.map(toSurveyRow), ...count, filterHash: filterHashOf(query) };
  },

  exportSurveyRows: (request, call) => {
    const query = selectionOf(request, principalOf(call));
    const work = async function* ({ tx, pages }: OpenStream) {
      await checkExportSize(tx, query);
      for await (const rows of pages<DetailRow>(rowsOf(tx, query), MESSAGE_ROWS)) yield { rows: rows.map(toSurveyRow) };
    };
    return db.stream(call, work, query.view);
  },
});
