import type { Refusal } from "../entry.ts";

/** Authentication and roles. */
export const accessRefusals: readonly Refusal[] = [
  {
    code: "AUTH_REQUIRED",
    status: 401,
    meaning: "neither `x-api-key` nor a bearer token",
    help: "send one",
  },
  {
    code: "CREDENTIALS_REQUIRED",
    status: 401,
    meaning: "the same for `GET /v1/hotel-stays/available-countries`, once `x-organization-id` is there",
    help: "send one",
  },
  {
    code: "INVALID_API_KEY",
    status: 401,
    meaning: "unknown, revoked or expired key, or a key of another organization than `x-organization-id`",
    help: "check both; do not repeat",
  },
  {
    code: "INVALID_TOKEN",
    status: 401,
    meaning: "the token is not genuine, has expired, or comes from an issuer that is not configured",
    help: "sign in again",
  },
  {
    code: "INVALID_CREDENTIALS",
    status: 401,
    meaning: "address or password of `POST /auth/login` is wrong",
    help: "ask the person",
  },
  {
    code: "LOGGED_USER_NOT_MEMBER",
    status: 403,
    meaning: "the user, or the owner of the key, is no enabled member of the organization",
    help: "ask an admin",
  },
  {
    code: "FORBIDDEN",
    status: 403,
    meaning: "the role does not allow it: viewers read, editors and admins also write",
    help: "use another key",
  },
  {
    code: "ORGANIZATION_NOT_FOUND",
    status: 404,
    meaning: "the organization is gone",
    help: "check the header",
  },
  {
    code: "TOO_MANY_REQUESTS",
    status: 429,
    meaning:
      "too many failed attempts to sign in from this address, or more than 300 requests a minute to the one route that asks for no credentials",
    help: "wait for `Retry-After`",
  },
];
