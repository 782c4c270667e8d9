import { expect, it } from "vitest";
import { checkAmount } from "./checks.ts";

it.each([
  ["999999999.99999", []],
  ["0.1234500000", []],
  ["1000000000", ["value_error.number.not_le"]],
  ["0.123456", ["value_error.decimal.max_places"]],
])("an amount of nine and five digits: %s", (value, types) => {
  const bounds = { gt: "0", lte: "999999999.99999", scaleMax: 5 };
  expect(checkAmount("quantity", value, bounds).map(({ type }) => type)).toEqual(types);
});
