import type { WasteSelector } from "@emissions/proto/factors/v1/selection_service";
import type { Snapshot } from "../../catalogue/snapshot.ts";
import { failure } from "../answer.ts";
import { LIBRARY_SCHEME } from "./library.ts";
import type { Lookup } from "./lookup.ts";

/** The data sets with the boundary of one publication. */
type Boundary = RegExp;
const DESNZ: Boundary = /^waste-defra-/;
const EPA: Boundary = /^waste-epa-/;

/**
 * DESNZ counts for recycling and energy recovery no more than collection and sorting, EPA the whole treatment. So all
 * wastes of an organization have one of them where it has a figure. A figure of another boundary is marked.
 */
const boundaryOf = (organizationCountry: string): Boundary => (organizationCountry === "US" ? EPA : DESNZ);

/** Factors of treatments differ by orders of magnitude, so there is no fallback to another treatment or to none. */
export function lookUpWaste(
  { lerById, rdById }: Pick<Snapshot, "lerById" | "rdById">,
  { lerCodeId, rdCodeId, country, organizationCountry }: WasteSelector,
): Lookup {
  const ler = lerById.get(lerCodeId.toLowerCase());
  if (ler === undefined) return failure("FACTOR_NOT_FOUND", "There is no such LER code.");
  const rd = rdById.get(rdCodeId.toLowerCase());
  if (rd === undefined && rdCodeId !== "") return failure("FACTOR_NOT_FOUND", "There is no such R or D code.");
  const key = rd === undefined ? ler.code : `${ler.code}/${rd.code}`;
  const label = rd === undefined ? `waste ${ler.code}` : `waste ${ler.code} by ${rd.code}`;
  const own = boundaryOf(organizationCountry || country);
  const step = { category: "waste", scheme: LIBRARY_SCHEME, key };
  return {
    steps: [
      { ...step, label, inDataset: (dataset) => own.test(dataset) },
      {
        ...step,
        label: `${label} in a data set with another boundary`,
        inDataset: (dataset) => !own.test(dataset),
        marks: { boundaryDiffers: true },
      },
    ],
    country,
  };
}
