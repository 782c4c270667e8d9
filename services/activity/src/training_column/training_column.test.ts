import { create } from "@bufbuild/protobuf";
import { FieldMaskSchema } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import { TrainingColumnType as Type } from "@emissions/proto/activity/v1/training_column_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { actAs, activity, eachTest } from "../activity.fixture.ts";
import {
  declare,
  declareAll,
  listed,
  person,
  training,
  trainingColumns,
  trainings,
} from "../training/training.fixture.ts";
import { COLUMNS_MAX } from "./handlers.ts";

let ana: string;

eachTest(async () => {
  ana = await person();
});

const train = (customValues: object) =>
  trainings().createOwnWorkforceTraining(training({ ownWorkforceId: ana, customValues }));
const keys = async () => (await trainingColumns().listTrainingColumns({})).columns.map(({ key }) => key);
const change = (id: string, values: object, ...paths: string[]) =>
  trainingColumns().updateTrainingColumn({ id, ...values, updateMask: create(FieldMaskSchema, { paths }) });

const VALUES = {
  provider: { text: "Fire service" },
  cost: { number: { value: "1234567890123456.789" } },
  expires: { text: "2028-02-29" },
  passed: { flag: false },
  place: { text: "on site" },
};

describe("values of custom columns", () => {
  it("are stored and answered exactly, by their keys", async () => {
    await declareAll();
    await train(VALUES);
    expect(await listed()).toMatchObject([{ customValues: VALUES }]);
  });

  it.each([
    ["other", { text: "x" }, "value_error.custom_values.unknown_key"],
    ["provider", { flag: true }, "type_error.custom_value"],
    ["provider", { number: { value: "1" } }, "type_error.custom_value"],
    ["provider", { text: "x".repeat(1_001) }, "value_error.any_str.max_length"],
    ["cost", { text: "one" }, "type_error.custom_value"],
    ["cost", { text: "1".repeat(31) }, "type_error.custom_value"],
    ["expires", { text: "2026-02-30" }, "type_error.custom_value"],
    ["passed", { text: "true" }, "type_error.custom_value"],
    ["place", { text: "at home" }, "type_error.custom_value"],
  ])("of the key %s that are %o are refused by name", async (key, value, type) => {
    await declareAll();
    const refused = await refusalOf(train({ [key]: value }));
    expect(refused.violations).toEqual([`body.custom_values.${key} ${type}`]);
  });

  it("change by the keys that are sent, and a key without a value is removed", async () => {
    await declareAll();
    const { training: one } = await train(VALUES);
    const { training: after } = await trainings().updateOwnWorkforceTraining({
      id: one!.id,
      customValues: { provider: {}, passed: { flag: true } },
      updateMask: create(FieldMaskSchema, { paths: ["custom_values"] }),
    });
    const { provider: _, ...others } = VALUES;
    expect(after!.customValues).toEqual({ ...after!.customValues });
    expect(Object.keys(after!.customValues).sort()).toEqual(Object.keys(others).sort());
    expect(after).toMatchObject({ customValues: { ...others, passed: { flag: true } } });
  });

  it("disappear with their column", async () => {
    await declareAll();
    await train(VALUES);
    const { columns } = await trainingColumns().listTrainingColumns({});
    const cost = columns.find(({ key }) => key === "cost")!;
    expect(await trainingColumns().deleteTrainingColumn({ id: cost.id })).toMatchObject({ count: 1 });
    const [one] = await listed();
    expect(Object.keys(one!.customValues).sort()).toEqual(["expires", "passed", "place", "provider"]);
    await declare("cost", Type.TEXT);
    expect(Object.keys((await listed())[0]!.customValues)).not.toContain("cost");
  });
});

describe("a custom column", () => {
  it.each([
    [{ key: "Provider" }, "body.key value_error.str.regex"],
    [{ key: "constructor" }, "body.key value_error.str.regex"],
    [{ label: "" }, "body.label value_error.missing"],
    [{ type: 0 }, "body.type value_error.missing"],
    [{ options: ["a"] }, "body.options value_error.options"],
    [{ type: Type.OPTION }, "body.options value_error.options"],
    [{ type: Type.OPTION, options: ["a", "a"] }, "body.options value_error.options"],
  ])("with %o is refused", async (more, violation) => {
    const column = { key: "provider", label: "Provider", type: Type.TEXT, ...more };
    const refused = await refusalOf(trainingColumns().createTrainingColumn(column));
    expect(refused.violations).toEqual([violation]);
  });

  it("has a key of its own in the organization", async () => {
    await declare("provider", Type.TEXT);
    const refused = await refusalOf(declare("provider", Type.DATE));
    expect(refused.code).toBe("TRAINING_COLUMN_ALREADY_EXISTS");
    actAs(await activity.organization());
    expect(await keys()).toEqual([]);
    await declare("provider", Type.DATE);
  });

  it("gets another label and more options, and loses none", async () => {
    const { column } = await declare("place", Type.OPTION, ["online"]);
    const { id } = column!;
    const { column: after } = await change(id, { label: "Where", options: ["on site", "online"] }, "label", "options");
    expect(after).toMatchObject({ label: "Where", options: ["on site", "online"] });
    const refused = await refusalOf(change(id, { options: ["on site"] }, "options"));
    expect(refused.violations).toEqual(["body.options value_error.options"]);
  });

  it("is not found for another organization", async () => {
    const { column } = await declare("provider", Type.TEXT);
    actAs(await activity.organization());
    for (const id of [column!.id, newId(), "7"]) {
      expect(await refusalOf(change(id, { label: "x" }, "label"))).toMatchObject({ code: "TRAINING_COLUMN_NOT_FOUND" });
      expect(await refusalOf(trainingColumns().deleteTrainingColumn({ id }))).toMatchObject({
        code: "TRAINING_COLUMN_NOT_FOUND",
      });
    }
  });

  it("is one of at most 50, also when many are declared at once", async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: COLUMNS_MAX + 5 }, (_, index) => declare(`column_${index}`, Type.TEXT)),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(COLUMNS_MAX);
    expect(await keys()).toHaveLength(COLUMNS_MAX);
    expect(await refusalOf(declare("more", Type.TEXT))).toMatchObject({ code: "TOO_MANY_TRAINING_COLUMNS" });
  });
});
