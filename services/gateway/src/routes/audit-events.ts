import { AuditEventService } from "@emissions/proto/activity/v1/audit_event_service";
import { listQuery } from "../rest/message-schema.ts";
import { AUDITORS, describedRoute, route } from "../rest/route.ts";

const { getAuditEvent, listAuditEvents } = AuditEventService.method;

const all = "/v2/audit-events";
const auditors = { roles: AUDITORS };

export const auditEventRoutes = [
  describedRoute(listAuditEvents, {
    ...auditors,
    http: `GET ${all}`,
    summary: "List who has changed what",
    description:
      "Each change of your organization's data by a caller, the latest first. Changes of custom factors, files, imports, " +
      "recalculations and webhooks appear within seconds. A hash chain covers the events: an operator can prove that none was " +
      "changed or removed.",
    query: listQuery(listAuditEvents.input, 50, "after"),
    list: "pages",
    cursors: true,
    beside: ["filterHash", "totalCapped"],
  }),
  route(getAuditEvent, { ...auditors, http: `GET ${all}/{id}`, summary: "Get a change" }),
];
