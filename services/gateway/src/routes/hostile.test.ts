import { describe, expect, it } from "vitest";
import { DATABASE_ID, RECORD_ID, VERSION_ID } from "../custom-databases.fixture.ts";
import { FACTOR_ID, GROUP_ID } from "../custom-groups.fixture.ts";
import { FACILITY_ID } from "../facilities.fixture.ts";
import { FILE_ID } from "../files.fixture.ts";
import { as, gateway, OURS } from "../gateway.fixture.ts";
import { JOB_ID } from "../ingest-jobs.fixture.ts";
import { INVOICE_ID } from "../invoices.fixture.ts";
import { NOTIFICATION_ID } from "../notifications.fixture.ts";
import { machineRoutes } from "../rest/machine.fixture.ts";
import type { Route } from "../rest/route.ts";
import { TREATMENT_ID } from "../waste-water-treatments.fixture.ts";
import { WASTE_ID } from "../wastes.fixture.ts";
import { DELIVERY_ID, ENDPOINT_ID } from "../webhooks.fixture.ts";
import { attacks, complaint } from "./hostile.fixture.ts";

const { app, routes } = await gateway({ more: machineRoutes });

const known = {
  database_id: DATABASE_ID,
  source_id: VERSION_ID,
  record_id: RECORD_ID,
  factor_id: FACTOR_ID,
  facility_id: FACILITY_ID,
  job_id: JOB_ID,
  waste_id: WASTE_ID,
  endpoint_id: ENDPOINT_ID,
  delivery_id: DELIVERY_ID,
  notification_id: NOTIFICATION_ID,
};

function idOf({ path, streams }: Route): string {
  // Without a socket no content is sent; with one, the end-to-end test attacks it.
  if (path.startsWith("/v1/files/") && !streams) return FILE_ID;
  if (/^\/v\d\/invoices\//.test(path)) return INVOICE_ID;
  if (path.startsWith("/v1/waste-water-treatments/")) return TREATMENT_ID;
  return path.startsWith("/v1/custom-emission-groups/") ? GROUP_ID : OURS;
}

describe.each(routes.map((route) => ({ http: `${route.verb} ${route.path}`, route })))("$http", ({ route }) => {
  it("never fails and always answers in the shape of the contract, whatever is sent", async () => {
    const complaints: string[] = [];
    const ids = { ...known, file_id: FILE_ID, id: idOf(route) };
    for (const { what, method, url, headers, payload } of attacks(route, ids)) {
      const all = { ...as("admin"), ...headers };
      const answer = await app.inject({ method, url, headers: all, ...(payload !== undefined && { payload }) });
      const { statusCode: status, body } = answer;
      const found = complaint({ status, requestId: String(answer.headers["x-request-id"]), body });
      if (found !== null) complaints.push(`${what}: ${found}`);
    }
    expect(complaints).toEqual([]);
  });
});
