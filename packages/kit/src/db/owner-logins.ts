import { readFileSync } from "node:fs";
import { DatabaseConfig, readConfig } from "../process/config.ts";
import { DatabaseUrl, urlsOf, withPassword, withUser } from "../process/database-url.ts";
import type { About } from "../process/variable.ts";
import { migrationsOf } from "./migration-files.ts";
import type { TlsFiles } from "./tls.ts";

const OWNER_SUFFIX = /_owner$/;

/** `<SERVICE>_OWNER_URL` of the migrate command. */
export const OWNER_URL: About = {
  meaning: "login of the owner of the schema of a service, without a pooler; only for this command",
  range: "as `DATABASE_URL`; the name of the user ends with `_owner`",
  follows: { rule: "`DATABASE_URL` with the user `emissions_<service>_owner` and without its password" },
};

export interface Owner {
  schema: string;
  ownerUrl: string;
  role: string;
  folders: URL[];
  tls: TlsFiles;
}

/** The logins of the owners of these schemas. Throws with every bad variable. */
export function readOwners(services: readonly string[], env: NodeJS.ProcessEnv): Owner[] {
  const faults: string[] = [];
  const tls = readConfig(DatabaseConfig.omit({ DATABASE_URL: true, DATABASE_PASSWORD_FILE: true }), env);
  const owners = services.map((schema) => {
    const variable = `${schema.toUpperCase()}_OWNER_URL`;
    const url = textOf(env, variable) || ownerOf(schema, env);
    const { success: isUrl, error } = DatabaseUrl.safeParse(url);
    const user = isUrl ? decodeURIComponent(urlsOf(url)[0]!.username) : "";
    if (url === "") faults.push(`${variable} is missing`);
    else if (!isUrl) faults.push(...error.issues.map(({ message }) => `${variable}: ${message}`));
    else if (!OWNER_SUFFIX.test(user)) faults.push(`${variable} has no user whose name ends with _owner`);
    const file = `${schema.toUpperCase()}_OWNER_PASSWORD_FILE`;
    const ownerUrl = isUrl ? withFile(url, { variable: file, file: env[file], faults }) : url;
    return { schema, ownerUrl, role: user.replace(OWNER_SUFFIX, ""), folders: [migrationsOf(schema)], tls };
  });
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return owners;
}

/** The login at the database of the services, or an empty text. */
const ownerOf = (schema: string, { DATABASE_URL = "" }: NodeJS.ProcessEnv) =>
  DATABASE_URL && withUser(DATABASE_URL, `emissions_${schema}_owner`);

interface PasswordFile {
  variable: string;
  file: string | undefined;
  faults: string[];
}

/** The address with the password of the file that the variable names, if it names one. */
function withFile(url: string, { variable, file, faults }: PasswordFile): string {
  if (!file) return url;
  if (urlsOf(url)[0]!.password !== "") {
    faults.push(`Set ${variable} or the password in the address, not both`);
    return url;
  }
  try {
    return withPassword(url, readFileSync(file, "utf8").trim());
  } catch (error) {
    faults.push(`${variable}: ${(error as Error).message}`);
    return url;
  }
}

/** The content of a variable, or of the file that it names with _FILE behind its name. */
function textOf(env: NodeJS.ProcessEnv, variable: string): string {
  const { [variable]: text = "", [`${variable}_FILE`]: file = "" } = env;
  return text === "" && file !== "" ? readFileSync(file, "utf8").trim() : text;
}
