import { expect, it } from "vitest";
import { activityDay, day, decimal } from "./fields.ts";
import { violationsOf } from "./violations.ts";

it.each([
  ["a day", day],
  ["the day of an activity", activityDay()],
])("a %s that does not exist has a message", (_what, field) => {
  expect(violationsOf(field.safeParse("2025-02-29").error!.issues, "body")).toEqual([
    { loc: ["body"], msg: "invalid date format", type: "value_error.date" },
  ]);
});

it.each([
  [0.12345, "0.12345"],
  ["0.123450000", "0.12345"],
  [1234567, "1234567"],
  [0.123456, "value_error.decimal.max_places"],
  ["0.0000000001", "value_error.decimal.max_places"],
])("a decimal of five places takes %s as %s", (sent, expected) => {
  const { data, error } = decimal({ min: "0", scale: 5 }).safeParse(sent);
  expect(data ?? violationsOf(error!.issues, "body")[0]!.type).toBe(expected);
});
