import {
  ApiKeyService,
  type CreateApiKeyResponse,
  type RotateApiKeyResponse,
} from "@emissions/proto/activity/v1/api_key_service";
import { z } from "zod";
import { wholeNumber } from "../rest/fields.ts";
import { bodySchema, listQuery } from "../rest/message-schema.ts";
import { describedRoute, route } from "../rest/route.ts";

const { method } = ApiKeyService;

const OVERLAP_SECONDS_MAX = 7 * 86_400;

const NewKey = bodySchema(method.createApiKey.input).meta({
  examples: [{ name: "Nightly import", role: "editor", expires_in_days: 365 }],
});
const Rotation = z
  .strictObject({ overlap_seconds: wholeNumber(0, OVERLAP_SECONDS_MAX).nullish() })
  .meta({ examples: [{ overlap_seconds: 3_600 }] });

const all = "/v1/api-keys";
const one = `${all}/{id}` as const;

/** Common properties of the routes by which admins manage access. */
export const admins = { roles: "org_admin", secret: true } as const;

export const apiKeyRoutes = [
  describedRoute(method.createApiKey, {
    ...admins,
    http: `POST ${all}`,
    summary: "Create an API key",
    body: NewKey,
    status: 201,
    location: ({ apiKey }: CreateApiKeyResponse) => `${all}/${apiKey?.id}`,
    refuses: ["API_KEY_LIMIT_REACHED", "SIGN_IN_REQUIRED"],
  }),
  describedRoute(method.listApiKeys, {
    ...admins,
    http: `GET ${all}`,
    summary: "List API keys",
    query: listQuery(method.listApiKeys.input, 50),
    list: "pages",
  }),
  route(method.getApiKey, { ...admins, http: `GET ${one}`, summary: "Get an API key" }),
  describedRoute(method.rotateApiKey, {
    ...admins,
    http: `POST ${one}/rotate`,
    summary: "Replace an API key",
    body: Rotation,
    status: 201,
    location: ({ apiKey }: RotateApiKeyResponse) => `${all}/${apiKey?.id}`,
    refuses: ["API_KEY_LIMIT_REACHED", "API_KEY_NOT_ACTIVE", "API_KEY_NOT_OWNED", "SIGN_IN_REQUIRED"],
  }),
  route(method.revokeApiKey, { ...admins, http: `DELETE ${one}`, summary: "Revoke an API key" }),
];
