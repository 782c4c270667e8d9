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
