// Prints the Secrets of the chart from deploy/.env and deploy/keys, which make-env.mjs writes:
//   node deploy/kubernetes-secrets.mjs [--prefix emissions] [folder] | \
//     kubectl apply --server-side --namespace <namespace> --filename -
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, parseEnv } from "node:util";

const SERVICES = ["gateway", "factors", "activity", "calc", "imports", "notify"];
/** Secrets of a service besides its passwords and its key, by their variables. */
const OWN = {
  gateway: ["AUTH_TOKEN_SECRET", "OIDC_CLIENT_SECRET"],
  activity: ["API_KEY_PEPPER", "SEALING_KEYS"],
  imports: ["FILE_URL_SECRET", "FILE_STORE_ACCESS_KEY", "FILE_STORE_SECRET_KEY"],
  notify: ["WEBHOOK_SECRET_KEYS"],
};
/** Options of .env. */
const OPTIONAL = ["OIDC_CLIENT_SECRET", "FILE_STORE_ACCESS_KEY", "FILE_STORE_SECRET_KEY"];

const { values, positionals } = parseArgs({
  options: { prefix: { type: "string", default: "emissions" } },
  allowPositionals: true,
});
const [folder = fileURLToPath(new URL(".", import.meta.url))] = positionals;
const env = parseEnv(readFileSync(join(folder, ".env"), "utf8"));
const key = (/** @type {string[]} */ ...path) => readFileSync(join(folder, "keys", ...path), "utf8");

/** @param {string} name */
function variable(name) {
  const value = env[name];
  if (value) return value;
  throw new Error(`${name} is missing in ${join(folder, ".env")}`);
}

/** @param {string[]} names */
const variables = (names) => names.map((name) => [name, variable(name)]);

/**
 * @param {string} name
 * @param {string[][]} entries
 */
const secret = (name, entries) => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name: `${values.prefix}-${name}` },
  type: "Opaque",
  data: Object.fromEntries(entries.map(([key = "", text = ""]) => [key, Buffer.from(text).toString("base64")])),
});

/** @param {string} service */
function serviceSecret(service) {
  const name = service.toUpperCase();
  const own = OWN[/** @type {keyof typeof OWN} */ (service)] ?? [];
  const given = own.filter((one) => !OPTIONAL.includes(one) || env[one]);
  return secret(service, [
    ["DATABASE_PASSWORD", variable(`${name}_PASSWORD`)],
    ["NATS_PASSWORD", variable(`NATS_${name}_PASSWORD`)],
    ["PRINCIPAL_KEY", key(service, "key.json")],
    ...variables(given),
  ]);
}

const items = [
  ...SERVICES.map(serviceSecret),
  secret("streams", [["NATS_PASSWORD", variable("NATS_STREAMS_PASSWORD")]]),
  secret("principals", [["keys.json", key("public", "keys.json")]]),
  secret("owners", variables(SERVICES.map((service) => `${service.toUpperCase()}_OWNER_PASSWORD`))),
  // The administrator of the evaluation mode.
  secret("postgres", [
    ["username", "postgres"],
    ["password", variable("POSTGRES_PASSWORD")],
  ]),
];
process.stdout.write(`${JSON.stringify({ apiVersion: "v1", kind: "List", items }, null, 2)}\n`);
