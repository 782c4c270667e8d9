import type { WasteSelector } from "@emissions/proto/factors/v1/selection_service";
import type { Snapshot } from "../../catalogue/snapshot.ts";
import { failure } from "../answer.ts";
import { LIBRARY_SCHEME } from "./library.ts";
import type { Lookup } from "./lookup.ts";

/** Factors of treatments differ by orders of magnitude, so there is no fallback to another treatment or to none. */
export function lookUpWaste(
  { lerById, rdById }: Pick<Snapshot, "lerById" | "rdById">,
  { lerCodeId, rdCodeId, country }: WasteSelector,
): Lookup {
  const ler = lerById.get(lerCodeId.toLowerCase());
  if (ler === undefined) return failure("FACTOR_NOT_FOUND", "There is no such LER code.");
  const rd = rdById.get(rdCodeId.toLowerCase());
  if (rd === undefined && rdCodeId !== "") return failure("FACTOR_NOT_FOUND", "There is no such R or D code.");
  const key = rd === undefined ? ler.code : `${ler.code}/${rd.code}`;
  const label = rd === undefined ? `waste ${ler.code}` : `waste ${ler.code} by ${rd.code}`;
  return { steps: [{ category: "waste", scheme: LIBRARY_SCHEME, key, label }], country };
}
