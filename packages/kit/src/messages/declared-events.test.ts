import { RecordsCalculatedSchema } from "@emissions/proto/calc/v1/calculation_service";
import { expect, it } from "vitest";
import { onMany } from "./consume.ts";
import { requireDeclared } from "./declared-events.ts";

it("a service may consume only events that name it", () => {
  const consumer = onMany(RecordsCalculatedSchema, async () => {});
  requireDeclared("activity", [consumer]);
  expect(() => requireDeclared("notify", [consumer])).toThrow(
    "emissions.calc.v1.RecordsCalculated does not name notify among its consumers",
  );
});
