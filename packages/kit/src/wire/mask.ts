import type { DescMessage } from "@bufbuild/protobuf";
import type { FieldMask } from "@bufbuild/protobuf/wkt";
import { violation } from "./checks.ts";
import { invalid } from "./errors.ts";

/** The values that the field mask of an update names. Other fields stay unchanged. */
export function masked<V extends object>(request: DescMessage, mask: FieldMask | undefined, values: V): Partial<V> {
  const paths = mask?.paths ?? [];
  const keyOf = new Map(request.fields.map((field) => [field.name, field.localName]));
  const strange = paths.filter((path) => !((keyOf.get(path) ?? "") in values));
  if (strange.length > 0) {
    throw invalid(strange.map((path) => violation(path, "value_error.extra", "extra fields not permitted")));
  }
  return Object.fromEntries(
    paths.map((path) => keyOf.get(path) as keyof V & string).map((key) => [key, values[key]]),
  ) as Partial<V>;
}
