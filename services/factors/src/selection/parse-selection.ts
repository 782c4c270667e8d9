import { isId } from "@emissions/kit/process/id";
import { invalid } from "@emissions/kit/wire/errors";
import { FreightPart, type FreightSelector } from "@emissions/proto/factors/v1/freight";
import type {
  CustomGroupSelector,
  CustomRecordSelector,
  Selection,
} from "@emissions/proto/factors/v1/selection_service";
import { type Decimal, parse } from "@emissions/quantity/decimal";
import { isDay } from "@emissions/quantity/period";
import type { ParsedSelection, SelectorKind } from "./answer.ts";

type Problem = { loc: string[]; msg: string; type: string };

/** Parses a selection. Throws `invalid` for a malformed one. */
export function parseSelection({ selector, unitId, referenceDate }: Selection, at: number): ParsedSelection {
  const loc = ["selections", String(at)];
  const kind = selector?.kind;
  if (kind?.case === undefined) {
    throw invalid([{ loc: [...loc, "selector"], msg: "field required", type: "value_error.missing" }]);
  }
  const problems = problemsIn(kind);
  if (problems.length > 0) {
    throw invalid(problems.map((problem) => ({ ...problem, loc: [...loc, "selector", ...problem.loc] })));
  }
  if (!isDay(referenceDate)) {
    throw invalid([{ loc: [...loc, "reference_date"], msg: "not a day of the calendar", type: "value_error.date" }]);
  }
  return { selector: kind, unitId: unitId.toLowerCase(), day: referenceDate };
}

function problemsIn(kind: SelectorKind): Problem[] {
  switch (kind.case) {
    case "waste": {
      const { lerCodeId, rdCodeId } = kind.value;
      return [...idProblems("ler_code_id", lerCodeId), ...(rdCodeId === "" ? [] : idProblems("rd_code_id", rdCodeId))];
    }
    case "library":
      return [...required("category", kind.value.category), ...required("key", kind.value.key)];
    case "vehicle":
      return idProblems("vehicle_fuel_id", kind.value.vehicleFuelId);
    case "customRecord":
      return [...idProblems("record_id", kind.value.recordId), ...customProblems(kind.value)];
    case "customGroup":
      return [...idProblems("group_id", kind.value.groupId), ...customProblems(kind.value)];
    case "freight":
      return freightProblems(kind.value);
    case "travel":
      return distanceProblems(kind.value.distanceKm?.value);
    default:
      return [];
  }
}

function freightProblems({ activity, part }: FreightSelector): Problem[] {
  const missing = activity.case === undefined ? required("activity", "") : [];
  const name = activity.case === undefined ? undefined : FREIGHT_IDS[activity.case];
  const ids = name === undefined || typeof activity.value !== "string" ? [] : idProblems(name, activity.value);
  return [...missing, ...ids, ...(part === FreightPart.UNSPECIFIED ? required("part", "") : [])];
}

const FREIGHT_IDS: Partial<Record<NonNullable<FreightSelector["activity"]["case"]>, string>> = {
  transportCombinationId: "transport_combination_id",
  tocId: "toc_id",
  logisticsFuelId: "logistics_fuel_id",
};

const customProblems = ({ revision, organizationId }: CustomRecordSelector | CustomGroupSelector): Problem[] => [
  ...(revision < 0 ? [{ loc: ["revision"], msg: "not negative", type: "value_error.number.not_ge" }] : []),
  ...(organizationId === "" ? [] : idProblems("organization_id", organizationId)),
];

function distanceProblems(distance: string | undefined): Problem[] {
  if (distance === undefined) return [];
  const number = parsed(distance);
  return number?.gt(0)
    ? []
    : [{ loc: ["distance_km"], msg: "not a positive number", type: "value_error.number.not_gt" }];
}

function parsed(text: string): Decimal | null {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return null;
  }
}

const idProblems = (name: string, text: string): Problem[] =>
  isId(text) ? [] : [{ loc: [name], msg: "value is not a valid uuid", type: "type_error.uuid" }];

const required = (name: string, text: string): Problem[] =>
  text === "" ? [{ loc: [name], msg: "field required", type: "value_error.missing" }] : [];
