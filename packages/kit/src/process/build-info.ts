import { build } from "./build.ts";
import { gauge } from "./instruments.ts";

export const buildInfo = gauge({
  name: "emissions.build.info",
  unit: "",
  description: "1, with the version and the commit of the program",
  labels: ["version", "commit"],
});

export const recordBuild = (): void => buildInfo.record(1, { ...build() });
