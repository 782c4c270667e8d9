import { fileURLToPath } from "node:url";
import { shapeOf } from "@emissions/gateway/rest/errors";
import type { Route } from "@emissions/gateway/rest/route-spec";
import { PROBLEM_RESOURCES } from "@emissions/gateway/routes/table";
import type { Schema } from "./components.ts";
import { errorsDocument } from "./errors.ts";
import { describeApi } from "./openapi.ts";
import { rolesDocument } from "./roles.ts";
import { everyRoute } from "./routes.ts";

/** Generated files, so that a change of the public surface shows in review. `npm run docs` writes them. */
export function generatedFiles(): { path: string; text: string }[] {
  const api = describeApi(everyRoute);
  return [
    { path: pathOf("docs/errors.md"), text: errorsDocument() },
    { path: pathOf("docs/roles.md"), text: rolesDocument(everyRoute) },
    { path: pathOf("services/gateway/openapi.json"), text: `${JSON.stringify(sorted(api), null, 2)}\n` },
    { path: pathOf("services/gateway/routes.txt"), text: `${routeLines(api).join("\n")}\n` },
  ];
}

const pathOf = (file: string) => fileURLToPath(new URL(`../../../${file}`, import.meta.url));

/** Sorts paths and components by name, so that moving a route in the table causes no diff. */
function sorted(api: Schema): Schema {
  const components = Object.entries(api.components as Schema).map(([name, part]) => [name, byName(part as Schema)]);
  return { ...api, paths: byName(api.paths as Schema), components: Object.fromEntries(components) };
}

const byName = (object: Schema): Schema =>
  Object.fromEntries(
    Object.keys(object)
      .toSorted()
      .map((name) => [name, object[name]]),
  );

type Paths = Record<string, Record<string, { responses: object }>>;

/** One line for each route. */
function routeLines(api: Schema): string[] {
  const paths = api.paths as Paths;
  const statusesOf = ({ path, verb }: Route) => Object.keys(paths[path]![verb.toLowerCase()]!.responses);
  return everyRoute
    .map((route) => ({ route, key: `${route.path} ${route.verb}` }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ route }) => lineOf(route, statusesOf(route)));
}

function lineOf({ verb, path, spec }: Route, statuses: readonly string[]): string {
  const parts = [
    `${verb} ${path}`,
    `auth=${spec.auth}`,
    ...(spec.auth === "pair" ? [`roles=${spec.roles.join(",")}`] : []),
    `errors=${shapeOf(path, PROBLEM_RESOURCES)}`,
    `statuses=${statuses.join(",")}`,
    ...(spec.repeat === undefined ? [] : [`repeat=${spec.repeat}`]),
    ...(spec.deprecated === undefined ? [] : [`deprecated=${spec.deprecated.since}`]),
  ];
  return parts.join(" ");
}
