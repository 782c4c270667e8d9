// `npm run licences`: prints the licences of all installed packages. Fails if one is not on the list.
import { packagesOfCheckout, readAllowList, refusedLicences } from "./supply-chain/licences.ts";

const packages = packagesOfCheckout();
const byLicence = Map.groupBy(packages, ({ license }) => license);
for (const [licence, found] of [...byLicence].sort(([, a], [, b]) => b.length - a.length)) {
  console.log(`${licence}: ${found.length}\n  ${found.map(({ name, version }) => `${name}@${version}`).join(", ")}`);
}
const refused = refusedLicences(packages, readAllowList());
for (const { name, version, license } of refused) console.error(`not allowed: ${name}@${version} has ${license}`);
process.exitCode = refused.length > 0 ? 1 : 0;
