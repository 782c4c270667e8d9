import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../start/settings.ts";

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const SERVICES = globSync("services/*/README.md", { cwd: ROOT }).map((file) => file.split("/")[1]!);

/** The functions of a schema that run with the rights of its owner, with the files that made them last. */
function privileged(service: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of globSync(`services/${service}/migrations/*.sql`, { cwd: ROOT }).sort()) {
    const statements = read(file).matchAll(
      /(create(?: or replace)?|drop) (?:function|procedure) (?:if exists )?(\w+)(.*?)(?:\bas \$|;)/gs,
    );
    for (const [, verb, name, head] of statements) {
      if (verb !== "drop" && /security definer/.test(head!)) found.set(name!, file.split("/").at(-1)!);
      else found.delete(name!);
    }
  }
  return found;
}

it.each(SERVICES)(
  "the README of %s counts the functions with the rights of the owner, and names their files",
  (service) => {
    const functions = privileged(service);
    const text = read(`services/${service}/README.md`).replaceAll(/\s+/g, " ");
    const [, counted = "0"] = /(\d+) functions? with the rights of the owner/.exec(text) ?? [];
    expect(Number(counted)).toBe(functions.size);
    expect([...new Set(functions.values())].filter((file) => !text.includes(file))).toEqual([]);
  },
);
