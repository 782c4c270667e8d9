import { createHash } from "node:crypto";
import { isId } from "@emissions/kit/process/id";
import { type Check, missing, unknown, violation } from "@emissions/kit/wire/checks";
import { parse, plain } from "@emissions/quantity/decimal";
import { checkActivityDay, checkCountry } from "../checks.ts";
import type { NamedHub } from "../logistic_hub/lookup.ts";
import { checkMeasurement, journeyFrom, journeyText } from "../records/journeys.ts";
import type { Passed } from "../records/kind.ts";
import { massOf } from "./loads.ts";
import { type LegLookups, measuredOf, type RelatedRows, WORLD } from "./lookups.ts";
import { type DerivedLeg, type Leg, runOfLeg } from "./row.ts";
import { modeOf, similarNames, tocOf } from "./tocs.ts";

const KG_PER_TONNE = 1000;

/** The rules between fields of a leg. */
export function checkLeg(leg: Leg, _: RelatedRows, passed: Passed): Check[] {
  const { toc, category, distanceKm, tkm, origin, destination, shipmentDate, year } = leg;
  const checks = passed("shipmentDate") ? checkActivityDay("shipment_date", shipmentDate) : [];
  const lastYear = new Date().getUTCFullYear() + 1;
  if (year !== null && year > lastYear)
    checks.push(
      violation("year", "value_error.number.not_le", `ensure this value is less than or equal to ${lastYear}`),
    );
  if (toc === null && category === null) checks.push(missing("category"));
  if (distanceKm !== null || tkm !== null) return checks;
  if (origin === null) checks.push(missing("origin"));
  if (destination === null) checks.push(missing("destination"));
  return checks;
}

/** Whether the names that a leg refers to exist. */
export function checkNames(leg: Leg, { tocs, countries, hubs }: LegLookups & RelatedRows): Check[] {
  const { toc, category, originCountry, hubId } = leg;
  const checks = originCountry === WORLD ? [] : checkCountry("origin_country", originCountry, countries);
  if (hubId !== null && isId(hubId)) checks.push(...checkHub(hubs.get(hubId)));
  if (tocOf(leg, tocs, countries) !== undefined) return checks;
  if (toc === null && category !== null)
    checks.push(violation("category", "value_error.factor_not_found", "has no average"));
  if (toc !== null) {
    const similar = similarNames(toc, tocs);
    const meant = similar.length > 0 ? ` Similar names: ${similar.join(", ")}.` : "";
    checks.push(
      violation("toc", "value_error.toc_not_found", `No transport operation category is called "${toc}".${meant}`),
    );
  }
  return checks;
}

/** A hub of another company without a category would have no emissions. */
function checkHub(hub: NamedHub | undefined): Check[] {
  if (hub === undefined) return [unknown("hub_id")];
  const isKnown = hub.type === "owned" || hub.category !== null;
  return isKnown ? [] : [violation("hub_id", "value_error.hub_category", "the subcontracted hub has no category")];
}

/** Whether distance and load of a leg are known. */
export function checkActivity(leg: Leg, lookups: LegLookups & RelatedRows): Check[] {
  const checks = checkMeasurement(measuredOf(leg, lookups), "distance_km");
  const toc = tocOf(leg, lookups.tocs, lookups.countries);
  const needsLoad = leg.tkm === null || hubCategoryOf(leg, lookups) !== null;
  if (toc !== undefined && needsLoad && leg.load === null && toc.defaultLoad === undefined)
    checks.push(violation("load", "value_error.load_missing", `required, because ${toc.toc} has no default load`));
  return checks;
}

/** The columns of a leg that was checked. */
export function derived(leg: Leg, lookups: LegLookups & RelatedRows): { [K in keyof DerivedLeg]: DerivedLeg[K] } {
  const toc = tocOf(leg, lookups.tocs, lookups.countries);
  const mode = toc === undefined ? null : modeOf(toc);
  const measured = measuredOf(leg, lookups)?.distance;
  const mass = massOf(leg, toc?.defaultLoad?.value ?? null, lookups.today);
  const kilometres = leg.distanceKm ?? measured?.kilometres?.value ?? null;
  // Figures of air freight are per kilometre of the great circle, and include the kilometres that a flight adds to it.
  const greatCircleKm = mode === "air" ? (measured?.greatCircleKm?.value ?? null) : null;
  const [failure] = checkActivity(leg, lookups);
  const run = runOfLeg(leg);
  return {
    tocId: toc?.id ?? null,
    vehicleType: toc?.toc ?? null,
    mode,
    ...mass,
    kilometres,
    greatCircleKm,
    journey: measured === undefined ? null : journeyText(journeyFrom(measured)),
    tonneKilometres: leg.tkm ?? tonneKilometres(mass.effectiveLoadKg, greatCircleKm ?? kilometres),
    hubCategory: hubCategoryOf(leg, lookups),
    packageId: null,
    run,
    isAllocated: run !== null && lookups.measured.has(run),
    dedupKey: dedupKeyOf(leg),
    failureCode: failure === undefined ? null : failure.type.replace(/^value_error\./, "").toUpperCase(),
    failureDetail: failure?.msg ?? null,
  };
}

const tonneKilometres = (loadKg: string | null, kilometres: string | null): string | null =>
  loadKg === null || kilometres === null ? null : plain(parse(loadKg).times(parse(kilometres)).dividedBy(KG_PER_TONNE));

/** Owned hubs have the emissions of their facility. */
function hubCategoryOf({ hubId }: Leg, { hubs }: RelatedRows): string | null {
  const hub = hubs.get(hubId ?? "");
  return hub?.type === "subcontracted" ? hub.category : null;
}

/** A repeat of this leg replaces it. Null without a shipment. */
function dedupKeyOf({ movementId, movementStretch, movementStage, packageKey }: Leg): string | null {
  if (movementId === null) return null;
  const key = JSON.stringify([movementId, movementStretch ?? "", movementStage ?? "", packageKey ?? ""]);
  const hex = createHash("sha256").update(key).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}
