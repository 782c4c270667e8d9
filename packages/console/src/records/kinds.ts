import { type Resource, resources } from "@emissions/client/resources";

/** Fields of a record as the API answers them. Decimals are texts. */
export type RecordRow = Readonly<Record<string, unknown>> & { id: string };

/** A kind of record with emissions. */
export type Kind = Resource & Required<Pick<Resource, "calculation" | "status">>;

/** In the order of the page that chooses one. Each name has a word. */
export const kinds = resources.filter((one) => "calculation" in one);

export type KindName = (typeof kinds)[number]["name"];

export const kindOf = (name: string | undefined): Kind & { name: KindName } =>
  kinds.find((kind) => kind.name === name) ?? kinds[0]!;

const textIn = (row: RecordRow, field: string) => {
  const value = row[field];
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** The name of a record, or undefined for one without a text. */
export const titleOf = (kind: Kind, row: RecordRow): string | undefined =>
  kind.title.map((field) => textIn(row, field)).find((text) => text !== undefined);

/** The days of a record, without repetition. */
export const daysOf = (kind: Kind, row: RecordRow): string[] => [
  ...new Set(kind.days.map((field) => textIn(row, field)).filter((text) => text !== undefined)),
];

/** The ids in the place of an explanation, in the order of the path. */
export const idsOf = (kind: Kind, row: RecordRow): string[] => kind.path.map(([, field]) => String(row[field]));

/** The unit of a quantity: "kilogram_(kg)" is "kg". */
export function unitOf(row: RecordRow): string {
  const { unit } = row;
  if (typeof unit === "string") return unit;
  const name = typeof unit === "object" && unit !== null && "name" in unit ? String(unit.name) : "";
  return /\(([^)]+)\)$/.exec(name)?.[1] ?? name;
}
