import type { Refusal } from "../entry.ts";

/** Authentication and roles. */
export const accessRefusals: readonly Refusal[] = [
  {
    code: "AUTH_REQUIRED",
    status: 401,
    meaning: "the request has neither `x-api-key` nor a bearer token",
    help: "send one",
  },
  {
    code: "CREDENTIALS_REQUIRED",
    status: 401,
    meaning: "the same for `GET /v1/hotel-stays/available-countries` with `x-organization-id`",
    help: "send one",
  },
  {
    code: "INVALID_API_KEY",
    status: 401,
    meaning: "the key is unknown, revoked or expired, or belongs to another organization than `x-organization-id`",
    help: "check key and organization; do not retry",
  },
  {
    code: "INVALID_TOKEN",
    status: 401,
    meaning: "the token is forged or expired, its session has ended, or its issuer is not configured",
    help: "sign in again",
  },
  {
    code: "SIGN_IN_INVALID",
    status: 400,
    meaning:
      "`GET /auth/oidc/callback` does not continue a sign-in of this browser: the cookie is missing, altered or older " +
      "than 10 minutes, or `state` is not that of the cookie",
    help: "start again with `GET /auth/oidc/login`",
  },
  {
    code: "SIGN_IN_REFUSED",
    status: 401,
    meaning: "the OpenID provider refused, its code was used before, or its ID token is not valid for this sign-in",
    help: "start again with `GET /auth/oidc/login`",
  },
  {
    code: "INVALID_CREDENTIALS",
    status: 401,
    meaning:
      "the email address or the password is wrong, on `POST /auth/login`, on `POST /auth/password`, on `/auth/totp` or when " +
      "a known person joins by a link",
    help: "ask the user for the password",
  },
  {
    code: "TOTP_REQUIRED",
    status: 401,
    meaning: "the address and the password of `POST /auth/login` are right, and the person also signs in with codes",
    help: "send the same request with `code`: 6 digits of the authenticator app, or a recovery code",
  },
  {
    code: "TOTP_INVALID",
    status: 401,
    meaning:
      "the code of the authenticator app is wrong, too old or used before, or the recovery code is wrong or used",
    help: "wait for the next code of the app, and check the clock of its device",
  },
  {
    code: "PASSWORD_RESET_INVALID",
    status: 401,
    meaning: "the token of `POST /auth/password/reset` is unknown, used, replaced or older than an hour",
    help: "ask an admin for a new link",
  },
  {
    code: "LOGGED_USER_NOT_MEMBER",
    status: 403,
    meaning: "the user, or the owner of the key, is not an active member of the organization",
    help: "ask an admin",
  },
  {
    code: "FORBIDDEN",
    status: 403,
    meaning: "the role does not allow it: viewers and auditors read, editors and admins also write",
    help: "use another key",
  },
  {
    code: "ORGANIZATION_NOT_FOUND",
    status: 404,
    meaning: "the organization does not exist",
    help: "check the header",
  },
  {
    code: "TOO_MANY_REQUESTS",
    status: 429,
    meaning:
      "too many failed sign-ins of the account or from this address ([sign-in.md](sign-in.md)), too many passwords that wait for their check, of the address or of all, more than 600 requests a minute, or 900 at once, of a key, or of an address without valid credentials, more than 30 wrong tokens of links a minute of an address, or wrong passwords with links of an organization, more than 30 requests a second of a key to a route of single logistics requests or recharges, more than 10 unanswered ones to one of their bulk routes, or bodies above 1 MiB in flight of more than 96 MiB for the key, 112 MiB for the organization, or 128 MiB for its group",
    help: "wait for `Retry-After`",
  },
  {
    code: "UPSTREAM_RATE_LIMITED",
    status: 429,
    meaning:
      "a provider that the service depends on, such as the road service, takes no more requests now; nothing was stored",
    help: "wait for `Retry-After`, then send the request again",
  },
];
