import { labelIn } from "./language.ts";
import type { Column, ColumnType, Labels, Language, ReferenceKind } from "./template.ts";
import { validationsOf } from "./validations.ts";

const text = (en: string, es: string, ca: string): Labels => ({ en, es, ca });

const TYPES: Readonly<Record<Exclude<ColumnType, "reference">, Labels>> = {
  text: text("Text", "Texto", "Text"),
  number: text("Number", "Número", "Nombre"),
  integer: text("Whole number", "Número entero", "Nombre enter"),
  date: text("Date, such as 2026-01-31", "Fecha, como 2026-01-31", "Data, com 2026-01-31"),
  boolean: text("Yes or no", "Sí o no", "Sí o no"),
  option: text("One of the values of the list", "Uno de los valores de la lista", "Un dels valors de la llista"),
};

const REFERENCES: Readonly<Record<ReferenceKind, Labels>> = {
  facility: text(
    "Name or external ID of a facility",
    "Nombre o ID externo de un centro",
    "Nom o ID extern d'un centre",
  ),
  supplier: text("Name or tax ID of a supplier", "Nombre o NIF de un proveedor", "Nom o NIF d'un proveïdor"),
  vehicle: text("License plate of a vehicle", "Matrícula de un vehículo", "Matrícula d'un vehicle"),
  employee: text(
    "Email, name or ID of an employee",
    "Correo, nombre o ID de un empleado",
    "Correu, nom o ID d'un empleat",
  ),
  own_workforce: text(
    "ID of a person of the workforce",
    "ID de una persona de la plantilla",
    "ID d'una persona de la plantilla",
  ),
  training: text("Name of a training", "Nombre de una formación", "Nom d'una formació"),
  sold_product: text("Name of a product", "Nombre de un producto", "Nom d'un producte"),
  survey: text("Name of a survey", "Nombre de una encuesta", "Nom d'una enquesta"),
  unit: text("Unit, such as kg or kWh", "Unidad, como kg o kWh", "Unitat, com kg o kWh"),
  currency: text("Currency, such as EUR", "Moneda, como EUR", "Moneda, com EUR"),
  fuel: text("Name of a fuel", "Nombre de un combustible", "Nom d'un combustible"),
  country: text("Code or name of a country", "Código o nombre de un país", "Codi o nom d'un país"),
  ler_code: text("LER code, such as 15 01 01", "Código LER, como 15 01 01", "Codi LER, com 15 01 01"),
  rd_code: text("R or D code, such as R03", "Código R o D, como R03", "Codi R o D, com R03"),
  toc: text(
    "Transport operation category, such as van_diesel",
    "Categoría de operación, como van_diesel",
    "Categoria d'operació, com van_diesel",
  ),
  sector: text("Code or name of a sector", "Código o nombre de un sector", "Codi o nom d'un sector"),
  custom_factor: text("Name of a custom factor", "Nombre de un factor propio", "Nom d'un factor propi"),
  custom_group: text(
    "Name of a group of custom factors",
    "Nombre de un grupo de factores propios",
    "Nom d'un grup de factors propis",
  ),
  energy_supplier: text(
    "Name of an electricity supplier",
    "Nombre de una comercializadora",
    "Nom d'una comercialitzadora",
  ),
  unknown_vehicle: text("Type of vehicle, such as van", "Tipo de vehículo, como van", "Tipus de vehicle, com van"),
  logistic_hub: text("Name of a logistic hub", "Nombre de un hub logístico", "Nom d'un hub logístic"),
};

/** By rule; `{}` is the limit. Rules without words are not described. */
const RULES: Readonly<Record<string, Labels>> = {
  max_length: text("at most {} characters", "como máximo {} caracteres", "com a màxim {} caràcters"),
  greater_than: text("greater than {}", "mayor que {}", "més gran que {}"),
  min: text("at least {}", "como mínimo {}", "com a mínim {}"),
  max: text("at most {}", "como máximo {}", "com a màxim {}"),
  max_decimals: text("at most {} decimals", "como máximo {} decimales", "com a màxim {} decimals"),
};

const LIST = text(
  "Several values are separated by semicolons.",
  "Varios valores se separan con punto y coma.",
  "Diversos valors se separen amb punt i coma.",
);
const DEFAULT = text("Without a value: {}.", "Sin valor: {}.", "Sense valor: {}.");

/** The values of the cells of a column, in sentences. */
export function descriptionOf(column: Column, language: Language): string {
  const { type, reference, isList } = column;
  const kind = type === "reference" ? REFERENCES[reference!] : TYPES[type];
  const limits = validationsOf(column).flatMap(({ rule, value }) => {
    const words = RULES[rule];
    return words === undefined ? [] : [labelIn(words, language).replace("{}", value)];
  });
  const sentences = [`${[labelIn(kind, language), ...limits].join(", ")}.`];
  if (isList) sentences.push(labelIn(LIST, language));
  if (column.default !== null) sentences.push(labelIn(DEFAULT, language).replace("{}", shownDefault(column, language)));
  return sentences.join(" ");
}

function shownDefault({ options, default: value }: Column, language: Language): string {
  const option = options?.find((one) => one.value === value);
  return option === undefined ? value! : labelIn(option.labels, language);
}
