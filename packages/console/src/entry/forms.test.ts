import { expect, it } from "vitest";
import { operations } from "../../../client/src/gen/operations.ts";
import { kinds } from "../records/kinds.ts";
import { formOf } from "./forms.ts";

const forms = kinds.flatMap(({ name }) => formOf(name) ?? []);

it.each(forms)("fills the path of the operation that creates $kind", ({ create, inPath }) => {
  const inAddress = [...operations[create].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  expect(inAddress).toEqual(inPath === undefined ? [] : [inPath]);
});

it("has a form for each kind of record", () => {
  expect(forms.map(({ kind }) => kind)).toEqual(kinds.map(({ name }) => name));
});
