import type { Refusal } from "../entry.ts";

/** Templates of imports. */
export const importTemplateRefusals: readonly Refusal[] = [
  {
    code: "IMPORT_TEMPLATE_NOT_FOUND",
    status: 404,
    meaning: "no template of imports has this id, or the role does not import its records",
    help: "take an id of `GET /v2/imports/templates`",
  },
  {
    code: "IMPORT_OPTIONS_NOT_FOUND",
    status: 404,
    meaning: "no catalogue of options has this key",
    help: "take an `options_source` of the columns of a template",
  },
];
