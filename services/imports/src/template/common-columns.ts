import type { Column, Labels, OptionSource, ReferenceKind } from "./template.ts";
import { named } from "./words.ts";

/** The names of a column and all that its field does not say. */
export interface Declared {
  labels?: Labels;
  aliases?: readonly string[];
  reference?: ReferenceKind;
  optionsSource?: OptionSource;
  narrowedBy?: string;
  furtherCodes?: Column["furtherCodes"];
  default?: string;
  required?: boolean;
}

/** The row belongs to a file anyway, so these fields have no columns. */
export const FILE_FIELDS = ["file_id", "file_name", "file_url"] as const;

/** A unit of measure, such as `kg`. */
export const UNIT = {
  ...named("Unit", "Unidad", "Unitat", ["unit of measure", "uom", "unidad de medida", "um", "uds", "unitat de mesura"]),
  reference: "unit",
  optionsSource: "units",
} as const satisfies Declared;

/** Fields that several kinds of records have, by name. A template may declare them otherwise. */
export const COMMON_COLUMNS: Readonly<Record<string, Declared>> = {
  facility_id: {
    ...named("Facility", "Centro", "Centre", [
      "site",
      "plant",
      "location",
      "facility name",
      "centro de trabajo",
      "nombre del centro",
      "instalación",
      "planta",
      "sede",
      "delegación",
      "emplazamiento",
      "work centre",
      "instal·lació",
    ]),
    reference: "facility",
  },
  unit_id: UNIT,
  start_date: named("Start date", "Fecha de inicio", "Data d'inici", [
    "from",
    "period start",
    "date from",
    "start",
    "desde",
    "fecha inicio",
    "inicio",
    "fecha desde",
    "inicio del periodo",
    "f. inicio",
    "data inici",
  ]),
  end_date: named("End date", "Fecha de fin", "Data de fi", [
    "to",
    "until",
    "period end",
    "date to",
    "end",
    "hasta",
    "fecha fin",
    "fin",
    "fecha hasta",
    "fin del periodo",
    "f. fin",
    "data fi",
  ]),
  country: named("Country", "País", "País", ["country code", "nation", "código de país", "cod. país", "iso country"]),
  name: named("Name", "Nombre", "Nom"),
  description: named("Description", "Descripción", "Descripció", [
    "notes",
    "comments",
    "remarks",
    "observaciones",
    "comentarios",
    "notas",
    "observacions",
  ]),
  quantity: named("Quantity", "Cantidad", "Quantitat", [
    "amount",
    "qty",
    "volume",
    "consumption",
    "consumo",
    "cant.",
    "volumen",
  ]),
  external_id: named("External ID", "ID externo", "ID extern", [
    "reference",
    "record id",
    "row id",
    "id",
    "referencia",
    "código externo",
    "ref.",
    "external reference",
  ]),
  custom_ef_record_id: {
    ...named("Custom factor", "Factor propio", "Factor propi", ["custom emission factor", "factor de emisión propio"]),
    reference: "custom_factor",
  },
  custom_emission_factor_id: {
    ...named("Custom factor group", "Grupo de factores propios", "Grup de factors propis", [
      "custom group",
      "custom emission group",
      "grupo de emisión",
    ]),
    reference: "custom_group",
  },
  origin: named("Origin", "Origen", "Origen", ["departure", "place of departure", "salida", "lugar de origen"]),
  destination: named("Destination", "Destino", "Destinació", [
    "arrival",
    "place of arrival",
    "llegada",
    "lugar de destino",
  ]),
  source: named("Source", "Fuente", "Font", ["data source", "fuente de datos"]),
};
