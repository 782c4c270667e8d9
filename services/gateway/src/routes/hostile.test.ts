import { describe, expect, it } from "vitest";
import { DATABASE_ID, RECORD_ID, VERSION_ID } from "../custom-databases.fixture.ts";
import { FACILITY_ID } from "../facilities.fixture.ts";
import { FILE_ID } from "../files.fixture.ts";
import { as, gateway, OURS } from "../gateway.fixture.ts";
import { JOB_ID } from "../ingest-jobs.fixture.ts";
import { machineRoutes } from "../rest/machine.fixture.ts";
import { attacks, complaint } from "./hostile.fixture.ts";

const { app, routes } = await gateway({ more: machineRoutes });

const ids = {
  id: OURS,
  database_id: DATABASE_ID,
  source_id: VERSION_ID,
  record_id: RECORD_ID,
  file_id: FILE_ID,
  facility_id: FACILITY_ID,
  job_id: JOB_ID,
};

describe.each(routes.map((route) => ({ http: `${route.verb} ${route.path}`, route })))("$http", ({ route }) => {
  it("never fails and always answers in the shape of the contract, whatever is sent", async () => {
    const complaints: string[] = [];
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
