import type { TravelSelector } from "@emissions/proto/factors/v1/travel";
import type { KeyStep } from "../../catalogue/sectors.ts";

/** A key of the category with the words for it. Marks are set for a figure of another trip than the recorded one. */
export type TravelKey = Pick<KeyStep, "key" | "label" | "marks" | "place" | "inDataset">;

/** The countries of both ends of a trip. Empty if they are unknown. */
export const endsOf = ({ originCountry, destinationCountry }: TravelSelector): string[] =>
  originCountry === "" || destinationCountry === "" ? [] : [originCountry, destinationCountry];
