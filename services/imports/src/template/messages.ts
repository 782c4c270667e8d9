import type { MessageInitShape } from "@bufbuild/protobuf";
import { enumNumber } from "@emissions/kit/wire/enum";
import {
  type ImportColumnSchema,
  ImportColumnTypeSchema,
  type ImportTemplateSchema,
} from "@emissions/proto/imports/v1/import_template_service";
import { descriptionOf } from "./describe.ts";
import { labelIn } from "./language.ts";
import type { Column, Language, Template } from "./template.ts";
import { validationsOf } from "./validations.ts";

export const toTemplateRef = ({ id, labels }: Template, language: Language) => ({
  templateId: id,
  label: labelIn(labels, language),
});

export const toTemplate = (template: Template, language: Language): MessageInitShape<typeof ImportTemplateSchema> => ({
  ...toTemplateRef(template, language),
  columns: template.columns.map((column) => toColumn(column, language)),
});

function toColumn(column: Column, language: Language): MessageInitShape<typeof ImportColumnSchema> {
  const { key, required, isList, options } = column;
  const label = labelIn(column.labels, language);
  const names = new Set([...Object.values(column.labels), ...column.aliases]);
  names.delete(label);
  return {
    key,
    label,
    description: descriptionOf(column, language),
    type: enumNumber(ImportColumnTypeSchema, column.type),
    required,
    isList,
    aliases: [...names],
    options: (options ?? []).map(({ value, labels }) => ({ value, label: labelIn(labels, language) })),
    ...optional("optionsSource", column.optionsSource),
    ...optional("reference", column.reference),
    ...optional("narrowedBy", column.narrowedBy),
    ...optional("default", column.default),
    validations: validationsOf(column),
  };
}

const optional = <N extends string>(name: N, value: string | null) =>
  (value === null ? {} : { [name]: value }) as Partial<Record<N, string>>;
