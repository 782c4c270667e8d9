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
  /** Digests by name of earlier files. A schema that has them has what this file makes. Empty for most files. */
  replaces: ReadonlyMap<string, string>;
}

/** Tables that every schema has. */
const FOUNDATION = new URL("../../migrations/", import.meta.url);
const SERVICES = new URL("../../../../services/", import.meta.url);

/** The first line of a file that is special: `-- migrate: no transaction, compatible`. */
const MARKS_LINE = /^-- migrate: *(.*)/;
const NO_TRANSACTION = "no transaction";
const COMPATIBLE = "compatible";
const INCOMPATIBLE = "incompatible";
/** The file stands for those in REPLACED of its folder. */
const BASELINE = "baseline";
const MARKS = new Set([NO_TRANSACTION, COMPATIBLE, INCOMPATIBLE, BASELINE]);
/** Lines of a digest and a name, as `sha256sum` writes them. */
const REPLACED = "replaced.txt";

/** The files of kit, then those of the folders, each folder in order of file names. */
export async function readMigrations(folders: readonly URL[]): Promise<MigrationFile[]> {
  const files: MigrationFile[] = [];
  for (const folder of [FOUNDATION, ...folders]) {
    const owner = basename(fileURLToPath(new URL("../", folder)));
    const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
    const replaced = new URL(REPLACED, folder);
    const replaces = existsSync(replaced) ? digestsByName(await readFile(replaced, "utf8")) : new Map();
    for (const name of names) {
      files.push(migrationFile(`${owner}/${name}`, await readFile(new URL(name, folder), "utf8"), replaces));
    }
  }
  return files;
}

/** Of lines that `sha256sum` writes. */
export function digestsByName(text: string): ReadonlyMap<string, string> {
  const lines = text.trim().split("\n");
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

function migrationFile(name: string, text: string, replaced: ReadonlyMap<string, string>): MigrationFile {
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
    replaces: marks.includes(BASELINE) ? replaced : new Map(),
  };
}

/** The services of this checkout or image that have a schema. */
export async function servicesWithSchema(): Promise<string[]> {
  const names = await readdir(SERVICES);
  return names.filter((name) => existsSync(migrationsOf(name))).sort();
}

export const migrationsOf = (service: string): URL => new URL(`${service}/migrations/`, SERVICES);
