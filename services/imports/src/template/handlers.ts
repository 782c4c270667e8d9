import type { ServiceImpl } from "@connectrpc/connect";
import { notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { ImportTemplateService } from "@emissions/proto/imports/v1/import_template_service";
import type { Context } from "../context.ts";
import { exampleOf } from "./example.ts";
import { languageOf } from "./language.ts";
import { toTemplate, toTemplateRef } from "./messages.ts";
import { listOptions } from "./option-lists.ts";
import { OPTION_SOURCES, type Template } from "./template.ts";
import { templateOf, templates } from "./templates.ts";

/** They read nothing of an organization. */
export const templateHandlers = ({
  optionLists,
}: Pick<Context, "optionLists">): ServiceImpl<typeof ImportTemplateService> => ({
  listImportTemplates: ({ language }) => ({
    templates: templates.map((template) => toTemplateRef(template, languageOf(language))),
  }),

  getImportTemplate: ({ templateId, language }) => ({
    template: toTemplate(requireTemplate(templateId), languageOf(language)),
  }),

  getImportExample: ({ templateId, language }, call) =>
    exampleOf(requireTemplate(templateId), languageOf(language), principalOf(call).role),

  listImportOptions: async ({ sourceKey, language }) => {
    const source = OPTION_SOURCES.find((one) => one === sourceKey);
    if (source === undefined) throw notFound("import options");
    return { options: { sourceKey, options: await listOptions(optionLists, source, languageOf(language)) } };
  },
});

export function requireTemplate(id: string): Template {
  const template = templateOf(id);
  if (template === null) throw notFound("import template");
  return template;
}
