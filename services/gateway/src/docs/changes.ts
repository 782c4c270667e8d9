export interface Change {
  /** `breaking` needs changes of clients; `beta` breaks only endpoints that are not generally available. */
  kind: "breaking" | "beta" | "new" | "changed" | "deprecated";
  text: string;
}

export interface Version {
  /** `YYYY-MM-DD` */
  date: string;
  changes: readonly Change[];
}

/** The versions of the contract, newest first. Dates of `Deprecation` headers are days of this list. */
export const VERSIONS: readonly Version[] = [
  {
    date: "2026-11-24",
    changes: [
      {
        kind: "new",
        text: "`POST /v2/members/join/form` and `POST /v2/members/join` open and accept an invitation. Both take the token of its link in the body.",
      },
      {
        kind: "new",
        text: "`POST /v1/projects/{id}/links/by-filters` links all records that filters match: invoices, logistics requests and readings of files. `GET /v1/files/readings` answers the `filter_hash` that it needs for readings, and can be narrowed by `project_id`.",
      },
      {
        kind: "new",
        text: "A reading is confirmed with a `project_id`: it is linked to the project, with the invoices that are created. The input of a calculation shows the `facility_id` of its record.",
      },
      {
        kind: "new",
        text: "Dashboards of projects: `/v2/dashboard`, with templates, widgets, layouts and comments. `PATCH` names the `revision` that was read by `If-Match`.",
      },
      {
        kind: "new",
        text: "`POST /v2/dashboard/widgets/calculate` calculates the figures of a widget from the metrics of `GET /v2/dashboard/metrics`.",
      },
      {
        kind: "new",
        text: "`GET /v2/dashboard/{id}/data` answers the figures of all widgets of a dashboard with its `revision`, and `GET /v2/dashboard/{id}/widgets/{widget_id}/data` those of one. A widget that cannot be answered has an `error` beside the figures of the others.",
      },
      { kind: "new", text: "`GET /status` shows versions, services and data sets without credentials." },
      {
        kind: "new",
        text: "The description lists the codes of refusals: `ErrorCode` in `/openapi.json`, with `x-extensible-enum`.",
      },
    ],
  },
  {
    date: "2026-10-09",
    changes: [
      {
        kind: "breaking",
        text: "Activity dates lie between 1970 and the end of the next year. Others are refused with `activity_date_out_of_range` or `ACTIVITY_DATE_OUT_OF_RANGE`.",
      },
      {
        kind: "breaking",
        text: "A container load of `teu` counts as 10,000 kg and of `feu` as 20,000 kg, half of before. Stored requests keep their results.",
      },
      { kind: "new", text: "`POST /v2/facilities` and `POST /v2/facilities/delete` take up to 1,000 facilities." },
      {
        kind: "deprecated",
        text: "`POST /v1/facilities` and `DELETE /v1/facilities/{facility_id}`. Use the batches instead.",
      },
      { kind: "changed", text: "`purchase_type` may be `average_data`. It follows from the factor." },
      {
        kind: "new",
        text: "The values of shipment filters include `vehicle_type`, and can be narrowed by `project_id`.",
      },
    ],
  },
  {
    date: "2026-10-08",
    changes: [
      {
        kind: "changed",
        text: "`quantity_transported` has up to 9 digits before the point and 5 after it; `kms_manual` has up to 6 decimals.",
      },
      { kind: "new", text: "The status of an import lists the `sheets` of its file." },
    ],
  },
  {
    date: "2026-10-07",
    changes: [
      {
        kind: "beta",
        text: "`POST /v2/wastes` takes masses in kilograms only. Another `unit_id` is refused with `UNIT_NOT_SUPPORTED`.",
      },
      {
        kind: "changed",
        text: "`ingest_job.finished` is sent for jobs of API keys only. Jobs that a person starts have the source `app` and a notification.",
      },
      { kind: "new", text: "Webhook deliveries show `last_error_code` and the first 2 KB of the receiver's answer." },
      { kind: "changed", text: "Times of webhook endpoints and deliveries are UTC and end with `Z`." },
      { kind: "new", text: "Readings of files have `printed_fuel_name`." },
    ],
  },
  {
    date: "2026-10-06",
    changes: [
      { kind: "new", text: "Hotel stays can be deleted by filters, and filtered by `source[]` and `uploaded_by[]`." },
    ],
  },
  {
    date: "2026-10-05",
    changes: [
      {
        kind: "beta",
        text: "Refusals of v2 resources are problem details (RFC 9457). Rejected records are listed in `errors`.",
      },
      { kind: "changed", text: "Times of v2 resources are UTC and end with `Z`." },
      { kind: "new", text: "`GET /v2/ingest-jobs` lists jobs, and `dry_run` checks a request without storing it." },
      {
        kind: "changed",
        text: "`X-RateLimit-Limit` is the burst. `RateLimit` and `RateLimit-Policy` stand beside it.",
      },
      { kind: "new", text: "Failed webhook deliveries can be retried. Events have `api_version`." },
    ],
  },
  {
    date: "2026-10-01",
    changes: [
      { kind: "new", text: "Webhooks, with the signed event `ingest_job.finished`." },
      { kind: "beta", text: "`POST /v2/wastes` requires an `Idempotency-Key`." },
    ],
  },
  {
    date: "2026-09-29",
    changes: [
      { kind: "new", text: "`POST /v2/wastes` stores up to 5,000 wastes (beta)." },
      {
        kind: "deprecated",
        text: "`POST /v1/wastes` and `POST /v1/waste/bulk-delete`. Use `POST /v2/wastes` and `POST /v2/wastes/delete`.",
      },
    ],
  },
];
