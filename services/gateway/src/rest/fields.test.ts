import { expect, it } from "vitest";
import { activityDay, day } from "./fields.ts";
import { violationsOf } from "./violations.ts";

it.each([
  ["a day", day],
  ["the day of an activity", activityDay()],
])("a %s that does not exist has a message", (_what, field) => {
  expect(violationsOf(field.safeParse("2025-02-29").error!.issues, "body")).toEqual([
    { loc: ["body"], msg: "invalid date format", type: "value_error.date" },
  ]);
});
