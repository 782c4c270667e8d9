import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { ReferenceKind, ReferenceService } from "@emissions/proto/activity/v1/reference_service";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { addEmployee, employeeOf } from "../employee/employee.fixture.ts";
import { addPerson, personOf } from "../own_workforce/own_workforce.fixture.ts";
import { addVehicle, vehicleOf } from "../vehicle/vehicle.fixture.ts";

eachTest();

const references = (by: Principal = us) => activity.as(by, ReferenceService);
const find = async (kind: ReferenceKind, texts: string[], by = us) =>
  (await references(by).lookUpReferences({ kind, texts })).matches.map(({ textIndex, id }) => [textIndex, id]);
const names = async (kind: ReferenceKind, texts: string[], by = us) =>
  (await references(by).listReferenceNames({ kind, texts })).names.map(({ label }) => label);
const facility = async (name: string) =>
  (await activity.as(us, FacilityService).createFacility({ name, type: "office", country: "ES" })).facility!.id;
const supplier = async (businessName: string, vat?: string) => {
  const values = { businessName, country: "ES", ...(vat !== undefined && { vat }) };
  return (await activity.as(us, SupplierService).createSupplier(values)).supplier!.id;
};

describe("LookUpReferences", () => {
  it("finds facilities by name without regard to case and accents, and by id", async () => {
    const [bilbao, other] = [await facility("Planta Gràcia"), await facility("Office")];
    const texts = ["PLANTA GRACIA", "Planta", other.toUpperCase(), newId(), ""];
    expect(await find(ReferenceKind.FACILITY, texts)).toEqual([
      [0, bilbao],
      [2, other],
    ]);
  });

  it("gives all entities of an ambiguous name", async () => {
    const ids = [await facility("Office"), await facility("office")];
    expect(await find(ReferenceKind.FACILITY, ["Office"])).toEqual(ids.sort().map((id) => [0, id]));
  });

  it("finds suppliers by tax id without regard to punctuation", async () => {
    const id = await supplier("Acme", "ES-B 12.345.678");
    expect(await find(ReferenceKind.SUPPLIER, ["esb12345678", "Acme", "B12345678"])).toEqual([
      [0, id],
      [1, id],
    ]);
  });

  it("finds vehicles by plate without regard to blanks and hyphens", async () => {
    const { id } = await addVehicle(vehicleOf({ licensePlate: "1234-BCD" }));
    expect(await find(ReferenceKind.VEHICLE, ["1234 bcd", "1234", "1234BCD"])).toEqual([
      [0, id],
      [2, id],
    ]);
  });

  it("finds employees by name, e-mail address and external id", async () => {
    const values = { name: "Núria Puig", email: "nuria@example.com", externalId: "hr-7" };
    const { id } = await addEmployee(employeeOf(values));
    const texts = ["nuria puig", "NURIA@example.com", "hr-7", "hr-8"];
    expect(await find(ReferenceKind.EMPLOYEE, texts)).toEqual([0, 1, 2].map((at) => [at, id]));
  });

  it("finds people of the own workforce by the id of the HR system", async () => {
    const { id } = await addPerson(personOf({ externalEmployeeId: "E-77" }));
    expect(await find(ReferenceKind.OWN_WORKFORCE, ["E-77", "e-77"])).toEqual([[0, id]]);
  });

  it.each([ReferenceKind.SOLD_PRODUCT, ReferenceKind.SURVEY, ReferenceKind.LOGISTIC_HUB, ReferenceKind.TRAINING])(
    "finds nothing of kind %i in an organization without any",
    async (kind) => {
      expect([await find(kind, ["x", newId()]), await names(kind, ["x"])]).toEqual([[], []]);
    },
  );

  it("finds and names nothing of another organization, nor of the organizations below", async () => {
    const id = await facility("Plant");
    await supplier("Plant");
    const other = await activity.organization();
    const above = { ...(await activity.organization()), descendants: [us.organizationId] };
    for (const by of [other, above]) {
      expect(await find(ReferenceKind.FACILITY, ["Plant", id], by)).toEqual([]);
      expect(await names(ReferenceKind.FACILITY, ["Plant"], by)).toEqual([]);
      expect(await names(ReferenceKind.SUPPLIER, ["Plant"], by)).toEqual([]);
    }
  });

  it("finds 5,000 names of 20,000 facilities in one call", async () => {
    await activity.db.asService(
      us.organizationId,
      ({ tx, org }) => tx`
        insert into facilities (organization_id, id, name, type, country)
        select ${org}, gen_random_uuid(), 'Plant ' || n, 'office', 'ES' from generate_series(1, 20000) n`,
    );
    const texts = Array.from({ length: 5_000 }, (_, at) => `plant ${at * 4 + 1}`);
    const start = performance.now();
    expect(await find(ReferenceKind.FACILITY, texts)).toHaveLength(5_000);
    // A generic plan takes more than 8 s.
    expect(performance.now() - start).toBeLessThan(4_000);
  });
});

describe("ListReferenceNames", () => {
  it("has the names that begin like a text, besides the first names of the organization", async () => {
    await facility("Zaragoza");
    await facility("Almacén");
    expect(await names(ReferenceKind.FACILITY, ["Zara"])).toEqual(["Almacén", "Zaragoza"]);
  });
});

describe("both", () => {
  it.each([
    ["viewer", ReferenceKind.EMPLOYEE, "FORBIDDEN"],
    ["auditor", ReferenceKind.EMPLOYEE, "FORBIDDEN"],
    ["human_resources", ReferenceKind.FACILITY, "FORBIDDEN"],
    ["human_resources", ReferenceKind.EMPLOYEE, null],
    ["editor", ReferenceKind.FACILITY, null],
  ] as const)("answer the role %s for kind %i with %s", async (role, kind, code) => {
    for (const method of ["lookUpReferences", "listReferenceNames"] as const) {
      const call = references({ ...us, role })[method]({ kind, texts: ["x"] });
      if (code === null) await call;
      else expect((await refusalOf(call)).code).toBe(code);
    }
  });

  it.each([
    ["no kind", { texts: [] }, "body.kind value_error.missing"],
    ["an unknown kind", { kind: 99, texts: [] }, "body.kind type_error.enum"],
    ["5,001 texts", { kind: 1, texts: Array(5_001).fill("x") }, "body.texts value_error.list.max_items"],
    ["a long text", { kind: 1, texts: ["x".repeat(501)] }, "body.texts value_error.any_str.max_length"],
    ["U+0000", { kind: 1, texts: ["a\0"] }, "body.texts value_error.any_str.max_length"],
  ])("refuse %s", async (_, request, violation) => {
    for (const method of ["lookUpReferences", "listReferenceNames"] as const) {
      expect((await refusalOf(references()[method](request))).violations).toEqual([violation]);
    }
  });
});
