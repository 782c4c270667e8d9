import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { attacks, complaint } from "../../test/hostile-requests.ts";
import { idsOf } from "../../test/route-ids.ts";
import { testRoutes } from "../../test/test-routes.ts";

/** Each field gets one of so many values, in turns. `npm run faults` sends all values to every field. */
const EACH = process.env.FAULT_SECONDS === undefined ? 4 : 1;

const { app, routes } = await gateway({ more: testRoutes });

describe.each(routes.map((route) => ({ http: `${route.verb} ${route.path}`, route })))("$http", ({ route }) => {
  it("answers any input in the shape of the contract, never with 500", async () => {
    const complaints: string[] = [];
    for (const { what, method, url, headers, payload } of attacks(route, idsOf(route), { each: EACH })) {
      const all = { ...as("admin"), ...headers };
      const answer = await app.inject({ method, url, headers: all, ...(payload !== undefined && { payload }) });
      const { statusCode: status, body } = answer;
      const found = complaint({ status, requestId: String(answer.headers["x-request-id"]), body });
      if (found !== null) complaints.push(`${what}: ${found}`);
    }
    expect(complaints).toEqual([]);
  });
});
