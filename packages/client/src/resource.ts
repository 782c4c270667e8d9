import type { Operations } from "./gen/types.ts";

type OperationId = keyof Operations;

/** A resource as the API serves it, with the operations that people and programs use most. */
export interface Resource {
  /** In snake case: "hotel_stay". */
  one: string;
  /** The name in jobs, places of explanations and templates: "hotel_stays". */
  name: string;
  create: OperationId;
  list: OperationId;
  get: OperationId;
  remove: OperationId;
  /** Explains the emissions of one; absent for resources without emissions of their own. */
  calculation?: OperationId;
  /** Parameters of the path of one, with its fields that fill them. */
  path: readonly (readonly [parameter: string, field: string])[];
  /** Fields of the first and last day, or of the only one. */
  days: readonly string[];
  /** Fields that may name one, the best first. */
  title: readonly string[];
  /** Fields of a table that lists it, after the id. */
  columns: readonly string[];
  /** The parameter of the list that searches texts. */
  search?: "search" | "name";
  /** Parameters of the first and last day of the list. */
  range?: readonly [from: string, to: string];
  /** The field of the status, also the parameter of the list, and its values. */
  status?: { field: string; values: readonly string[] };
}
