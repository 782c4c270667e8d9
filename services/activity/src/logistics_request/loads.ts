import { ONE, parse, plain } from "@emissions/quantity/decimal";

/** Default weights of containers of GLEC and ISO 14083 apply to requests of this day and later. */
const CONTAINER_WEIGHTS_SINCE = "2026-10-09";

/** Kilograms of one unit of a load that is recorded on a day. */
export function kgPerUnit(unit: string, day: string): string {
  const isHalved = day >= CONTAINER_WEIGHTS_SINCE;
  const kg: Readonly<Record<string, string>> = {
    kg: "1",
    ton: "1000",
    pallets: "500",
    teu: isHalved ? "10000" : "20000",
    feu: isHalved ? "20000" : "40000",
  };
  return kg[unit] ?? "1";
}

interface Load {
  load: string | null;
  loadUnit: string;
  loadFactor: string | null;
}

/** Kilograms of a load before and after its load factor. Null without a load. */
export function massOf({ load, loadUnit, loadFactor }: Load, defaultLoad: string | null, day: string) {
  if (load === null && defaultLoad === null) return { loadKg: null, effectiveLoadKg: null };
  const mass = load === null ? parse(defaultLoad!) : parse(load).times(parse(kgPerUnit(loadUnit, day)));
  const share = loadFactor === null ? ONE : parse(loadFactor);
  return { loadKg: plain(mass), effectiveLoadKg: plain(mass.times(share)) };
}
