import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

export interface MigrationFile {
  /** Two folders may have files of one name, so the package is its prefix. */
  name: string;
  text: string;
  digest: string;
  /** One statement that Postgres refuses in a transaction, such as `create index concurrently`. */
  alone: boolean;
  /** The release before works with the schema that it leads to. */
  compatible: boolean;
  /** Says whether it is compatible. A file without a mark is assumed not to be. */
  isMarked: boolean;
}

/** Tables that every schema has. */
const FOUNDATION = new URL("../../migrations/", import.meta.url);
const SERVICES = new URL("../../../../services/", import.meta.url);

/** The first line of a file that is special: `-- migrate: no transaction, compatible`. */
const MARKS_LINE = /^-- migrate: *(.*)/;
const NO_TRANSACTION = "no transaction";
const COMPATIBLE = "compatible";
const INCOMPATIBLE = "incompatible";
const MARKS = new Set([NO_TRANSACTION, COMPATIBLE, INCOMPATIBLE]);

/** The files of kit, then those of the folders, each folder in order of file names. */
export async function readMigrations(folders: readonly URL[]): Promise<MigrationFile[]> {
  const files: MigrationFile[] = [];
  for (const folder of [FOUNDATION, ...folders]) {
    const owner = basename(fileURLToPath(new URL("../", folder)));
    const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
    for (const name of names) {
      files.push(migrationFile(`${owner}/${name}`, await readFile(new URL(name, folder), "utf8")));
    }
  }
  return files;
}

function migrationFile(name: string, text: string): MigrationFile {
  const marks =
    MARKS_LINE.exec(text)?.[1]
      ?.split(",")
      .map((mark) => mark.trim()) ?? [];
  const unknown = marks.find((mark) => !MARKS.has(mark));
  if (unknown !== undefined) throw new Error(`${name}: the first line has the unknown mark "${unknown}"`);
  const digest = createHash("sha256").update(text).digest("hex");
  const [compatible, incompatible] = [marks.includes(COMPATIBLE), marks.includes(INCOMPATIBLE)];
  if (compatible && incompatible)
    throw new Error(`${name}: the first line says both ${COMPATIBLE} and ${INCOMPATIBLE}`);
  return {
    name,
    text,
    digest,
    alone: marks.includes(NO_TRANSACTION),
    compatible,
    isMarked: compatible || incompatible,
  };
}

/** The services of this checkout or image that have a schema. */
export async function servicesWithSchema(): Promise<string[]> {
  const names = await readdir(SERVICES);
  return names.filter((name) => existsSync(migrationsOf(name))).sort();
}

export const migrationsOf = (service: string): URL => new URL(`${service}/migrations/`, SERVICES);
