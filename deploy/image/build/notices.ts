// Prints the licences of all packages in the image.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { installedPackages, type Package } from "./installed.ts";

const LICENCE_FILE = /^(licen[cs]e|notice|copying)/i;
const RULE = "-".repeat(80);

function notice({ name, version, license, folder }: Package): string {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), "utf8").trim())
    .sort();
  const texts = files.length > 0 ? files : ["The package has no text of its licence."];
  return `${RULE}\n${name} ${version}\nLicence: ${license}\n\n${texts.join("\n\n")}\n`;
}

process.stdout.write(`This image contains the following packages.\n\n${installedPackages(".").map(notice).join("\n")}`);
