import { type DescEnum, type EnumShape, getOption, hasOption } from "@bufbuild/protobuf";
import { filter_only, text } from "@emissions/proto/common/v1/enum_text";

interface Texts {
  byNumber: ReadonlyMap<number, string>;
  byText: ReadonlyMap<string, number>;
}

/** Computed once per enum. */
const known = new WeakMap<DescEnum, Texts>();

/** TASK_STATUS_ACTIVE is "active" in tables and in REST, unless the proto sets another text. */
export const enumText = (desc: DescEnum, number: number): string => textsOf(desc).byNumber.get(number) ?? "";

export function enumNumber<D extends DescEnum>(desc: D, value: string): EnumShape<D> {
  const number = textsOf(desc).byText.get(value);
  if (number === undefined) throw new Error(`${desc.name} has no value "${value}"`);
  return number as EnumShape<D>;
}

/** The values that a record can have: all but the unspecified one and those for filters only. */
export const enumTexts = (desc: DescEnum): string[] =>
  desc.values
    .filter((value) => value.number !== 0 && !(hasOption(value, filter_only) && getOption(value, filter_only)))
    .map((value) => enumText(desc, value.number));

/** The values that a filter accepts: all but the unspecified one. */
export const filterTexts = (desc: DescEnum): string[] =>
  desc.values.filter((value) => value.number !== 0).map((value) => enumText(desc, value.number));

function textsOf(desc: DescEnum): Texts {
  const earlier = known.get(desc);
  if (earlier !== undefined) return earlier;
  const pairs = desc.values.map((value): [number, string] => [
    value.number,
    hasOption(value, text) ? getOption(value, text) : value.name.slice(desc.sharedPrefix?.length ?? 0).toLowerCase(),
  ]);
  const texts = { byNumber: new Map(pairs), byText: new Map(pairs.map(([number, name]) => [name, number])) };
  known.set(desc, texts);
  return texts;
}
