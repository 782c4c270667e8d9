// Two years of believable records for the holding and those below it, made through the public API, like a client's.
import { readFileSync } from "node:fs";
import { callAs, type DemoOrganization } from "./client.ts";
import { addPurchases } from "./purchases.ts";
import { addSites } from "./sites.ts";

interface Demo {
  base_url: string;
  organizations: DemoOrganization[];
}

/** How much each organization buys of everything. */
const shares: Record<string, number> = { holding: 1, iberia: 3, nordics: 2, "nordics-depot": 0.5 };

const { base_url, organizations }: Demo = JSON.parse(readFileSync(process.argv[2]!, "utf8"));

for (const organization of organizations) {
  const share = shares[organization.slug];
  if (share === undefined) continue;
  const call = callAs(base_url, organization);
  await Promise.all([addPurchases(call, share), addSites(call, organization.slug)]);
}
