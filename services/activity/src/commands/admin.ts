import { parseArgs } from "node:util";
import { create, type DescField, type DescMethodUnary, type MessageInitShape, ScalarType } from "@bufbuild/protobuf";
import { createRouterTransport, type Interceptor } from "@connectrpc/connect";
import { isId } from "@emissions/kit/process/id";
import { enumNumber, enumTexts } from "@emissions/kit/wire/enum";
import { present } from "@emissions/kit/wire/present";
import { principalKey, servicePrincipal } from "@emissions/kit/wire/principal";
import { ApiKeyService } from "@emissions/proto/activity/v1/api_key_service";
import { GroupService } from "@emissions/proto/activity/v1/group_service";
import { MemberService } from "@emissions/proto/activity/v1/member_service";
import { apiKeyHandlers } from "../api_key/handlers.ts";
import { groupHandlers } from "../group/handlers.ts";
import { memberHandlers } from "../member/handlers.ts";
import { required, runWithTools, type Tools } from "./command.ts";

const { method: keys } = ApiKeyService;
const { method: members } = MemberService;
const { method: groups } = GroupService;

/** Operators do these for the admins of an organization. add-member.ts makes keys. */
const ACTIONS: Readonly<Record<string, DescMethodUnary>> = {
  "list-members": members.listMembers,
  "invite-member": members.inviteMember,
  "change-member": members.updateMember,
  "remove-member": members.removeMember,
  "list-member-invitations": members.listMemberInvitations,
  "withdraw-member-invitation": members.withdrawMemberInvitation,
  "list-keys": keys.listApiKeys,
  "rotate-key": keys.rotateApiKey,
  "revoke-key": keys.revokeApiKey,
  "list-children": groups.listChildOrganizations,
  "change-child": groups.updateChildOrganization,
  "archive-child": groups.archiveChildOrganization,
  "restore-child": groups.restoreChildOrganization,
  "release-child": groups.releaseChildOrganization,
  "invite-organization": groups.createGroupInvitation,
  "list-organization-invitations": groups.listGroupInvitations,
  "withdraw-organization-invitation": groups.withdrawGroupInvitation,
  "accept-organization-invitation": groups.acceptGroupInvitation,
  "leave-group": groups.leaveGroup,
};

const MASK = "update_mask";
const fieldsOf = ({ input }: DescMethodUnary) => input.fields.filter(({ name }) => name !== MASK);
const flagOf = ({ name }: DescField) => name.replaceAll("_", "-");
const optionsOf = (method: DescMethodUnary) => fieldsOf(method).map((field) => ` [--${flagOf(field)} <value>]`);

const USAGE = `Manages members, API keys and the group of an organization, and prints the answer. Secrets are shown once.
  node src/commands/admin.ts <action> --organization-id <id> ...
${Object.entries(ACTIONS)
  .map(([name, method]) => `    ${name}${optionsOf(method).join("")}`)
  .join("\n")}
Exchange rates and price indices are given to factors: node services/factors/src/commands/given.ts (with npm start:
npm run admin -- rates|prices --file <path>).
Needs DATABASE_URL and API_KEY_PEPPER.`;

await runWithTools(USAGE, async (tools) => {
  const [name = "", ...args] = process.argv.slice(2);
  const method = ACTIONS[name];
  if (method === undefined) throw new Error("The action is missing or unknown.");
  const flags = ["organization-id", ...fieldsOf(method).map(flagOf)];
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: "string" } as const]));
  const { values } = parseArgs({ args, options });
  const organizationId = required(values, "organization-id");
  if (!isId(organizationId)) throw new Error("--organization-id is no UUID");
  const { message } = await transportFor(tools, organizationId).unary(
    method,
    undefined,
    undefined,
    undefined,
    requestOf(method, values),
  );
  return present(method.output, message);
});

/** The handlers of the service, called as by a service of the organization. So each change is in its audit log. */
function transportFor(tools: Tools, organizationId: string) {
  const asOrganization: Interceptor = (next) => (request) => {
    request.contextValues.set(principalKey, servicePrincipal(organizationId));
    return next(request);
  };
  return createRouterTransport(
    (router) => {
      router.service(ApiKeyService, apiKeyHandlers(tools));
      router.service(MemberService, memberHandlers(tools));
      router.service(GroupService, groupHandlers(tools));
    },
    { router: { interceptors: [asOrganization] } },
  );
}

/** The mask of an update has the given fields. */
function requestOf(
  method: DescMethodUnary,
  values: Record<string, unknown>,
): MessageInitShape<DescMethodUnary["input"]> {
  const given = fieldsOf(method).filter((field) => typeof values[flagOf(field)] === "string");
  const fields = given.map((field) => [field.localName, fieldValue(field, String(values[flagOf(field)]))]);
  const paths = given.map(({ name }) => name).filter((name) => name !== "id" && name !== "user_id");
  const isUpdate = method.input.fields.some(({ name }) => name === MASK);
  return create(method.input, { ...Object.fromEntries(fields), ...(isUpdate && { updateMask: { paths } }) });
}

function fieldValue(field: DescField, text: string): unknown {
  if (field.enum) {
    if (enumTexts(field.enum).includes(text)) return enumNumber(field.enum, text);
    throw new Error(`--${flagOf(field)} is one of: ${enumTexts(field.enum).join(", ")}`);
  }
  return field.scalar === ScalarType.INT32 ? Number(text) : text;
}
