import type { ConnectError } from "@connectrpc/connect";
import { expect, it } from "vitest";
import { refusalIn } from "../wire/errors.ts";
import { checkedPageOf } from "./page.ts";

it.each([
  [
    { page: 0, size: 0 },
    { limit: 50, offset: 0 },
  ],
  [
    { page: 1, size: 10 },
    { limit: 10, offset: 0 },
  ],
  [
    { page: 3, size: 10 },
    { limit: 10, offset: 20 },
  ],
  [
    { offset: 0, limit: 0 },
    { limit: 50, offset: 0 },
  ],
  [
    { offset: 7, limit: 200 },
    { limit: 200, offset: 7 },
  ],
])("%j is the page %j", (request, page) => {
  expect(checkedPageOf(request)).toEqual(page);
});

it("takes the default size of its caller", () => {
  expect(checkedPageOf({ page: 2, size: 0 }, 10)).toEqual({ limit: 10, offset: 10 });
});

it.each([
  [{ page: -1 }, "query.page value_error.number.not_ge"],
  [{ page: 1, size: 101 }, "query.size value_error.number.not_le"],
  [{ page: 1, size: -1 }, "query.size value_error.number.not_le"],
  [{ offset: -1 }, "query.offset value_error.number.not_ge"],
  [{ offset: 1_000_001 }, "query.offset value_error.number.not_le"],
  [{ limit: 201 }, "query.limit value_error.number.not_le"],
])("refuses %j", (request, violation) => {
  try {
    checkedPageOf(request);
    expect.unreachable();
  } catch (error) {
    const [first] = refusalIn(error as ConnectError)!.violations;
    expect(`${first!.loc.join(".")} ${first!.type}`).toBe(violation);
  }
});
