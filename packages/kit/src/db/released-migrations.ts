import { readFileSync } from "node:fs";
import {
  digestsByName,
  type MigrationFile,
  migrationsOf,
  readMigrations,
  servicesWithSchema,
} from "./migration-files.ts";

/** Lines of a digest and a name, as `sha256sum` writes them. */
export const RELEASED = new URL("../../../../services/released-migrations.txt", import.meta.url);

/** The files of all schemas, each once. */
export async function allMigrations(): Promise<MigrationFile[]> {
  const files = await readMigrations((await servicesWithSchema()).map(migrationsOf));
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export const releasedText = (files: readonly MigrationFile[]): string =>
  files.map(({ digest, name }) => `${digest}  ${name}\n`).join("");

/** Digests by name. */
export const readReleased = (): ReadonlyMap<string, string> => digestsByName(readFileSync(RELEASED, "utf8"));
