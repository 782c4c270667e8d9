// Prints the Secrets of the chart from deploy/secrets and deploy/keys, which make-env.mjs writes:
//   node deploy/kubernetes-secrets.mjs [--prefix emissions] [folder] | \
//     kubectl apply --server-side --namespace <namespace> --filename -
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const SERVICES = ["gateway", "factors", "activity", "calc", "imports", "notify"];
/** Secrets of a service besides its passwords and its key, by their variables. */
const OWN = {
  gateway: ["AUTH_TOKEN_SECRET", "OIDC_CLIENT_SECRET"],
  activity: ["API_KEY_PEPPER", "SEALING_KEYS"],
  imports: ["FILE_URL_SECRET", "FILE_STORE_ACCESS_KEY", "FILE_STORE_SECRET_KEY"],
  notify: ["WEBHOOK_SECRET_KEYS"],
};
/** Secrets that make-env.mjs does not make: an operator adds their files. */
const OPTIONAL = ["OIDC_CLIENT_SECRET", "FILE_STORE_ACCESS_KEY", "FILE_STORE_SECRET_KEY"];

const { values, positionals } = parseArgs({
  options: { prefix: { type: "string", default: "emissions" } },
  allowPositionals: true,
});
const [folder = fileURLToPath(new URL(".", import.meta.url))] = positionals;
const key = (/** @type {string[]} */ ...path) => readFileSync(join(folder, "keys", ...path), "utf8");

/** @param {string} owner @param {string} name */
const fileOf = (owner, name) => join(folder, "secrets", owner, name.toLowerCase().replaceAll("_", "-"));

/** @param {string} owner @param {string} name */
const value = (owner, name) => readFileSync(fileOf(owner, name), "utf8").trim();

/** @param {string} service */
const ownerPassword = (service) => new URL(value("migrate", `${service}_OWNER_URL`)).password;

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
  const own = OWN[/** @type {keyof typeof OWN} */ (service)] ?? [];
  const given = own.filter((one) => !OPTIONAL.includes(one) || existsSync(fileOf(service, one)));
  const names = ["DATABASE_PASSWORD", "NATS_PASSWORD", ...given];
  return secret(service, [
    ["PRINCIPAL_KEY", key(service, "key.json")],
    ...names.map((name) => [name, value(service, name)]),
  ]);
}

const items = [
  ...SERVICES.map(serviceSecret),
  secret("streams", [["NATS_PASSWORD", value("streams", "NATS_PASSWORD")]]),
  secret("principals", [["keys.json", key("public", "keys.json")]]),
  secret(
    "owners",
    SERVICES.map((service) => [`${service.toUpperCase()}_OWNER_PASSWORD`, ownerPassword(service)]),
  ),
  // The administrator of the evaluation mode.
  secret("postgres", [
    ["username", "postgres"],
    ["password", value("postgres", "POSTGRES_PASSWORD")],
  ]),
];
process.stdout.write(`${JSON.stringify({ apiVersion: "v1", kind: "List", items }, null, 2)}\n`);
