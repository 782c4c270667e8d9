import { WasteWaterTreatmentService } from "@emissions/proto/activity/v1/waste_water_treatment_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { activity, eachTest, inputs, KG, KM, M3, us } from "../activity.fixture.ts";
import { facility, group, plant, record, withPlant } from "../waste/waste.fixture.ts";
import { treatmentOf } from "./waste_water.fixture.ts";

withPlant(eachTest);

const treatments = () => activity.as(us, WasteWaterTreatmentService);
const create = async (change: object = {}) =>
  (await treatments().createWasteWaterTreatment({ ...treatmentOf(plant), ...change })).wasteWaterTreatment!;

it("a treatment is in cubic metres by default, and priced by the published factor of the country", async () => {
  expect(await create()).toMatchObject({ unitId: M3, unit: { id: M3 } });
  expect((await inputs())[0]).toMatchObject({
    ...{ category: "water", startDate: "2025-01-01", endDate: "2025-01-31", referenceDate: "2025-01-31" },
    quantity: { value: { value: "340.50" }, unitId: M3, unit: "m3" },
    selector: { kind: { case: "library", value: { category: "water_treatment", key: "water", country: "ES" } } },
    additionalParts: [],
  });
});

it("a treatment may be in the unit of its custom record, and in any unit with a custom group", async () => {
  const customEfRecordId = record({ activityCategories: ["waste_water_treatments"] });
  const customEmissionFactorId = group();
  expect(await create({ customEfRecordId, unitId: KG })).toMatchObject({ unitId: KG, customEfRecordId });
  const ofGroup = await create({ customEmissionFactorId, unitId: KM });
  expect(ofGroup).toMatchObject({ unitId: KM, customEmissionFactor: { id: customEmissionFactorId, name: "Ours" } });
});

it.each([
  { unitId: KG, type: "value_error.unit_not_allowed" },
  { unitId: catalogueId("unit", "none"), type: "value_error.not_found" },
])("a unit that is no volume is refused: $type", async ({ unitId, type }) => {
  expect((await refusalOf(create({ unitId }))).violations).toEqual([`body.unit_id ${type}`]);
  expect(await activity.rows(us, "waste_water_treatments")).toEqual([]);
});

it("the list is filtered by facilities", async () => {
  const other = await facility();
  const [here, there] = [await create(), await create({ facilityId: other })];
  const found = async (...facilityId: string[]) =>
    (await treatments().listWasteWaterTreatments({ facilityId })).wasteWaterTreatments.map(({ id }) => id);
  expect(await found(plant)).toEqual([here.id]);
  expect(await found(plant, other)).toEqual([there.id, here.id]);
});
