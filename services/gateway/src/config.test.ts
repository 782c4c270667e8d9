import { readConfig } from "@emissions/kit/process/config";
import { expect, it } from "vitest";
import { Config, errorsUrlOf } from "./config.ts";

const needed = {
  DATABASE_URL: "postgres://emissions_gateway@127.0.0.1/emissions",
  NATS_URL: "nats://127.0.0.1:4222",
  PRINCIPAL_KEY_FILE: "/keys/own/key.json",
  PRINCIPAL_KEYS_FILE: "/keys/public/keys.json",
  ...Object.fromEntries(
    ["FACTORS", "ACTIVITY", "CALC", "IMPORTS", "NOTIFY"].map((name) => [`${name}_URL`, "http://127.0.0.1:1"]),
  ),
};

it.each([
  ["nothing", {}, "http://127.0.0.1:8080/errors"],
  ["the address of the gateway", { PUBLIC_URL: "https://api.example/" }, "https://api.example/errors"],
  ["an address elsewhere", { ERRORS_URL: "https://docs.example/codes" }, "https://docs.example/codes"],
])("with %s configured, `type` of a problem is the URL of its code", (_what, set, expected) => {
  expect(errorsUrlOf(readConfig(Config, { ...needed, ...set }))).toBe(expected);
});

const SECRET = { AUTH_TOKEN_SECRET: "a secret of the built-in issuer of tests" };
const OUTSIDE = { AUTH_ISSUER: "https://id.example", AUTH_JWKS_URL: "https://id.example/jwks" };
const PROVIDER = { OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "gateway", ...SECRET };

it.each([
  ["with https", PROVIDER],
  ["on this machine", { ...PROVIDER, OIDC_ISSUER: "http://127.0.0.1:9000" }],
  ["beside an API of another name", { ...PROVIDER, ...OUTSIDE, AUTH_AUDIENCE: "api" }],
])("an OpenID provider %s is accepted", (_, set) => {
  expect(readConfig(Config, { ...needed, ...set }).OIDC_CLIENT_ID).toBe("gateway");
});

it.each([
  ["a client without a provider", { OIDC_CLIENT_ID: "gateway" }, "OIDC_ISSUER"],
  ["a provider without a client", { ...PROVIDER, OIDC_CLIENT_ID: undefined }, "OIDC_CLIENT_ID"],
  ["a provider without the built-in issuer", { ...PROVIDER, AUTH_TOKEN_SECRET: undefined }, "AUTH_TOKEN_SECRET"],
  ["a provider in clear text", { ...PROVIDER, OIDC_ISSUER: "http://id.example" }, "OIDC_ISSUER"],
  ["scopes without openid", { ...PROVIDER, OIDC_SCOPES: "email" }, "OIDC_SCOPES"],
  ["an API with the name of the client", { ...PROVIDER, ...OUTSIDE, AUTH_AUDIENCE: "gateway" }, "AUTH_AUDIENCE"],
])("%s is refused", (_, set, name) => {
  expect(() => readConfig(Config, { ...needed, ...set })).toThrow(name);
});
