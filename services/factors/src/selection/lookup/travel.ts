import { TransportType, TravelFuel, type TravelSelector, TravelVehicleSize } from "@emissions/proto/factors/v1/travel";
import type { KeyStep, Marks } from "../../catalogue/sectors.ts";
import { failure } from "../answer.ts";
import { flightKeys, isEpa } from "./flight.ts";
import { LIBRARY_SCHEME } from "./library.ts";
import type { Lookup } from "./lookup.ts";
import { endsOf, type TravelKey } from "./travel-key.ts";

const CATEGORY = "passenger_transport";

const PROXY: Marks = { proxy: true };

/** The factor of a trip. Fallbacks to another size, fuel, class or means of transport are marked as proxies. */
export function lookUpTravel(selector: TravelSelector): Lookup {
  const keys = keysOf(selector);
  if (keys.length === 0) return failure("FACTOR_NOT_FOUND", "There is no such means of transport.");
  const category = selector.upstream ? `${CATEGORY}_upstream` : CATEGORY;
  const steps = keys.map((step): KeyStep => ({ ...step, category, scheme: LIBRARY_SCHEME }));
  const { country } = selector;
  const ends = endsOf(selector);
  return {
    ...{ steps, country },
    ...(ends.length > 0 && { places: ends }),
    ...(isElectric(selector) && { standInCountry: COUNTRY_OF_ELECTRIC_CARS }),
  };
}

function keysOf(selector: TravelSelector): TravelKey[] {
  switch (selector.transportType) {
    case TransportType.CAR:
      return carKeys(selector);
    case TransportType.MOTORBIKE:
      return motorbikeKeys(selector);
    case TransportType.AIRCRAFT:
      return flightKeys(selector);
    case TransportType.TRAIN:
      return trainKeys(selector);
    case TransportType.METRO:
      return metroKeys(selector);
    case TransportType.TROLLEYBUS:
      return [{ key: "rail/light_rail_and_tram", label: "light rail in place of a trolleybus", marks: PROXY }];
    case TransportType.BUS:
      return [{ key: "bus/average_local_bus", label: "bus" }];
    case TransportType.FERRY:
      return [{ key: "ferry/average", label: "ferry" }];
    default:
      return [];
  }
}

const SIZES: Readonly<Record<TravelVehicleSize, string>> = {
  [TravelVehicleSize.UNSPECIFIED]: "average",
  [TravelVehicleSize.SMALL]: "small",
  [TravelVehicleSize.MEDIUM]: "medium",
  [TravelVehicleSize.LARGE]: "large",
  [TravelVehicleSize.AVERAGE]: "average",
};

const FUELS: Readonly<Record<TravelFuel, string>> = {
  [TravelFuel.UNSPECIFIED]: "unknown",
  [TravelFuel.PETROL]: "petrol",
  [TravelFuel.DIESEL]: "diesel",
  [TravelFuel.CNG]: "cng",
  [TravelFuel.LPG]: "lpg",
  [TravelFuel.UNKNOWN]: "unknown",
  [TravelFuel.PLUG_IN_HYBRID_ELECTRIC]: "plug_in_hybrid",
  [TravelFuel.BATTERY_ELECTRIC]: "battery_electric",
};

const ELECTRIC: ReadonlySet<TravelFuel> = new Set([TravelFuel.PLUG_IN_HYBRID_ELECTRIC, TravelFuel.BATTERY_ELECTRIC]);

/** DESNZ publishes electric cars with the electricity of this country, so the figures are not `GLO`. */
const COUNTRY_OF_ELECTRIC_CARS = "GB";

const isElectric = ({ transportType, fuelType }: TravelSelector): boolean =>
  transportType === TransportType.CAR && ELECTRIC.has(fuelType);

/** An electric car never has the figure of a car with another energy. */
function carKeys({ vehicleSize, fuelType }: TravelSelector): TravelKey[] {
  const size = SIZES[vehicleSize] ?? "average";
  const fuel = FUELS[fuelType] ?? "unknown";
  const fuels = fuel === "unknown" || ELECTRIC.has(fuelType) ? [fuel] : [fuel, "unknown"];
  const sizes = size === "average" ? [size] : [size, "average"];
  return fuels.flatMap((key) =>
    sizes.map((of) => ({
      key: `car/${of}/${key}`,
      label: `${of} car, ${key === "unknown" ? "unknown fuel" : key}`,
      ...((key !== fuel || of !== size) && { marks: PROXY }),
    })),
  );
}

const PETROL: ReadonlySet<TravelFuel> = new Set([TravelFuel.UNSPECIFIED, TravelFuel.UNKNOWN, TravelFuel.PETROL]);

/** Only motorbikes with petrol are published. */
function motorbikeKeys({ vehicleSize, fuelType }: TravelSelector): TravelKey[] {
  const size = SIZES[vehicleSize] ?? "average";
  const isPetrol = PETROL.has(fuelType);
  const label = `${size} motorbike, petrol${isPetrol ? "" : " in place of another fuel"}`;
  const own = { key: `motorbike/${size}/petrol`, label, ...(!isPetrol && { marks: PROXY }) };
  return size === "average"
    ? [own]
    : [own, { key: "motorbike/average/petrol", label: "average motorbike, petrol", marks: PROXY }];
}

/** The international rail of DESNZ is that of trains from and to the United Kingdom. */
function trainKeys(selector: TravelSelector): TravelKey[] {
  const national = { key: "rail/national_rail", label: "train" };
  const [origin, destination] = endsOf(selector);
  if (origin === destination) return [national];
  return [
    { ...national, label: "intercity rail of EPA", inDataset: isEpa },
    { key: "rail/international_rail", label: "train across a border", place: "an_end" },
  ];
}

/** EPA has one figure for subways and trams; the metro of DESNZ is that of London. */
function metroKeys({ country }: TravelSelector): TravelKey[] {
  const transit = { key: "rail/light_rail_and_tram", label: "metro: transit rail of EPA", inDataset: isEpa };
  const london = { key: "rail/london_underground", label: "metro: London Underground" };
  return country === "US" ? [transit, london] : [london];
}
