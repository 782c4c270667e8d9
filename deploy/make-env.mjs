// Writes deploy/.env with a new value for every secret, and deploy/keys with a key for each service. Values begin with a
// letter and need no escaping in a URL.
import { randomBytes } from "node:crypto";
import { chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePrincipalKeys } from "../packages/testkit/src/principal-keys.mjs";

const SECRETS = [
  "POSTGRES_PASSWORD",
  "GATEWAY_OWNER_PASSWORD",
  "FACTORS_OWNER_PASSWORD",
  "ACTIVITY_OWNER_PASSWORD",
  "CALC_OWNER_PASSWORD",
  "IMPORTS_OWNER_PASSWORD",
  "NOTIFY_OWNER_PASSWORD",
  "GATEWAY_PASSWORD",
  "FACTORS_PASSWORD",
  "ACTIVITY_PASSWORD",
  "CALC_PASSWORD",
  "IMPORTS_PASSWORD",
  "NOTIFY_PASSWORD",
  "NATS_STREAMS_PASSWORD",
  "NATS_GATEWAY_PASSWORD",
  "NATS_FACTORS_PASSWORD",
  "NATS_ACTIVITY_PASSWORD",
  "NATS_CALC_PASSWORD",
  "NATS_IMPORTS_PASSWORD",
  "NATS_NOTIFY_PASSWORD",
  "API_KEY_PEPPER",
  "AUTH_TOKEN_SECRET",
  "FILE_URL_SECRET",
];

/** The user of the images. */
const IMAGE_USER = 10001;
const SERVICES = ["gateway", "factors", "activity", "calc", "imports", "notify"];

const lines = SECRETS.map((name) => `${name}=s${randomBytes(32).toString("hex")}\n`);
for (const name of ["SEALING_KEYS", "WEBHOOK_SECRET_KEYS"])
  lines.push(`${name}=first:${randomBytes(32).toString("base64")}\n`);
// The services run as the owner of their key files, which nobody else can read. None runs as root.
const isRoot = process.getuid?.() === 0;
const [user, group] = isRoot ? [IMAGE_USER, IMAGE_USER] : [process.getuid?.(), process.getgid?.()];
lines.push(`SERVICE_USER=${user}:${group}\n`);
// `wx` never overwrites: new passwords would not fit the existing database, and a new pepper no API key.
writeFileSync(new URL(".env", import.meta.url), lines.join(""), { flag: "wx", mode: 0o600 });
const keys = fileURLToPath(new URL("keys", import.meta.url));
ensurePrincipalKeys(keys, SERVICES);
if (isRoot) for (const name of SERVICES) chownSync(join(keys, name, "key.json"), IMAGE_USER, IMAGE_USER);
