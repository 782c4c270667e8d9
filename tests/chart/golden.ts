// The golden files: every object of a set of values, without the content of files of the repository. Rules and dashboards
// are left out, because every new one would change the files; monitoring.test.ts looks at them.
import { writeFileSync } from "node:fs";
import { stringify } from "yaml";
import { SETS, template, type ValueSet } from "./helm.ts";
import { goldenFile, type KubernetesObject, objectsIn } from "./objects.ts";

const FROM_FILES = /-(rules|dashboard)-[a-z]/;
/** One line for each text, and quotes as YAML 1.1 needs them. */
const OPTIONS = { lineWidth: 0, version: "1.1" } as const;

export async function goldenText(set: ValueSet): Promise<string> {
  const objects = objectsIn(await template(set)).filter(({ metadata }) => !FROM_FILES.test(metadata.name));
  const documents = objects.map((object) => stringify(shortened(object), OPTIONS));
  return documents.join("---\n");
}

/** Roles and accounts change more often than the chart, and have tests of their own. */
function shortened(object: KubernetesObject): object {
  const text = JSON.stringify(object).replaceAll(/("checksum\/[a-z]+":)"[0-9a-f]{64}"/g, '$1"(digest)"');
  const copy = JSON.parse(text) as KubernetesObject;
  const { kind, data } = copy;
  if (kind !== "ConfigMap") return copy;
  return { ...copy, data: Object.fromEntries(Object.keys(data as object).map((name) => [name, "(file)"])) };
}

// npm run chart:golden
if (import.meta.main) for (const set of SETS) writeFileSync(goldenFile(set), await goldenText(set));
