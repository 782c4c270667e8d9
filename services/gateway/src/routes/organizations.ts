import { GwpSetSchema, OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import { z } from "zod";
import { enumOf } from "../rest/fields.ts";
import { route } from "../rest/route.ts";

const { getOrganizationTree, getOrganization, updateOrganization } = OrganizationService.method;

const Changes = z
  .strictObject({ gwp_set: enumOf(GwpSetSchema) })
  .partial()
  .meta({ examples: [{ gwp_set: "AR6" }] });

const one = "/v2/organizations/{id}";

export const organizationRoutes = [
  route(getOrganizationTree, {
    http: "GET /v2/organizations/tree",
    summary: "Get the group of the organization from its root",
  }),
  route(getOrganization, { http: `GET ${one}`, summary: "Get the settings of the organization" }),
  route(updateOrganization, {
    http: `PATCH ${one}`,
    summary: "Change the settings of the organization",
    body: Changes,
    roles: ["admin"],
  }),
];
