import { AcceptanceService } from "@emissions/proto/activity/v1/acceptance_service";
import { OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import { EntityType, EntityTypeSchema } from "@emissions/proto/activity/v1/record_events";
import { RecalculationService, RecalculationState } from "@emissions/proto/calc/v1/recalculation_service";
import { FitnessMarkSchema } from "@emissions/proto/factors/v1/fitness";
import { z } from "zod";
import { day, enumOf, id, text, wholeNumber } from "../rest/fields.ts";
import { listQuery } from "../rest/message-schema.ts";
import { describedRoute, route } from "../rest/route.ts";

const { method } = RecalculationService;
const { acceptRecalculation } = AcceptanceService.method;
const { getGwpSet } = OrganizationService.method;

/** Values of one list. */
const VALUES_MAX = 100;
const SOURCE_MAX = 1_000;
const YEARS = [1900, 2200] as const;
/** Kinds of jobs that have no emissions of their own. */
const WITHOUT_EMISSIONS: readonly number[] = [
  EntityType.UNSPECIFIED,
  EntityType.FACILITIES,
  EntityType.EMPLOYEES,
  EntityType.SURVEY_ROWS,
];

const list = <S extends z.ZodType>(item: S) => z.array(item).max(VALUES_MAX).optional();
const kinds = EntityTypeSchema.values.map(({ number }) => number).filter((kind) => !WITHOUT_EMISSIONS.includes(kind));

const Criteria = z
  .strictObject({
    entity_types: list(enumOf(EntityTypeSchema, kinds)),
    start_date: day.nullish(),
    end_date: day.nullish(),
    factor_ids: list(id),
    sources: list(text(SOURCE_MAX)),
    years: list(wholeNumber(...YEARS)),
    marks: list(enumOf(FitnessMarkSchema)),
  })
  .meta({
    examples: [
      { entity_types: ["invoices"], start_date: "2025-01-01", end_date: "2025-12-31", marks: ["stale_years"] },
    ],
  });

const all = "/v2/recalculations";
const one = `${all}/{id}`;

const admins = { roles: "org_admin" } as const;

export const recalculationRoutes = [
  route(
    method.createRecalculation,
    {
      ...admins,
      http: `POST ${all}`,
      summary: "Calculate records again",
      description:
        "Calculates the records again with the factors, rules and warming potentials of now. A run changes nothing until " +
        "it is accepted, as a whole. Custom factors keep the revision of the record. Only one run of an organization is " +
        "active: `409 RECALCULATION_ACTIVE`. With `?dry_run=true` the answer is a preview, up to 5,000 records " +
        "(`422 RECALCULATION_TOO_LARGE`). A run that is neither accepted nor discarded for 30 days is discarded.",
      body: Criteria,
      status: 202,
      dry: { previews: true },
      location: ({ recalculation }) => `${all}/${recalculation?.run?.id}`,
      refuses: ["RECALCULATION_ACTIVE", "RECALCULATION_TOO_LARGE"],
    },
    async (call, request) => {
      const { gwpSet } = await call(getGwpSet, {});
      return call(method.createRecalculation, { ...request, gwpSet });
    },
  ),
  describedRoute(method.listRecalculations, {
    http: `GET ${all}`,
    summary: "List recalculations",
    query: listQuery(method.listRecalculations.input, 50),
    list: "pages",
  }),
  route(method.getRecalculation, {
    http: `GET ${one}`,
    summary: "Get a recalculation",
    returns: "recalculation",
  }),
  describedRoute(method.listRecalculationChanges, {
    http: `GET ${one}/changes`,
    summary: "List the changes of a recalculation",
    query: listQuery(method.listRecalculationChanges.input, 50, "id"),
    list: "pages",
  }),
  route(
    method.getRecalculation,
    {
      ...admins,
      http: `POST ${one}/accept`,
      operation: "acceptRecalculation",
      summary: "Accept a recalculation",
      description:
        "All changes take effect at once in the totals, and shortly after in the records. The state is `ready` or " +
        "`accepting` until then, and `accepted` afterwards. Records that were changed or deleted since their new " +
        "calculation stay as they are. `as_of` before `applied_at` has the earlier numbers.",
      returns: "recalculation",
      status: 202,
      refuses: ["RECALCULATION_NOT_READY", "PERIOD_LOCKED"],
    },
    async (call, { id }) => {
      await call(acceptRecalculation, { id });
      const reply = await call(method.getRecalculation, { id });
      const run = reply.recalculation?.run;
      // Calc learns of the acceptance by an event.
      if (run?.state === RecalculationState.READY) run.state = RecalculationState.ACCEPTING;
      return reply;
    },
  ),
  route(method.discardRecalculation, {
    ...admins,
    http: `POST ${one}/discard`,
    summary: "Discard a recalculation",
    refuses: ["RECALCULATION_NOT_READY"],
  }),
];
