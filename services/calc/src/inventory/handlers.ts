import type { ServiceImpl } from "@connectrpc/connect";
import { enumNumber } from "@emissions/kit/wire/enum";
import { GwpSet as GwpSetMessage } from "@emissions/proto/activity/v1/organization_service";
import { BoundaryApproach } from "@emissions/proto/activity/v1/ownership_service";
import { EntityTypeSchema } from "@emissions/proto/activity/v1/record_events";
import type { InventoryService } from "@emissions/proto/calc/v1/inventory_service";
import { Decimal } from "@emissions/quantity/decimal";
import type { Context } from "../context.ts";
import { checkKnown, instantOf } from "../total_impact/as-of.ts";
import { selectCoverage } from "../total_impact/coverage-messages.ts";
import { checkRange, gwpSetOf } from "../total_impact/handlers.ts";
import { tonnes } from "../total_impact/tonnes.ts";
import { type HoldingFields, holdingsOf, sliceOf } from "./holdings.ts";
import {
  type ExclusionRow,
  selectExclusions,
  selectInventory,
  selectOrganizations,
  selectRestated,
} from "./queries.ts";
import { kilograms, restatementStatement, statementOf } from "./statement.ts";

const UNIT = "tCO2e";

export const inventoryHandlers = ({ db }: Pick<Context, "db">): ServiceImpl<typeof InventoryService> => ({
  getInventory: (request, call) => {
    const { startDate, endDate, gwp, includeChildren, waitingRecords, restated } = request;
    const asOf = instantOf(request);
    const range = { startDate, endDate };
    checkRange(range);
    return db.read(
      call,
      async (tx, organizationId) => {
        const holdings = holdingsOf(request, organizationId);
        await checkKnown(tx, asOf);
        const query = { slices: holdings.map(sliceOf), asOf, restated, gwpSet: gwpSetOf(gwp) };
        const rows = await selectInventory(tx, query);
        const total = kilograms(rows.filter(({ counted }) => counted));
        const coverage = await selectCoverage(tx, range, { query: { ...query, locationBased: false }, total });
        const organizations = await selectOrganizations(tx, query);
        const keptApart = await selectRestated(tx, query);
        // Reading every record is for statements that have some to name, and for now alone: an earlier state is not kept.
        const { failed = 0, withoutFactor = 0, excluded = 0 } = coverage;
        const isComplete = asOf !== null || failed + withoutFactor + excluded === 0;
        const exclusions = isComplete ? [] : await selectExclusions(tx, query, range);
        return {
          inventory: {
            ...statementOf(rows, query.gwpSet),
            organizationId,
            ...range,
            unit: UNIT,
            boundary: request.boundary || BoundaryApproach.OPERATIONAL,
            boundaryIsDefault: request.boundary === BoundaryApproach.UNSPECIFIED,
            exclusions: exclusions.map(exclusionOf),
            ...(gwp !== GwpSetMessage.UNSPECIFIED && { gwp }),
            coverage: { ...coverage, ...(asOf === null && { waiting: waitingRecords }) },
            ...(request.asOf && { asOf: request.asOf }),
            restatements: { included: restated, ...restatementStatement(keptApart) },
            organizations: organizationStatements(
              holdings,
              new Map(organizations.map((row) => [row.organizationId, row.kg])),
            ),
            organizationsWithoutShares: unstated(holdings),
          },
        };
      },
      { group: includeChildren },
    );
  },
});

/** By its periods an organization can stand there several times. */
const unstated = (holdings: readonly HoldingFields[]) => [
  ...new Map(
    holdings
      .filter(({ stated }) => !stated)
      .map(({ organizationId, name }) => [organizationId, { organizationId, name }]),
  ).values(),
];

const exclusionOf = ({ entityType, reason, ...row }: ExclusionRow) => ({
  ...row,
  entityType: enumNumber(EntityTypeSchema, entityType),
  ...(reason !== null && { reason }),
});

function organizationStatements(holdings: readonly HoldingFields[], kg: ReadonlyMap<string, string>) {
  return [...Map.groupBy(holdings, ({ organizationId }) => organizationId)].map(([organizationId, periods]) => {
    const [{ name, parentId, stated }] = periods as [HoldingFields];
    return {
      organizationId,
      name,
      ...(parentId !== undefined && { parentId }),
      sharesStated: stated,
      shares: periods.map(({ startDate, endDate, share }) => ({ startDate, endDate, share: share! })),
      co2e: tonnes(new Decimal(kg.get(organizationId) ?? 0)),
    };
  });
}
