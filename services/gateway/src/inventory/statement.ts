import type { MessageInitShape } from "@bufbuild/protobuf";
import { create } from "@bufbuild/protobuf";
import { EvidenceService } from "@emissions/proto/activity/v1/evidence_service";
import { OwnershipService } from "@emissions/proto/activity/v1/ownership_service";
import {
  ComparativeSchema,
  type GetInventoryRequest,
  type GetInventoryResponse,
  type Inventory,
  InventoryService,
} from "@emissions/proto/calc/v1/inventory_service";
import type { Decimal as DecimalMessage } from "@emissions/proto/common/v1/decimal";
import { Decimal, plain } from "@emissions/quantity/decimal";
import { daysFrom } from "@emissions/quantity/period";
import type { Caller } from "../rest/call.ts";

const { getInventory } = InventoryService.method;
const { getBoundary } = OwnershipService.method;
const { getDisclosures } = EvidenceService.method;

/** Days between the first and the last day of a statement. */
const RANGE_DAYS_MAX = 730;

interface Days {
  startDate: string;
  endDate: string;
}

/** The statement with the disclosures of activity and the totals of other periods. All are asked at once. */
export async function statement(call: Caller, request: GetInventoryRequest): Promise<GetInventoryResponse> {
  const { startDate, endDate, includeChildren } = request;
  const others = otherPeriods(request);
  const [reply, { instruments, evidence, radiativeForcing }, ...replies] = await Promise.all([
    emissionsOf(call, request),
    call(getDisclosures, { startDate, endDate, includeChildren }),
    ...others.map(({ baseYear, ...days }) => emissionsOf(call, { ...request, ...days })),
  ]);
  const inventory = reply.inventory!;
  Object.assign(inventory, { instruments, evidence, ...(radiativeForcing !== 0 && { radiativeForcing }) });
  inventory.comparatives = replies.map((other, at) =>
    create(ComparativeSchema, comparative(inventory, other.inventory!, others[at]!.baseYear)),
  );
  return reply;
}

async function emissionsOf(call: Caller, request: GetInventoryRequest): Promise<GetInventoryResponse> {
  const { startDate, endDate, includeChildren, boundary: approach } = request;
  const { holdings, waitingRecords } = await call(getBoundary, { startDate, endDate, includeChildren, approach });
  return call(getInventory, { ...request, holdings, waitingRecords });
}

/** The year before, unless a leap day makes it too long, and the base year. */
function otherPeriods({ startDate, endDate, baseYear }: GetInventoryRequest): (Days & { baseYear: boolean })[] {
  const before = { startDate: yearBefore(startDate), endDate: yearBefore(endDate), baseYear: false };
  const fits = startDate >= "0002" && daysFrom(before.startDate, before.endDate) <= RANGE_DAYS_MAX;
  const base = { startDate: `${baseYear}-01-01`, endDate: `${baseYear}-12-31`, baseYear: true };
  return [...(fits ? [before] : []), ...(baseYear === 0 ? [] : [base])];
}

/** The last day of February has no leap day in the year before. */
const yearBefore = (day: string): string =>
  `${String(Number(day.slice(0, 4)) - 1).padStart(4, "0")}${day.slice(4).replace("-02-29", "-02-28")}`;

function comparative(now: Inventory, then: Inventory, baseYear: boolean): MessageInitShape<typeof ComparativeSchema> {
  const { startDate, endDate, totalMarketBased, totalLocationBased, scope1, scope2, scope3 } = then;
  return {
    startDate,
    endDate,
    baseYear,
    ...(totalMarketBased && { totalMarketBased }),
    ...(totalLocationBased && { totalLocationBased }),
    scope1: scope1!.co2e!,
    scope2MarketBased: scope2!.marketBased!.co2e!,
    scope2LocationBased: scope2!.locationBased!.co2e!,
    scope3: scope3!.co2e!,
    changeMarketBased: minus(now.totalMarketBased!, totalMarketBased!),
    changeLocationBased: minus(now.totalLocationBased!, totalLocationBased!),
  };
}

const minus = (a: DecimalMessage, b: DecimalMessage) => ({ value: plain(new Decimal(a.value).minus(b.value)) });
