import { enumTexts } from "@emissions/kit/wire/enum";
import { GwpSetSchema, OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import { FinancialControlSchema, OwnershipService } from "@emissions/proto/activity/v1/ownership_service";
import { SectorEditionSchema } from "@emissions/proto/factors/v1/sector_service";
import { RadiativeForcingSchema } from "@emissions/proto/factors/v1/travel";
import { z } from "zod";
import { day, decimal, enumOf, text, wholeNumber } from "../rest/fields.ts";
import { EVERY_ROLE, route } from "../rest/route.ts";

const { getOrganizationTree, getOrganization, updateOrganization } = OrganizationService.method;

const Changes = z
  .strictObject({
    name: text(255),
    gwp_set: enumOf(GwpSetSchema),
    radiative_forcing: enumOf(RadiativeForcingSchema).nullable(),
    sector_edition: enumOf(SectorEditionSchema).nullable(),
    fiscal_year_start_month: wholeNumber(1, 12),
  })
  .partial()
  .meta({ examples: [{ gwp_set: "AR6" }] });

const { getOwnership, putOwnership, deleteOwnership } = OwnershipService.method;

const CONTROLS = enumTexts(FinancialControlSchema);
/** The booleans of earlier clients, and what they mean. */
const CONTROL_OF = new Map<unknown, string>([
  [true, "full"],
  [false, "none"],
]);
const financialControl = z
  .preprocess((value) => CONTROL_OF.get(value) ?? value, enumOf(FinancialControlSchema))
  .meta({ type: ["string", "boolean"], enum: [...CONTROLS, ...CONTROL_OF.keys()] });

const Share = z
  .strictObject({
    start_date: day,
    equity_share: decimal({ min: "0", max: "1", scale: 4 }),
    operational_control: z.boolean(),
    financial_control: financialControl,
  })
  // An activity service of the last release reads the boolean alone.
  .transform(({ financial_control: kind, ...share }) => ({
    ...share,
    financial_control: kind !== "none",
    financial_control_kind: kind,
  }));
const Shares = z.strictObject({ shares: z.array(Share).max(100) }).meta({
  examples: [
    {
      shares: [{ start_date: "2024-07-01", equity_share: 0.6, operational_control: true, financial_control: "joint" }],
    },
  ],
});

const one = "/v2/organizations/{id}";
const shares = `${one}/shares` as const;

export const organizationRoutes = [
  route(getOrganizationTree, {
    http: "GET /v2/organizations/tree",
    summary: "Get the group of the organization from its root",
    roles: EVERY_ROLE,
  }),
  route(getOrganization, { http: `GET ${one}`, summary: "Get the settings of the organization", roles: EVERY_ROLE }),
  route(updateOrganization, {
    http: `PATCH ${one}`,
    versioned: true,
    summary: "Change the name and the settings of the organization",
    body: Changes,
    roles: ["admin"],
  }),
  route(getOwnership, { http: `GET ${shares}`, summary: "Get the shares in an organization directly below" }),
  route(putOwnership, {
    http: `PUT ${shares}`,
    summary: "Replace the shares in an organization directly below",
    body: Shares,
    roles: ["admin"],
  }),
  route(deleteOwnership, {
    http: `DELETE ${shares}`,
    summary: "Delete the shares in an organization directly below",
    roles: ["admin"],
  }),
];
