import type { UnitDetail } from "@emissions/proto/factors/v1/unit_service";
import { tonneKilometres } from "../records/tonnes.ts";

/** Records have a distance and no vehicle: the average diesel lorry with average load. */
const LORRY = { category: "freight", key: "hgv/average/diesel" };

interface Transport {
  country: string;
  unit: UnitDetail | undefined;
}

/**
 * The transport of a waste to its plant, as a part of the record. `km` is the distance. Calc counts it besides a custom
 * factor only, because published figures include collection and transport.
 */
export const transportPart = (
  { baseQuantity: quantity }: { baseQuantity: string },
  km: string,
  { country, unit }: Transport,
) => ({
  part: "transport",
  category: "wastes",
  ...tonneKilometres({ quantity, unit, km }),
  selector: { kind: { case: "library" as const, value: { ...LORRY, country } } },
});
