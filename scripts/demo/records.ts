// Adds two years of plausible records to the holding and its subsidiaries, through the public API.
import { readFileSync } from "node:fs";
import { type DemoOrganization, demoOf } from "./client.ts";
import { addConsumptions } from "./consumptions.ts";
import { addEmployees } from "./employees.ts";
import { addPurchases } from "./purchases.ts";
import { addShipments } from "./shipments.ts";
import { addSites } from "./sites.ts";
import { addSoldProducts } from "./sold-products.ts";
import { addTravels } from "./travels.ts";

interface DemoFile {
  base_url: string;
  organizations: DemoOrganization[];
}

/** Factor on the amounts of all purchases. */
const shares: Record<string, number> = { holding: 1, iberia: 3, nordics: 2, "nordics-depot": 0.5 };

const { base_url, organizations }: DemoFile = JSON.parse(readFileSync(process.argv[2]!, "utf8"));

for (const organization of organizations) {
  const share = shares[organization.slug];
  if (share === undefined) continue;
  const demo = demoOf(base_url, organization);
  await Promise.all([
    addPurchases(demo, share),
    addSites(demo),
    addConsumptions(demo),
    addTravels(demo),
    addEmployees(demo),
    addShipments(demo),
    addSoldProducts(demo),
  ]);
}
