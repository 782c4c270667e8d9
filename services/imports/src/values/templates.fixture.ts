import { create } from "@bufbuild/protobuf";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { WasteService } from "@emissions/proto/activity/v1/waste_service";
import { FieldRulesSchema } from "@emissions/proto/common/v1/field";
import type { Cell } from "../table/table.ts";
import type { Column, Template } from "../template/template.ts";
import type { Mapped } from "./columns.ts";
import type { Resolutions } from "./resolution.ts";
import { createRowReader } from "./row-reader.ts";
import { createColumnScan, type Locales } from "./scan.ts";

export const column = (key: string, type: Column["type"], more: Partial<Column> = {}): Column => ({
  key,
  path: [key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())],
  type,
  isList: false,
  required: false,
  labels: { en: key, es: key },
  aliases: [],
  options: null,
  optionsSource: null,
  reference: null,
  index: null,
  narrowedBy: null,
  furtherCodes: [],
  rules: null,
  default: null,
  ...more,
});

export const uuidRules = create(FieldRulesSchema, { string: { uuid: true } });

/** A template for the batch of wastes. */
export const wastes = (columns: readonly Column[]): Template => ({
  id: "wastes",
  labels: { en: "Wastes", es: "Residuos" },
  entityType: EntityType.WASTES,
  method: WasteService.method.createWastes,
  records: "records",
  columns,
  leftOut: [],
  examples: [],
  isPersonal: false,
});

/** Reads rows of a file with the columns of the template. Those of an export have the keys as names. */
export function readRows(
  template: Template,
  rows: readonly (readonly Cell[])[],
  options: Locales & Pick<Mapped, "valueMappings"> & { resolutions?: Resolutions; isExport?: boolean } = {},
) {
  const names = template.columns.map(({ key }) => [options.isExport ? key : `Column ${key}`, key] as const);
  const mapped = { template, columns: names.map(([name]) => name), mapping: Object.fromEntries(names), ...options };
  const scan = createColumnScan(mapped);
  for (const row of rows) scan.add(row);
  const reader = createRowReader({ ...mapped, styles: scan.styles(), resolutions: options.resolutions ?? new Map() });
  return rows.map((row) => reader.read(row));
}
