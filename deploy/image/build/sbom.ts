// Prints the components of the image in the format of CycloneDX: `sbom.ts <file of pnpm sbom> <records of packages>`.
// pnpm takes components and digests from the lockfile. Licences come from what is installed.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { installedPackages } from "./installed.ts";

interface Component {
  type: string;
  name: string;
  version: string;
  purl: string;
  "bom-ref": string;
  licenses?: object[];
}
interface Bom {
  serialNumber?: string;
  metadata: { timestamp?: string };
  components: Component[];
}

const [lockfileBom = "", records = ""] = process.argv.slice(2);
const bom: Bom = JSON.parse(readFileSync(lockfileBom, "utf8"));
const licences = new Map(installedPackages(".").map(({ name, version, license }) => [purlOf(name, version), license]));

const missing = [...licences.keys()].filter((purl) => !bom.components.some((component) => component.purl === purl));
if (missing.length > 0) throw new Error(`installed, but not in the lockfile's list: ${missing.join(", ")}`);
bom.components = bom.components
  .filter(({ purl }) => licences.has(purl))
  .map((component) => ({ ...component, licenses: [licenceOf(licences.get(component.purl)!)] }));
bom.components.push(platform("node", process.versions.node, `pkg:github/nodejs/node@v${process.versions.node}`));
for (const file of readdirSync(records).sort()) bom.components.push(debianPackage(join(records, file)));

// Two builds of one revision are equal.
delete bom.serialNumber;
bom.metadata.timestamp = new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1000).toISOString();
const digest = createHash("sha256").update(JSON.stringify(bom)).digest("hex");
const serialNumber = `urn:uuid:${digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, "$1-$2-8$3-8$4-$5")}`;
process.stdout.write(`${JSON.stringify({ ...bom, serialNumber }, null, 2)}\n`);

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function licenceOf(text: string): object {
  return text.includes(" ") ? { expression: text } : { license: { id: text } };
}

function platform(name: string, version: string, purl: string): Component {
  return { type: "platform", name, version, purl, "bom-ref": purl };
}

function debianPackage(record: string): Component {
  const text = readFileSync(record, "utf8");
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(text)?.[1] ?? "";
  const [name, version] = [field("Package"), field("Version")];
  const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${field("Architecture")}`;
  return { type: "library", name, version, purl, "bom-ref": purl };
}
