import { descriptionFile } from "@emissions/gateway/docs/description-file";
import { describeApi } from "./openapi.ts";
import { routeTables } from "./routes.ts";

/** The descriptions that gateways serve. They have the order of the route table and are not in the repository. */
export const builtFiles = (): { path: string; text: string }[] =>
  routeTables.map((routes) => ({ path: descriptionFile(routes), text: JSON.stringify(describeApi(routes)) }));
