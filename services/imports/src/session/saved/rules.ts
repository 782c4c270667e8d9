import { type Check, checkText, missing, violation } from "@emissions/kit/wire/checks";
import { localeTag } from "../../table/locale/locales.ts";
import type { Template } from "../../template/template.ts";
import { checkMapping } from "../check-mapping.ts";
import { combineOf } from "../combine.ts";
import type { SentMapping } from "../sent-mapping.ts";
import { COLUMN_NAME_LENGTH_MAX, NAME_LENGTH_MAX, SAVED_MAPPING_LENGTH_MAX, SOURCE_COLUMNS_MAX } from "./limits.ts";

export interface SentSaved extends SentMapping {
  name: string;
  sourceColumns: readonly string[];
  numericLocale?: string | undefined;
  dateLocale?: string | undefined;
}

/** Constants and names are compared with entries when an import uses them, because entries change. */
export function checkSaved(template: Template, sent: SentSaved): Check[] {
  const { name, sourceColumns, mapping, fill, combine, valueMappings, numericLocale, dateLocale } = sent;
  const texts = { sourceColumns, mapping, fill, combine: combineOf(combine), valueMappings };
  const length = JSON.stringify(texts).length;
  return [
    ...checkText("name", name.trim(), { max: NAME_LENGTH_MAX, required: true }),
    ...checkColumns(sourceColumns),
    ...checkLocale("numeric_locale", numericLocale),
    ...checkLocale("date_locale", dateLocale),
    ...checkMapping(template, sourceColumns, sent),
    ...checkPeople(template, sent),
    ...(length > SAVED_MAPPING_LENGTH_MAX
      ? [violation("value_mappings", "value_error.any_str.max_length", `all together ${SAVED_MAPPING_LENGTH_MAX}`)]
      : []),
  ];
}

function checkColumns(columns: readonly string[]): Check[] {
  if (columns.length === 0) return [missing("source_columns")];
  if (columns.length > SOURCE_COLUMNS_MAX) {
    return [violation("source_columns", "value_error.list.max_items", `at most ${SOURCE_COLUMNS_MAX}`)];
  }
  if (new Set(columns).size < columns.length) {
    return [violation("source_columns", "value_error.list.unique_items", "names of columns are unique")];
  }
  return columns.flatMap((column) =>
    checkText("source_columns", column, { max: COLUMN_NAME_LENGTH_MAX, required: true }),
  );
}

const checkLocale = (field: string, locale = ""): Check[] =>
  locale === "" || localeTag(locale) !== null
    ? []
    : [violation(field, "value_error.locale", "not a locale such as es_ES")];

/** Texts of a file about people may be names and e-mail addresses. */
function checkPeople({ isPersonal, columns }: Template, { valueMappings }: SentMapping): Check[] {
  if (!isPersonal) return [];
  const lists = new Set(columns.filter(({ type }) => type === "option" || type === "boolean").map(({ key }) => key));
  return Object.keys(valueMappings)
    .filter((key) => !lists.has(key))
    .map((key) => ({
      loc: ["body", "value_mappings", key],
      type: "value_error.personal",
      msg: "texts about people are not kept, except for closed lists",
    }));
}
