import { create } from "@bufbuild/protobuf";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  TransportDirection,
  TransportMode,
  type TransportRoute,
  type TransportSection,
  TransportService,
} from "@emissions/proto/activity/v1/transport_service";
import { CalculationOutcome, RecordResultSchema } from "@emissions/proto/calc/v1/calculation_service";
import { TravelMethod } from "@emissions/proto/factors/v1/freight";
import { parse, plain, ZERO } from "@emissions/quantity/decimal";
import type { Flat } from "@emissions/testkit/flat";
import { activity, KG, us } from "../activity.fixture.ts";
import { storeResults } from "../records/results.ts";
import { transports } from "./transport.ts";

/** The shown sections replace those of the values. */
type Shown = Omit<Flat<TransportRoute>, "sections"> & { sections: Flat<TransportSection>[] };

export const routes = (as: Principal = us, headers: Record<string, string> = {}) =>
  activity.as(as, TransportService, headers);
export const kms = (value: string) => ({ kmsManual: { value } });
export const BY_TRUCK = { transportType: TransportMode.ROAD, travelMethod: TravelMethod.TRUCK };
export const BY_AIR = { transportType: TransportMode.AIR, origin: "MAD", destination: "JFK" };
export const UNKNOWN_MODE = { transportType: TransportMode.DO_NOT_KNOW, origin: "MAD", destination: "JFK" };

/** 5 t over 203 km. */
export const ROUTE = {
  transportDate: "2025-03-30",
  quantityTransported: { value: "5000" },
  unitId: KG,
  transportDirection: TransportDirection.DOWNSTREAM,
  sections: [{ ...BY_TRUCK, ...kms("203") }],
};

export const routeOf = (...sections: object[]) => ({ ...ROUTE, sections });

export const createRoute = async (values: object) =>
  (await routes().createTransportRoute(values)).transportRoute as Shown;
export const getRoute = async (id: string) => (await routes().getTransportRoute({ id })).transportRoute as Shown;
export const changeRoute = async (id: string, values: object, ...paths: string[]) =>
  (await routes().updateTransportRoute({ id, ...values, updateMask: { paths } })).transportRoute as Shown;

/** Stores a result with the kilograms of each part, as calc would send it. The main part has the name of its method. */
export const calculateParts = (recordId: string, revision: number, kilograms: readonly string[]) =>
  activity.db.asService(us.organizationId, (write) => {
    const names = kilograms.map((_, at) => `section_${Math.floor(at / 2) + 1}${at % 2 ? "_energy_provision" : ""}`);
    const parts = kilograms.map((value, at) => ({ part: at === 0 ? "transport" : names[at]!, co2e: { value } }));
    const value = plain(kilograms.map(parse).reduce((sum, kg) => sum.plus(kg), ZERO));
    const result = { recordId, revision, entityType: transports.entityType, parts, co2e: { value } };
    const calculated = create(RecordResultSchema, { ...result, status: CalculationOutcome.CALCULATED });
    return storeResults(write, transports, [calculated]);
  });
