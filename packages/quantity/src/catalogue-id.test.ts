import { expect, it } from "vitest";
import { catalogueId, unitId } from "./catalogue-id.ts";

it("gives a catalogue row the same id in every release", () => {
  expect(catalogueId("ler", "150101")).toBe("8d450a0c-391b-53c6-909b-f3c42a868c30");
  expect(unitId("EUR")).toBe("0da78fb0-d8ff-567f-bd56-85fa94bb543b");
});

it("gives kg and kWh the ids of the public sample data", () => {
  expect([unitId("kg"), unitId("kWh")]).toEqual([
    "61743a63-ff70-459c-9567-5eee8f7dfd5c",
    "ba80e6cb-86a4-4bb1-a0c5-8104365d523c",
  ]);
});
