import { MethaneOrigin } from "@emissions/proto/factors/v1/selection_service";
import type { LibraryRow } from "./queries.ts";

/** Only burned fuels have one origin. Electricity, transport and treatments are mixtures. */
const FUELS: ReadonlySet<string> = new Set(["fuels", "vehicle_fuels"]);

/** Mixtures of fossil and other fuel: blends such as B7 and E10, the fuel of filling stations, municipal waste. */
const MIXED = /^([be]\d+|(diesel|petrol)(_net_cv)?|municipal_solid_waste)(\/|$)/;

/** The origin of the methane of a fuel is that of its CO2: biogenic CO2 is not part of `co2`. */
export function methaneOriginOf({ category, key, co2, ch4, biogenicCo2 }: LibraryRow): MethaneOrigin {
  if (!FUELS.has(category) || ch4 === null || MIXED.test(key)) return MethaneOrigin.UNSPECIFIED;
  const [hasFossil, hasBiogenic] = [Number(co2 ?? 0) > 0, Number(biogenicCo2 ?? 0) > 0];
  if (hasFossil) return hasBiogenic ? MethaneOrigin.UNSPECIFIED : MethaneOrigin.FOSSIL;
  return hasBiogenic || co2 !== null ? MethaneOrigin.NON_FOSSIL : MethaneOrigin.UNSPECIFIED;
}
