import type { VehicleSelector } from "@emissions/proto/factors/v1/selection_service";

/** How the library names a vehicle. */
export interface VehicleClass {
  /** Beginnings of keys per distance, the most exact first. */
  sizes: string[];
  /** Class of MITECO for fuels. Null for passenger cars, whose figures have the plain key. */
  fuelClass: string | null;
}

interface Family {
  /** The first part of keys per distance. */
  key: string;
  fuelClass: string | null;
  /** True if the library has figures by size. */
  bySize?: boolean;
  bySegment?: boolean;
  /** Size of a vehicle that does not say it. */
  size?: string;
  segment?: string;
  /** The key before all others. */
  first?: string;
}

const CAR: Family = { key: "car", fuelClass: null, bySize: true, bySegment: true };
const VAN: Family = { key: "van", fuelClass: "n1" };

/** By type of vehicle, as `unknown-vehicles.csv` lists them. */
const FAMILIES: ReadonlyMap<string, Family> = new Map<string, Family>([
  ["ambulance", VAN],
  ["bus", { key: "bus", fuelClass: "m2_m3" }],
  ["car", CAR],
  ["motorcycle", { key: "motorbike", fuelClass: "l3e_l7e", bySize: true }],
  ["pickup", VAN],
  ["scooter", { key: "motorbike", fuelClass: "l1e_l2e", bySize: true, size: "small", first: "moped/average" }],
  ["suv", { ...CAR, segment: "dual_purpose_4x4" }],
  ["taxi", CAR],
  ["truck", { key: "hgv", fuelClass: "n2_n3" }],
  ["van", VAN],
]);

type Vehicle = Pick<VehicleSelector, "vehicleType" | "freight" | "marketSegment" | "size">;

/** A vehicle of unknown type is a van if it carries goods, and else a car. */
export function classOf({ vehicleType, freight, marketSegment, size }: Vehicle): VehicleClass {
  const family = FAMILIES.get(vehicleType) ?? (freight ? VAN : CAR);
  const { key, fuelClass, bySize, bySegment, first } = family;
  const segment = bySegment ? marketSegment || family.segment : undefined;
  const named = bySize ? size.replace(/_car$/, "") || family.size : undefined;
  const names = [segment, named, "average"].flatMap((name) => (name ? [`${key}/${name}`] : []));
  return { sizes: [...new Set([...(first ? [first] : []), ...names])], fuelClass };
}
