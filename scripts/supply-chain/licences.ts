import { readFileSync } from "node:fs";
import { z } from "zod";
import { installedPackages, type Package } from "../../deploy/image/build/installed.ts";
import { ROOT } from "../start/settings.ts";

const AllowList = z.strictObject({
  /** SPDX expressions that every package may have. */
  licences: z.array(z.string()),
  /** Packages with another licence. The name also stands for its packages of platforms, such as `name-linux-x64`. */
  packages: z.array(z.strictObject({ name: z.string(), licence: z.string(), reason: z.string().min(20) })),
});
export type AllowList = z.output<typeof AllowList>;

export const readAllowList = (): AllowList =>
  AllowList.parse(JSON.parse(readFileSync(new URL("licences.json", import.meta.url), "utf8")));

/** Packages whose licence is not on the list. */
export function refusedLicences(packages: Package[], { licences, packages: exceptions }: AllowList): Package[] {
  const isExcepted = ({ name, license }: Package) =>
    exceptions.some((one) => (name === one.name || name.startsWith(`${one.name}-`)) && license === one.licence);
  return packages.filter((each) => !licences.includes(each.license) && !isExcepted(each));
}

/** All packages of this checkout, those of tests and builds included. */
export const packagesOfCheckout = (): Package[] => installedPackages(ROOT);
