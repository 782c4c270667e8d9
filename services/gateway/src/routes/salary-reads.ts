import { SalaryReadService } from "@emissions/proto/activity/v1/salary_read_service";
import { listQuery } from "../rest/message-schema.ts";
import { describedRoute } from "../rest/route.ts";

const { listSalaryReads } = SalaryReadService.method;

export const salaryReadRoutes = [
  describedRoute(listSalaryReads, {
    http: "GET /v1/own_workforces/salary-reads",
    summary: "List who has read salaries",
    description:
      "Each request that answered with salaries of your people, the latest first, for 2 years. Requests of an " +
      "organization above yours are among them.",
    roles: "org_admin",
    query: listQuery(listSalaryReads.input, 50),
    list: "pages",
    beside: ["totalCapped"],
  }),
];
