import {
  type ImportColumn,
  ImportColumnType,
  ImportTemplateService,
} from "@emissions/proto/imports/v1/import_template_service";
import type { Caller } from "../rest/call.ts";
import type { ExportColumn } from "./columns.ts";

const { getImportTemplate } = ImportTemplateService.method;

/** The columns of an import template, so that an export can be imported. */
export async function templateColumns(call: Caller, templateId: string): Promise<ExportColumn[]> {
  const { template } = await call(getImportTemplate, { templateId });
  return (template?.columns ?? []).map(({ key, ...column }) => ({ key, type: typeOf(column) }));
}

function typeOf({ type, isList }: Pick<ImportColumn, "type" | "isList">): ExportColumn["type"] {
  // A list of numbers is a text: "0; 2".
  if (isList) return "text";
  if (type === ImportColumnType.NUMBER || type === ImportColumnType.INTEGER) return "number";
  return type === ImportColumnType.DATE ? "date" : "text";
}
