import type { Refusal } from "../entry.ts";

/** Members, API keys and the organizations of a group. */
export const memberRefusals: readonly Refusal[] = [
  {
    code: "SIGN_IN_REQUIRED",
    status: 403,
    meaning: "the request gives access to a person, a key or an organization, and an API key may not do that",
    help: "sign in, and send the token instead of the key",
  },
  {
    code: "API_KEY_NOT_OWNED",
    status: 403,
    meaning: "the API key belongs to another member, in whose name the new key would act",
    help: "ask its owner, or revoke it and create another key",
  },
  {
    code: "API_KEY_NOT_ACTIVE",
    status: 409,
    meaning: "the API key is revoked, expired or replaced already",
    help: "create another key",
  },
  {
    code: "API_KEY_LIMIT_REACHED",
    status: 409,
    meaning: "the organization, or its group, has 500 active API keys; an operator may set another limit for groups",
    help: "revoke keys that are not used",
  },
  {
    code: "LAST_ADMIN",
    status: 409,
    meaning: "the organization would have no active admin any more",
    help: "make another member an admin first",
  },
  {
    code: "MEMBER_ALREADY_EXISTS",
    status: 409,
    meaning: "the organization has a member with this address; letters count in any case",
    help: "change that member; a disabled one can be enabled",
  },
  {
    code: "TOTP_ENABLED",
    status: 409,
    meaning: "the sign-in of the person asks for codes already",
    help: "turn them off with `DELETE /auth/totp` before the person uses another app",
  },
  {
    code: "TOTP_NOT_ENABLED",
    status: 409,
    meaning: "`DELETE /auth/totp` for a person whose sign-in asks for no code",
    help: "nothing has to be done",
  },
  {
    code: "TOTP_NOT_STARTED",
    status: 409,
    meaning: "`POST /auth/totp/confirm` for a person without a secret",
    help: "make one with `POST /auth/totp`",
  },
  {
    code: "OWN_PASSWORD_RESET",
    status: 409,
    meaning: "the link would reset the password of the caller",
    help: "change it with `POST /auth/password`, or ask another admin",
  },
  {
    code: "PERSON_IN_OTHER_ORGANIZATIONS",
    status: 409,
    meaning:
      "the person is also a member of an organization that is not managed by this one, and the password is the same there",
    help: "ask an admin of the organization that manages all of them, or an operator",
  },
  {
    code: "MEMBER_INVITATION_LIMIT_REACHED",
    status: 409,
    meaning: "the organization has 1,000 invitations of people, expired ones included",
    help: "withdraw invitations",
  },
  {
    code: "GROUP_INVITATION_LIMIT_REACHED",
    status: 409,
    meaning: "the organization has 100 invitations of organizations, expired ones included",
    help: "withdraw invitations",
  },
  {
    code: "GROUP_FULL",
    status: 409,
    meaning: "the group would have more than 200 organizations below its top, or fewer where an operator says so",
    help: "release organizations first",
  },
  {
    code: "GROUP_TOO_DEEP",
    status: 409,
    meaning: "the group would have more than 10 levels",
    help: "choose a place further up",
  },
  {
    code: "ORGANIZATION_ARCHIVED",
    status: 409,
    meaning: "the organization, or the one that the request is about, is archived: it is read, and not changed",
    help: "an admin of the organization above can restore it",
  },
  {
    code: "ORGANIZATION_NOT_MANAGED",
    status: 409,
    meaning: "the organization, or one between, joined the group by an invitation, so the caller does not change it",
    help: "its own admins rename it; it can be released from the group",
  },
  {
    code: "ORGANIZATION_BELOW_ITSELF",
    status: 409,
    meaning: "the new place of the organization is the organization itself, or below it",
    help: "choose another parent",
  },
  {
    code: "ORGANIZATION_HAS_PARENT",
    status: 409,
    meaning: "the organization is in a group already",
    help: "leave that group first",
  },
  {
    code: "ORGANIZATION_HAS_NO_PARENT",
    status: 409,
    meaning: "the organization is in no group, so it cannot leave one",
    help: "nothing to do",
  },
  {
    code: "ORGANIZATION_MANAGED",
    status: 409,
    meaning: "the organization was created below its parent, so it does not leave by itself",
    help: "an admin of the organization above can release it",
  },
];
