import { expect, it } from "vitest";
import { accountAddress } from "./account-address.ts";

const CODE_POINT_MAX = 0x10_ff_ff;

it("folds every character once: a folded address stays as it is", () => {
  const changed: string[] = [];
  for (let point = 0; point <= CODE_POINT_MAX; point++) {
    const folded = accountAddress(`${String.fromCodePoint(point)}@letters.example`);
    if (accountAddress(folded) !== folded) changed.push(point.toString(16));
  }
  expect(changed).toEqual([]);
});
