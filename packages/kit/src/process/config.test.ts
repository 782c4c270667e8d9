import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { readConfig, ServiceConfig } from "./config.ts";
import { serviceUrl } from "./service-url.ts";
import { leavingIn, variable } from "./variable.ts";

const Config = ServiceConfig.extend({
  PORT: ServiceConfig.shape.PORT.default(8101),
  CALC_URL: serviceUrl("calc"),
  PAUSE_MS: variable(z.coerce.number().default(5), { meaning: "a pause", instead: "5 ms hold" }),
});
const needed = {
  DATABASE_URL: "postgres://emissions_factors@127.0.0.1/emissions",
  NATS_URL: "nats://127.0.0.1:4222",
  PRINCIPAL_KEY_FILE: "/keys/own/key.json",
};
const read = (set: NodeJS.ProcessEnv) => readConfig(Config, { ...needed, ...set });

describe("a variable that is absent", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "config-"));
    mkdirSync(join(folder, "certs"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each([
    ["without certificates", {}, "http://calc:8103"],
    ["with certificates", { TLS_CERT_FILE: "/tls/tls.crt" }, "https://calc:8103"],
    ["that is set", { TLS_CERT_FILE: "/tls/tls.crt", CALC_URL: "http://10.0.0.7:1" }, "http://10.0.0.7:1"],
    ["that is empty", { CALC_URL: "" }, "http://calc:8103"],
  ])("is the address of another service %s", (_, set, expected) => {
    expect(read(set).CALC_URL).toBe(expected);
  });

  it("is the set of public keys beside the folder of the own key", () => {
    expect(read({}).PRINCIPAL_KEYS_FILE).toBe("/keys/public/keys.json");
    expect(read({ PRINCIPAL_KEYS_FILE: "/principals/keys.json" }).PRINCIPAL_KEYS_FILE).toBe("/principals/keys.json");
  });

  it.each([
    ["cert.pem", "key.pem"],
    ["calc-cert.pem", "calc-key.pem"],
    ["tls.crt", "tls.key"],
  ])("is the key that belongs to the certificate %s, if the file is there", (certificate, key) => {
    const set = { NATS_CERT_FILE: join(folder, "certs", certificate) };
    expect(read(set).NATS_KEY_FILE).toBeUndefined();
    writeFileSync(join(folder, "certs", key), "");
    expect(read(set).NATS_KEY_FILE).toBe(join(folder, "certs", key));
    expect(read({ ...set, NATS_KEY_FILE: "/elsewhere" }).NATS_KEY_FILE).toBe("/elsewhere");
  });

  it("is not found beside a certificate whose name says nothing", () => {
    writeFileSync(join(folder, "certs", "calc.pem"), "");
    expect(read({ DATABASE_CERT_FILE: join(folder, "certs", "calc.pem") }).DATABASE_KEY_FILE).toBeUndefined();
  });

  it("is named if it follows from nothing", () => {
    expect(() => readConfig(Config, { PRINCIPAL_KEY_FILE: "/keys/own/key.json" })).toThrow(/DATABASE_URL.*NATS_URL/s);
    expect(() => read({ PRINCIPAL_KEY_FILE: undefined })).toThrow(/PRINCIPAL_KEY_FILE.*PRINCIPAL_KEYS_FILE/s);
  });
});

it("a variable that leaves is accepted, and named with what holds instead", () => {
  expect(read({ PAUSE_MS: "7" }).PAUSE_MS).toBe(7);
  expect(leavingIn(Config, { PAUSE_MS: "7", HOST: "::" })).toEqual([{ variable: "PAUSE_MS", instead: "5 ms hold" }]);
  expect(leavingIn(Config, { PAUSE_MS: "" })).toEqual([]);
});
