import type { Role } from "../src/rest/route-spec.ts";

/** Those who may call an operation: members with one of these roles, or a caller of another kind. */
export type Admitted = readonly Role[] | "key" | "session" | "organization" | "link" | "none";

/** Members with the stated role who have signed in; a key of theirs is refused. */
export const NEEDS_PERSON: ReadonlySet<string> = new Set(["POST /v2/members/{user_id}/password-reset"]);

/**
 * Each line is a path, then the rest of it with its verbs; `.` is no rest. It stands apart from the routes, so that a
 * changed role of a route is seen.
 */
const TABLE: readonly (readonly [Admitted, string])[] = [
  [
    ["viewer", "auditor", "editor", "admin"],
    `
      /v1/business-travels .:GET /totals:GET /unique-values:GET /{business_travel_id}:GET
      /v1/business-travels /{business_travel_id}/calculation:GET
      /v1/custom-emission-groups .:GET /{id}:GET
      /v1/emission-factors/custom-databases .:GET /{database_id}:GET
      /v1/emission-factors/custom-databases/{database_id}/versions .:GET /{source_id}:GET
      /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records .:GET /{record_id}:GET
      /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records /{record_id}/revisions:GET
      /v1/emission-factors/editions .:GET /{edition_id}:GET /{edition_id}/changes:GET
      /v1/emission-factors/library .:GET /{id}:GET
      /v1/emission-factors/library-categories .:GET
      /v1/energy-suppliers .:GET
      /v1/facilities .:GET /{facility_id}:GET /{facility_id}/fuels:GET
      /v1/files /readings:GET /readings/{file_reading_id}:GET
      /v1/hotel-stays .:GET /available-countries:GET /totals:GET /unique-values:GET /{hotel_stay_id}:GET
      /v1/hotel-stays /{hotel_stay_id}/calculation:GET /{hotel_stay_id}/impact-calculation:GET
      /v1/invoices .:GET /unique-values:GET /{id}:GET /{id}/calculation:GET
      /v1/logistic-hubs .:GET /{logistic_hub_id}:GET
      /v1/logistics/fuels .:GET
      /v1/logistics/hubs .:GET
      /v1/logistics/packages .:GET /{package_id}:GET /{package_id}/ileap:GET
      /v1/logistics/recharges .:GET /unique-values:GET /{recharge_id}:GET /{recharge_id}/calculation:GET
      /v1/logistics/requests .:GET /unique-values:GET /{id}:GET /{id}/calculation:GET
      /v1/logistics/summary .:GET
      /v1/logistics/tocs .:GET
      /v1/places .:GET
      /v1/projects /extended:GET /{id}:GET
      /v1/purchases .:GET /unique-values:GET /{id}:GET /{id}/calculation:GET
      /v1/sectors .:GET
      /v1/sold-products .:GET /existing-country-sales:GET /{product_id}:GET /{product_id}/footprint:GET
      /v1/sold-products /{product_id}/periods:GET
      /v1/sold-products/country-sales .:GET /unique-values:GET /{country_sale_id}:GET
      /v1/sold-products/country-sales /{country_sale_id}/calculation:GET
      /v1/sold-products/periods /check-overlap:GET /{period_id}:GET /{period_id}/country-sales:GET
      /v1/sold-products/periods /{period_id}/emissions:GET
      /v1/suppliers .:GET /{id}:GET
      /v1/total-impacts .:GET
      /v1/transports .:GET /combinations:GET /counts:GET /unique-values:GET /{transport_route_id}:GET
      /v1/transports /{transport_route_id}/calculation:GET /{transport_route_id}/versions:GET
      /v1/unknown-vehicles .:GET
      /v1/vehicles .:GET /unique-values:GET /{vehicle_id}:GET
      /v1/vehicles/{vehicle_id}/consumptions .:GET /unique-values:GET /{consumption_id}:GET
      /v1/vehicles/{vehicle_id}/consumptions /{consumption_id}/calculation:GET
      /v1/waste /unique-values:GET
      /v1/waste-efs .:GET
      /v1/waste-water-treatments .:GET /{id}:GET /{id}/calculation:GET
      /v1/wastes .:GET /ler-codes:GET /rd-codes:GET /{waste_id}:GET /{waste_id}/calculation:GET
      /v2/certificates .:GET /{id}:GET /{id}/matches:GET
      /v2/dashboard .:GET /metrics:GET /templates:GET /widgets/calculate:POST /{id}:GET /{id}/data:GET
      /v2/dashboard /{id}/widgets:GET /{id}/widgets/{widget_id}/comments:GET /{id}/widgets/{widget_id}/data:GET
      /v2/grid-zones .:GET
      /v2/inventory .:GET /ledger:GET
      /v2/organizations /{id}/shares:GET
      /v2/periods /locks:GET /locks/{id}:GET
      /v2/recalculations .:GET /{id}:GET /{id}/changes:GET
      /v2/restatements .:GET /{id}:GET
      /v2/vehicle_consumptions .:GET /unique-values:GET
      /v3/invoices /{id}:GET
    `,
  ],
  [
    ["editor", "admin"],
    `
      /v1/business-travels .:POST /bulk-delete:POST /bulk-delete-by-filters:POST /{business_travel_id}:DELETE+PATCH
      /v1/custom-emission-groups .:POST /{id}:DELETE+PATCH /{id}/evidence:POST /{id}/evidence/{file_id}:DELETE
      /v1/custom-emission-groups /{id}/factors:POST /{id}/factors/{factor_id}:DELETE+PATCH
      /v1/emission-factors/custom-databases .:POST /{database_id}:DELETE+PATCH
      /v1/emission-factors/custom-databases/{database_id}/versions .:POST /{source_id}:DELETE+PATCH
      /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records .:POST /{record_id}:PATCH
      /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records /{record_id}/evidence:POST
      /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records /{record_id}/evidence/{file_id}:DELETE
      /v1/facilities .:POST /{facility_id}:DELETE+PATCH
      /v1/files /readings:POST /readings/{file_reading_id}:DELETE+PUT /send-event:POST
      /v1/hotel-stays .:POST /bulk-delete:POST /bulk-delete-by-filters:POST /{hotel_stay_id}:DELETE+PATCH
      /v1/invoices .:POST /bulk-delete:POST /bulk-delete-by-filters:POST /recalculate:POST /{id}:DELETE+PATCH
      /v1/logistic-hubs .:POST /{logistic_hub_id}:DELETE+PUT
      /v1/logistics/recharges .:POST /bulk:POST /{recharge_id}:DELETE
      /v1/logistics/requests .:POST /batch-delete:POST /bulk:POST /bulk-delete-by-filters:POST /{id}:DELETE
      /v1/projects .:POST /{id}:DELETE+PATCH /{id}/links:POST /{id}/links/by-filters:POST /{id}/links/delete:POST
      /v1/purchases .:POST /bulk-delete:POST /bulk-delete-by-filters:POST /{id}:DELETE+PATCH
      /v1/sold-products .:POST /{product_id}:DELETE+PATCH /{product_id}/periods:POST
      /v1/sold-products/country-sales .:POST /bulk-delete:POST /bulk-delete-by-filters:POST
      /v1/sold-products/country-sales /{country_sale_id}:DELETE+PATCH
      /v1/sold-products/periods /{period_id}:DELETE+PATCH
      /v1/suppliers .:POST /{id}:DELETE+PATCH
      /v1/transports .:POST /bulk-delete:POST /bulk-delete-by-filters:POST /{transport_route_id}:DELETE+PUT
      /v1/vehicles .:POST /bulk-delete:POST /bulk-delete-by-filters:POST /{vehicle_id}:DELETE+PATCH
      /v1/vehicles/{vehicle_id}/consumptions .:POST /bulk-delete:POST /{consumption_id}:DELETE+PATCH
      /v1/waste /bulk-delete:POST /bulk-delete-by-filters:POST
      /v1/waste-water-treatments .:POST /bulk-delete:POST /bulk-delete-by-filters:POST /{id}:DELETE+PATCH
      /v1/wastes .:POST /{waste_id}:DELETE+PATCH
      /v2/business-travels .:POST
      /v2/certificates .:POST /batch:POST /{id}:DELETE+PATCH /{id}/matches:POST /{id}/matches/{match_id}:DELETE
      /v2/dashboard .:POST /from-template:POST /{id}:DELETE+PATCH /{id}/widgets/{widget_id}/comments:POST
      /v2/dashboard /{id}/widgets/{widget_id}/comments/{comment_id}:DELETE
      /v2/facilities .:POST /delete:POST
      /v2/hotel-stays .:POST
      /v2/invoices .:POST
      /v2/logistics /requests:POST /requests/bulk:POST
      /v2/purchases .:POST
      /v2/sold-products .:POST
      /v2/transports .:POST
      /v2/vehicle-consumptions .:POST
      /v2/vehicle_consumptions /bulk-delete:POST /bulk-delete-by-filters:POST
      /v2/vehicles .:POST
      /v2/waste-water-treatments .:POST
      /v2/wastes .:POST /delete:POST
    `,
  ],
  [
    ["viewer", "auditor", "editor", "human_resources", "admin"],
    `
      /v1/countries .:GET
      /v1/employee-historic .:GET /unique-values:GET /{id}:GET /{id}/calculation:GET
      /v1/employees .:GET /unique-values:GET /{id}:GET
      /v1/exchange-rates .:GET
      /v1/files .:GET /usage:GET /{id}:GET /{id}/content:GET /{id}/presigned-url:GET
      /v1/folders .:GET /{id}:GET
      /v1/notifications .:GET /mark-read:POST /unread-count:GET /{notification_id}:DELETE+GET+PATCH
      /v1/own_workforce_trainings .:GET /custom-columns:GET /{training_id}:GET
      /v1/own_workforces .:GET /figures:GET /unique-values:GET /{id}:GET
      /v1/surveys .:GET /{id}:GET /{id}/links:GET
      /v2/employees/survey-answers .:GET
      /v2/employees/survey-rows .:GET /export:POST /{id}:GET
      /v2/imports /options/{source_key}:GET /templates:GET /templates/{template_id}:GET
      /v2/imports /templates/{template_id}/example.xlsx:GET
      /v2/ingest-jobs .:GET /{job_id}:GET /{job_id}/items:GET
      /v2/organizations /{id}:GET
      /v2/organizations/tree .:GET
      /v2/units .:GET /conversion:GET
    `,
  ],
  [
    ["editor", "human_resources", "admin"],
    `
      /v1/employee-historic .:POST /bulk-delete:POST /bulk-delete-by-filters:POST /{id}:DELETE+PATCH
      /v1/employees .:POST /bulk-delete:POST /bulk-delete-by-filters:POST /{id}:DELETE+PATCH
      /v1/files .:POST /batch-update:PATCH /presigned-urls:POST /upload:POST /{id}:DELETE+PATCH
      /v1/folders .:POST /{id}:DELETE+PATCH
      /v1/own_workforce_trainings .:POST /bulk-delete:POST /custom-columns:POST
      /v1/own_workforce_trainings /custom-columns/{column_id}:DELETE+PATCH /{training_id}:DELETE+PATCH
      /v1/own_workforces .:POST /bulk-delete:POST /bulk-delete-by-filters:POST /{id}:DELETE+PATCH
      /v1/surveys .:POST /{id}:DELETE+PATCH /{id}/close:POST /{id}/links:POST /{id}/links/{link_id}:DELETE
      /v1/surveys /{id}/reopen:POST /{id}/row-links:POST /{id}/rows:POST
      /v2/employee-historic .:POST
      /v2/employees .:POST
      /v2/employees/survey-answers .:POST
      /v2/employees/survey-rows /{id}:DELETE /{id}/answer:POST /{id}/reopen:POST
      /v2/imports /mappings:GET+POST /mappings/{id}:DELETE+GET+PATCH
      /v2/imports /sessions:GET+POST /{import_id}:DELETE /{import_id}/mapping:POST /{import_id}/mapping/suggest:POST
      /v2/imports /{import_id}/rows:GET+PATCH /{import_id}/rows/delete:POST /{import_id}/status:GET
      /v2/imports /{import_id}/submit:POST /{import_id}/unique-values:POST /{import_id}/validate:POST
      /v2/ingest-jobs /{job_id}/revert:POST
      /v2/own_workforce_trainings .:POST
      /v2/own_workforces .:POST
    `,
  ],
  [["auditor", "admin"], "/v2/audit-events .:GET /{id}:GET"],
  [
    ["admin"],
    `
      /v1/api-keys .:GET+POST /{id}:DELETE+GET /{id}/rotate:POST
      /v1/members .:GET+POST /invitations:GET /invitations/{id}:DELETE /{user_id}:DELETE+GET+PATCH
      /v1/own_workforces /salary-reads:GET
      /v1/projects /{id}/invitations:GET+POST /{id}/invitations/{organization_id}:DELETE
      /v2/members /{user_id}/password-reset:POST
      /v2/organizations /{id}:PATCH /{id}/shares:DELETE+PUT
      /v2/organizations/children .:GET+POST /{id}:DELETE+GET+PATCH /{id}/archive:POST /{id}/restore:POST
      /v2/organizations/invitations .:GET+POST /accept:POST /{id}:DELETE
      /v2/organizations/leave-group .:POST
      /v2/periods /lock:POST /locks/{id}:DELETE+PATCH
      /v2/recalculations .:POST /{id}/accept:POST /{id}/discard:POST
      /v2/webhook-endpoints .:GET+POST /{endpoint_id}:DELETE+GET+PATCH /{endpoint_id}/rotate-secret:POST
      /v2/webhook-endpoints /{endpoint_id}/test:POST
      /v2/webhook-endpoints/{endpoint_id}/deliveries .:GET /retry:POST /{delivery_id}:GET /{delivery_id}/attempts:GET
      /v2/webhook-endpoints/{endpoint_id}/deliveries /{delivery_id}/retry:POST
    `,
  ],
  [
    "key",
    `
      /v1/vehicle-fuels .:GET
    `,
  ],
  [
    "session",
    `
      /auth/password .:POST
      /auth/totp .:DELETE+GET+POST /confirm:POST
      /v2/account .:GET
      /v2/sessions .:DELETE+GET /{id}:DELETE
    `,
  ],
  [
    "organization",
    `
      /custom_emission_groups/light .:GET
    `,
  ],
  [
    "link",
    `
      /v1/files /presigned/{token}:GET+PUT
      /v1/members /join/{token}:GET+POST
      /v1/surveys /answer/{token}:GET+POST
      /v2/members /join:POST /join/form:POST
    `,
  ],
  [
    "none",
    `
      /auth/login .:POST
      /auth/oidc /callback:GET /login:GET
      /auth/password /reset:POST
      /status .:GET
    `,
  ],
];

const operationsIn = (line: string): string[] => {
  const [base, ...rests] = line.trim().split(" ");
  return rests.flatMap((rest) => {
    const [suffix, verbs] = rest.split(":") as [string, string];
    return verbs.split("+").map((verb) => `${verb} ${base}${suffix === "." ? "" : suffix}`);
  });
};

/** The callers of each operation. */
export const STATED: ReadonlyMap<string, Admitted> = new Map(
  TABLE.flatMap(([admitted, lines]) =>
    lines
      .trim()
      .split("\n")
      .flatMap(operationsIn)
      .map((operation) => [operation, admitted] as const),
  ),
);
