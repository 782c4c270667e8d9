import {
  type ExportSurveyRowsRequest,
  type ExportSurveyRowsResponse,
  SurveyRowListService,
} from "@emissions/proto/activity/v1/survey_row_list_service";
import type { Caller, StreamCaller } from "../rest/call.ts";
import type { Content } from "../rest/content.ts";
import { type Row, workbook, XLSX_TYPE } from "../xlsx/workbook.ts";
import { languageOf, SHEET_NAMES, surveyRowColumns } from "./survey-row-columns.ts";

const { exportSurveyRows } = SurveyRowListService.method;

/** The workbook of the selected rows. Refusals come before the first message, and so before the answer begins. */
export async function surveyRowFile(
  _: Caller,
  request: ExportSurveyRowsRequest,
  stream: StreamCaller,
): Promise<Content> {
  const messages = stream(exportSurveyRows, request)[Symbol.asyncIterator]();
  const first = await messages.next();
  const language = languageOf(request.language);
  const columns = surveyRowColumns(language);
  async function* rows(): AsyncGenerator<Row[]> {
    try {
      for (let next = first; !next.done; next = await messages.next()) yield next.value.rows.map(cellsOf);
    } finally {
      await messages.return?.();
    }
  }
  const cellsOf = (row: ExportSurveyRowsResponse["rows"][number]): Row => columns.map(({ value }) => value(row));
  return {
    name: `survey-rows-${new Date().toISOString().slice(0, 10)}.xlsx`,
    type: XLSX_TYPE,
    pieces: () => workbook({ name: SHEET_NAMES[language], columns, rows: rows() }),
  };
}
