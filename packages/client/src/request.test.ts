import { expect, it } from "vitest";
import { operations } from "./gen/operations.ts";
import { addressOf, headersOf } from "./request.ts";

it("repeats lists in the query with brackets, and leaves out what is undefined", () => {
  const query = { status: ["active", "error"], size: 10, text: "a&b", file_id: undefined };
  expect(addressOf(operations.listPurchases, { query })).toBe(
    "/v1/purchases?status%5B%5D=active&status%5B%5D=error&size=10&text=a%26b",
  );
});

it.each(["", ".", "..", undefined])("refuses the path parameter %o, which would lead to another operation", (id) => {
  expect(() => addressOf(operations.getPurchase, { path: { id, purchase_id: id } })).toThrow(TypeError);
});

it("encodes path parameters", () => {
  expect(addressOf(operations.getFacility, { path: { id: "a/b", facility_id: "a/b" } })).toMatch(/\/a%2Fb$/);
});

it("sends the texts of headers as UTF-8", () => {
  const sent = new Headers(headersOf({ "Restatement-Reason": "Año", Prefer: undefined }));
  expect(Buffer.from(sent.get("restatement-reason")!, "latin1").toString()).toBe("Año");
  expect(sent.has("prefer")).toBe(false);
});
