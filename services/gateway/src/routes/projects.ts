import { rulesOf } from "@emissions/kit/wire/fields";
import { InvoiceFilterSchema } from "@emissions/proto/activity/v1/invoice_service";
import { LogisticsRequestFilterSchema } from "@emissions/proto/activity/v1/logistics_request_service";
import {
  CreateProjectRequestSchema,
  type CreateProjectResponse,
  InviteToProjectRequestSchema,
  ProjectEntityTypeSchema,
  ProjectMethodologySchema,
  ProjectService,
  ProjectTypeSchema,
  UpdateProjectRequestSchema,
} from "@emissions/proto/activity/v1/project_service";
import { ReadingFilterSchema } from "@emissions/proto/imports/v1/reading_service";
import { z } from "zod";
import { enumOf, filterHash, id } from "../rest/fields.ts";
import { bodySchema, changesSchema, filtersSchema } from "../rest/message-schema.ts";
import { describedRoute, route } from "../rest/route.ts";

const { method } = ProjectService;
const LINKS_MAX = 100;
const VIEWS_MAX = 100;
const VIEWS = rulesOf(InviteToProjectRequestSchema.field.allowedViews)!.string!.in;

const kinds = {
  project_type: enumOf(ProjectTypeSchema).nullish(),
  methodology: enumOf(ProjectMethodologySchema).nullish(),
};
const NewProject = bodySchema(CreateProjectRequestSchema)
  .extend(kinds)
  .meta({
    examples: [
      {
        name: "Annual report 2025",
        responsible_user_id: "01920000-0000-7000-8000-000000000001",
        start_date: "2025-01-01",
        end_date: "2025-12-31",
        project_type: "iso_14064",
        methodology: "esrs",
      },
    ],
  });
const Changes = changesSchema(UpdateProjectRequestSchema)
  .extend(kinds)
  .meta({ examples: [{ due_date: "2026-03-31" }] });
const Links = z
  .strictObject({ entity_type: enumOf(ProjectEntityTypeSchema), entity_ids: z.array(id).min(1).max(LINKS_MAX) })
  .meta({ examples: [{ entity_type: "invoices", entity_ids: ["01920000-0000-7000-8000-000000000002"] }] });
const LinksByFilters = z
  .strictObject({
    entity_type: enumOf(ProjectEntityTypeSchema),
    filter_hash: filterHash,
    invoices: filtersSchema(InvoiceFilterSchema).optional(),
    logistics_requests: filtersSchema(LogisticsRequestFilterSchema).optional(),
    file_readings: filtersSchema(ReadingFilterSchema).optional(),
  })
  .meta({
    examples: [
      { entity_type: "invoices", filter_hash: "a3f1c2e4b5d6a7b8", invoices: { type: ["electricity"] } },
      {
        entity_type: "logistics_requests",
        filter_hash: "a3f1c2e4b5d6a7b8",
        logistics_requests: { client: "Acme" },
      },
      { entity_type: "file_readings", filter_hash: "a3f1c2e4b5d6a7b8", file_readings: { linked: false } },
    ],
  });
const Invitation = z
  .strictObject({ organization_id: id, allowed_views: z.array(z.enum(VIEWS)).max(VIEWS_MAX) })
  .meta({ examples: [{ organization_id: "01920000-0000-7000-8000-000000000003", allowed_views: ["wastes"] }] });

const all = "/v1/projects";
const one = `${all}/{id}` as const;
const invitations = `${one}/invitations` as const;
const admins = { roles: "org_admin" } as const;

export const projectRoutes = [
  describedRoute(method.createProject, {
    http: `POST ${all}`,
    summary: "Create a project",
    body: NewProject,
    status: 201,
    location: ({ project }: CreateProjectResponse) => `${all}/${project?.id}`,
    refuses: ["PROJECT_LIMIT_REACHED"],
  }),
  describedRoute(method.listProjects, {
    http: `GET ${all}/extended`,
    summary: "List projects",
    list: "bare",
  }),
  route(method.getProject, { http: `GET ${one}`, summary: "Get a project" }),
  describedRoute(method.updateProject, {
    http: `PATCH ${one}`,
    versioned: true,
    summary: "Change a project",
    body: Changes,
  }),
  route(method.deleteProject, { http: `DELETE ${one}`, versioned: true, summary: "Delete a project" }),
  describedRoute(method.linkRecords, {
    http: `POST ${one}/links`,
    summary: "Link records to a project",
    body: Links,
    refuses: ["PROJECT_LINK_LIMIT_REACHED"],
  }),
  describedRoute(method.linkRecordsByFilters, {
    http: `POST ${one}/links/by-filters`,
    summary: "Link all records that match to a project",
    body: LinksByFilters,
    refuses: ["FILTER_HASH_MISMATCH", "TOO_MANY_ROWS", "PROJECT_LINK_LIMIT_REACHED"],
  }),
  route(method.unlinkRecords, {
    http: `POST ${one}/links/delete`,
    summary: "Take records out of a project",
    body: Links,
  }),
  route(method.inviteToProject, {
    ...admins,
    http: `POST ${invitations}`,
    summary: "Invite an organization to a project",
    body: Invitation,
    status: 201,
    refuses: ["ORGANIZATION_NOT_IN_GROUP"],
  }),
  describedRoute(method.listProjectInvitations, {
    ...admins,
    http: `GET ${invitations}`,
    summary: "List the invitations of a project",
    list: "bare",
  }),
  route(method.withdrawProjectInvitation, {
    ...admins,
    http: `DELETE ${invitations}/{organization_id}`,
    summary: "Withdraw an invitation to a project",
  }),
];
