import { SHEETS_MAX } from "../limits.ts";
import { refuse, tooComplex, unreadable } from "../refusals.ts";
import type { DateSystem } from "../table.ts";
import { type Attributes, localName, parseXmlWhole } from "./xml.ts";
import type { Package } from "./zip.ts";

/** The last segment of a relationship type. Strict and transitional workbooks have different bases. */
type Relations = Map<string, { type: string; target: string }>;

export interface Workbook {
  dateSystem: DateSystem;
  /** Visible worksheets with the names of their parts. */
  sheets: { name: string; part: string }[];
  sharedStrings: string | null;
  styles: string | null;
}

/** Reads which parts there are. External links and other parts are never opened. */
export async function readWorkbook(parts: Package): Promise<Workbook> {
  checkKind(parts);
  const main = [...(await readRelations(parts, "")).values()].find(({ type }) => type === "officeDocument")?.target;
  if (main === undefined) return refuse("IMPORT_FILE_TYPE_MISMATCH", "It is a package, but not a workbook.");
  const relations = await readRelations(parts, main);
  const workbook: Workbook = {
    dateSystem: 1900,
    sheets: [],
    sharedStrings: partOf(relations, "sharedStrings"),
    styles: partOf(relations, "styles"),
  };
  const seen: Attributes[] = [];
  await parseXmlWhole(parts.read(main), {
    open(name, attributes) {
      if (name === "workbookPr") workbook.dateSystem = isTrue(attributes.date1904) ? 1904 : 1900;
      if (name === "sheet" && seen.push(attributes) > SHEETS_MAX) tooComplex(`It has more than ${SHEETS_MAX} sheets.`);
    },
  });
  for (const attributes of seen) {
    const { type, target } = relations.get(relationOf(attributes)) ?? { type: "", target: "" };
    const visible = (attributes.state ?? "visible") === "visible";
    if (visible && type === "worksheet") workbook.sheets.push({ name: attributes.name ?? "", part: target });
  }
  return workbook;
}

function checkKind(parts: Package) {
  const names = parts.names();
  if (names.some((name) => name.endsWith("vbaproject.bin"))) refuse("IMPORT_FILE_MACROS");
  if (names.includes("xl/workbook.bin")) refuse("IMPORT_FILE_TYPE_UNSUPPORTED", "It is a binary workbook (xlsb).");
  if (!names.includes("_rels/.rels")) refuse("IMPORT_FILE_TYPE_MISMATCH", "It is an archive, but not a workbook.");
}

/** Relations of a part; of the whole package for an empty name. External targets are left out. */
async function readRelations(parts: Package, source: string): Promise<Relations> {
  const [folder, file] = [source.slice(0, source.lastIndexOf("/") + 1), source.slice(source.lastIndexOf("/") + 1)];
  const relations: Relations = new Map();
  const part = `${folder}_rels/${file}.rels`;
  if (!parts.has(part)) return relations;
  await parseXmlWhole(parts.read(part), {
    open(name, { Id = "", Type = "", Target = "", TargetMode }) {
      if (name !== "Relationship" || TargetMode === "External") return;
      relations.set(Id, { type: Type.slice(Type.lastIndexOf("/") + 1), target: resolve(folder, Target) });
    },
  });
  return relations;
}

/** A part name without `.` and `..`, which cannot leave the package. */
function resolve(folder: string, target: string): string {
  const segments: string[] = [];
  for (const segment of (target.startsWith("/") ? target : folder + target).split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments.join("/");
}

const partOf = (relations: Relations, type: string) =>
  [...relations.values()].find((relation) => relation.type === type)?.target ?? null;

/** The attribute `r:id`, with any prefix. `sheetId` and `id` without prefix are others. */
function relationOf(attributes: Attributes): string {
  const key = Object.keys(attributes).find((name) => name.includes(":") && localName(name) === "id");
  return key === undefined ? unreadable("A sheet has no part.") : attributes[key]!;
}

export const isTrue = (text: string | undefined) => text === "1" || text === "true";
