import { describe, expect, it } from "vitest";
import { DATABASE_ID, RECORD_ID, VERSION_ID } from "../../test/custom-databases.ts";
import { FACTOR_ID, GROUP_ID } from "../../test/custom-groups.ts";
import { FACILITY_ID } from "../../test/facilities.ts";
import { FILE_ID } from "../../test/files.ts";
import { as, gateway, OURS } from "../../test/gateway.ts";
import { attacks, complaint } from "../../test/hostile-requests.ts";
import { JOB_ID } from "../../test/ingest-jobs.ts";
import { INVOICE_ID } from "../../test/invoices.ts";
import { NOTIFICATION_ID } from "../../test/notifications.ts";
import { testRoutes } from "../../test/test-routes.ts";
import { TREATMENT_ID } from "../../test/waste-water-treatments.ts";
import { WASTE_ID } from "../../test/wastes.ts";
import { DELIVERY_ID, ENDPOINT_ID } from "../../test/webhooks.ts";
import type { Route } from "../rest/route.ts";

const { app, routes } = await gateway({ more: testRoutes });

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
