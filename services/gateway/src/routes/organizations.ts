import { OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import { route } from "../rest/route.ts";

const { getOrganizationTree } = OrganizationService.method;

export const organizationRoutes = [
  route(getOrganizationTree, {
    http: "GET /v2/organizations/tree",
    summary: "Get the group of the organization from its root",
  }),
];
