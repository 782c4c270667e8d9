import { RoleSchema } from "@emissions/proto/activity/v1/access_service";
import {
  type InviteMemberResponse,
  MemberService,
  MemberStatusSchema,
} from "@emissions/proto/activity/v1/member_service";
import { z } from "zod";
import { enumOf, text } from "../rest/fields.ts";
import { bodySchema, listQuery } from "../rest/message-schema.ts";
import { describedRoute, route } from "../rest/route.ts";
import { admins } from "./api-keys.ts";
import { PASSWORD_CHARACTERS_MAX, TOKEN_CHARACTERS_MAX } from "./passwords.ts";

const { method } = MemberService;

const Person = bodySchema(method.inviteMember.input).meta({
  examples: [{ email: "ana@holding.example", first_name: "Ana", last_name: "Vidal", role: "editor" }],
});
const Changes = z
  .strictObject({ role: enumOf(RoleSchema), status: enumOf(MemberStatusSchema) })
  .partial()
  .meta({ examples: [{ role: "viewer" }] });
const Join = z
  .strictObject({ password: text(PASSWORD_CHARACTERS_MAX).nullish() })
  .meta({ examples: [{ password: "a phrase of several words" }] });

/** The token is in the body: logs of proxies and histories of browsers keep addresses. */
const Link = z
  .strictObject({ token: text(TOKEN_CHARACTERS_MAX) })
  .meta({ examples: [{ token: "the token of the link" }] });
const JoinByBody = Link.extend(Join.shape).meta({
  examples: [{ token: "the token of the link", password: "a phrase of several words" }],
});

const all = "/v1/members";
const one = `${all}/{user_id}` as const;
const invitations = `${all}/invitations` as const;
const link = `${all}/join/{token}` as const;
const join = "/v2/members/join";
const joins = {
  auth: "link",
  guesses: "password",
  status: 201,
  refuses: ["INVALID_CREDENTIALS", "MEMBER_ALREADY_EXISTS", "ORGANIZATION_ARCHIVED", "RECORD_CHANGED_MEANWHILE"],
} as const;

const ofMembers = [
  describedRoute(method.listMembers, {
    ...admins,
    http: `GET ${all}`,
    summary: "List members",
    query: listQuery(method.listMembers.input, 50),
    list: "pages",
  }),
  route(method.getMember, { ...admins, http: `GET ${one}`, summary: "Get a member" }),
  route(method.updateMember, {
    ...admins,
    http: `PATCH ${one}`,
    versioned: true,
    summary: "Change the role or the status of a member",
    body: Changes,
    refuses: ["LAST_ADMIN", "SIGN_IN_REQUIRED"],
  }),
  route(method.removeMember, {
    ...admins,
    http: `DELETE ${one}`,
    versioned: true,
    summary: "Remove a member",
    refuses: ["LAST_ADMIN"],
  }),
];

const ofInvitations = [
  describedRoute(method.inviteMember, {
    ...admins,
    http: `POST ${all}`,
    summary: "Invite a person by a link",
    body: Person,
    status: 201,
    location: ({ memberInvitation }: InviteMemberResponse) => `${invitations}/${memberInvitation?.id}`,
    refuses: ["MEMBER_ALREADY_EXISTS", "MEMBER_INVITATION_LIMIT_REACHED", "SIGN_IN_REQUIRED"],
  }),
  describedRoute(method.listMemberInvitations, {
    ...admins,
    http: `GET ${invitations}`,
    summary: "List invitations of people",
    query: listQuery(method.listMemberInvitations.input, 50),
    list: "pages",
  }),
  route(method.withdrawMemberInvitation, {
    ...admins,
    http: `DELETE ${invitations}/{id}`,
    summary: "Withdraw an invitation of a person",
  }),
  route(method.getMemberInvitation, {
    http: `GET ${link}`,
    summary: "Get the invitation of a link",
    auth: "link",
  }),
  route(method.acceptMemberInvitation, {
    http: `POST ${link}`,
    summary: "Become a member",
    ...joins,
    body: Join,
  }),
  route(method.getMemberInvitation, {
    http: `POST ${join}/form`,
    operation: "openMemberInvitation",
    summary: "Get the invitation of a link whose token is in the body",
    auth: "link",
    body: Link,
  }),
  route(method.acceptMemberInvitation, {
    http: `POST ${join}`,
    operation: "joinOrganization",
    summary: "Become a member by a link whose token is in the body",
    ...joins,
    body: JoinByBody,
  }),
];

export const memberRoutes = [...ofMembers, ...ofInvitations];
