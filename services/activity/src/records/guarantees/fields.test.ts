import { newId } from "@emissions/kit/process/id";
import { isOptional, rulesOf } from "@emissions/kit/wire/fields";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, us } from "../../activity.fixture.ts";
import { isDecimal } from "../../rows.ts";
import { isNumberList, type ValueColumn, valueColumns } from "../columns.ts";
import { eachKind, records } from "./records-of.fixture.ts";

/** A value that the rules of a field refuse, with the type of the violation, and its place in a list. */
type BadValue = [value: unknown, type: string, at?: string];

const YEAR_AFTER_NEXT = new Date().getUTCFullYear() + 2;

/** Follows from the rules in the proto alone. */
function badValuesOf({ field, type }: ValueColumn): BadValue[] {
  const { string, decimal, int32, list, hasDefault } = rulesOf(field) ?? {};
  const values: BadValue[] = isOptional(field) || hasDefault ? [] : [[undefined, "value_error.missing"]];
  if (field.enum) values.push([99, "type_error.enum"]);
  if (isDecimal(field)) {
    const number = (value: string, type: string): BadValue => [{ value }, type];
    values.push(number("-1", "value_error.number.not_ge"), number("NaN", "type_error.decimal"));
    values.push(number("1".repeat(21), "value_error.decimal.max_digits"));
    if (decimal?.gt === "0") values.push(number("0.00", "value_error.number.not_gt"));
    if (decimal?.lte) values.push(number(`${Number(decimal.lte) + 1}`, "value_error.number.not_le"));
  }
  if (string?.uuid) values.push(["none", "type_error.uuid"]);
  if (string?.activityDate) {
    values.push(["2025-02-29", "value_error.date"]);
    for (const day of ["1969-12-31", `${YEAR_AFTER_NEXT}-01-01`]) values.push([day, "activity_date_out_of_range"]);
  }
  if (string?.country) values.push(["es", "value_error.country"]);
  if (string?.maxLen) values.push(["é".repeat(string.maxLen + 1), "value_error.any_str.max_length"]);
  if (list) {
    const item = () => (isNumberList(field) ? 0 : {});
    values.push([Array.from({ length: list.maxItems + 1 }, item), "value_error.list.max_items"]);
  }
  if (type === "text" && !list && !field.enum && !string?.country) values.push(["a\0b", "value_error.any_str.nul"]);
  if (string?.httpUrl) {
    for (const url of ["javascript:alert(1)", "ftp://example.com/a.pdf", "a.pdf", "//example.com/a.pdf"]) {
      values.push([url, "value_error.url.scheme"]);
    }
    values.push(["https://", "value_error.url.malformed"]);
  }
  // Zero is no value in a field without presence.
  if (int32) {
    const low: BadValue = [Math.min(int32.gte, 0) - 1, "value_error.number.not_ge"];
    for (const [value, type] of [low, [int32.lte + 1, "value_error.number.not_le"] as const]) {
      values.push(isNumberList(field) ? [[value], type, "0"] : [value, type]);
    }
  }
  return values;
}

const placeOf = ({ name }: ValueColumn, [, , at]: BadValue) => (at === undefined ? name : `${name}.${at}`);

/** Other violations may follow from it, but none is listed twice. */
async function expectViolation(call: Promise<unknown>, violation: string) {
  const { code, violations } = await refusalOf(call);
  expect(code).toBe("REQUEST_VALIDATION_FAILED");
  expect(violations).toContain(violation);
  expect(violations).toEqual([...new Set(violations)]);
}

const codeOf = (type: string) =>
  type === "activity_date_out_of_range" ? "ACTIVITY_DATE_OUT_OF_RANGE" : "SCHEMA_INVALID";

eachKind("$one", (sample) => {
  const columns = valueColumns(sample.kind.values).filter((column) => badValuesOf(column).length > 0);
  it("has rules for all fields", () => {
    // Both values of a boolean are valid.
    const bounded = valueColumns(sample.kind.values).filter(({ type }) => type !== "boolean");
    expect(columns.map(({ name }) => name)).toEqual(bounded.map(({ name }) => name));
  });

  it.each(columns)("$name is refused as its rules say, and nothing is stored", async (column) => {
    for (const bad of badValuesOf(column)) {
      const [value, type] = bad;
      await expectViolation(records.add({ [column.key]: value }), `body.${placeOf(column, bad)} ${type}`);
    }
    expect(await records.isEmpty()).toBe(true);
  });

  it("a change is refused like a new record, and changes nothing", async () => {
    const record = await records.add();
    for (const column of columns.filter(({ field }) => !rulesOf(field)?.immutable)) {
      for (const bad of badValuesOf(column)) {
        const [value, type] = bad;
        const changed = records.change(record.id, { [column.key]: value }, column.name);
        await expectViolation(changed, `body.${placeOf(column, bad)} ${type}`);
      }
      // An empty list is a value.
      if (!rulesOf(column.field)?.hasDefault || isNumberList(column.field)) continue;
      const { violations } = await refusalOf(records.change(record.id, {}, column.name));
      expect(violations).toEqual([expect.stringContaining(`body.${column.name} `)]);
    }
    expect(await records.get(record.id)).toEqual(record);
    expect(await records.inputs()).toHaveLength(1);
  });

  it("a batch is refused with the index and the field of each", async () => {
    const bad = columns.flatMap((column) => badValuesOf(column).map((bad) => ({ column, bad })));
    const refused = records.createBatch(
      bad.map(({ column, bad: [value] }) => ({ ...records.valid, [column.key]: value })),
    );
    const { code, violations } = await refusalOf(refused);
    expect(code).toBe("BULK_RECORDS_REJECTED");
    const expected = bad.map(
      ({ column, bad: one }, index) => `body.records.${index}.${placeOf(column, one)} ${codeOf(one[1])}`,
    );
    expect(violations).toEqual(expect.arrayContaining(expected));
    expect(await records.isEmpty()).toBe(true);
  });

  it("a day that ends before it starts is refused", async () => {
    if (!columns.some(({ key }) => key === "endDate")) return;
    const refused = await refusalOf(records.add({ startDate: "2025-01-02", endDate: "2025-01-01" }));
    expect(refused.violations).toEqual(["body.end_date end_date_before_start_date"]);
  });

  const inRecord = "custom_ef_record_id";
  const inGroup = "custom_emission_factor_id";
  const names = columns.map(({ name }) => name);

  if (!names.includes(inGroup)) return;
  describe("a custom factor", () => {
    const priced = (factor: object) => ({ ...sample.ownFactor, ...factor });
    const fitting = (state: object = {}) => records.customRecord({ ...sample.customRecord, ...state });
    const ofGroup = (state: object = {}) => records.group({ unitIds: [sample.customRecord?.unitId], ...state });
    const factors = [
      { column: inRecord, key: "customEfRecordId", kind: "customRecord", make: fitting },
      { column: inGroup, key: "customEmissionFactorId", kind: "customGroup", make: ofGroup },
    ].filter(({ column }) => names.includes(column));
    const refusalsOf = async (factor: object) => (await refusalOf(records.add(priced(factor)))).violations;

    if (names.includes(inRecord)) {
      it("that is a record is refused when it does not fit", async () => {
        const refusals: [string, string][] = [
          [newId(), "value_error.not_found"],
          [fitting({ enabled: false }), "value_error.record_disabled"],
          [fitting({ activityCategories: ["transport"] }), "value_error.record_category"],
        ];
        for (const [customEfRecordId, type] of refusals) {
          expect(await refusalsOf({ customEfRecordId })).toEqual([`body.${inRecord} ${type}`]);
        }
        const both = { customEfRecordId: fitting(), customEmissionFactorId: ofGroup() };
        expect(await refusalsOf(both)).toEqual([expect.stringMatching(/ value_error.factor_source$/)]);
      });
    }

    it("that is a group is refused when it does not exist", async () => {
      for (const customEmissionFactorId of [newId(), records.group({ deleted: true })]) {
        expect(await refusalsOf({ customEmissionFactorId })).toEqual([`body.${inGroup} value_error.not_found`]);
      }
    });

    if (sample.kind.customFactor?.unit !== undefined) {
      it.each(factors)("$kind per another unit than that of the amount is refused", async ({ column, key, make }) => {
        const id = make(key === "customEfRecordId" ? { unitId: newId() } : { unitIds: [newId()] });
        expect(await refusalsOf({ [key]: id })).toEqual([`body.${column} value_error.unit_not_allowed`]);
      });
    }

    it.each(factors)(
      "$kind prices in its revision of the time of recording until a change recalculates",
      async (factor) => {
        const { key, kind, make } = factor;
        const { organizationId } = us;
        const id = make({ organizationId, revision: 3 });
        const { id: recordId, ...record } = await records.add(priced({ [key]: id }));
        expect(record).toMatchObject({ [key]: id });
        make({ organizationId, id, revision: 4 });
        await records.changeText(recordId, "Other");
        await records.change(recordId, records.amount(7), records.column(sample.amount));
        expect((await records.inputs()).map(({ revision, selector }) => [revision, selector!.kind])).toMatchObject([
          [1, { case: kind, value: { revision: 3, organizationId } }],
          [2, { case: kind, value: { revision: 4, organizationId } }],
        ]);
      },
    );

    it("is looked up once for all records of a batch", async () => {
      const ids = factors.map(({ make }) => make({ revision: 7 }));
      const sent = records.some(30).map((record, n) => {
        const at = n % factors.length;
        return { ...record, ...priced({ [factors[at]!.key]: ids[at] }) };
      });
      await records.createBatch(sent);
      expect(activity.lookUps).toEqual(ids.map((id) => [id]));
      const rows = await records.rows<{ customFactorRevision: number }>();
      expect(rows.map(({ customFactorRevision }) => customFactorRevision)).toEqual(Array(30).fill(7));
    });
  });
});
