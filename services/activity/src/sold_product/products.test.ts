import { newId } from "@emissions/kit/process/id";
import { SoldProductEnergyType } from "@emissions/proto/activity/v1/sold_product_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, inputs, KG, KM, KWH, LITRE, us } from "../activity.fixture.ts";
import { fuelOf } from "../vehicle/vehicle-catalogue.fixture.ts";
import { KETTLE, period, product, products } from "./sold_product.fixture.ts";

eachTest();

const GAS = catalogueId("facility_fuel", "fuels/natural_gas");
const { ELECTRICITY, FUEL } = SoldProductEnergyType;
const create = (values: object) => products().createSoldProduct({ values: { productName: "Kettle", ...values } });
const burned = (fuel: object, unitId = LITRE) => ({
  lifetimeYears: { value: "12" },
  energyPerYear: { quantity: { value: "500" }, unitId, energyType: FUEL, ...fuel },
});

describe("a product", () => {
  it("is stored and shown as sent, with its sums", async () => {
    const values = {
      productName: "Kettle",
      ...KETTLE,
      manufacture: { co2e: { value: "12.5" }, source: "EPD 2025" },
    };
    const { soldProduct } = await products().createSoldProduct({ values });
    expect(soldProduct).toMatchObject({
      organizationId: us.organizationId,
      ...values,
      periodsCount: 0,
      totalCo2e: { value: "0" },
      failedSales: 0,
    });
    expect(soldProduct!.endOfLife).toBeUndefined();
    const { productId } = soldProduct!;
    expect((await products().getSoldProduct({ productId })).soldProduct).toEqual(soldProduct);
    expect((await products().listSoldProducts({ name: "KÉT" })).soldProducts).toEqual([soldProduct]);
    expect((await products().listSoldProducts({ name: "toaster" })).soldProducts).toEqual([]);
  });

  it("is on one of several pages when the whole list is too long for an answer", async () => {
    await activity.db.asService(
      us.organizationId,
      ({ tx, org }) => tx`
        insert into sold_products (organization_id, id, product_name, lifetime_years, energy_quantity, energy_unit_id,
          energy_type)
        select ${org}, uuidv7(), 'Lamp ' || lpad(n::text, 4, '0'), 1, 1, ${KWH}, 'electricity'
        from generate_series(1, 1001) n`,
    );
    expect(await refusalOf(products().listSoldProducts({}))).toMatchObject({ code: "TOO_MANY_ROWS" });
    const { soldProducts, total } = await products().listSoldProducts({ page: 11, size: 100 });
    expect([soldProducts.map(({ productName }) => productName), total]).toEqual([["Lamp 1001"], 1001]);
  });

  it("has a name of its own, whatever case and accents", async () => {
    await create(KETTLE);
    const again = await refusalOf(create({ ...KETTLE, productName: "KÉTTLE" }));
    expect(again).toMatchObject({ code: "SOLD_PRODUCT_ALREADY_EXISTS" });
    const productId = await product();
    const values = { productName: "kettle" };
    const renamed = products().updateSoldProduct({ productId, values, updateMask: { paths: ["product_name"] } });
    expect(await refusalOf(renamed)).toMatchObject({ code: "SOLD_PRODUCT_ALREADY_EXISTS" });
  });

  const { energyPerUse } = KETTLE;
  it.each([
    ["no energy", { energyPerUse: undefined }, "body.energy_per_use value_error.missing"],
    ["two energies", { energyPerYear: energyPerUse }, "body.energy_per_year value_error.one_energy"],
    ["no uses", { usesPerYear: undefined }, "body.uses_per_year value_error.missing"],
    [
      "uses of a year",
      { energyPerUse: undefined, energyPerYear: energyPerUse },
      "body.uses_per_year value_error.one_energy",
    ],
    ["no lifetime", { lifetimeYears: { value: "0" } }, "body.lifetime_years value_error.number.not_gt"],
    ["a long lifetime", { lifetimeYears: { value: "201" } }, "body.lifetime_years value_error.number.not_le"],
    [
      "an unknown unit",
      { energyPerUse: { ...energyPerUse, unitId: newId() } },
      "body.energy_per_use.unit_id value_error.not_found",
    ],
    [
      "electricity in litres",
      { energyPerUse: { ...energyPerUse, unitId: LITRE } },
      "body.energy_per_use.unit_id value_error.unit_not_allowed",
    ],
    [
      "electricity with a fuel",
      { energyPerUse: { ...energyPerUse, facilityFuelId: GAS } },
      "body.energy_per_use.energy_type value_error.one_fuel",
    ],
    [
      "a fuel without an id",
      { usesPerYear: undefined, energyPerUse: undefined, ...burned({}) },
      "body.energy_per_year.vehicle_fuel_id value_error.missing",
    ],
    [
      "a distance",
      { usesPerYear: undefined, energyPerUse: undefined, ...burned({ vehicleFuelId: fuelOf("ES", "diesel") }, KM) },
      "body.energy_per_year.unit_id value_error.unit_not_allowed",
    ],
    [
      "an electric vehicle fuel",
      {
        usesPerYear: undefined,
        energyPerUse: undefined,
        ...burned({ vehicleFuelId: fuelOf("ES", "electricity") }, KWH),
      },
      "body.energy_per_year.vehicle_fuel_id value_error.fuel_energy",
    ],
    [
      "bought heat",
      {
        usesPerYear: undefined,
        energyPerUse: undefined,
        ...burned({ facilityFuelId: catalogueId("facility_fuel", "heat/district_heat") }, KWH),
      },
      "body.energy_per_year.facility_fuel_id value_error.fuel_purpose",
    ],
    [
      "a stage without its source",
      { manufacture: { co2e: { value: "1" } } },
      "body.manufacture.source value_error.missing",
    ],
  ])("with %s is refused", async (_, change, violation) => {
    const refused = await refusalOf(create({ ...KETTLE, ...change }));
    expect([refused.code, refused.violations]).toEqual(["REQUEST_VALIDATION_FAILED", [violation]]);
  });

  it("is hidden from other organizations like one that does not exist", async () => {
    const productId = await product();
    const them = products(await activity.organization());
    for (const id of [productId, newId(), "none"]) {
      const values = { lifetimeYears: { value: "3" } };
      for (const attempt of [
        () => them.getSoldProduct({ productId: id }),
        () => them.updateSoldProduct({ productId: id, values, updateMask: { paths: ["lifetime_years"] } }),
        () => them.deleteSoldProduct({ productId: id }),
        () => them.getSoldProductFootprint({ productId: id }),
      ])
        expect(await refusalOf(attempt())).toMatchObject({ code: "SOLD_PRODUCT_NOT_FOUND", violations: [] });
    }
  });
});

describe("the use of the units of a sale", () => {
  const sold = async (values: object, quantity: string) => {
    const { soldProduct } = await create(values);
    await period(soldProduct!.productId, ["2025-01-01", "2025-12-31"], { ES: quantity });
    const [input] = await inputs();
    return input!;
  };
  const memos = ({ additionalParts }: Awaited<ReturnType<typeof sold>>) =>
    additionalParts.map(({ part, memo, optional, selector }) => [part, memo, optional, selector?.kind.value]);

  it("is electricity of the grid of the country, with losses and production as memo items", async () => {
    const input = await sold({ ...KETTLE, energyType: ELECTRICITY }, "1000");
    expect(input).toMatchObject({
      category: "sold_products",
      startDate: "2025-01-01",
      endDate: "2025-12-31",
      referenceDate: "2025-12-31",
      quantity: { value: { value: "1600000" }, unitId: KWH, unit: "kWh" },
      allocation: "1000 * (0.8 * 200 * 10)",
      selector: { kind: { case: "library", value: { category: "electricity_location", key: "grid", country: "ES" } } },
      factorOptional: false,
    });
    const grid = (category: string) => expect.objectContaining({ category, key: "grid", country: "ES" });
    expect(memos(input)).toEqual([
      ["use_losses", true, true, grid("electricity_losses")],
      ["use_upstream", true, true, grid("electricity_upstream")],
      ["use_losses_upstream", true, true, grid("electricity_losses_upstream")],
    ]);
  });

  it("is a fuel of an engine", async () => {
    const vehicleFuelId = fuelOf("GB", "diesel");
    const input = await sold(burned({ vehicleFuelId }), "3");
    expect(input).toMatchObject({
      quantity: { value: { value: "18000" }, unitId: LITRE },
      allocation: "3 * (500 * 12)",
      selector: { kind: { case: "vehicle", value: { part: 1, vehicleFuelId, country: "ES" } } },
    });
    expect(memos(input)).toMatchObject([["use_upstream", true, true, { part: 2, vehicleFuelId, country: "ES" }]]);
  });

  it("is a fuel that is burned for heat", async () => {
    const input = await sold(burned({ facilityFuelId: GAS }, KG), "3");
    const fuel = (category: string) => ({ category, key: "natural_gas", country: "ES" });
    expect(input).toMatchObject({ selector: { kind: { case: "library", value: fuel("fuels") } } });
    expect(memos(input)).toMatchObject([["use_upstream", true, true, fuel("fuels_upstream")]]);
  });

  it("is exact to the last of 60 digits", async () => {
    const values = {
      lifetimeYears: { value: "199.999999" },
      usesPerYear: { value: "999999998.999999" },
      energyPerUse: { ...KETTLE.energyPerUse, quantity: { value: "999999998.999999999" } },
    };
    const { quantity } = await sold(values, "999999999998.999999");
    const scaled = 999999999998999999n * 999999998999999999n * 999999998999999n * 199999999n;
    const digits = String(scaled);
    expect(quantity!.value!.value).toBe(`${digits.slice(0, -27)}.${digits.slice(-27)}`);
  });
});
