import type { Refusal } from "../entry.ts";

/** Projects and their invitations. */
export const projectRefusals: readonly Refusal[] = [
  {
    code: "PROJECT_LIMIT_REACHED",
    status: 409,
    meaning: "the organization has 1,000 projects",
    help: "delete projects that are not used",
  },
  {
    code: "PROJECT_LINK_LIMIT_REACHED",
    status: 409,
    meaning: "the project would have more than 10,000 file readings, and nothing was linked",
    help: "take readings out of the project, or make another one",
  },
  {
    code: "ORGANIZATION_NOT_IN_GROUP",
    status: 409,
    meaning: "the invited organization is not below the owner of the project",
    help: "name an organization of GET /v2/organizations/children",
  },
];
