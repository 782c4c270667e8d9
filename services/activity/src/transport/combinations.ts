import { type Check, violation } from "@emissions/kit/wire/checks";
import { enumText } from "@emissions/kit/wire/enum";
import { unprocessable } from "@emissions/kit/wire/errors";
import { FreightModeSchema, TravelMethodSchema } from "@emissions/proto/factors/v1/freight";
import type { TransportCombination } from "@emissions/proto/factors/v1/freight_service";
import type { Route, Section } from "./row.ts";
import { sectionsOf } from "./row.ts";

/** The means of transport that have a factor, by id. */
export interface Combinations {
  combinations: ReadonlyMap<string, TransportCombination>;
}

export const DO_NOT_KNOW = "do_not_know";
const INVALID = "INVALID_TRANSPORT_COMBINATION";
/** Details in one refusal. */
const DETAILS_MAX = 20;

type Means = Pick<Section, "transportType" | "travelMethod" | "electric" | "refrigerated" | "detail">;

const isMeans = (sent: Means, { transportType, travelMethod, electric, refrigerated, detail }: TransportCombination) =>
  sent.transportType === enumText(FreightModeSchema, transportType) &&
  (sent.travelMethod ?? "") === (travelMethod === 0 ? "" : enumText(TravelMethodSchema, travelMethod)) &&
  (sent.electric ?? false) === electric &&
  (sent.refrigerated ?? false) === refrigerated &&
  (sent.detail ?? "") === detail;

export const combinationOf = (means: Means, { combinations }: Combinations): TransportCombination | undefined =>
  [...combinations.values()].find((one) => isMeans(means, one));

/** The average of the mode, for sections whose mode the places decide about. */
export function averageOf(mode: string, combinations: Combinations): TransportCombination | undefined {
  const travelMethod = mode === "road" ? "truck" : null;
  return combinationOf(
    { transportType: mode, travelMethod, electric: false, refrigerated: false, detail: null },
    combinations,
  );
}

/** The combination of each section exists. A single route gets a refusal with its own code. */
export function checkCombinations(route: Route, combinations: Combinations, inBatch: boolean): Check[] {
  const checks = sectionsOf(route).flatMap((section, at) => {
    if (isKnown(section, combinations)) return [];
    const check = violation("transport_type", INVALID, messageFor(section, combinations));
    return [{ ...check, loc: ["body", "sections", String(at), "transport_type"] }];
  });
  if (!inBatch && checks.length > 0) throw unprocessable(INVALID, checks[0]!.msg, checks);
  return checks;
}

function isKnown(section: Section, combinations: Combinations): boolean {
  const { transportType, travelMethod, electric, refrigerated, detail } = section;
  // The rules of the field refuse it.
  if (!transportType) return true;
  if (transportType !== DO_NOT_KNOW) return combinationOf(section, combinations) !== undefined;
  return travelMethod === null && !electric && !refrigerated && !detail;
}

function messageFor(section: Section, { combinations }: Combinations): string {
  if (section.transportType === DO_NOT_KNOW) return "do_not_know takes no vehicle, detail or property";
  const others = [...combinations.values()].filter((one) => isMeans({ ...section, detail: one.detail }, one));
  const details = others.map(({ detail }) => (detail === "" ? "none" : detail));
  if (details.length === 0) return "no factor for this type, method and properties";
  return `the detail is not one of: ${details.slice(0, DETAILS_MAX).join(", ")}`;
}
