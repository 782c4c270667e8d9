import { newId } from "@emissions/kit/process/id";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { VehicleOwnership, VehicleStatus, VehicleUse } from "@emissions/proto/activity/v1/vehicle_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { finished, items, jobs } from "../job/job.fixture.ts";
import { addVehicle, move, vehicleOf, vehicles } from "./vehicle.fixture.ts";
import { fuelOf, VAN } from "./vehicle-catalogue.fixture.ts";

eachTest();

const listed = async (request: object = {}, by = us) =>
  (await vehicles(by).listVehicles(request)).vehicles.map(({ licensePlate }) => licensePlate);
const hashOf = async (request: object = {}, by = us) => (await vehicles(by).listVehicles(request)).filterHash;
const rename = (id: string, name: string, by = us) =>
  vehicles(by).updateVehicle({ id, name, updateMask: { paths: ["name"] } });
const stored = async (by = us) => (await activity.rows<{ id: string }>(by, "vehicles")).map(({ id }) => id);

describe("the list of vehicles", () => {
  it("has every filter, alone and together, and sorts by plate, name and times", async () => {
    const file = activity.store.add(us.organizationId, "fleet.csv");
    const { id: archived } = await addVehicle({ licensePlate: "C 3", name: "Old", ownership: VehicleOwnership.RENTED });
    await vehicles().updateVehicle({ id: archived, status: VehicleUse.ARCHIVED, updateMask: { paths: ["status"] } });
    const { id: failed } = await addVehicle({ licensePlate: "A-1", name: "Camión", unknownVehicleId: VAN });
    await move(failed, { failed: 1 });
    await addVehicle({
      licensePlate: "B 2",
      vehicleFuelId: fuelOf("ES", "petrol"),
      fileId: file,
      fileName: "fleet.csv",
    });
    expect(await listed()).toEqual(["A-1", "B 2", "C 3"]);
    const { ACTIVE, ARCHIVED, ERROR } = VehicleStatus;
    const cases: [object, string[]][] = [
      [{ search: "camion" }, ["A-1"]],
      [{ search: "a1" }, ["A-1"]],
      [{ search: "a-1" }, ["A-1"]],
      [{ status: [ACTIVE] }, ["B 2"]],
      [{ status: [ARCHIVED] }, ["C 3"]],
      [{ status: [ERROR] }, ["A-1"]],
      [{ status: [ACTIVE, ERROR] }, ["A-1", "B 2"]],
      [{ status: [ACTIVE, ARCHIVED, ERROR] }, ["A-1", "B 2", "C 3"]],
      [{ ownership: [VehicleOwnership.RENTED] }, ["C 3"]],
      [{ unknownVehicleId: [VAN] }, ["A-1"]],
      [{ vehicleFuelId: [fuelOf("ES", "petrol")] }, ["B 2"]],
      [{ fileId: [file] }, ["B 2"]],
      [{ fileId: ["00000000-0000-0000-0000-000000000000"], status: [ERROR] }, ["A-1"]],
      [{ createdAtTo: { seconds: 1n } }, []],
      [{ createdAtFrom: { seconds: 1n }, ownership: [VehicleOwnership.OWNED], status: [ERROR] }, ["A-1"]],
      [{ sort: ["-license_plate"] }, ["C 3", "B 2", "A-1"]],
      [{ sort: ["name"] }, ["A-1", "C 3", "B 2"]],
      [{ sort: ["-name"] }, ["C 3", "A-1", "B 2"]],
      [{ sort: ["created_at"] }, ["C 3", "A-1", "B 2"]],
      [{ sort: ["updated_at"] }, ["C 3", "A-1", "B 2"]],
      [{ page: 2, size: 2 }, ["C 3"]],
    ];
    for (const [request, plates] of cases)
      expect(await listed(request), JSON.stringify(Object.keys(request))).toEqual(plates);
  });

  it("shows the group only in the group view, and counts the values of fields", async () => {
    const child = await activity.organization();
    const holding = { ...us, descendants: [child.organizationId] };
    await addVehicle({ licensePlate: "OURS" });
    await addVehicle({ licensePlate: "THEIRS", vehicleFuelId: fuelOf("ES", "petrol") }, child);
    const group = { includeChildren: true };
    expect(await listed({}, holding)).toEqual(["OURS"]);
    expect(await listed(group, holding)).toEqual(["OURS", "THEIRS"]);
    expect(await listed({ ...group, organizationId: [child.organizationId] }, holding)).toEqual(["THEIRS"]);
    const values = async (field: string) =>
      (await vehicles(holding).listVehicleValues({ field, ...group })).uniqueValues!.values;
    expect(await values("vehicle_fuel_id")).toMatchObject([
      { value: fuelOf("ES", "diesel"), label: "diesel", count: 1 },
      { value: fuelOf("ES", "petrol"), label: "petrol", count: 1 },
    ]);
    expect(await values("unknown_vehicle_id")).toMatchObject([{ label: "car", count: 2 }]);
    expect(await values("file_id")).toMatchObject([{ value: "00000000-0000-0000-0000-000000000000", count: 2 }]);
    expect((await refusalOf(values("license_plate"))).violations).toEqual(["query.field type_error.enum"]);
  });
});

describe("CreateVehicles", () => {
  const create = (records: object[], rejected: object[] = []) => vehicles().createVehicles({ records, rejected });

  it("stores all vehicles by a job that has ended, and answers a repeat with the same job", async () => {
    const records = Array.from({ length: 1_200 }, (_, index) => vehicleOf({ externalId: `car-${index}` }));
    const key = newId();
    const { job } = await vehicles(us, key).createVehicles({ records });
    const { job: again } = await vehicles(us, key).createVehicles({ records });
    expect(again).toEqual(job);
    expect(await jobs()).toMatchObject([
      { id: job!.id, entityType: "vehicles", operation: "create", status: "completed" },
    ]);
    expect(await finished()).toMatchObject([{ id: job!.id, entityType: EntityType.VEHICLES, succeededItems: 1_200 }]);
    const ended = await items();
    const ids = new Set(await stored());
    expect(ended).toHaveLength(1_200);
    expect(ended.every(({ status, entityId }) => status === "succeeded" && ids.has(entityId!))).toBe(true);
  });

  it("stores none when one is invalid, and names each with its place", async () => {
    const violations = [{ loc: ["body", "type"], msg: "str type expected", type: "type_error.string" }];
    const records = [vehicleOf(), {}, vehicleOf({ licensePlate: "" }), vehicleOf({ country: "UK" })];
    const refused = await refusalOf(create(records, [{ index: 1, violations }]));
    expect(refused).toMatchObject({
      code: "BULK_RECORDS_REJECTED",
      violations: [
        "body.records.1.type SCHEMA_INVALID",
        "body.records.2.license_plate SCHEMA_INVALID",
        "body.records.3.country SCHEMA_INVALID",
        "body.records.3.vehicle_fuel_id SCHEMA_INVALID",
      ],
    });
    expect(await stored()).toEqual([]);
  });

  it("refuses plates that exist, and those that come twice, with their places", async () => {
    await addVehicle({ licensePlate: "1 A" });
    const plates = ["2 A", "1a", "2-A", "3 A"];
    const refused = await refusalOf(create(plates.map((licensePlate) => vehicleOf({ licensePlate }))));
    expect(refused).toMatchObject({
      code: "VEHICLE_ALREADY_EXISTS",
      violations: [1, 2].map((index) => `body.records.${index}.license_plate value_error.license_plate.exists`),
    });
    expect(await stored()).toHaveLength(1);
  });

  it("refuses none and more than 5,000", async () => {
    expect((await refusalOf(create([]))).violations).toEqual(["body.records value_error.list.min_items"]);
    expect((await refusalOf(create(Array(5_001).fill({})))).violations).toEqual([
      "body.records value_error.list.max_items",
    ]);
  });
});

describe("the filter hash", () => {
  const steps = {
    create: (_: string) => addVehicle(),
    rename: (id: string) => rename(id, newId()),
    archive: (id: string) =>
      vehicles().updateVehicle({ id, status: VehicleUse.ARCHIVED, updateMask: { paths: ["status"] } }),
    remove: (id: string) => vehicles().deleteVehicle({ id }),
    nothing: (id: string) => vehicles().updateVehicle({ id, licensePlate: "", updateMask: { paths: [] } }),
    foreign: async (_: string) => addVehicle({}, await activity.organization()),
  };

  it("changes exactly when the matching set or one of its vehicles changes", async () => {
    const filter = { ownership: [VehicleOwnership.OWNED] };
    const step = fc.record({
      what: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])),
      whose: fc.nat(),
    });
    // A vehicle of the other ownership changes the hash of all vehicles only.
    const { id: rented } = await addVehicle({ ownership: VehicleOwnership.RENTED });
    await addVehicle();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (taken) => {
        for (const { what, whose } of taken) {
          const before = await activity.rows<{ id: string; ownership: string }>(us, "vehicles");
          const { id, ownership } = before[whose % before.length]!;
          if (id === rented && what === "remove") continue;
          const [hash, all] = [await hashOf(filter), await hashOf()];
          await steps[what](id);
          const after = await activity.rows(us, "vehicles");
          const isChanged = JSON.stringify(after) !== JSON.stringify(before);
          const isOwned = what === "create" || ownership === "owned";
          expect((await hashOf()) !== all).toBe(isChanged);
          expect((await hashOf(filter)) !== hash).toBe(isChanged && isOwned);
          expect(await hashOf(filter)).toBe(await hashOf({ ...filter, page: 2, sort: ["-created_at"] }));
        }
      }),
      { numRuns: 12 },
    );
  });

  it("does not change with an update that changes nothing", async () => {
    const { id, licensePlate } = await addVehicle({ name: "Pool" });
    const hash = await hashOf();
    await vehicles().updateVehicle({
      id,
      name: "Pool",
      licensePlate,
      updateMask: { paths: ["name", "license_plate"] },
    });
    expect(await hashOf()).toBe(hash);
    expect((await vehicles().getVehicle({ id })).vehicle!.updatedAt).toBeUndefined();
  });
});

describe("deletions", () => {
  const byFilters = async (request: object, by = us) => (await vehicles(by).deleteVehiclesByFilters(request)).deletion!;
  const mismatch = async (request: object, by = us) => (await refusalOf(byFilters(request, by))).code;

  it("by filters delete what the hash was given for, and without filters every vehicle", async () => {
    const [owned, rented] = [await addVehicle(), await addVehicle({ ownership: VehicleOwnership.RENTED })];
    await move(rented.id, { co2e: "5" });
    const filter = { ownership: [VehicleOwnership.RENTED] };
    expect(await byFilters({ ...filter, filterHash: await hashOf(filter) })).toMatchObject({
      successCount: 1,
      successIds: [rented.id],
      failedCount: 0,
      failedIds: [],
      message: "1 deleted.",
    });
    expect(await stored()).toEqual([owned.id]);
    expect(await activity.rows(us, "vehicle_totals")).toEqual([]);
    await addVehicle();
    expect((await byFilters({ filterHash: await hashOf() })).successCount).toBe(2);
    expect(await stored()).toEqual([]);
  });

  it("by a stale hash or the hash of other filters delete nothing", async () => {
    const { id } = await addVehicle();
    const filter = { ownership: [VehicleOwnership.OWNED] };
    const [hash, all] = [await hashOf(filter), await hashOf()];
    expect(await mismatch({ ...filter, filterHash: all })).toBe("FILTER_HASH_MISMATCH");
    expect(await mismatch({ filterHash: "" })).toBe("FILTER_HASH_MISMATCH");
    await rename(id, "Pool");
    expect(await mismatch({ ...filter, filterHash: hash })).toBe("FILTER_HASH_MISMATCH");
    const renamed = await hashOf();
    await addVehicle();
    expect(await mismatch({ filterHash: renamed })).toBe("FILTER_HASH_MISMATCH");
    expect(await stored()).toHaveLength(2);
  });

  it("by filters reach the accepted family in the group view only, each with its own events and audit", async () => {
    const [child, stranger] = [await activity.organization(), await activity.organization()];
    const holding = { ...us, descendants: [child.organizationId] };
    for (const by of [us, child, stranger]) await addVehicle({}, by);
    const group = { includeChildren: true };
    const hash = await hashOf(group, holding);
    expect(await mismatch({ filterHash: hash }, holding)).toBe("FILTER_HASH_MISMATCH");
    const narrow = { ...group, organizationId: [child.organizationId] };
    expect(await mismatch({ ...narrow, filterHash: hash }, holding)).toBe("FILTER_HASH_MISMATCH");
    expect((await byFilters({ ...narrow, filterHash: await hashOf(narrow, holding) }, holding)).successCount).toBe(1);
    expect([await stored(), await stored(child), await stored(stranger)].map(({ length }) => length)).toEqual([
      1, 0, 1,
    ]);
    await addVehicle({}, child);
    const { successCount } = await byFilters({ ...group, filterHash: await hashOf(group, holding) }, holding);
    expect(successCount).toBe(2);
    expect((await activity.rows(child, "deletions")).length).toBe(2);
    expect([await stored(), await stored(child), await stored(stranger)].map(({ length }) => length)).toEqual([
      0, 0, 1,
    ]);
  });

  it("by ids list missing and foreign vehicles as failed", async () => {
    const [{ id }, theirs, none] = [await addVehicle(), await addVehicle({}, await activity.organization()), newId()];
    const { deletion } = await vehicles().deleteVehicles({ ids: [none, id, theirs.id, id] });
    expect(deletion).toMatchObject({ successCount: 1, successIds: [id], failedCount: 2, failedIds: [none, theirs.id] });
    expect((await refusalOf(vehicles().deleteVehicles({ ids: [] }))).violations).toEqual([
      "body.vehicle_ids value_error.missing",
    ]);
  });
});
