import { type CommuteSelector, CommuteTransport } from "@emissions/proto/factors/v1/commute";
import { QUANTITY } from "../apply-factor.ts";
import { byFactor } from "../by-factor.ts";
import type { Method } from "../method.ts";

const DISTANCE = { ...QUANTITY, quantity: "distance" };
const HOURS = { ...QUANTITY, quantity: "hours" };

/** kg = (distance * multiply_by / divide_by) * factor; see README.md. */
const commuting = byFactor("employees/1", { scope: 3, part: "commuting" }, DISTANCE);

/** The same for the hours of work at home. */
const telecommuting = byFactor("employees-telecommuting/1", { scope: 3, part: "telecommuting" }, HOURS);

/** The same for fuel and electricity of the trip. They are of category 7, not of category 3 like bought energy. */
const upstream = byFactor("employees-upstream/1", { scope: 3, part: "commuting_upstream" }, DISTANCE);

export const employees = { commuting, telecommuting, upstream };

const OF_LIBRARY: ReadonlyMap<string, Method> = new Map([
  ["homeworking", telecommuting],
  ["passenger_transport", commuting],
  ["passenger_transport_upstream", upstream],
]);

/** Undefined for a category of the library that commuting does not use. */
export const methodOfEmployees = (libraryCategory: string): Method | undefined => OF_LIBRARY.get(libraryCategory);

export function methodOfCommute(selector: CommuteSelector): Method {
  if (selector.upstream) return upstream;
  return selector.transportType === CommuteTransport.TELECOMMUTING ? telecommuting : commuting;
}
