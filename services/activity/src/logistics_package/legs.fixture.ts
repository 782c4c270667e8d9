import { amount, enqueueLegs, LEG, requests } from "../logistics_request/logistics_request.fixture.ts";
import { logisticsRequests } from "../logistics_request/logistics_request.ts";
import { calculating } from "../records/records.fixture.ts";

let stretches = 0;

/** A leg of a package: another one with each call, unless it has the stretch of an earlier one. */
export const legOf = (values: object = {}) => ({
  ...LEG,
  packageKey: "P-1",
  movementId: "M-1",
  movementStretch: `stretch ${stretches++}`,
  ...values,
});

export const ofLoad = (load: string, kilometres = "203") => ({ load: amount(load), distanceKm: amount(kilometres) });

/** Stores legs in one transaction. They wait for their results. */
export const storeLegs = async (legs: readonly object[]) => {
  const { results, errors } = await enqueueLegs(legs);
  if (errors.length > 0) throw new Error("A leg is invalid.", { cause: errors });
  return results;
};

export const removeLegs = (ids: string[]) => requests().deleteLogisticsRequests({ ids });

export const calculateLegs = calculating(logisticsRequests);
