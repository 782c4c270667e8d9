import type { FieldMask } from "@bufbuild/protobuf/wkt";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  ImportCombineBy,
  ImportFillAs,
  ImportSessionService,
  ImportTimeMarks,
} from "@emissions/proto/imports/v1/import_session_service";
import { SavedMappingService } from "@emissions/proto/imports/v1/saved_mapping_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Imports, newEditor, startImports } from "../../imports.fixture.ts";
import { createSession } from "../sessions.fixture.ts";
import { SAVED_MAPPINGS_MAX } from "./limits.ts";

let imports: Imports;
let us: Principal;

beforeAll(async () => {
  imports = await startImports();
});
afterAll(() => imports.drop());
beforeEach(() => {
  us = newEditor();
});

const saved = (principal = us) => imports.as(principal, SavedMappingService);
const sessions = (principal = us) => imports.as(principal, ImportSessionService);
const mask = (...paths: string[]) => ({ paths }) as FieldMask;
const BILLS = {
  name: "Wastes of the plant",
  templateId: "wastes",
  sourceColumns: ["Residuo", "Mes", "Cantidad"],
  mapping: { Residuo: "identification_name", Cantidad: "base_quantity" },
  fill: {
    start_date: { column: "Mes", as: ImportFillAs.PERIOD_START },
    end_date: { column: "Mes", as: ImportFillAs.PERIOD_END },
  },
  valueMappings: { identification_name: { values: { "Papel y cartón": "Papel" } } },
  numericLocale: "es_ES",
};
const create = async (more: object = {}, principal = us) =>
  (await saved(principal).createSavedMapping({ ...BILLS, ...more })).savedMapping!;
/** Hours of a meter. */
const HOURS = {
  name: "Hours of the meter",
  templateId: "invoices",
  sourceColumns: ["Fecha", "Hora", "Consumo", "Método"],
  mapping: { Consumo: "base_quantity" },
  fill: { type: { value: "electricity" } },
  combine: {
    by: ImportCombineBy.MONTH,
    sum: "base_quantity",
    at: { column: "Fecha", timeColumn: "Hora", marks: ImportTimeMarks.END },
    estimatedColumn: "Método",
  },
  valueMappings: {},
};
const HOURS_CSV = "fecha;hora;consumo;metodo\n2025-03-01;1;0,5;R\n2025-03-01;2;0,75;E";
const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;
const violationsOf = async (work: Promise<unknown>) => (await refusalOf(work)).violations;
const content = "MES;residuo:;cantidad\nmarzo 2025;Papel;1,5";
const open = (text = content) => createSession(imports, us, { content: text });

describe("a saved mapping", () => {
  it("is listed by template and name, changed and deleted", async () => {
    const { id } = await create();
    await create({ name: "Another" });
    const { savedMappings, total } = await saved().listSavedMappings({ templateId: "wastes" });
    expect([savedMappings.map(({ name }) => name), total]).toEqual([["Another", BILLS.name], 2]);
    const changed = await saved().updateSavedMapping({
      id,
      updateMask: mask("name", "numeric_locale"),
      name: "Renamed",
    });
    expect(changed.savedMapping).toMatchObject({ name: "Renamed", mapping: BILLS.mapping, missingTargets: [] });
    expect(changed.savedMapping!.numericLocale).toBeUndefined();
    await saved().deleteSavedMapping({ id });
    expect(await codeOf(saved().getSavedMapping({ id }))).toBe("SAVED_MAPPING_NOT_FOUND");
  });

  it("has a name of its own for each template", async () => {
    const { id } = await create({ name: "Other" });
    await create();
    expect(await codeOf(create({ name: "WASTES of the plant" }))).toBe("SAVED_MAPPING_NAME_TAKEN");
    const rename = saved().updateSavedMapping({ id, updateMask: mask("name"), name: BILLS.name });
    expect(await codeOf(rename)).toBe("SAVED_MAPPING_NAME_TAKEN");
    await create({ templateId: "purchases", mapping: { Residuo: "product_name" }, fill: {}, valueMappings: {} });
  });

  it.each<[string, object, string[]]>([
    [
      "a target that the template lacks",
      { mapping: { Residuo: "colour" } },
      ["body.mapping.Residuo value_error.not_found"],
    ],
    ["a column that the file lacks", { mapping: { Rest: "description" } }, ["body.mapping.Rest value_error.not_found"]],
    ["a target twice", { fill: { base_quantity: { value: "5" } } }, ["body.fill.base_quantity value_error.duplicate"]],
    [
      "a combination of a column that the file lacks",
      { ...HOURS, combine: { ...HOURS.combine, at: { column: "Fecha", timeColumn: "Reloj" } } },
      ["body.combine.at.time_column value_error.not_found"],
    ],
    [
      "no columns",
      { sourceColumns: [], mapping: {}, fill: { start_date: { value: "2025-01-01" } } },
      ["body.source_columns value_error.missing", "body.mapping value_error.missing"],
    ],
    ["another locale", { numericLocale: "Spanish" }, ["body.numeric_locale value_error.locale"]],
    ["a blank name", { name: " " }, ["body.name value_error.missing"]],
    [
      "too much text",
      {
        valueMappings: {
          identification_name: { values: { ["x".repeat(32_000)]: "y".repeat(32_000), b: "c".repeat(3_000) } },
        },
      },
      ["body.value_mappings value_error.any_str.max_length"],
    ],
  ])("with %s is refused", async (_, more, violations) => {
    expect(await violationsOf(create(more))).toEqual(violations);
    expect((await saved().listSavedMappings({})).total).toBe(0);
  });

  it("is one of 200 of an organization", async () => {
    const { id } = await create();
    await imports.db.asService(
      us.organizationId,
      ({ tx, org }) => tx`
        insert into saved_mappings select organization_id, gen_random_uuid(), template_id, is_personal, name || at,
          source_columns, shape, mapping, fill, value_mappings, numeric_locale, date_locale, created_at, updated_at
        from saved_mappings, generate_series(2, ${SAVED_MAPPINGS_MAX}) as at where organization_id = ${org}`,
    );
    expect(await codeOf(create({ name: "One more" }))).toBe("SAVED_MAPPING_LIMIT_REACHED");
    await saved().deleteSavedMapping({ id });
    await create({ name: "One more" });
  });

  it("of a template about people is the only kind that human_resources sees, and has no texts of people", async () => {
    const people = {
      templateId: "employees",
      sourceColumns: ["Mail"],
      mapping: { Mail: "email" },
      fill: {},
      valueMappings: {},
    };
    const { id } = await create();
    const { id: ofPeople } = await create(people);
    const theirs = saved({ ...us, role: "human_resources" });
    expect((await theirs.listSavedMappings({})).savedMappings.map((one) => one.id)).toEqual([ofPeople]);
    expect(await codeOf(theirs.getSavedMapping({ id }))).toBe("SAVED_MAPPING_NOT_FOUND");
    expect(await codeOf(theirs.createSavedMapping({ ...BILLS, name: "x" }))).toBe("IMPORT_TEMPLATE_NOT_FOUND");
    const texts = { ...people, name: "x", valueMappings: { email: { values: { Ann: "ann@example.com" } } } };
    expect(await violationsOf(create(texts))).toEqual(["body.value_mappings.email value_error.personal"]);
  });

  it("of another organization is not found", async () => {
    const { id } = await create();
    const others = saved(newEditor());
    const missing = await refusalOf(others.getSavedMapping({ id: newId() }));
    expect(await refusalOf(others.getSavedMapping({ id }))).toEqual(missing);
    expect(await codeOf(others.deleteSavedMapping({ id }))).toBe("SAVED_MAPPING_NOT_FOUND");
    expect((await others.listSavedMappings({})).total).toBe(0);
  });
});

describe("the next file with the same columns", () => {
  it("gets the saved mapping as its suggestions, whatever the order and the writing of the columns", async () => {
    const { id } = await create();
    const importId = await open();
    const { suggested } = await sessions().suggestImportMapping({ importId });
    expect(suggested).toMatchObject({
      savedMapping: { id, name: BILLS.name, missingTargets: [] },
      suggestions: [
        { sourceColumn: "MES" },
        { sourceColumn: "residuo:", targetColumn: "identification_name", columnConfidence: 1 },
        { sourceColumn: "cantidad", targetColumn: "base_quantity" },
      ],
      fill: { start_date: { column: "MES", as: ImportFillAs.PERIOD_START } },
      valueMappings: BILLS.valueMappings,
    });
    await sessions().saveImportMapping({ importId, savedMappingId: id });
    expect((await sessions().getImportStatus({ importId })).status).toMatchObject({
      mapping: { columns: { "residuo:": "identification_name", cantidad: "base_quantity" } },
      fill: { end_date: { column: "MES", as: ImportFillAs.PERIOD_END } },
      numericLocale: "es_ES",
    });
  });

  it("in which one more column stands is another file", async () => {
    await create();
    const importId = await open(`${content.replace("\n", ";Nota\n")};x`);
    expect((await sessions().suggestImportMapping({ importId })).suggested!.savedMapping).toBeUndefined();
  });

  it("is told of targets that the template no longer has", async () => {
    const { id } = await create();
    await imports.db.asService(
      us.organizationId,
      ({ tx }) => tx`
        update saved_mappings set mapping = '{"Residuo": "old_name", "Cantidad": "base_quantity"}',
          fill = '{"old_site": {"value": "Bilbao"}}' where id = ${id}`,
    );
    const importId = await open();
    const { suggested } = await sessions().suggestImportMapping({ importId });
    expect(suggested).toMatchObject({
      savedMapping: { missingTargets: ["old_name", "old_site"] },
      suggestions: [{}, { notes: [{ code: "SAVED_TARGET_MISSING" }] }, { targetColumn: "base_quantity" }],
      fill: {},
    });
    expect(await violationsOf(sessions().saveImportMapping({ importId, savedMappingId: id }))).toEqual([
      "body.saved_mapping_id value_error.not_found",
      "body.saved_mapping_id value_error.not_found",
    ]);
    const { savedMapping } = await saved().getSavedMapping({ id });
    expect(savedMapping!.missingTargets).toEqual(["old_name", "old_site"]);
  });
});

it("a saved mapping stands in place of a mapping, for its own template and columns", async () => {
  const { id } = await create();
  const importId = await open();
  const both = { importId, savedMappingId: id, mapping: { cantidad: "base_quantity" } };
  expect(await violationsOf(sessions().saveImportMapping(both))).toEqual(["body.saved_mapping_id value_error.extra"]);
  const unknown = { importId, savedMappingId: newId() };
  expect(await violationsOf(sessions().startImportValidation(unknown))).toEqual([
    "body.saved_mapping_id value_error.not_found",
  ]);
  const other = await open("A;B\n1;2");
  expect(new Set(await violationsOf(sessions().saveImportMapping({ importId: other, savedMappingId: id })))).toEqual(
    new Set(["body.saved_mapping_id value_error.not_found"]),
  );
});

describe("a saved mapping of readings", () => {
  it("combines the rows of the next file, in the writing of its columns", async () => {
    const { id, combine } = await create(HOURS);
    expect(combine).toMatchObject(HOURS.combine);
    const importId = await createSession(imports, us, { templateId: "invoices", content: HOURS_CSV });
    const ofFile = {
      ...HOURS.combine,
      at: { column: "fecha", timeColumn: "hora", marks: ImportTimeMarks.END },
      estimatedColumn: "metodo",
    };
    const { suggested } = await sessions().suggestImportMapping({ importId });
    expect(suggested).toMatchObject({ savedMapping: { id }, combine: ofFile });
    await sessions().startImportValidation({ importId, savedMappingId: id });
    const { status } = await sessions().getImportStatus({ importId });
    expect(status).toMatchObject({ combine: ofFile, mapping: { columns: { consumo: "base_quantity" } } });
  });

  it("is refused for a file without the column of the times or of the estimates", async () => {
    const { id } = await create(HOURS);
    const importId = await createSession(imports, us, {
      templateId: "invoices",
      content: HOURS_CSV.replace("hora", "x").replace("metodo", "y"),
    });
    expect(await violationsOf(sessions().saveImportMapping({ importId, savedMappingId: id }))).toEqual([
      "body.saved_mapping_id value_error.not_found",
      "body.saved_mapping_id value_error.not_found",
    ]);
  });

  it("gives way to the combination of the request, and is cleared by an update", async () => {
    const { id } = await create(HOURS);
    const importId = await createSession(imports, us, { templateId: "invoices", content: HOURS_CSV });
    const combine = { ...HOURS.combine, at: { column: "fecha", timeColumn: "hora", marks: ImportTimeMarks.START } };
    await sessions().saveImportMapping({
      importId,
      savedMappingId: id,
      combine: { ...combine, estimatedColumn: undefined },
    });
    const { status } = await sessions().getImportStatus({ importId });
    expect(status!.combine).toMatchObject({ at: { marks: ImportTimeMarks.START } });
    expect(status!.combine!.estimatedColumn).toBeUndefined();
    const cleared = await saved().updateSavedMapping({ id, updateMask: mask("combine") });
    expect(cleared.savedMapping!.combine).toBeUndefined();
    expect(cleared.savedMapping!.mapping).toEqual(HOURS.mapping);
  });
});
