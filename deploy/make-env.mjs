// Writes deploy/.env with a new value for every secret. Values begin with a letter and need no escaping in a URL.
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";

const SECRETS = [
  "POSTGRES_PASSWORD",
  "OWNER_PASSWORD",
  "FACTORS_PASSWORD",
  "ACTIVITY_PASSWORD",
  "CALC_PASSWORD",
  "IMPORTS_PASSWORD",
  "NOTIFY_PASSWORD",
  "NATS_PASSWORD",
  "PRINCIPAL_SECRET",
  "API_KEY_PEPPER",
  "AUTH_TOKEN_SECRET",
  "FILE_URL_SECRET",
];

const lines = SECRETS.map((name) => `${name}=s${randomBytes(32).toString("hex")}\n`);
lines.push(`WEBHOOK_SECRET_KEYS=first:${randomBytes(32).toString("base64")}\n`);
// `wx` never overwrites: new passwords would not fit the existing database, and a new pepper no API key.
writeFileSync(new URL(".env", import.meta.url), lines.join(""), { flag: "wx", mode: 0o600 });
