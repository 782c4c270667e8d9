import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Principal } from "@emissions/kit/wire/principal";
import type {
  GetImportExampleResponseSchema,
  ImportExampleTextsSchema,
} from "@emissions/proto/imports/v1/import_template_service";
import { labelIn } from "./language.ts";
import { toTemplate } from "./messages.ts";
import type { Column, ExampleEntity, Language, Template } from "./template.ts";

type Texts = Omit<MessageInitShape<typeof ImportExampleTextsSchema>, "$typeName" | "language">;

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    sheet: "Columns",
    headings: ["Column", "Key", "Required", "Type", "Description"],
    yes: "Yes",
    no: "No",
    note: "The rows of the first sheet are examples. Replace them.",
    missingNote: "The organization has no such entity yet. Replace these names before the import:",
  },
  es: {
    sheet: "Columnas",
    headings: ["Columna", "Clave", "Obligatoria", "Tipo", "Descripción"],
    yes: "Sí",
    no: "No",
    note: "Las filas de la primera hoja son ejemplos. Sustitúyalas.",
    missingNote: "La organización aún no tiene estas entidades. Sustituya estos nombres antes de importar:",
  },
  ca: {
    sheet: "Columnes",
    headings: ["Columna", "Clau", "Obligatòria", "Tipus", "Descripció"],
    yes: "Sí",
    no: "No",
    note: "Les files del primer full són exemples. Substituïu-les.",
    missingNote: "L'organització encara no té aquestes entitats. Substituïu aquests noms abans d'importar:",
  },
};

/** Names for organizations without such an entity. */
const PLAIN_NAMES: Readonly<Record<ExampleEntity | "vehicle_unit", string>> = {
  facility: "Plant north",
  vehicle: "1234 BCD",
  vehicle_unit: "l",
  employee: "ada@example.com",
  own_workforce: "HR-0042",
  sold_product: "Kettle",
  survey: "Commuting survey",
};

/** The rows of the example file. Days are in the current year, so that no locked period of earlier years has them. */
export function exampleOf(
  whole: Template,
  language: Language,
  role: Principal["role"],
): MessageInitShape<typeof GetImportExampleResponseSchema> {
  const template = withItems(whole);
  const year = String(new Date().getUTCFullYear());
  const rows = template.examples.map((row) => ({
    values: template.columns.map((column) =>
      shown(column, (row[column.key] ?? "").replaceAll("{year}", year), language),
    ),
  }));
  const readable = template.isPersonal || role !== OF_PEOPLE_ONLY;
  return {
    template: toTemplate(template, language),
    rows,
    texts: { ...TEXTS[language], language },
    entities: placeholdersIn(rows).map((placeholder) => ({
      placeholder,
      plainName: PLAIN_NAMES[placeholder],
      readable,
    })),
  };
}

/** The template without the columns of further items of lists. */
const withItems = ({ columns, exampleItems = Number.POSITIVE_INFINITY, ...template }: Template): Template => ({
  ...template,
  columns: columns.filter(({ index }) => index === null || index < exampleItems),
});

/** This role reads data of people and no other records. */
const OF_PEOPLE_ONLY = "human_resources";

const placeholdersIn = (rows: readonly { values: readonly string[] }[]) =>
  (Object.keys(PLAIN_NAMES) as (keyof typeof PLAIN_NAMES)[]).filter((placeholder) =>
    rows.some(({ values }) => values.includes(`{${placeholder}}`)),
  );

/** Options by their labels, as the drop-downs of the file have them. */
function shown({ type, options }: Column, value: string, language: Language): string {
  if (type === "boolean" && value !== "") return TEXTS[language][value === "true" ? "yes" : "no"]!;
  if (options === null) return value;
  const labelOf = (text: string) => options.find((option) => option.value === text)?.labels;
  return value
    .split("; ")
    .map((text) => {
      const labels = labelOf(text);
      return labels === undefined ? text : labelIn(labels, language);
    })
    .join("; ");
}
