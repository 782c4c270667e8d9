import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Package {
  name: string;
  version: string;
  /** SPDX expression of its package.json. */
  license: string;
  folder: string;
}

/** The packages in pnpm's folder of a checkout, in order of name and version. */
export function installedPackages(root: string): Package[] {
  const store = join(root, "node_modules", ".pnpm");
  const found = readdirSync(store)
    .filter((entry) => entry.includes("@"))
    .flatMap((entry) => foldersIn(join(store, entry, "node_modules")))
    .map(readPackage);
  // A package with several sets of peers is installed several times.
  const unique = new Map(found.map((each) => [`${each.name}@${each.version}`, each]));
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

/** Links are dependencies, which have an entry of their own. */
function foldersIn(modules: string): string[] {
  if (!existsSync(modules)) return [];
  return readdirSync(modules)
    .flatMap((name) => (name.startsWith("@") ? readdirSync(join(modules, name)).map((rest) => join(name, rest)) : name))
    .map((name) => join(modules, name))
    .filter((folder) => lstatSync(folder).isDirectory() && existsSync(join(folder, "package.json")));
}

function readPackage(folder: string): Package {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  // Old packages have an object, or a list of objects.
  const given = license ?? licenses;
  const texts = [given].flat().map((each) => (typeof each === "object" ? each?.type : each));
  return { name, version, license: texts.filter(Boolean).join(" OR ") || "UNKNOWN", folder };
}
