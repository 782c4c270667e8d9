import { newLinkToken } from "@emissions/kit/process/link-token";
import type { Route } from "../src/rest/route-spec.ts";
import { OURS } from "./access.ts";
import { DATABASE_ID, RECORD_ID, VERSION_ID } from "./custom-databases.ts";
import { FACTOR_ID, GROUP_ID } from "./custom-groups.ts";
import { MISSING_ID, SAMPLE_ID } from "./samples.ts";
import { DELIVERY_ID, ENDPOINT_ID } from "./webhooks.ts";

/** Ids of the fakes that are not those of samples. */
const known = {
  database_id: DATABASE_ID,
  source_id: VERSION_ID,
  record_id: RECORD_ID,
  factor_id: FACTOR_ID,
  endpoint_id: ENDPOINT_ID,
  delivery_id: DELIVERY_ID,
  token: newLinkToken(OURS),
};

/** The id of each path parameter, known to the fake services. */
export function idsOf({ path, serves }: Route): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  // Without a socket no content is sent; with one, the end-to-end test attacks it.
  const id = path.startsWith("/v1/custom-emission-groups/")
    ? GROUP_ID
    : serves.kind === "content"
      ? MISSING_ID
      : SAMPLE_ID;
  return { ...Object.fromEntries(names.map((name) => [name, SAMPLE_ID])), ...known, id };
}
