/** Tags by subject, in the order of the reference. Tags that no group names belong to the last one. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Activities: [
    ...[
      "Purchase",
      "Supplier",
      "Facility",
      "Invoice",
      "Waste",
      "Waste Water Treatment",
      "Vehicle",
      "Vehicle Consumption",
    ],
    ...["Business Travel", "Hotel Stay", "Transport", "Sold Product", "Sold Product Period", "Sold Product Sale"],
  ],
  Logistics: ["Logistics Request", "Logistics Recharge", "Logistics Package", "Logistic Hub", "Logistics Summary"],
  People: [
    ...["Employee", "Commuting Period", "Survey", "Survey Row", "Survey Row List", "Survey Answer", "Own Workforce"],
    ...["Workforce Figure", "Own Workforce Training", "Training Column", "Salary Read"],
  ],
  Reports: ["Project", "Dashboard", "Widget"],
  Results: ["Total Impact", "Inventory", "Calculation", "Recalculation", "Restatement", "Period Lock"],
  "Emission factors": ["Custom Database", "Custom Group", "Certificate", "Library"],
  "Files and imports": ["File", "Presigned File", "Folder", "Reading", "Import Template", "Import Session"],
  "Jobs and webhooks": ["Ingest Job", "Webhook Endpoint", "Webhook Delivery", "Notification"],
  "Reference lists": [
    ...["Unit", "Country", "Place", "Sector", "Exchange Rate", "Energy Supplier", "Grid Zone", "Waste Catalogue"],
    ...["Vehicle Catalogue", "Freight", "Hotel Catalogue"],
  ],
  "Organization and access": ["Organization", "Ownership", "Access", "Session", "Password"],
};

export interface TagGroup {
  name: string;
  tags: string[];
}

/** The groups with those of the tags that they have. */
export function tagGroups(tags: readonly string[]): TagGroup[] {
  const named = new Set(Object.values(GROUPS).flat());
  const others = tags.filter((tag) => !named.has(tag));
  return Object.entries(GROUPS)
    .map(([name, own], at, all) => ({ name, tags: at === all.length - 1 ? [...own, ...others] : [...own] }))
    .map((group) => ({ ...group, tags: group.tags.filter((tag) => tags.includes(tag)) }))
    .filter((group) => group.tags.length > 0);
}
