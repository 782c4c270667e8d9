import type { DescMessage } from "@bufbuild/protobuf";
import { flatFields } from "@emissions/kit/wire/fields";
import { CertificateService } from "@emissions/proto/activity/v1/certificate_service";
import { describe, expect, it } from "vitest";
import { describeTemplate, recordMessage } from "./derive.ts";
import { EXAMPLE_ENTITIES, LANGUAGES, type Template } from "./template.ts";
import { templateOf, templates } from "./templates.ts";

const normalized = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

/** The message of the path's end, by walking the descriptors. */
function leadsToField(desc: DescMessage, [name, ...rest]: readonly (string | number)[]): boolean {
  const field = desc.fields.find(({ localName }) => localName === name);
  if (field === undefined) return false;
  const isItems = field.fieldKind === "list" && field.message !== undefined;
  if (isItems && typeof rest[0] !== "number") return false;
  const inner = isItems ? rest.slice(1) : rest;
  return inner.length === 0 ? !isItems : field.message !== undefined && leadsToField(field.message, inner);
}

/** Names of all fields, those of list items with the list before them. */
function fieldNames(desc: DescMessage, prefix = ""): string[] {
  return [...flatFields(desc)].flatMap(([name, { field }]) =>
    field.fieldKind === "list" && field.message ? fieldNames(field.message, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

const isLeftOut = ({ leftOut }: Template, name: string) =>
  leftOut.some((one) => one === name || name.startsWith(`${one}.`));

/** Names of further columns and of the column itself may not name two columns. */
function collisions({ columns }: Template): string[] {
  const owners = new Map<string, string>();
  const found: string[] = [];
  for (const { key, labels, aliases } of columns) {
    for (const name of new Set([...Object.values(labels), ...aliases].map(normalized))) {
      const owner = owners.get(name);
      if (owner !== undefined) found.push(`${name}: ${owner} and ${key}`);
      owners.set(name, key);
    }
  }
  return found;
}

describe.each(templates.map((template) => [template.id, template] as const))("template %s", (_, template) => {
  const desc = recordMessage(template.method, template.records);

  it("has a column for every field that is not left out by name, and leads to it", () => {
    const keys = template.columns.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const names = keys.map((key) => key.replaceAll(/\.\d+/g, ""));
    for (const name of fieldNames(desc)) expect(names.includes(name), name).toBe(!isLeftOut(template, name));
    for (const { path, key } of template.columns) expect(leadsToField(desc, path), key).toBe(true);
  });

  it("names each column in every language, and no two alike", () => {
    for (const language of LANGUAGES) {
      const labels = template.columns.map((column) => normalized(column.labels[language] ?? column.labels.en));
      expect(new Set(labels).size).toBe(labels.length);
    }
    expect(collisions(template)).toEqual([]);
  });

  it("names the options of a column without a doubt", () => {
    for (const { key, options } of template.columns) {
      const owners = new Map<string, string>();
      for (const { value, labels, aliases } of options ?? []) {
        for (const name of [value, ...Object.values(labels), ...aliases].map(normalized)) {
          expect(owners.get(name) ?? value, `${key}: ${name}`).toBe(value);
          owners.set(name, value);
        }
      }
    }
  });

  it("has examples with every required value and no unknown column", () => {
    const keys = template.columns.map(({ key }) => key);
    const required = template.columns.filter((column) => column.required).map(({ key }) => key);
    expect(template.examples).toHaveLength(3);
    for (const row of template.examples) {
      expect(Object.keys(row).filter((key) => !keys.includes(key))).toEqual([]);
      expect(required.filter((key) => !(key in row))).toEqual([]);
      const placeholders = Object.values(row).flatMap((value) =>
        [...value.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      );
      const known: string[] = [...EXAMPLE_ENTITIES, "vehicle_unit", "year"];
      expect(placeholders.filter((name) => !known.includes(name!))).toEqual([]);
    }
  });
});

describe("templates", () => {
  it("are found by id", () => {
    expect(templateOf("wastes")?.records).toBe("records");
    expect(templateOf("wastes ")).toBeNull();
  });

  it("derive columns without any declaration", () => {
    const certificates = describeTemplate({
      ...templateOf("wastes")!,
      method: CertificateService.method.createCertificates,
      leftOut: ["file_id", "file_name", "file_url"],
      columns: {},
    });
    const technology = certificates.columns.find(({ key }) => key === "technology");
    expect(technology).toMatchObject({
      type: "option",
      required: true,
      labels: { en: "Technology", es: "Technology" },
    });
    expect(technology?.options?.[0]).toMatchObject({ value: "solar", labels: { en: "Solar" } });
    expect(certificates.columns.find(({ key }) => key === "mwh")).toMatchObject({ type: "number", required: true });
  });

  it("refuse a name that the message lacks", () => {
    expect(() => describeTemplate({ ...templateOf("wastes")!, leftOut: ["misspelt"], columns: {} })).toThrow(
      "misspelt",
    );
  });
});
