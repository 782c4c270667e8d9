import { expect, it } from "vitest";
import { parseExact } from "./exact-json.ts";
import type { Shape } from "./operation.ts";

const LONG = "12345678901234567890.123456789";

it("keeps the digits of decimals as they were sent, in lists and nested objects too", () => {
  const text = `{"items":[{"co2e":${LONG},"quantity":5,"product_name":"5"},{"co2e":null,"quantity":0.10}],"total":2}`;
  expect(parseExact(text, "PurchaseList")).toEqual({
    items: [
      { co2e: LONG, quantity: "5", product_name: "5" },
      { co2e: null, quantity: "0.10" },
    ],
    total: 2,
  });
});

it("finds decimals in each choice of a value, and in objects with any property", () => {
  const shape: Shape = [{ a: 1 }, { b: { "*": 1 } }];
  expect(parseExact('{"a":1.50,"b":{"x":2,"y":[3]},"c":4}', shape)).toEqual({
    a: "1.50",
    b: { x: "2", y: ["3"] },
    c: 4,
  });
});

it.each([
  ["17", 17],
  ["-0.25", -0.25],
  ["9007199254740993", "9007199254740993"],
  [LONG, LONG],
])("reads %s in an unknown place without rounding it", (text, value) => {
  expect(parseExact(`{"later":${text}}`, "Purchase")).toEqual({ later: value });
});

it("gives no object another prototype", () => {
  const value = parseExact('{"__proto__":{"admin":1}}', { __proto__: 1 } as never) as { admin?: number };
  expect(value.admin).toBeUndefined();
});
