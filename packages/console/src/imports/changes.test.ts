import type { ImportColumn } from "@emissions/client/types";
import { expect, it } from "vitest";
import { changeKey, correctionsOf } from "./changes.ts";

const column = (key: string, type: ImportColumn["type"]) => ({ key, type }) as ImportColumn;
const columns = [column("quantity", "number"), column("sections.0.origin", "text")];

it("sends numbers with a point and without rounding, and empty cells as null", () => {
  const changes = {
    [changeKey(7, "quantity")]: { text: "1234567890123456789,25" },
    [changeKey(12, "sections.0.origin")]: { text: " " },
  };
  expect(correctionsOf(changes, columns, "es")).toEqual({
    corrections: [
      { row_index: 7, column: "quantity", value: "1234567890123456789.25" },
      { row_index: 12, column: "sections.0.origin", value: null },
    ],
    faults: new Set(),
  });
});

it("does not send a number that it would have to guess", () => {
  const key = changeKey(0, "quantity");
  expect(correctionsOf({ [key]: { text: "1.250" } }, columns, "es")).toEqual({
    corrections: [],
    faults: new Set([key]),
  });
});

it("sends the id of a chosen entry, and a name that was written", () => {
  const changes = {
    [changeKey(1, "facility_id")]: { text: "Bilbao, ES", value: "id-1" },
    [changeKey(2, "facility_id")]: { text: "Bilbao" },
  };
  expect(correctionsOf(changes, [column("facility_id", "reference")], "en").corrections).toEqual([
    { row_index: 1, column: "facility_id", value: "id-1" },
    { row_index: 2, column: "facility_id", value: "Bilbao" },
  ]);
});
