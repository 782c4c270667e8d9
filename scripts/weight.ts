// Prints figures of the size of the project, so that a change can be compared with the state before it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = new URL("..", import.meta.url).pathname;
const LEFT_OUT = new Set(["node_modules", "gen", "dist", "findings"]);
/** Entities whose names a file may repeat by hand. */
const RESOURCES = ["purchase", "invoice", "waste", "hotel_stay", "business_travel", "vehicle", "employee", "supplier"];
const NAMED_MAX = 6;

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) yield* filesIn(path);
    if (entry.isFile()) yield path;
  }
}

const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");
const linesOf = (paths: readonly string[]) =>
  paths.map((path) => textOf(path).split("\n").length - 1).reduce((sum, lines) => sum + lines, 0);
const isTest = (path: string) => /\.(test|fixture)\.|\.fixture\/|\/guarantees\//.test(path);
const optionsOf = (path: string, name: RegExp) => {
  const [body = ""] = name.exec(textOf(path)) ?? [];
  return new Set(body.match(/^ {2}\w+(?=[?(:])/gm)).size;
};

const code = ["services", "packages", "scripts"].flatMap((folder) => [...filesIn(folder)]);
const production = code.filter((path) => /\.(ts|tsx|sql|mjs)$/.test(path) && !isTest(path));
const records = "services/activity/src/records";
const pipeline = ["prepare", "store-records", "record-write", "change", "store", "bulk"];
const kind = `${records}/kind.ts`;
const plainNames = (path: string) => {
  const text = textOf(path).toLowerCase().replaceAll(/[-_]/g, "");
  return RESOURCES.filter((name) => text.includes(name.replaceAll("_", ""))).length;
};

console.table({
  "production lines of services, packages and scripts": linesOf(production),
  "lines of SQL among them": linesOf(production.filter((path) => path.endsWith(".sql"))),
  "lines of the write pipeline": linesOf(pipeline.map((name) => `${records}/${name}.ts`)),
  "options of RecordKind and RecordTable":
    optionsOf(kind, /export interface RecordTable[\s\S]*?\n\}/) +
    optionsOf(kind, /export interface RecordKind<[\s\S]*?\n\}/),
  "options of a route": optionsOf("services/gateway/src/rest/route-spec.ts", /export interface Spec<[\s\S]*?\n\}/),
  "files that name six or more resources": production.filter(
    (path) => /\.tsx?$/.test(path) && plainNames(path) >= NAMED_MAX,
  ).length,
  "production lines of vehicles": linesOf(
    production.filter((path) => /activity\/src\/vehicle\/|routes\/vehicles/.test(path)),
  ),
  "bytes of README.md": Buffer.byteLength(textOf("README.md")),
});
