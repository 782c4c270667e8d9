import fc from "fast-check";
import type { Catalogue } from "./catalogue.ts";
import { amountOf, anyDay, maybe, oneOf } from "./draw.ts";
import type { Body, RandomKind } from "./kind.ts";
import { COUNTRIES, HUB_CATEGORIES } from "./owners.ts";

const PLACES = ["Madrid, ES", "Paris, FR", "Lyon, FR", "Berlin, DE", "Barcelona, ES", "Valencia, ES"];
/** Runs of own vehicles, some of which have recharges. */
const RUNS = ["run 1", "run 2", "run 3"];
const distance = amountOf({ max: 500_000, decimals: 2 });
/** At most 5 decimals, also of a part. */
const mass = amountOf({ max: 999_999, decimals: 3 });
const paid_by = maybe(oneOf(["organization", "other"]));
const isOwn = fc.integer({ min: 0, max: 4 }).map((n) => n === 0);
const OWN = { custom_ef_record_id: "@own logistics tkm" };

export const freightKinds = (
  { combinations, tocs, logisticsFuels }: Catalogue,
  masses: readonly string[],
): readonly RandomKind[] => [
  {
    name: "transport routes",
    list: "/v1/transports",
    template: "transports",
    bodies: fc
      .record({
        name: fc.constant("Route"),
        transport_date: anyDay,
        transport_direction: oneOf(["upstream", "downstream"]),
        quantity_transported: mass,
        unit_id: oneOf(masses),
        sections: fc.array(sectionOf(combinations as readonly Body[]), { minLength: 1, maxLength: 3 }),
        paid_by,
        isOwn,
      })
      .map(({ isOwn, ...route }) => ({ ...route, ...(isOwn && OWN) })),
    amounts: ["quantity_transported"],
    unit: "unit_id",
    limits: { max: 999_999_999, decimals: 5 },
    change: "PUT",
  },
  {
    name: "legs",
    list: "/v1/logistics/requests",
    template: "logistics_requests",
    bodies: fc
      .record({
        shipment_date: anyDay,
        toc: oneOf(tocs),
        amount: legAmount,
        origin_country: maybe(oneOf([...COUNTRIES, "GLO"])),
        cleaning: fc.boolean(),
        hub_id: maybe(oneOf(HUB_CATEGORIES.map((category) => `@hub ${category}`))),
        paid_by,
        carrier: fc.oneof(fc.constant({ subcontractor: true }), fc.record({ run_key: oneOf(RUNS) }), fc.constant({})),
        isOwn,
      })
      .map(({ amount, carrier, isOwn, ...leg }) => ({ ...leg, ...amount, ...carrier, ...(isOwn && OWN) })),
    key: "movement_id",
    amounts: ["load", "tkm"],
    change: "repeat",
  },
  {
    name: "recharges",
    list: "/v1/logistics/recharges",
    template: "logistics_recharges",
    bodies: fc.record({
      fuel_id: oneOf(logisticsFuels),
      country: oneOf(COUNTRIES),
      date: anyDay,
      quantity: amountOf(),
      run_key: maybe(oneOf(RUNS)),
    }),
    key: "vehicle_license_plate",
    amounts: ["quantity"],
    // The quantity is a part of what makes a repeat.
    change: "none",
  },
];

/** A mass over a distance, or tonne-kilometres. */
const legAmount = fc.oneof(
  fc.record({ load: mass, load_unit: oneOf(["kg", "ton"]), distance_km: distance }),
  fc.record({ load: mass, origin: oneOf(PLACES), destination: oneOf(PLACES) }),
  fc.record({ tkm: mass, load: mass }),
);

const sectionOf = (combinations: readonly Body[]): fc.Arbitrary<Body> =>
  fc
    .record({
      means: oneOf(combinations),
      way: fc.oneof(
        fc.record({ kms_manual: distance }),
        fc.record({ origin: oneOf(PLACES), destination: oneOf(PLACES) }),
      ),
    })
    .map(({ means: { transport_type, travel_method, electric, refrigerated, detail }, way }) => ({
      ...{ transport_type, travel_method, electric, refrigerated },
      ...(detail !== "" && { detail }),
      ...way,
    }));
