import {
  type CreateChildOrganizationResponse,
  type CreateGroupInvitationResponse,
  GroupService,
} from "@emissions/proto/activity/v1/group_service";
import { z } from "zod";
import { id, text } from "../rest/fields.ts";
import { bodySchema, listQuery } from "../rest/message-schema.ts";
import { describedRoute, route } from "../rest/route.ts";
import { admins } from "./api-keys.ts";

const { method } = GroupService;

const NewChild = bodySchema(method.createChildOrganization.input).meta({
  examples: [{ name: "Nordics", country: "SE" }],
});
const Changes = z
  .strictObject({ name: text(255), parent_id: id })
  .partial()
  .meta({ examples: [{ name: "Nordics and Baltics" }] });
const NewInvitation = bodySchema(method.createGroupInvitation.input).meta({ examples: [{ note: "Iberia" }] });
const Token = bodySchema(method.acceptGroupInvitation.input).meta({
  examples: [{ token: "AZfzoAAAcACAAAAAAAAAAU7yY2sO4m8x3p1vVh0qk5nJt6wBzR9cD2uEfGaLiXsQ" }],
});

const children = "/v2/organizations/children";
const child = `${children}/{id}` as const;
const invitations = "/v2/organizations/invitations";

const ofChildren = [
  describedRoute(method.createChildOrganization, {
    ...admins,
    http: `POST ${children}`,
    summary: "Create an organization below",
    body: NewChild,
    status: 201,
    location: ({ organization }: CreateChildOrganizationResponse) => `${children}/${organization?.id}`,
    refuses: ["GROUP_FULL", "GROUP_TOO_DEEP"],
  }),
  describedRoute(method.listChildOrganizations, {
    ...admins,
    http: `GET ${children}`,
    summary: "List the organizations below",
    query: listQuery(method.listChildOrganizations.input, 50),
    list: "pages",
  }),
  route(method.getChildOrganization, { ...admins, http: `GET ${child}`, summary: "Get an organization below" }),
  route(method.updateChildOrganization, {
    ...admins,
    http: `PATCH ${child}`,
    summary: "Rename or move an organization below",
    body: Changes,
    refuses: ["GROUP_TOO_DEEP", "ORGANIZATION_BELOW_ITSELF", "ORGANIZATION_NOT_MANAGED"],
  }),
  route(method.archiveChildOrganization, {
    ...admins,
    http: `POST ${child}/archive`,
    summary: "Archive an organization below",
    refuses: ["ORGANIZATION_NOT_MANAGED"],
  }),
  route(method.restoreChildOrganization, {
    ...admins,
    http: `POST ${child}/restore`,
    summary: "Make an archived organization active again",
    refuses: ["ORGANIZATION_NOT_MANAGED"],
  }),
  route(method.releaseChildOrganization, {
    ...admins,
    http: `DELETE ${child}`,
    summary: "Release an organization directly below from the group",
  }),
];

const ofInvitations = [
  describedRoute(method.createGroupInvitation, {
    ...admins,
    http: `POST ${invitations}`,
    summary: "Invite an organization by a link",
    body: NewInvitation,
    status: 201,
    location: ({ groupInvitation }: CreateGroupInvitationResponse) => `${invitations}/${groupInvitation?.id}`,
    refuses: ["GROUP_INVITATION_LIMIT_REACHED", "SIGN_IN_REQUIRED"],
  }),
  describedRoute(method.listGroupInvitations, {
    ...admins,
    http: `GET ${invitations}`,
    summary: "List invitations of organizations",
    query: listQuery(method.listGroupInvitations.input, 50),
    list: "pages",
  }),
  route(method.withdrawGroupInvitation, {
    ...admins,
    http: `DELETE ${invitations}/{id}`,
    summary: "Withdraw an invitation of an organization",
  }),
  describedRoute(method.acceptGroupInvitation, {
    ...admins,
    http: `POST ${invitations}/accept`,
    summary: "Join the group of an invitation",
    body: Token,
    refuses: [
      "NOT_FOUND",
      "API_KEY_LIMIT_REACHED",
      "GROUP_FULL",
      "GROUP_TOO_DEEP",
      "ORGANIZATION_BELOW_ITSELF",
      "ORGANIZATION_HAS_PARENT",
      "SIGN_IN_REQUIRED",
    ],
  }),
  route(method.leaveGroup, {
    ...admins,
    http: "POST /v2/organizations/leave-group",
    summary: "Leave the group",
    refuses: ["ORGANIZATION_HAS_NO_PARENT", "ORGANIZATION_MANAGED"],
  }),
];

export const groupRoutes = [...ofChildren, ...ofInvitations];
