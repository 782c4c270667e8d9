/**
 * Countries whose issuing bodies exchange guarantees of origin of electricity over the Hub of the AIB. Source: its page of
 * domain protocols, with audits up to 2024. It has 30 domains of electricity, four of them Belgian.
 */
const AIB_HUB: ReadonlySet<string> = new Set(
  "AT BE CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LT LU LV NL NO PT RS SE SI SK".split(" "),
);
const TRANSFERABLE = "guarantee_of_origin";

/** Whether the certificate may cover a use in the country: its own market, or for guarantees of origin the whole Hub. */
export const isOfMarket = (certificate: { type: string | null; country: string }, country: string): boolean =>
  certificate.country === country ||
  (certificate.type === TRANSFERABLE && AIB_HUB.has(certificate.country) && AIB_HUB.has(country));
