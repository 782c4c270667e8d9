import { readFileSync } from "node:fs";
import { gauge } from "./instruments.ts";

export const buildInfo = gauge({
  name: "emissions.build.info",
  unit: "",
  description: "1, with the version and the commit of the program",
  labels: ["version", "commit"],
});

/** The version in `package.json` of the repository. */
export const version: string = JSON.parse(
  readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"),
).version;

export const recordBuild = (commit: string): void => buildInfo.record(1, { version, commit });
