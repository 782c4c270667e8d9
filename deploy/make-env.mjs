// Writes deploy/secrets with a new value for every secret, deploy/keys with a key for each service, and deploy/.env.
// Values of an earlier .env move to the files. Passwords begin with a letter and need no escaping in a URL.
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePrincipalKeys } from "../packages/testkit/src/principal-keys.mjs";

/** The user of the image. */
const IMAGE_USER = 10001;
const SERVICES = ["gateway", "factors", "activity", "calc", "imports", "notify"];
/** Secrets that one service uses: the variable, and the kind of its value. */
const OWN = {
  activity: { API_KEY_PEPPER: text, SEALING_KEYS: sealingKey },
  gateway: { AUTH_TOKEN_SECRET: text },
  imports: { FILE_URL_SECRET: text },
  notify: { WEBHOOK_SECRET_KEYS: sealingKey },
};

// The user of the image passes through the folders of keys. Files with secrets get modes of their own.
process.umask(0o022);

const [folder = fileURLToPath(new URL(".", import.meta.url))] = process.argv.slice(2);
const envFile = join(folder, ".env");
const secrets = join(folder, "secrets");
if (existsSync(secrets)) {
  // New passwords would not fit the existing database, and a new pepper no API key.
  console.error(`${secrets} exists already; it stays as it is`);
  process.exit(1);
}
/** @type {Record<string, string | undefined>} */
const earlier = existsSync(envFile)
  ? Object.fromEntries(readFileSync(envFile, "utf8").split("\n").flatMap(assignment))
  : {};
const moved = new Set(["SERVICE_USER"]);
// The services run as the owner of their files, which nobody else can read. None runs as root.
const isRoot = process.getuid?.() === 0;
const [user, group] = isRoot ? [IMAGE_USER, IMAGE_USER] : [process.getuid?.() ?? 0, process.getgid?.() ?? 0];

writeSecrets();
const keys = join(folder, "keys");
ensurePrincipalKeys(keys, SERVICES);
if (isRoot) for (const name of SERVICES) chownSync(join(keys, name, "key.json"), user, group);
const kept = Object.entries(earlier).filter(([name]) => !moved.has(name));
const lines = [["SERVICE_USER", `${user}:${group}`], ...kept].map(([name, value]) => `${name}=${value}\n`);
writeFileSync(envFile, lines.join(""), { mode: 0o600 });

function writeSecrets() {
  const login = (/** @type {string} */ name) => value(`${name.toUpperCase()}_PASSWORD`, text);
  const postgres = value("POSTGRES_PASSWORD", text);
  write("postgres", "postgres-password", postgres);
  const roles = [["PGPASSWORD", postgres]];
  const nats = ["streams", ...SERVICES].map((name) => [`NATS_${name.toUpperCase()}_PASSWORD`, login(`nats_${name}`)]);
  for (const name of SERVICES) {
    const [own, owner] = [login(name), login(`${name}_owner`)];
    roles.push([`${name.toUpperCase()}_PASSWORD`, own], [`${name.toUpperCase()}_OWNER_PASSWORD`, owner]);
    write(name, "database-password", own);
    write("migrate", `${name}-owner-url`, `postgres://emissions_${name}_owner:${owner}@postgres:5432/emissions`);
  }
  for (const [variable = "", password = ""] of nats) {
    write(variable.split("_")[1]?.toLowerCase() ?? "", "nats-password", password);
  }
  for (const [service, variables] of Object.entries(OWN)) {
    for (const [variable, make] of Object.entries(variables)) {
      write(service, variable.toLowerCase().replaceAll("_", "-"), value(variable, make));
    }
  }
  for (const [name, variables] of Object.entries({ roles, nats })) {
    write(name, "environment", variables.map(([variable, password]) => `${variable}='${password}'`).join("\n"));
  }
  for (const name of readdirSync(secrets)) if (isRoot) chownSync(join(secrets, name), user, group);
}

/** @param {string} line */
function assignment(line) {
  const [, name, text] = /^(\w+)=(.*)$/.exec(line) ?? [];
  return name === undefined ? [] : [[name, text]];
}

/**
 * @param {string} variable
 * @param {() => string} make
 */
function value(variable, make) {
  moved.add(variable);
  return earlier[variable] ?? make();
}

/**
 * @param {string} owner
 * @param {string} name
 * @param {string} content
 */
function write(owner, name, content) {
  const file = join(secrets, owner, name);
  mkdirSync(join(secrets, owner), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${content}\n`, { flag: "wx", mode: 0o600 });
  if (isRoot) chownSync(file, user, group);
}

function text() {
  return `s${randomBytes(32).toString("hex")}`;
}

function sealingKey() {
  return `first:${randomBytes(32).toString("base64")}`;
}
