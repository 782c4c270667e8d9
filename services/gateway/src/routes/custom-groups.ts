import { GasTypeSchema, RecordTagSchema } from "@emissions/proto/factors/v1/custom_database_service";
import { CustomGroupService, GroupCategorySchema } from "@emissions/proto/factors/v1/custom_group_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { z } from "zod";
import { day, decimal, enumOf, id, text } from "../rest/fields.ts";
import { listQuery } from "../rest/message-schema.ts";
import { describedRoute, route } from "../rest/route.ts";

const { method } = CustomGroupService;

const NewGroup = z.strictObject({
  name: text(255),
  category: enumOf(GroupCategorySchema),
  description: z.string().max(500).nullish(),
  start_date: day.nullish(),
  end_date: day.nullish(),
});

const GroupChanges = NewGroup.pick({ name: true, description: true })
  .partial()
  .meta({ examples: [{ name: "Recycled paper" }] });

/** One more than there are, so that the service can say by its own code which gases do not fit. */
const GASES_MAX = 5;

const FactorFields = z.strictObject({
  name: text(255),
  gases: z
    .array(z.strictObject({ gas_type: enumOf(GasTypeSchema), value: decimal({ min: "0", asSent: true }) }))
    .max(GASES_MAX),
  start_date: day.nullish(),
  end_date: day.nullish(),
  enabled: z.boolean().optional(),
  is_biogenic: z.boolean().optional(),
  uncertainty_grade: decimal({ min: "0", digits: 15, asSent: true }).optional(),
});

const NewFactor = FactorFields.extend({ unit_id: id, tag: enumOf(RecordTagSchema) }).meta({
  examples: [
    {
      name: "Office paper, A4",
      unit_id: unitId("kg"),
      tag: "simple",
      gases: [{ gas_type: "co2e", value: "0.919" }],
    },
  ],
});

/** Free text: a value other than the eight has no groups, also one with NUL, which Postgres refuses. */
const NO_CATEGORY = "none";
const LightFilter = z.object({
  category: z
    .unknown()
    .transform((sent) => [sent].flat().join().replaceAll("\0", "?") || NO_CATEGORY)
    .optional()
    .meta({ type: "string" }),
});

const NOT_OWNER = "CUSTOM_GROUP_NOT_OWNER";
const GASES = ["CUSTOM_GROUP_INVALID_FACTORS", "CUSTOM_GROUP_BIOGENIC_CATEGORY", "CUSTOM_GROUP_BIOGENIC_REQUIRES_CO2"];

const all = "/v1/custom-emission-groups";
const one = `${all}/{id}` as const;
const EVIDENCE_MAX = 20;
const factor = `${one}/factors/{factor_id}` as const;

export const customGroupRoutes = [
  route(method.listLightGroups, {
    http: "GET /custom_emission_groups/light",
    summary: "List custom emission groups to choose from",
    query: LightFilter,
    list: "bare",
    auth: "organization",
  }),
  route(method.createCustomGroup, {
    http: `POST ${all}`,
    summary: "Create a custom emission group",
    body: NewGroup.meta({ examples: [{ name: "Paper", category: "purchases", description: "From our mill" }] }),
    status: 201,
    refuses: ["CUSTOM_GROUP_LIMIT_REACHED"],
  }),
  describedRoute(method.listCustomGroups, {
    http: `GET ${all}`,
    summary: "List custom emission groups",
    query: listQuery(method.listCustomGroups.input, 50),
    list: "pages",
  }),
  route(method.getCustomGroup, { http: `GET ${one}`, summary: "Get a custom emission group" }),
  route(method.updateCustomGroup, {
    http: `PATCH ${one}`,
    versioned: true,
    summary: "Change a custom emission group",
    body: GroupChanges,
    refuses: [NOT_OWNER],
  }),
  route(method.deleteCustomGroup, {
    http: `DELETE ${one}`,
    versioned: true,
    summary: "Delete a custom emission group",
    refuses: [NOT_OWNER],
  }),
  route(method.createGroupFactor, {
    http: `POST ${one}/factors`,
    summary: "Add a factor to a custom emission group",
    body: NewFactor,
    status: 201,
    refuses: [NOT_OWNER, "GROUP_FACTOR_LIMIT_REACHED", ...GASES],
  }),
  route(method.updateGroupFactor, {
    http: `PATCH ${factor}`,
    summary: "Change a factor of a custom emission group",
    body: FactorFields.partial().meta({ examples: [{ enabled: false }] }),
    refuses: [NOT_OWNER, ...GASES],
  }),
  route(method.deleteGroupFactor, {
    http: `DELETE ${factor}`,
    summary: "Delete a factor of a custom emission group",
    refuses: [NOT_OWNER],
  }),
  route(method.attachGroupEvidence, {
    http: `POST ${one}/evidence`,
    summary: "Attach files to a custom emission group",
    body: z
      .strictObject({ file_ids: z.array(id).min(1).max(EVIDENCE_MAX) })
      .meta({ examples: [{ file_ids: ["0190f3a0-0000-7000-8000-0000000000f1"] }] }),
    returns: "group",
    refuses: [NOT_OWNER],
  }),
  route(method.detachGroupEvidence, {
    http: `DELETE ${one}/evidence/{file_id}`,
    summary: "Take a file off a custom emission group",
    refuses: [NOT_OWNER],
  }),
];
