import type { DescEnum, EnumShape } from "@bufbuild/protobuf";

/** PURCHASE_STATUS_ACTIVE is "active" in the tables, in REST and in import files. */
export function enumText(desc: DescEnum, number: number): string {
  const name = desc.value[number]?.name ?? "";
  return name.slice(desc.sharedPrefix?.length ?? 0).toLowerCase();
}

export function enumNumber<D extends DescEnum>(desc: D, text: string): EnumShape<D> {
  const value = desc.values.find((candidate) => enumText(desc, candidate.number) === text);
  if (value === undefined) throw new Error(`${desc.name} has no value "${text}"`);
  return value.number as EnumShape<D>;
}

/** The values that a client may send, without the unspecified one. */
export const enumTexts = (desc: DescEnum): string[] =>
  desc.values.filter((value) => value.number !== 0).map((value) => enumText(desc, value.number));
