// Generated from services/gateway/openapi.json with `npm run docs`.

/** An exact decimal number as text, such as "12.5", without an exponent. */
export type Decimal = string;

/** The body of `POST /v2/organizations/invitations/accept`. */
export interface AcceptGroupInvitationRequest {
  /** The secret of the link. */
  token: string;
}

/** The body of `POST /v1/members/join/{token}`. */
export interface AcceptMemberInvitationRequest {
  /** 12 to 1,024 characters for a new person, and the present password of a known one. People who sign in elsewhere need none. */
  password?: string | null;
}

/** Account is a signed-in person. */
export interface Account {
  /** UUID of the person. */
  user_id: string;
  /** The address by which the person signs in. */
  email: string;
  /** Null when it is not known. */
  first_name: string | null;
  /** Null when it is not known. */
  last_name: string | null;
  /** Those of which the person is an enabled member, by name. At most 1,000. */
  organizations: AccountOrganization[];
  /** The groups of these organizations, by id. At most 1,000. */
  groups: AccountGroup[];
}

/** AccountGroup is what an organization and all below it use together. */
export interface AccountGroup {
  /** UUID of the organization at the top. */
  id: string;
  /** Requests at once after a pause; those used come back over time. Null in answers of gRPC: the gateway counts them. */
  requests: LimitUse | null;
  /** Keys that are neither revoked nor expired. */
  api_keys: LimitUse;
  /** Organizations below the top, archived ones included. */
  organizations: LimitUse;
}

/** AccountOrganization is an organization of which a person is a member. */
export interface AccountOrganization {
  /** UUID, for the header x-organization-id. */
  id: string;
  /** Its name. */
  name: string;
  /** The rights of the person there. */
  role: "admin" | "editor" | "viewer" | "human_resources" | "auditor";
  /** An archived organization is read, and not changed. */
  archived: boolean;
  /** UUID of the organization at the top of its group; its own outside of a group. */
  group_id: string;
}

/** The body of `POST /v1/surveys/{id}/rows`. */
export interface AddSurveyRowsRequest {
  /** Up to 5,000 employees, each once. */
  employee_ids?: string[];
  /** The employees that match, at most 5,000 of those without a row; an empty object for all. */
  employees?: SurveyEmployeesInput;
  /** Number of rows without a person, 1 to 1,000. */
  anonymous?: number;
}

/** AddedSurveyRows is the result of a request to add rows. */
export interface AddedSurveyRows {
  /** Number of new rows. */
  added_count: number;
  /** Ids of the new rows. */
  row_ids: string[];
  /** Named employees that had a row before. */
  existing_count: number;
  /** More employees match: the request can be sent again. */
  has_more: boolean;
}

/** AdditionalPart has emissions besides the main part, such as fuel production, grid losses or transport. */
export interface AdditionalPart {
  /** Unique within the record: "electricity_location_based", "stationary_generation", "transport". */
  part: string;
  /** The emissions category in the totals: "energy_production". */
  category: string;
  /** Amount of the activity. */
  quantity: Quantity;
  /** Selects the factor of the part. */
  selector: Selector;
  /** A memo item: reported, but not in the record's CO2e or the totals. Example: location-based emissions of electricity, whose market-based emissions count. */
  beside: boolean;
  /** True: without a factor the part is omitted. False: without a factor the record fails. */
  optional: boolean;
  /** How `quantity` follows from the record: "(1250 * 1 / 1000) * 40" for tonnes times kilometres. Empty if it is the amount that was recorded. */
  allocation: string;
  /** How the distance of the part was measured, as for the record. */
  journey: Journey | null;
}

/** The body of `POST /v2/employees/survey-rows/{id}/answer`. */
export interface AnswerSurveyRowRequest {
  /** Up to 10; none for a blank row. Employee, days, situation, medium, country and origin of the record follow from the row. */
  commutes: CommutingPeriodInput[];
}

/** ApiKey lets a program call the service in the name of its owner. */
export interface ApiKey {
  /** UUID; later keys have higher ids. */
  id: string;
  /** The organization of the key. */
  organization_id: string;
  /** Name for people. */
  name: string;
  /** The first characters, by which people recognize the key. */
  prefix: string;
  /** The secret. Only in the answer that makes the key; a replay has none, because only a hash is stored. */
  key: string | null;
  /** The key may do what both this role and its owner may do. Null: what its owner may do. */
  role: "admin" | "editor" | "viewer" | "human_resources" | "auditor" | null;
  /** Id of the owner. Records that the key stores are attributed to this user. */
  user_id: string;
  /** Whether the key works. It also needs an owner who is an active member. */
  status: "active" | "expired" | "revoked";
  /** UTC; the key does not work afterwards. Null: it does not expire. */
  expires_at: string | null;
  /** UTC, to the minute; null until the first use. */
  last_used_at: string | null;
  /** UTC. */
  created_at: string;
  /** UTC; null for a key that is not revoked. */
  revoked_at: string | null;
  /** Id of the key that replaces it; null for a key that was not rotated. */
  rotated_to: string | null;
}

/** The answer of `GET /v1/api-keys`. */
export interface ApiKeyList {
  /** The matches of the page. */
  items: ApiKey[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** The body of `POST /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records/{record_id}/evidence`. */
export interface AttachEvidenceRequest {
  /** Ids of stored files of the organization, 1 to 20. */
  file_ids: string[];
}

/** The body of `POST /v1/custom-emission-groups/{id}/evidence`. */
export interface AttachGroupEvidenceRequest {
  /** Ids of stored files of the organization, 1 to 20. */
  file_ids: string[];
}

/** AuditEvent is one change of one entity, or an action that names none. */
export interface AuditEvent {
  /** UUID; later events have higher ids. */
  id: string;
  /** The organization whose data changed. */
  organization_id: string;
  /** UTC. */
  occurred_at: string;
  /** The service that owns the data: `activity`, `calc`, `factors`, `imports` or `notify`. */
  service: string;
  /** The operation, such as `UpdateSupplier`. */
  action: string;
  /** The resource of the operation, such as `supplier`. Null for events before it was recorded. */
  entity_kind: string | null;
  /** Null for an operation without a single entity. */
  entity_id: string | null;
  /** How the caller proved who it is; `service` for the service itself and for commands of operators. */
  actor_kind: "user" | "api_key" | "service";
  /** The user, or the owner of the API key; null for a service. */
  actor_id: string | null;
  /** The API key of the request; null for a user who had signed in. */
  api_key_id: string | null;
  /** The IP address of the client; null for work that runs on after the request. */
  address: string | null;
  /** `x-request-id` of the answer to the request. */
  request_id: string | null;
  /** The fields that an update changed. Empty for creations, deletions and actions. */
  changes: AuditFieldChange[];
}

/** The answer of `GET /v2/audit-events`. */
export interface AuditEventList {
  /** The matches of the page. */
  items: AuditEvent[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Changes when the set of matching events changes. Without a value if the total is capped. */
  filter_hash: string | null;
  /** True if there are more events than `total`. */
  total_capped: boolean;
}

/** AuditFieldChange is one changed field. A secret field, and one about a person, has no values. */
export interface AuditFieldChange {
  /** Name of the field. */
  field: string;
  /** The value before, as text: lists and objects as JSON. Null if there was none, or if it is not stored. */
  old_value: string | null;
  /** The value after, in the same form. */
  new_value: string | null;
}

/** The body of `POST /auth/totp`. */
export interface BeginTotpRequest {
  /** The present password. */
  password: string;
}

/** BiogenicStatement is tonnes of biogenic CO2, by scope. */
export interface BiogenicStatement {
  /** Null if no source states it. */
  co2: Decimal | null;
  /** That of sources in scope 1. Null if none states it. */
  scope_1: Decimal | null;
  /** That of sources in scope 2. Null if none states it. */
  scope_2: Decimal | null;
  /** That of sources in scope 3. Null if none states it. */
  scope_3: Decimal | null;
  /** Market-based emissions whose sources do not state biogenic CO2. */
  co2e_not_stated: Decimal;
}

/** BulkDeletion is the result of a bulk deletion. */
export interface BulkDeletion {
  /** Number of records deleted. */
  success_count: number;
  /** Ids of the deleted records. */
  success_ids: string[];
  /** Number of records not deleted. */
  failed_count: number;
  /** Ids of the records not deleted: missing ones and those of other organizations. */
  failed_ids: string[];
  /** Summary for people. */
  message: string;
}

/** BulkError is a reason why a record of a bulk request is not stored. */
export interface BulkError {
  /** Place of the record in the request, from 0. */
  index: number;
  /** Path of the field. */
  loc: (string | number)[];
  /** The reason in words. */
  msg: string;
  /** `SCHEMA_INVALID`, or a code of its own such as `ACTIVITY_DATE_OUT_OF_RANGE`, `NOT_FOUND` or `DUPLICATE_RECORD`, or that of the calculation. */
  code: string;
}

/** How invalid records are treated. */
export interface BulkOptionsInput {
  /** True by default: valid records are stored. False: with an invalid record none is stored. */
  continue_on_error?: boolean;
}

/** BusinessTravel is a trip of one or more people on one day. */
export interface BusinessTravel {
  /** UUID; later records have higher ids. */
  id: string;
  /** The organization whose record it is. */
  organization_id: string;
  /** The user of `uploaded_by`. */
  user: User | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** Free text. */
  name: string | null;
  /** Day of the trip. It selects the year of the factor. */
  travel_date: string;
  /** Means of transport. */
  transport_type: "car" | "metro" | "train" | "trolleybus" | "bus" | "motorbike" | "aircraft" | "ferry";
  /** Kilometres of one direction; of a flight those of the great circle. Either this field, or `origin` and `destination`. */
  distance_km: Decimal | null;
  /** An IATA code, a code of UN/LOCODE, "City", "City, CC" or "City, state, CC". */
  origin: string | null;
  /** As `origin`. */
  destination: string | null;
  /** Travellers, 1 to 1,000; 1 when not sent. Each adds the whole distance, in cars and on motorbikes too: people who share a car are one. */
  travel_number: number;
  /** True doubles the distance; false when not sent. */
  round_trip: boolean;
  /** Only for cars and motorbikes; average when not sent. */
  vehicle_size: "small" | "medium" | "large" | "average" | null;
  /** Only for cars and motorbikes; the average of all fuels when not sent. */
  fuel_type: "petrol" | "diesel" | "cng" | "lpg" | "unknown" | "plug_in_hybrid_electric" | "battery_electric" | null;
  /** Only for aircraft. Required with `distance_km`; otherwise the row follows from the two ends, and `domestic` counts outside of the United Kingdom alone. */
  flight_type: "domestic" | "short_haul_international" | "long_haul_international" | null;
  /** Only for aircraft; average when not sent. */
  cabin_class: "economy" | "premium_economy" | "business" | "first" | "average" | null;
  /** Country whose factors apply. When not sent, the one in which a trip over land has both ends, else that of the organization. */
  country: string | null;
  /** How it was recorded, such as `manual` or `bulk_upload`; `manual` when not sent. */
  source: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url: string | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id: string | null;
  /** State of the calculation; `pending` lasts for moments. */
  calculation_status: "pending" | "calculated" | "failed";
  /** Reason of a failed calculation, such as `CALCULATION_FAILED`. */
  calculation_error_code: string | null;
  /** The reason in a sentence. */
  calculation_error_detail: string | null;
  /** Kilograms of CO2e; null until calculated. */
  co2e: Decimal | null;
  /** Kilograms of biogenic CO2, not part of `co2e`; null until calculated, and if no factor states it. */
  co2e_biomass: Decimal | null;
  /** Marks of the figures of the calculation, such as `proxy` or `stale_years`; empty if there are none. Null without a result, and for results of earlier versions. */
  fitness: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[] | null;
  /** `pending` until it is calculated. */
  status: "pending" | "active" | "error";
  /** The user who recorded it, or who owns the API key. */
  uploaded_by: User | null;
  /** Kilometres of one direction, recorded or measured. */
  kilometres: Decimal;
  /** The places that `origin` and `destination` name, and how the distance was measured. Null if `distance_km` was sent. */
  journey: Journey | null;
  /** The group of `custom_emission_factor_id`. */
  custom_emission_factor: CustomEmissionGroup | null;
}

/** The answer of `GET /v1/business-travels`. */
export interface BusinessTravelList {
  /** The matches of the page. */
  items: BusinessTravel[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Changes when the set of matching records changes. Without a value when more than 250,000 records match. */
  filter_hash: string | null;
  /** More records match than `total`. */
  total_capped: boolean;
}

/** BusinessTravelTotals are sums over trips. */
export interface BusinessTravelTotals {
  /** Number of trips; a trip of several travellers is one. */
  total_travels: number;
  /** Kilometres times travellers, twice for round trips. */
  total_kilometres: Decimal;
  /** Kilograms of CO2e of the trips that have a result. */
  total_co2e: Decimal;
}

/** The body of `POST /v2/dashboard/widgets/calculate`. */
export interface CalculateWidgetRequest {
  /** 1 to 20. */
  metrics: WidgetMetricInput[];
  /** The length of the points. */
  periodicity: "month" | "quarter" | "year" | "total";
  /** 1 to 24. They may overlap: each has its own points. */
  periods: WidgetPeriodInput[];
  /** A unit that all metrics offer. */
  unit: "kgCO2e" | "tCO2e" | "kg" | "t" | "kWh" | "m3" | "EUR" | "count";
}

/** Calculation is one calculation of one revision of a record. It is immutable. A later calculation supersedes it. */
export type Calculation = FinishedCalculation | PendingCalculation;

/** CalculationPart is the calculation of one part of a record. Its fields are those of a calculation. */
export interface CalculationPart {
  /** Unique within the record: "treatment", "transport", "electricity_location_based". */
  part: string;
  /** Emissions category in the totals. */
  category: string;
  /** True for a memo item: reported, but neither in the record's CO2e nor in the totals. */
  beside: boolean;
  /** `left_out` for an optional part without a factor, and for a part that the figure of the main part includes (`IN_LIFE_CYCLE_FIGURE`, `IN_TREATMENT_FIGURE`). Any other part without a factor fails the record. */
  status: "calculated" | "failed" | "left_out";
  /** Reason of a missing number. */
  error_code: string | null;
  /** The reason as a sentence. */
  error_detail: string | null;
  /** The recorded quantity. */
  quantity: Quantity;
  /** Conversions from the recorded unit to the unit of the factor. Empty if the units are equal. */
  conversions: ConversionStep[];
  /** The factor in the revision that was used. */
  factor: Factor | null;
  /** All factors that were considered, the best first, each with the reason of the decision. */
  candidates: Candidate[];
  /** The set of warming potentials that was used. For a published CO2e, the set of the publication. */
  gwp_set: string | null;
  /** Name and version of the method. */
  method: string;
  /** The formula with names. */
  formula: string | null;
  /** The formula with numbers, and the result before rounding. */
  formula_with_numbers: string | null;
  /** Kilograms of CO2e, rounded. */
  co2e: Decimal | null;
  /** How well the figure fits the part. Absent without a factor. */
  fitness: Fitness | null;
  /** First day that the entry applies to. */
  start_date: string | null;
  /** Last day that the entry applies to, included. */
  end_date: string | null;
  /** How the quantity follows from that of the record: "10000 * 366 / 367" for 366 of 367 days, "(1250 * 1 / 1000) * 40" for tonnes times kilometres. It can be evaluated like a formula. Absent if it is the whole. */
  allocation: string | null;
  /** The certificate that covers this amount of electricity. Absent for all other parts. `mwh` are those of all its pieces. */
  certificate: CoveringCertificate | null;
  /** How the distance of the part was measured. Absent if it was recorded. */
  journey: Journey | null;
}

/** Candidate is a factor that was considered. */
export interface Candidate {
  /** From 1. */
  rank: number;
  /** True for the factor that the calculation uses. */
  chosen: boolean;
  /** Why it was chosen, or why the candidate before it was preferred. */
  reason: string;
  /** The factor itself. */
  factor: Factor;
}

/** CatalogueUnit is a unit in the list of all units. For a currency it says whether amounts can be converted. */
export interface CatalogueUnit {
  /** The same in every installation. */
  id: string;
  /** In snake case with the symbol in parentheses: "kilogram_(kg)". A currency has its ISO 4217 code: "euro_(EUR)". */
  name: string;
  /** Type of quantity: "energy", "gas", "liquid", "solid", "fiat_currency", ... */
  type: string;
  /** Whether a currency has exchange rates. Without them, purchases in it cannot be calculated. Null for other units. */
  has_exchange_rates: boolean | null;
  /** First day since which every day has a rate. Null without rates, for other units, and for the euro, which needs none. */
  exchange_rates_from: string | null;
  /** Last day with a rate. Null if the currency has a rate today, without rates, and for other units. */
  exchange_rates_to: string | null;
}

/** CategoryDifference has the emissions of a category, in tonnes. */
export interface CategoryDifference {
  /** 1, 2 or 3. */
  scope: number;
  /** As in the totals. */
  category: string;
  /** Before the run. */
  co2e_before: Decimal;
  /** After acceptance. */
  co2e_after: Decimal;
}

/** The emissions of a category within a scope: `group_by=category`. */
export interface CategoryEmissions {
  /** GHG Protocol scope: 1, 2 or 3. */
  scope: number;
  /** Emissions category, such as "purchases" or "capital_goods". */
  category: string;
  /** Tonnes of CO2e. */
  co2e: Decimal;
}

/** CategoryStatement is the emissions of one category of the GHG Protocol. */
export interface CategoryStatement {
  /** Number of a category of scope 3, from 1 to 15. */
  number: number | null;
  /** Category, such as "business_travel". */
  ghg_category: string;
  /** False if there are no data: the category is not quantified, which does not mean zero. */
  has_data: boolean;
  /** Null without data. */
  co2e: Decimal | null;
  /** Null without data. */
  gases: GasStatement | null;
  /** Null without data. */
  masses: GasMasses | null;
}

/** Certificate is a contractual instrument about the source of an amount of electricity. */
export interface Certificate {
  /** UUID. */
  id: string;
  /** The organization of the certificate. */
  organization_id: string;
  /** Kind of instrument. */
  type: "guarantee_of_origin" | "rec" | "rego" | "i_rec" | "ppa" | "other";
  /** Source of the electricity. */
  technology: "solar" | "wind" | "hydro" | "marine" | "geothermal" | "biomass" | "biogas" | "nuclear" | "natural_gas" | "coal" | "oil" | "waste" | "other";
  /** MWh of the certificate, with at most 12 decimals. */
  mwh: Decimal;
  /** ISO 3166-1 alpha-2 code of the country whose market the certificate is of. It covers invoices of facilities in this country; a guarantee of origin of the AIB Hub also covers named invoices in its other countries. */
  country: string;
  /** First day of the production, as the registry states it. From 1970 to the end of next year. */
  production_start_date: string;
  /** Last day of the production, included, in the same calendar year. The certificate covers electricity of this year alone. */
  production_end_date: string;
  /** Kilograms of CO2e per MWh that the certificate states. Required and above zero for natural gas, coal, oil, waste and other technologies. Without it nuclear and renewable technologies have zero direct emissions. */
  emission_rate: Decimal | null;
  /** Issuing body or registry. */
  registry: string | null;
  /** Name or code of the power plant. */
  plant: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url: string | null;
  /** MWh that invoices use. */
  mwh_used: Decimal;
  /** MWh that no invoice uses: `mwh` minus `mwh_used`. */
  mwh_left: Decimal;
  /** Id of the user who recorded it, or who owns the API key. */
  uploaded_by: string | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
}

/** The answer of `POST /v2/certificates/batch`. */
export interface CertificateBatch {
  /** All items, in the order of the request. */
  items: Certificate[];
  /** Number of all matches. */
  total: number;
}

/** The answer of `GET /v2/certificates`. */
export interface CertificateList {
  /** The matches of the page. */
  items: Certificate[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Changes when the set of matching records changes. Without a value when more than 250,000 records match. */
  filter_hash: string | null;
  /** More records match than `total`. */
  total_capped: boolean;
}

/** CertificateMatch is the use of a certificate by an invoice. */
export interface CertificateMatch {
  /** UUID. */
  id: string;
  /** The certificate. */
  certificate_id: string;
  /** The electricity invoice: the part of one facility. */
  invoice_id: string;
  /** MWh of the certificate that the invoice uses. */
  mwh: Decimal;
  /** UTC. */
  created_at: string;
}

/** The answer of `GET /v2/certificates/{id}/matches`. */
export interface CertificateMatchList {
  /** The matches of the page. */
  items: CertificateMatch[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** CertificateMatching is the result of a request to cover invoices. */
export interface CertificateMatching {
  /** The certificate afterwards. */
  certificate: Certificate;
  /** The matches of this request, in the order of the coverage. */
  matches: CertificateMatch[];
  /** True if the certificate has MWh left and further invoices may fit: the request can be sent again. */
  has_more: boolean;
}

/** The body of `POST /auth/password`. */
export interface ChangePasswordRequest {
  /** The present password. */
  current_password: string;
  /** 12 to 1,024 characters. */
  new_password: string;
}

/** ChildOrganization is an organization below the calling one. */
export interface ChildOrganization {
  /** UUID. */
  id: string;
  /** The organization directly above it. */
  parent_id: string;
  /** Name of the organization. */
  name: string;
  /** ISO 3166-1 alpha-2. Factors of purchases from unknown suppliers are of this country. */
  country: string;
  /** Whether it can be changed. */
  status: "active" | "archived";
  /** Whether admins of the calling organization rename, move and archive it. False if it, or an organization between, joined by an invitation. */
  managed: boolean;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** UTC; null while it is active. */
  archived_at: string | null;
}

/** The answer of `GET /v2/organizations/children`. */
export interface ChildOrganizationList {
  /** The matches of the page. */
  items: ChildOrganization[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** CommuteSelector selects a factor for the trips of an employee between home and work, or for the hours of work at home. The unit is kilometres of the vehicle for cars, motorbikes and electric kick scooters, working hours ("fte_hour") for telecommuting, and passenger-kilometres for all others. */
export interface CommuteSelector {
  /** Means of transport. */
  transport_type: "car" | "bus" | "train" | "metro" | "tram" | "motorbike" | "bicycle" | "walking" | "telecommuting" | "electric_kick_scooter" | "trolleybus";
  /** Cars and motorbikes. Unspecified: average. */
  vehicle_size: "small" | "medium" | "large" | "average" | null;
  /** Cars and motorbikes. Unspecified: the average of all fuels. */
  fuel_type: "petrol" | "diesel" | "cng" | "lpg" | "unknown" | "plug_in_hybrid_electric" | "battery_electric" | null;
  /** ISO 3166-1 alpha-2 country whose factors apply. Empty if it is unknown. */
  country: string;
  /** True for the production and transport of the fuel and electricity instead of the trip itself. */
  upstream: boolean;
}

/** CommutingPeriod is the weekly pattern of one means of transport of an employee in a period. */
export interface CommutingPeriod {
  /** UUID; later records have higher ids. */
  id: string;
  /** The organization whose record it is. */
  organization_id: string;
  /** Id of the user who recorded it, or who owns the API key. */
  uploaded_by: string | null;
  /** The user of `uploaded_by`. */
  user: User | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** The employee. Required for a new period. Null for anonymous answers, and once the employee is erased. */
  employee_id: string | null;
  /** First day of the period. The emissions are spread evenly over its days. */
  start_date: string;
  /** Last day, included; at most 366 days in all. It selects the year of the factor. */
  end_date: string;
  /** Between home and work, or during work; `in_itinere` when not sent. Both are calculated alike. */
  commuting_type: "in_itinere" | "in_labore";
  /** Means of transport, or telecommuting. */
  transport_type: "car" | "bus" | "train" | "metro" | "tram" | "motorbike" | "bicycle" | "walking" | "telecommuting" | "electric_kick_scooter" | "trolleybus";
  /** Only for cars and motorbikes; average when not sent. */
  vehicle_size: "small" | "medium" | "large" | "average" | null;
  /** Only for cars and motorbikes; the average of all fuels when not sent. */
  fuel_type: "petrol" | "diesel" | "cng" | "lpg" | "unknown" | "plug_in_hybrid_electric" | "battery_electric" | null;
  /** Whether the electricity of the vehicle is renewable. No published factor depends on it. */
  renewable_energy: "yes" | "no" | "do_not_know" | null;
  /** Kilometres of one direction. Required, but not for telecommuting. */
  total_km: Decimal | null;
  /** Weekdays with trips, from 0 for Monday to 6 for Sunday, each at most once. Required, but for telecommuting only if `telecommuting_days` is empty. */
  weekly_travels: number[];
  /** Trips to work and back on each of these days, 1 to 20; 1 when not sent. */
  daily_trips: number;
  /** True halves the emissions of a trip, which two people share; false when not sent. */
  carpool: boolean;
  /** Situation of the employee in the period; `active` when not sent. */
  situation: "active" | "inactive" | "terminated";
  /** Where the trip begins. Free text; no distance is derived from it. */
  origin: string | null;
  /** Where the trip ends, as `origin`. */
  destination: string | null;
  /** How the answer was given; `manual` when not sent. */
  response_medium: "manual" | "qr" | "form";
  /** Hours of a working day, more than 0 and at most 24; 8 when not sent. They count on days of telecommuting. */
  hours_per_day: Decimal;
  /** Weekdays of work at home, as `weekly_travels` and without its days. */
  telecommuting_days: number[];
  /** Country whose factors apply; that of the organization when not sent. */
  country: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url: string | null;
  /** Working days of a year, without holidays and absences, such as 235: days of `weekly_travels` and of `telecommuting_days` in their proportion. A period has the part of its days in the year. Null: every weekday of the calendar counts. */
  days_per_year: Decimal | null;
  /** Working weeks of a year, such as 47, in place of `days_per_year`: each has all weekdays of `weekly_travels` and of `telecommuting_days`. */
  weeks_per_year: Decimal | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id: string | null;
  /** State of the calculation; `pending` lasts for moments. */
  calculation_status: "pending" | "calculated" | "failed";
  /** Reason of a failed calculation, such as `CALCULATION_FAILED`. */
  calculation_error_code: string | null;
  /** The reason in a sentence. */
  calculation_error_detail: string | null;
  /** Kilograms of CO2e; null until calculated. */
  co2e: Decimal | null;
  /** Kilograms of biogenic CO2, not part of `co2e`; null until calculated, and if no factor states it. */
  co2e_biomass: Decimal | null;
  /** Marks of the figures of the calculation, such as `proxy` or `stale_years`; empty if there are none. Null without a result, and for results of earlier versions. */
  fitness: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[] | null;
  /** The survey row with this answer. Null for a period that was recorded otherwise. */
  survey_row_id: string | null;
  /** Days of the period with trips: those whose weekday is in `weekly_travels`, or the stated ones of a year by its part, rounded to a whole day. */
  travel_days: number;
  /** Days of the period that the employee works at home, as `travel_days`. */
  home_days: number;
  /** The group of `custom_emission_factor_id`. */
  custom_emission_factor: CustomEmissionGroup | null;
}

/** CommutingPeriodValues are the fields that a caller decides. */
export interface CommutingPeriodInput {
  /** Between home and work, or during work; `in_itinere` when not sent. Both are calculated alike. */
  commuting_type?: "in_itinere" | "in_labore";
  /** Means of transport, or telecommuting. */
  transport_type: "car" | "bus" | "train" | "metro" | "tram" | "motorbike" | "bicycle" | "walking" | "telecommuting" | "electric_kick_scooter" | "trolleybus";
  /** Only for cars and motorbikes; average when not sent. */
  vehicle_size?: "small" | "medium" | "large" | "average" | null;
  /** Only for cars and motorbikes; the average of all fuels when not sent. */
  fuel_type?: "petrol" | "diesel" | "cng" | "lpg" | "unknown" | "plug_in_hybrid_electric" | "battery_electric" | null;
  /** Whether the electricity of the vehicle is renewable. No published factor depends on it. */
  renewable_energy?: "yes" | "no" | "do_not_know" | null;
  /** Kilometres of one direction. Required, but not for telecommuting. */
  total_km?: number | Decimal | null;
  /** Weekdays with trips, from 0 for Monday to 6 for Sunday, each at most once. Required, but for telecommuting only if `telecommuting_days` is empty. */
  weekly_travels?: number[];
  /** Trips to work and back on each of these days, 1 to 20; 1 when not sent. */
  daily_trips?: number;
  /** True halves the emissions of a trip, which two people share; false when not sent. */
  carpool?: boolean;
  /** Where the trip begins. Free text; no distance is derived from it. */
  origin?: string | null;
  /** Where the trip ends, as `origin`. */
  destination?: string | null;
  /** Hours of a working day, more than 0 and at most 24; 8 when not sent. They count on days of telecommuting. */
  hours_per_day?: number | Decimal;
  /** Weekdays of work at home, as `weekly_travels` and without its days. */
  telecommuting_days?: number[];
  /** Working days of a year, without holidays and absences, such as 235: days of `weekly_travels` and of `telecommuting_days` in their proportion. A period has the part of its days in the year. Null: every weekday of the calendar counts. */
  days_per_year?: number | Decimal | null;
  /** Working weeks of a year, such as 47, in place of `days_per_year`: each has all weekdays of `weekly_travels` and of `telecommuting_days`. */
  weeks_per_year?: number | Decimal | null;
}

/** The answer of `GET /v1/employee-historic`. */
export interface CommutingPeriodList {
  /** The matches of the page. */
  items: CommutingPeriod[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Changes when the set of matching records changes. Without a value when more than 250,000 records match. */
  filter_hash: string | null;
  /** More records match than `total`. */
  total_capped: boolean;
}

/** CommutingPeriodValues are the fields that a caller decides. */
export interface CommutingPeriodValues {
  /** The employee. Required for a new period. Null for anonymous answers, and once the employee is erased. */
  employee_id: string | null;
  /** First day of the period. The emissions are spread evenly over its days. */
  start_date: string;
  /** Last day, included; at most 366 days in all. It selects the year of the factor. */
  end_date: string;
  /** Between home and work, or during work; `in_itinere` when not sent. Both are calculated alike. */
  commuting_type: "in_itinere" | "in_labore";
  /** Means of transport, or telecommuting. */
  transport_type: "car" | "bus" | "train" | "metro" | "tram" | "motorbike" | "bicycle" | "walking" | "telecommuting" | "electric_kick_scooter" | "trolleybus";
  /** Only for cars and motorbikes; average when not sent. */
  vehicle_size: "small" | "medium" | "large" | "average" | null;
  /** Only for cars and motorbikes; the average of all fuels when not sent. */
  fuel_type: "petrol" | "diesel" | "cng" | "lpg" | "unknown" | "plug_in_hybrid_electric" | "battery_electric" | null;
  /** Whether the electricity of the vehicle is renewable. No published factor depends on it. */
  renewable_energy: "yes" | "no" | "do_not_know" | null;
  /** Kilometres of one direction. Required, but not for telecommuting. */
  total_km: Decimal | null;
  /** Weekdays with trips, from 0 for Monday to 6 for Sunday, each at most once. Required, but for telecommuting only if `telecommuting_days` is empty. */
  weekly_travels: number[];
  /** Trips to work and back on each of these days, 1 to 20; 1 when not sent. */
  daily_trips: number;
  /** True halves the emissions of a trip, which two people share; false when not sent. */
  carpool: boolean;
  /** Situation of the employee in the period; `active` when not sent. */
  situation: "active" | "inactive" | "terminated";
  /** Where the trip begins. Free text; no distance is derived from it. */
  origin: string | null;
  /** Where the trip ends, as `origin`. */
  destination: string | null;
  /** How the answer was given; `manual` when not sent. */
  response_medium: "manual" | "qr" | "form";
  /** Hours of a working day, more than 0 and at most 24; 8 when not sent. They count on days of telecommuting. */
  hours_per_day: Decimal;
  /** Weekdays of work at home, as `weekly_travels` and without its days. */
  telecommuting_days: number[];
  /** Country whose factors apply; that of the organization when not sent. */
  country: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url: string | null;
  /** Working days of a year, without holidays and absences, such as 235: days of `weekly_travels` and of `telecommuting_days` in their proportion. A period has the part of its days in the year. Null: every weekday of the calendar counts. */
  days_per_year: Decimal | null;
  /** Working weeks of a year, such as 47, in place of `days_per_year`: each has all weekdays of `weekly_travels` and of `telecommuting_days`. */
  weeks_per_year: Decimal | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id: string | null;
}

/** Comparative is the totals of another period with the same boundary approach, and the change since. All are tonnes of CO2e. */
export interface Comparative {
  /** First day, included. */
  start_date: string;
  /** Last day, included. */
  end_date: string;
  /** True for the base year of the request. */
  base_year: boolean;
  /** All scopes, with scope 2 by the market-based method. */
  total_market_based: Decimal;
  /** All scopes, with scope 2 by the location-based method. */
  total_location_based: Decimal;
  /** Direct emissions. */
  scope_1: Decimal;
  /** Energy by the market-based method. */
  scope_2_market_based: Decimal;
  /** Energy by the location-based method. */
  scope_2_location_based: Decimal;
  /** Other indirect emissions. */
  scope_3: Decimal;
  /** The market-based total of the statement minus that of the other period. */
  change_market_based: Decimal;
  /** The location-based total of the statement minus that of the other period. */
  change_location_based: Decimal;
}

/** The body of `POST /v1/files/readings`. */
export interface ConfirmReadingRequest {
  /** Exactly one. */
  file_readings: ReadingRefInput[];
  /** 1 to 100 facilities, each once. Their shares add up to at most 1; the rest belongs to nobody of the organization. */
  facilities: ReadingShareInput[];
  /** Supplier of the electricity: an id of `GET /v1/energy-suppliers`. Required for electricity in Spain if the printed name is none of these suppliers. */
  supplier_id?: string | null;
  /** Fuel or refrigerant: an id of `GET /v1/facilities/{facility_id}/fuels`. Required for fuel deliveries and recharges if the printed name is not known. */
  facility_fuel_id?: string | null;
  /** A project of the organization. The reading is linked to it, and the invoices that are created. Wastes are not linked. */
  project_id?: string | null;
}

/** The body of `POST /auth/totp/confirm`. */
export interface ConfirmTotpRequest {
  /** 6 digits. */
  code: string;
}

/** ConfirmedReading names what was created from a reading. */
export interface ConfirmedReading {
  /** Id of the reading. */
  file_reading_id: string;
  /** Kind of the records: `invoices` or `wastes`. */
  entity_type: "invoices" | "wastes";
  /** Ids of the records: the part of each facility. */
  record_ids: string[];
  /** Id of the job that stores and calculates wastes; null for invoices. */
  processing_job_id: string | null;
  /** Records that were there before, and confirmed readings of the same content, which the records may repeat. At most 100. */
  duplicates: PossibleDuplicate[];
}

/** ConversionStep converts a quantity to another unit: quantity * multiply_by / divide_by. The division has 34 significant digits, rounded half-even. */
export interface ConversionStep {
  /** Code of the unit before: "GBP", "kg". */
  from_unit: string;
  /** Code of the unit after. */
  to_unit: string;
  /** 1 for no multiplication. */
  multiply_by: Decimal;
  /** 1 for no division. */
  divide_by: Decimal;
  /** Set for a currency conversion. */
  exchange_rate: ExchangeRate | null;
  /** Set for a change from the prices of one year to those of another. The units are equal. */
  price_index: PriceIndex | null;
  /** Set for a change of the price basis. The units are equal. */
  price_conversion: PriceConversion | null;
  /** Set for the step from used electricity to the losses of its grid: multiplied by the percent, divided by 100 minus the percent. For the step to the generated electricity, multiplied by 100 instead. */
  loss_share: LossShare | null;
  /** Set for a step between mass, volume and energy of a fuel, and from tonne-kilometres to the electricity of a vehicle. */
  fuel_property: FuelProperty | null;
}

/** The body of `PATCH /v2/imports/{import_id}/rows`. */
export interface CorrectImportRowsRequest {
  /** 1 to 500. */
  corrections: ImportCorrectionInput[];
}

/** CorrectedImportRows are rows after their corrections. */
export interface CorrectedImportRows {
  /** Rows of the session that still have errors. */
  total_errors_remaining: number;
  /** The corrected rows. */
  updated_rows: ImportRow[];
}

/** Country is a country or territory of ISO 3166-1. */
export interface Country {
  /** ISO 3166-1 alpha-2, upper case. */
  code: string;
  /** English name. */
  name: string;
  /** UN M49 region, such as "Europe". A country without its own factor uses a factor of its region. */
  region: string;
}

/** NewCountrySale is the number of units sold in a country. */
export interface CountrySaleInput {
  /** Country of use, whose energy the sale is calculated with. */
  country: string;
  /** Units sold, more than 0. At most 6 decimals. */
  quantity: number | Decimal;
}

/** CountrySales are the sales of a period in one country. */
export interface CountrySales {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Units sold. */
  quantity: Decimal;
  /** Kilograms of CO2e for each unit of energy, to 12 significant digits: emissions divided by energy. Null until all sales of the country are calculated. */
  emission_factor: Decimal | null;
  /** Name of the unit of the factor: "kWh". */
  emission_factor_unit: string | null;
  /** Kilograms of CO2e of its calculated sales; null while none has a result. */
  co2e: Decimal | null;
  /** As for the period. */
  status: "loading" | "active" | "error";
  /** Code of the failure of a sale. */
  error_code: string | null;
  /** Number of the records of the country in the period. */
  sales_count: number;
  /** Id of the record, for its explanation; the latest one of several. */
  country_sale_id: string;
}

/** CountryUsePhase is the use of one unit in a country. */
export interface CountryUsePhase {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Units sold, as far as they are calculated. */
  quantity: Decimal;
  /** Kilograms of CO2e of one unit, to 12 decimals. */
  use_phase_co2e: Decimal;
}

/** Coverage counts the records whose period has a day in the range, and the tonnes of CO2e within the range. */
export interface Coverage {
  /** Records with a result. */
  calculated: number | null;
  /** Records without emissions, because their optional factor does not exist, such as hotel stays in some countries. They are not in `calculated`. */
  without_factor: number | null;
  /** Records whose calculation failed. Their emissions are in no total. */
  failed: number | null;
  /** Records that have no result yet, or none since their last change. */
  waiting: number | null;
  /** Records that are excluded from totals by their status. */
  excluded: number | null;
  /** Records of `calculated` that miss a part, such as upstream emissions, because it has no factor. */
  parts_missing: number | null;
  /** Tonnes of CO2e of `calculated`: the total. */
  co2e: Decimal;
  /** Tonnes of CO2e of records that miss a part, without the missing part. */
  parts_missing_co2e: Decimal;
  /** Marks of figures that fit their record less well. Marks that no record has are absent. */
  marks: MarkCoverage[];
  /** A warning: purchases beside records of the same activity, which may count the same emissions twice. Nothing is subtracted. */
  spend_overlaps: SpendOverlap[];
}

/** CoveringCertificate covers electricity of a record on some of its days, within one calendar year. */
export interface CoveringCertificate {
  /** Id of the certificate. */
  certificate_id: string;
  /** Kind of instrument. */
  type: "guarantee_of_origin" | "rec" | "rego" | "i_rec" | "ppa" | "other";
  /** Source of the electricity. */
  technology: "solar" | "wind" | "hydro" | "marine" | "geothermal" | "biomass" | "biogas" | "nuclear" | "natural_gas" | "coal" | "oil" | "waste" | "other";
  /** ISO 3166-1 alpha-2 code of the market of the certificate. */
  country: string;
  /** Calendar year of the production. */
  year: number;
  /** MWh of the certificate that the record uses. */
  mwh: Decimal;
  /** The covered amount in the unit of the record. Absent: all that other certificates leave of the days. */
  quantity: Decimal | null;
  /** First covered day. */
  start_date: string;
  /** Last covered day, included. */
  end_date: string;
  /** Kilograms of CO2e per MWh that the certificate states. Absent: the figure of the technology. */
  emission_rate: Decimal | null;
  /** An amount of the record is in MWh when multiplied by this number and divided by `divide_by`. */
  multiply_by: Decimal;
  /** See `multiply_by`. */
  divide_by: Decimal;
}

/** The body of `POST /v1/api-keys`. */
export interface CreateApiKeyRequest {
  /** Name for people, 1 to 255 characters. */
  name: string;
  /** Limits what the key may do; by default what its owner may do. */
  role?: "admin" | "editor" | "viewer" | "human_resources" | "auditor" | null;
  /** Days until the key expires, 1 to 3,650; by default it does not expire. */
  expires_in_days?: number | null;
}

/** The body of `POST /v1/business-travels`. */
export interface CreateBusinessTravelRequest {
  /** Free text. */
  name?: string | null;
  /** Day of the trip. It selects the year of the factor. */
  travel_date: string;
  /** Means of transport. */
  transport_type: "car" | "metro" | "train" | "trolleybus" | "bus" | "motorbike" | "aircraft" | "ferry";
  /** Kilometres of one direction; of a flight those of the great circle. Either this field, or `origin` and `destination`. */
  distance_km?: number | Decimal | null;
  /** An IATA code, a code of UN/LOCODE, "City", "City, CC" or "City, state, CC". */
  origin?: string | null;
  /** As `origin`. */
  destination?: string | null;
  /** Travellers, 1 to 1,000; 1 when not sent. Each adds the whole distance, in cars and on motorbikes too: people who share a car are one. */
  travel_number?: number;
  /** True doubles the distance; false when not sent. */
  round_trip?: boolean;
  /** Only for cars and motorbikes; average when not sent. */
  vehicle_size?: "small" | "medium" | "large" | "average" | null;
  /** Only for cars and motorbikes; the average of all fuels when not sent. */
  fuel_type?: "petrol" | "diesel" | "cng" | "lpg" | "unknown" | "plug_in_hybrid_electric" | "battery_electric" | null;
  /** Only for aircraft. Required with `distance_km`; otherwise the row follows from the two ends, and `domestic` counts outside of the United Kingdom alone. */
  flight_type?: "domestic" | "short_haul_international" | "long_haul_international" | null;
  /** Only for aircraft; average when not sent. */
  cabin_class?: "economy" | "premium_economy" | "business" | "first" | "average" | null;
  /** Country whose factors apply. When not sent, the one in which a trip over land has both ends, else that of the organization. */
  country?: string | null;
  /** How it was recorded, such as `manual` or `bulk_upload`; `manual` when not sent. */
  source?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id?: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
}

/** The body of `POST /v2/business-travels`. */
export interface CreateBusinessTravelsRequest {
  /** 1 to 5,000. */
  records: CreateBusinessTravelRequest[];
}

/** The body of `POST /v2/certificates`. */
export interface CreateCertificateRequest {
  /** Kind of instrument. */
  type: "guarantee_of_origin" | "rec" | "rego" | "i_rec" | "ppa" | "other";
  /** Source of the electricity. */
  technology: "solar" | "wind" | "hydro" | "marine" | "geothermal" | "biomass" | "biogas" | "nuclear" | "natural_gas" | "coal" | "oil" | "waste" | "other";
  /** MWh of the certificate, with at most 12 decimals. */
  mwh: number | Decimal;
  /** ISO 3166-1 alpha-2 code of the country whose market the certificate is of. It covers invoices of facilities in this country; a guarantee of origin of the AIB Hub also covers named invoices in its other countries. */
  country: string;
  /** First day of the production, as the registry states it. From 1970 to the end of next year. */
  production_start_date: string;
  /** Last day of the production, included, in the same calendar year. The certificate covers electricity of this year alone. */
  production_end_date: string;
  /** Kilograms of CO2e per MWh that the certificate states. Required and above zero for natural gas, coal, oil, waste and other technologies. Without it nuclear and renewable technologies have zero direct emissions. */
  emission_rate?: number | Decimal | null;
  /** Issuing body or registry. */
  registry?: string | null;
  /** Name or code of the power plant. */
  plant?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
}

/** The body of `POST /v2/certificates/batch`. */
export interface CreateCertificatesRequest {
  /** 1 to 1,000; the reply has the same order. */
  records: CreateCertificateRequest[];
}

/** The body of `POST /v2/organizations/children`. */
export interface CreateChildOrganizationRequest {
  /** 1 to 255 characters. */
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** The body of `POST /v1/employee-historic`. */
export interface CreateCommutingPeriodRequest {
  /** The employee. Required for a new period. Null for anonymous answers, and once the employee is erased. */
  employee_id?: string | null;
  /** First day of the period. The emissions are spread evenly over its days. */
  start_date: string;
  /** Last day, included; at most 366 days in all. It selects the year of the factor. */
  end_date: string;
  /** Between home and work, or during work; `in_itinere` when not sent. Both are calculated alike. */
  commuting_type?: "in_itinere" | "in_labore";
  /** Means of transport, or telecommuting. */
  transport_type: "car" | "bus" | "train" | "metro" | "tram" | "motorbike" | "bicycle" | "walking" | "telecommuting" | "electric_kick_scooter" | "trolleybus";
  /** Only for cars and motorbikes; average when not sent. */
  vehicle_size?: "small" | "medium" | "large" | "average" | null;
  /** Only for cars and motorbikes; the average of all fuels when not sent. */
  fuel_type?: "petrol" | "diesel" | "cng" | "lpg" | "unknown" | "plug_in_hybrid_electric" | "battery_electric" | null;
  /** Whether the electricity of the vehicle is renewable. No published factor depends on it. */
  renewable_energy?: "yes" | "no" | "do_not_know" | null;
  /** Kilometres of one direction. Required, but not for telecommuting. */
  total_km?: number | Decimal | null;
  /** Weekdays with trips, from 0 for Monday to 6 for Sunday, each at most once. Required, but for telecommuting only if `telecommuting_days` is empty. */
  weekly_travels?: number[];
  /** Trips to work and back on each of these days, 1 to 20; 1 when not sent. */
  daily_trips?: number;
  /** True halves the emissions of a trip, which two people share; false when not sent. */
  carpool?: boolean;
  /** Situation of the employee in the period; `active` when not sent. */
  situation?: "active" | "inactive" | "terminated";
  /** Where the trip begins. Free text; no distance is derived from it. */
  origin?: string | null;
  /** Where the trip ends, as `origin`. */
  destination?: string | null;
  /** How the answer was given; `manual` when not sent. */
  response_medium?: "manual" | "qr" | "form";
  /** Hours of a working day, more than 0 and at most 24; 8 when not sent. They count on days of telecommuting. */
  hours_per_day?: number | Decimal;
  /** Weekdays of work at home, as `weekly_travels` and without its days. */
  telecommuting_days?: number[];
  /** Country whose factors apply; that of the organization when not sent. */
  country?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** Working days of a year, without holidays and absences, such as 235: days of `weekly_travels` and of `telecommuting_days` in their proportion. A period has the part of its days in the year. Null: every weekday of the calendar counts. */
  days_per_year?: number | Decimal | null;
  /** Working weeks of a year, such as 47, in place of `days_per_year`: each has all weekdays of `weekly_travels` and of `telecommuting_days`. */
  weeks_per_year?: number | Decimal | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id?: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
}

/** The body of `POST /v2/employee-historic`. */
export interface CreateCommutingPeriodsRequest {
  /** 1 to 5,000. */
  records: CreateCommutingPeriodRequest[];
}

/** The body of `POST /v1/emission-factors/custom-databases`. */
export interface CreateCustomDatabaseRequest {
  /** 1 to 255 characters. */
  name: string;
  /** At most 500 characters. */
  description?: string | null;
}

/** The body of `POST /v1/custom-emission-groups`. */
export interface CreateCustomGroupRequest {
  /** 1 to 255 characters. */
  name: string;
  /** Kind of activity. */
  category: "purchases" | "electricity" | "waste" | "heat" | "vehicles" | "recharge" | "process" | "water" | "hotel_stays" | "business_travels" | "employee_commuting" | "logistics" | "sold_products";
  /** At most 500 characters. */
  description?: string | null;
  /** First day of use. Default: open. */
  start_date?: string | null;
  /** Last day, on or after the start. */
  end_date?: string | null;
}

/** The body of `POST /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records`. */
export interface CreateCustomRecordRequest {
  /** 1 to 255 characters. */
  name: string;
  /** Unit of the activity that the factors apply to: an id of `GET /v2/units`. */
  unit_id: string;
  /** Gases of the record. `simple`: co2e. `advanced`: co2, ch4 and n2o. `full`: all four. */
  tag: "simple" | "advanced" | "full";
  /** At least one of the values that CustomRecord names. Activities use records for purchases, wastes, waste_water_treatments, and invoices: stationary for heat, electricity, water, recharge for refrigerants, process. A record needs one of these, or transport. */
  activity_categories: ("stationary" | "stationary_generation" | "electricity" | "electricity_location_based" | "electricity_generation" | "electricity_transmission_and_distribution" | "energy" | "recharge" | "process" | "wastes" | "transport" | "transport_generation" | "purchases" | "water" | "waste_water_treatments" | "hotel_stays" | "business_travels" | "employee_commuting" | "logistics" | "logistics_hubs" | "sold_products")[];
  /** One factor for each gas of the tag. */
  factors: CustomFactorInput[];
  /** Default: true. */
  enabled?: boolean;
  /** True: its CO2 is biogenic and reported separately. Needs a factor for co2, and only the categories stationary, process and transport. */
  is_biogenic?: boolean;
  /** 0 to 1, only for the four electricity categories. Null if it is not set. */
  renewable_percentage?: number | Decimal | null;
  /** Not negative, at most 15 digits. Default: 0. */
  uncertainty_grade?: number | Decimal;
}

/** The body of `POST /v1/emission-factors/custom-databases/{database_id}/versions`. */
export interface CreateCustomVersionRequest {
  /** 1 to 255 characters. */
  name: string;
  /** First day of the edition. Default: open. */
  start_date?: string | null;
  /** Last day, on or after the start. Default: open-ended. */
  end_date?: string | null;
}

/** The body of `POST /v2/dashboard/{id}/widgets/{widget_id}/comments`. */
export interface CreateDashboardCommentRequest {
  /** 1 to 2,000 characters. */
  text: string;
}

/** The body of `POST /v2/dashboard/from-template`. */
export interface CreateDashboardFromTemplateRequest {
  /** A project of the organization. */
  project_id: string;
  /** A set of widgets, of `GET /v2/dashboard/templates`. */
  template: "carbon_footprint" | "energy" | "waste" | "water" | "logistics";
}

/** The body of `POST /v2/dashboard`. */
export interface CreateDashboardRequest {
  /** A project of the organization. */
  project_id: string;
}

/** The body of `POST /v1/employees`. */
export interface CreateEmployeeRequest {
  /** Name of the person. Either this field or `email` is required. */
  name?: string | null;
  /** E-mail address, unique in the organization; case does not count. */
  email?: string | null;
  /** Relation to the organization. */
  situation: "active" | "inactive" | "terminated";
  /** Whether the data of the employee is complete, as the caller says. */
  status: "uploaded" | "loading";
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
}

/** The body of `POST /v2/employees`. */
export interface CreateEmployeesRequest {
  /** 1 to 5,000. */
  records: CreateEmployeeRequest[];
}

/** One record of `POST /v2/facilities`. */
export interface CreateFacilitiesRecord {
  /** Name of the facility; not unique. */
  name: string;
  /** Free text: "office", "warehouse". */
  type: string;
  /** ISO 3166-1 alpha-2. Records of the facility use factors of this country. */
  country: string;
  /** Postal address as sent; not validated. */
  address?: string | null;
  /** Default 0.8. */
  logistic_factor?: number | Decimal;
  /** Kinds of records of the facility. */
  categories?: ("heat" | "electricity" | "water" | "recharge" | "process" | "wastes")[];
  /** At most 100. */
  cups_list?: string[];
  /** Part of the electricity grid: a `grid_zone` of `GET /v2/grid-zones` for the country. Its figures come before those of the country. Absent for the average of the country. */
  grid_zone?: string | null;
  /** The client's own id, as sent. */
  external_id?: string | null;
}

/** The body of `POST /v2/facilities`. */
export interface CreateFacilitiesRequest {
  /** 1 to 5,000; the reply has the same order. */
  records: CreateFacilitiesRecord[];
}

/** The body of `POST /v1/facilities`. */
export interface CreateFacilityRequest {
  /** Name of the facility; not unique. */
  name: string;
  /** Free text: "office", "warehouse". */
  type: string;
  /** ISO 3166-1 alpha-2. Without it, a facility with an address gets the country of its organization. */
  country?: string;
  /** Postal address as sent; not validated. */
  address?: string | null;
  /** Default 0.8. */
  logistic_factor?: number | Decimal;
  /** Kinds of records of the facility. */
  categories?: ("heat" | "electricity" | "water" | "recharge" | "process" | "wastes")[];
  /** At most 100. */
  cups_list?: string[];
  /** Part of the electricity grid: a `grid_zone` of `GET /v2/grid-zones` for the country. Its figures come before those of the country. Absent for the average of the country. */
  grid_zone?: string | null;
}

/** The body of `POST /v1/files`. */
export interface CreateFileRequest {
  /** Id of the folder that will contain the file; the top by default. */
  folder_id?: string;
  /** With a file name; at most 26214400 bytes. */
  file: Blob;
}

/** The body of `POST /v1/folders`. */
export interface CreateFolderRequest {
  /** 1 to 255 characters, without slashes and control characters. */
  name: string;
  /** The folder that contains it; without it the folder is at the top. */
  parent_id?: string | null;
}

/** The body of `POST /v1/custom-emission-groups/{id}/factors`. */
export interface CreateGroupFactorRequest {
  /** 1 to 255 characters. */
  name: string;
  /** Exactly the gases of the tag, each once. */
  gases: GroupGasInput[];
  /** First day of validity. Default: 1970-01-01. */
  start_date?: string | null;
  /** Last day, on or after the start. */
  end_date?: string | null;
  /** Default: true. */
  enabled?: boolean;
  /** True: its CO2 is biogenic and reported separately. Only in groups for heat, vehicles and process, with a value for co2. */
  is_biogenic?: boolean;
  /** Not negative, at most 15 digits. Default: 0. */
  uncertainty_grade?: number | Decimal;
  /** Unit of the activity: an id of `GET /v2/units`. */
  unit_id: string;
  /** Gases of the factor. */
  tag: "simple" | "advanced" | "full";
}

/** The body of `POST /v2/organizations/invitations`. */
export interface CreateGroupInvitationRequest {
  /** A remark, such as the name of the invited organization. */
  note?: string | null;
  /** Days until the link expires, 1 to 30; 7 when not sent. */
  expires_in_days?: number | null;
}

/** The body of `POST /v1/hotel-stays`. */
export interface CreateHotelStayRequest {
  /** Free text. */
  name?: string | null;
  /** Day of the first night. The emissions are spread evenly over the nights. */
  check_in_date: string;
  /** Day after the last night, later than check-in. Each night has the factor of its year. */
  check_out_date: string;
  /** Selects the factor; `GET /v1/hotel-stays/available-countries` lists those that have one. */
  country: string;
  /** Free text. */
  city?: string | null;
  /** Name of the hotel. */
  hotel_name?: string | null;
  /** 1 to 10,000; 1 when not sent. */
  rooms?: number;
  /** How it was recorded, such as `manual` or `bulk_upload`; `manual` when not sent. */
  source?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id?: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
}

/** The body of `POST /v2/hotel-stays`. */
export interface CreateHotelStaysRequest {
  /** 1 to 5,000. */
  records: CreateHotelStayRequest[];
}

/** The body of `POST /v2/imports/sessions`. */
export interface CreateImportSessionRequest {
  /** Id of the template. */
  template_id: string;
  /** Locale of numbers, such as `es_ES`; detected for each column by default. */
  numeric_locale?: string;
  /** Locale of days, such as `es_ES`; detected for each column by default. */
  date_locale?: string;
  /** Name of the sheet; the first one with values by default. */
  sheet_name?: string;
  /** Zero-based row with the names of the columns; detected by default. */
  header_row?: number;
  /** A project of the organization. Kept with the session. */
  project_id?: string;
  /** A folder that the caller sees. Kept with the session. */
  folder_id?: string;
  /** Id of a stored file, instead of `upload_file`. */
  raw_file_id?: string;
  /** With a file name; at most 26214400 bytes. */
  upload_file?: Blob;
}

/** The body of `POST /v1/invoices`. */
export interface CreateInvoiceRequest {
  /** The subject of the invoice. */
  type: "heat" | "electricity" | "water" | "recharge" | "process";
  /** The facility that the invoice is for: its country selects the factor. */
  facility_id?: string | null;
  /** Amount of the whole invoice, in `unit_id`. At most 20 digits before the point and 30 in all. */
  base_quantity: number | Decimal;
  /** An id of `GET /v2/units` that fits the fuel; energy for electricity, volume for water. With a custom emission group any unit. */
  unit_id: string;
  /** First day of the period. From 1970 to the end of next year. */
  start_date: string;
  /** Last day of the period, included; on or after the start. */
  end_date: string;
  /** The fuel or refrigerant: an id of `GET /v1/facilities/{facility_id}/fuels`. Required for heat, recharge and process without a custom factor. */
  facility_fuel_id?: string | null;
  /** The supplier of the electricity: an id of `GET /v1/energy-suppliers`. Without it, and for suppliers that publish no mix, the residual mix of the country applies, or else the average of its grid. */
  supplier_id?: string | null;
  /** Record of a custom database that prices the invoice, in its revision of the time of recording. */
  custom_ef_record_id?: string | null;
  /** Custom emission group that prices the invoice, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
  /** Number that the supplier gave to the invoice. */
  invoice_id?: string | null;
  /** Code of the point of supply. */
  cups?: string | null;
  /** Logistic centre of the invoice. */
  toc?: string | null;
  /** Id of that centre. */
  toc_id?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** The calorific value of an energy of fuel, such as kWh of gas: `gross` or `net`. Only for heat invoices of a fuel with a unit of energy. Without it the amount is read as gross, and the result is marked `calorific_basis_assumed`. */
  calorific_basis?: "gross" | "net" | null;
  /** Only for recharge invoices, in `unit_id`, at most `base_quantity`: refrigerant that did not leak. Of gas charged into new equipment, its charge. Of the charge of equipment that is disposed of or serviced (`base_quantity`), what was recovered. The emissions are those of the difference. */
  retained_quantity?: number | Decimal | null;
  /** 1 to 100 facilities, each once. This, or `facility_id`. */
  facility_percentages?: InvoiceShareInput[];
  /** Ignored: it is the user of the key. */
  uploaded_by?: string | null;
}

/** One record of `POST /v2/invoices`. */
export interface CreateInvoicesRecord {
  /** The subject of the invoice. */
  type: "heat" | "electricity" | "water" | "recharge" | "process";
  /** The facility that the invoice is for: its country selects the factor. */
  facility_id: string;
  /** Amount of the whole invoice, in `unit_id`. At most 20 digits before the point and 30 in all. */
  base_quantity: number | Decimal;
  /** An id of `GET /v2/units` that fits the fuel; energy for electricity, volume for water. With a custom emission group any unit. */
  unit_id: string;
  /** First day of the period. From 1970 to the end of next year. */
  start_date: string;
  /** Last day of the period, included; on or after the start. */
  end_date: string;
  /** The fuel or refrigerant: an id of `GET /v1/facilities/{facility_id}/fuels`. Required for heat, recharge and process without a custom factor. */
  facility_fuel_id?: string | null;
  /** The supplier of the electricity: an id of `GET /v1/energy-suppliers`. Without it, and for suppliers that publish no mix, the residual mix of the country applies, or else the average of its grid. */
  supplier_id?: string | null;
  /** Record of a custom database that prices the invoice, in its revision of the time of recording. */
  custom_ef_record_id?: string | null;
  /** Custom emission group that prices the invoice, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
  /** Number that the supplier gave to the invoice. */
  invoice_id?: string | null;
  /** Code of the point of supply. */
  cups?: string | null;
  /** Logistic centre of the invoice. */
  toc?: string | null;
  /** Id of that centre. */
  toc_id?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** The calorific value of an energy of fuel, such as kWh of gas: `gross` or `net`. Only for heat invoices of a fuel with a unit of energy. Without it the amount is read as gross, and the result is marked `calorific_basis_assumed`. */
  calorific_basis?: "gross" | "net" | null;
  /** Only for recharge invoices, in `unit_id`, at most `base_quantity`: refrigerant that did not leak. Of gas charged into new equipment, its charge. Of the charge of equipment that is disposed of or serviced (`base_quantity`), what was recovered. The emissions are those of the difference. */
  retained_quantity?: number | Decimal | null;
}

/** The body of `POST /v2/invoices`. */
export interface CreateInvoicesRequest {
  /** 1 to 5,000, each with a `facility_id`. */
  records: CreateInvoicesRecord[];
}

/** The body of `POST /v1/logistic-hubs`. */
export interface CreateLogisticHubRequest {
  /** Unique in the organization, in any case of letters. */
  name: string;
  /** Postal address as sent. */
  address?: string | null;
  /** Operator of the hub. */
  type: "owned" | "subcontracted";
  /** Needed for the emissions of a subcontracted hub. */
  category?: "transshipment_ambient" | "transshipment_mixed" | "storage_transhipment_ambient" | "storage_transhipment_mixed" | "warehouse_ambient" | "warehouse_mixed" | "liquid_bulk_terminals_ambient" | "liquid_bulk_terminals_mixed" | "maritime_container_terminals_ambient" | "maritime_container_terminals_temperature_controlled" | null;
  /** False when not sent. */
  supercharger?: boolean;
  /** Required for an owned hub, ignored for a subcontracted one. */
  facility_id?: string | null;
}

/** The body of `POST /v1/logistics/recharges`. */
export interface CreateLogisticsRechargeRequest {
  /** Fuel, from `GET /v1/logistics/fuels`. It selects the factor and the unit. */
  fuel_id: string;
  /** Country where the vehicle took the fuel. */
  country: string;
  /** Day of the recharge, from 1970 to next year. It selects the year of the factor. */
  date: string;
  /** Amount in the unit of the fuel. */
  quantity: number | Decimal;
  /** Compared by capital letters and digits only. */
  vehicle_license_plate?: string | null;
  /** Transport operation category of the vehicle, from `GET /v1/logistics/tocs`. */
  toc_id?: string | null;
  /** Project of the recharge, one of the organization. */
  project_id?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** The run of the vehicle, such as a round trip with its empty way back. Legs with the same key share the emissions of its recharges by their tonne-kilometres. Without a key those of the same license plate and calendar month do. */
  run_key?: string | null;
}

/** The body of `POST /v1/logistics/recharges/bulk`. */
export interface CreateLogisticsRechargesRequest {
  /** 1 to 5,000. */
  records: CreateLogisticsRechargeRequest[];
  /** How invalid records are treated. */
  options?: BulkOptionsInput;
}

/** The body of `POST /v1/logistics/requests`. */
export interface CreateLogisticsRequestRequest {
  /** An IATA code, a code of UN/LOCODE, "City", "City, CC" or "City, state, CC". Required without `distance_km` and `tkm`. */
  origin?: string | null;
  /** As `origin`. */
  destination?: string | null;
  /** Kilometres of the leg. Replaces the distance between origin and destination. At most 9 digits before the point and 5 after it. At most 5 decimals. */
  distance_km?: number | Decimal | null;
  /** Load in `load_unit`. The default load of the TOC when not sent. At most 9 digits before the point and 5 after it. At most 5 decimals. */
  load?: number | Decimal | null;
  /** Unit of the load; `kg` when not sent. */
  load_unit?: "kg" | "ton" | "pallets" | "teu" | "feu";
  /** Share of the load that was transported, 0 to 1; 1 when not sent. At most 5 decimals. */
  load_factor?: number | Decimal | null;
  /** Transport operation category, such as `van_diesel`. */
  toc?: string | null;
  /** Mode of transport. Required without `toc`; its average TOC applies. */
  category?: "road" | "air" | "maritime" | "rail" | null;
  /** Country of the origin, or `GLO` for none; `GLO` when not sent. */
  origin_country?: string;
  /** Year of the factor; that of `shipment_date` when not sent. */
  year?: number | null;
  /** Whether the vehicle was cleaned for the leg, which adds 5 % to its emissions; false when not sent. */
  cleaning?: boolean;
  /** The shipment. A request of the same shipment, stretch, stage and package replaces the earlier one. */
  movement_id?: string | null;
  /** Customer of the shipment. */
  client?: string | null;
  /** Day of the shipment, from 1970 to next year; today when not sent. */
  shipment_date?: string;
  /** Stretch of the movement. */
  movement_stretch?: string | null;
  /** Stage of the movement. */
  movement_stage?: string | null;
  /** License plate of the vehicle. */
  vehicle_license_plate?: string | null;
  /** License plate of the trailer. */
  trailer_license_plate?: string | null;
  /** Whether another company operates the vehicle; false when not sent. A leg of the organization's vehicle is in no total if fuel of its run is recorded (`/v1/logistics/recharges`). */
  subcontractor?: boolean;
  /** Tonne-kilometres. Replaces load times distance. At most 9 digits before the point and 5 after it. At most 5 decimals. */
  tkm?: number | Decimal | null;
  /** A hub of the organization that the load passes. */
  hub_id?: string | null;
  /** The package, which the request creates or extends. */
  package_key?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** The payer of the transport: category 4 of scope 3 if it is the organization, else 9. `organization` when not sent. */
  paid_by?: "organization" | "other";
  /** The run of the organization's vehicle, as in its recharges. Without a key those of the same license plate and calendar month are its run. */
  run_key?: string | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id?: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
}

/** The body of `POST /v1/logistics/requests/bulk`. */
export interface CreateLogisticsRequestsRequest {
  /** 1 to 5,000. */
  records: CreateLogisticsRequestRequest[];
  /** How invalid records are treated. */
  options?: BulkOptionsInput;
}

/** The body of `POST /v1/own_workforces`. */
export interface CreateOwnWorkforceRequest {
  /** Id of the person in the customer's HR system, unique in the organization. Compared exactly. */
  external_employee_id: string;
  /** From 1900-01-01 to the first day of the first contract. */
  birth_date: string;
  /** As the person stated it. */
  gender: "M" | "F" | "O" | "NS";
  /** Whether the person has a recognised disability. */
  disabled_employee: boolean;
  /** 1 to 100. Contracts of a person never overlap; both days belong to a contract. */
  contracts: WorkforceContractInput[];
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
}

/** The body of `POST /v1/own_workforce_trainings`. */
export interface CreateOwnWorkforceTrainingRequest {
  /** The person. Required without `external_employee_id`; with both they must name one person. */
  own_workforce_id?: string | null;
  /** The person by the id of the customer's HR system, compared exactly. */
  external_employee_id?: string | null;
  /** Free text, such as `safety`. */
  type: string;
  /** Free text. */
  description: string;
  /** Hours of the training, from 0 to 1,000,000, at most 6 decimals. */
  hours: number | Decimal;
  /** First day. */
  start_date: string;
  /** Last day, on `start_date` or later. */
  end_date: string;
  /** Values of the custom columns by their keys. A key that is not declared is refused, and so is a value of another type. */
  custom_values?: Record<string, string | number | boolean | null>;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
}

/** The body of `POST /v2/own_workforce_trainings`. */
export interface CreateOwnWorkforceTrainingsRequest {
  /** 1 to 5,000. */
  records: CreateOwnWorkforceTrainingRequest[];
}

/** One record of `POST /v2/own_workforces`. */
export interface CreateOwnWorkforcesRecord {
  /** Id of the person in the customer's HR system. Rows with the same id are one person, whose values are equal in all of them. */
  external_employee_id: string;
  /** From 1900-01-01 to the first day of the first contract. */
  birth_date: string;
  /** As the person stated it. */
  gender: "M" | "F" | "O" | "NS";
  /** Whether the person has a recognised disability. */
  disabled_employee: boolean;
  /** Permanent or temporary. */
  contract_type: "permanent" | "temporary";
  /** First day, 1900-01-01 to 2200-12-31. Rows of a person with the same day are one contract, whose values are equal in all of them. */
  contract_start_date: string;
  /** Last day, which belongs to the contract. Null for a contract that goes on. */
  contract_end_date?: string | null;
  /** Only with `contract_end_date`. */
  contract_end_date_reason?: "resignation" | "dismissal" | "retirement" | "end_of_contract" | "death" | "other" | null;
  /** ISO 3166-1 alpha-2 of the place of work. */
  country: string;
  /** Free text. */
  job_category: string;
  /** Share of full working hours, 0 to 1, at most 6 decimals. */
  working_hours_ratio: number | Decimal;
  /** Gross yearly amount in `currency`. Without it the row has no remuneration. */
  gross_annual_remuneration?: number | Decimal | null;
  /** ISO 4217, "EUR". Required with an amount. */
  currency?: string | null;
  /** First day, within the contract. The first day of the contract when not sent. */
  remuneration_start_date?: string | null;
  /** Last day. The end of the contract when not sent. */
  remuneration_end_date?: string | null;
  /** The file, which exists in the organization, of a new person. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
}

/** The body of `POST /v2/own_workforces`. */
export interface CreateOwnWorkforcesRequest {
  /** 1 to 5,000. */
  records: CreateOwnWorkforcesRecord[];
}

/** The body of `POST /v1/files/presigned-urls`. */
export type CreatePresignedFilesRequest = PresignedFileInput[];

/** The body of `POST /v1/projects`. */
export interface CreateProjectRequest {
  /** 1 to 255 characters. */
  name: string;
  /** A member of the organization. */
  responsible_user_id: string;
  /** Free text. */
  description?: string | null;
  /** First day. */
  start_date?: string | null;
  /** Not before `start_date`. */
  end_date?: string | null;
  /** The day on which the work is due. */
  due_date?: string | null;
  /** The purpose of the project; null if unknown. */
  project_type?: "carbon_footprint" | "custom" | "einf" | "iso_14064" | "iso_14001" | "iso_9001" | "acv" | "visualization" | "suppliers" | "logistics" | null;
  /** The reporting standard; null without one. */
  methodology?: "esrs" | "gri" | "glec" | null;
}

/** The body of `POST /v1/purchases`. */
export interface CreatePurchaseRequest {
  /** The thing bought; for a physical amount the name of a material, such as "Concrete". */
  product_name: string;
  /** Free text. */
  description?: string | null;
  /** A NACE, CNAE, UK SIC or NAICS code ("62.01", "541511", "NACE Rev. 2.1 46.71") or its official title in any case. Sections ("J") are too broad. A new one without `sector_edition` clears the edition of the former one. For a physical amount also the name of a material. */
  sector: string;
  /** Amount of money, net of tax. At most 20 digits before the point and 30 in all. */
  quantity?: number | Decimal | null;
  /** The currency of `quantity`: an id of `GET /v2/units`. */
  unit_id?: string | null;
  /** Physical amount, in place of money. At most 20 digits before the point and 30 in all. */
  non_currency_quantity?: number | Decimal | null;
  /** The unit of `non_currency_quantity`: an id of `GET /v2/units?type=non_currency_purchases`. */
  non_currency_unit_id?: string | null;
  /** Selects exchange rate, year of the factor and month of the emissions. From 1970 to the end of next year. */
  purchase_date: string;
  /** Running costs are category 1 of scope 3 (`purchases`), investments category 2 (`capital_goods`). */
  expense_type: "capex" | "opex";
  /** Calculation method, `spend_based` when not sent. The method of the factor replaces it, `supplier_specific` for a custom record, unless a custom group prices the purchase. */
  purchase_type?: "spend_based" | "supplier_specific" | "average_data";
  /** Set by the caller, `active` when not sent. Inactive purchases are calculated, but excluded from totals. */
  status?: "active" | "pending" | "in_progress" | "in_review" | "inactive";
  /** Share of recycled content, 0 to 1; reduces the emissions in proportion. */
  recycled?: number | Decimal | null;
  /** How often it repeats; `once` when not sent. */
  frequency?: "once";
  /** The seller: an id of `GET /v1/suppliers`. Its country and activity code select the factor. */
  supplier_id?: string | null;
  /** Id of a custom emission group of the same organization that has an enabled factor for the unit. It prices the purchase in its revision of the time of recording; a later revision applies after a change of amount, unit, date or group. */
  custom_emission_factor_id?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** Record of a custom database for `purchases` that prices it, in place of a custom group. Its unit is that of the amount. It prices the purchase in its revision of the time of recording; a later revision applies after a change of amount, unit, date or record. */
  custom_ef_record_id?: string | null;
  /** Edition of NACE that `sector` is of; null: that of the supplier, else of the organization. Without any, a code of two meanings fails with SECTOR_AMBIGUOUS. */
  sector_edition?: "nace_rev2" | "nace_rev2_1" | null;
}

/** The body of `POST /v2/purchases`. */
export interface CreatePurchasesRequest {
  /** 1 to 5,000. */
  records: CreatePurchaseRequest[];
}

/** The body of `POST /v2/recalculations`. */
export interface CreateRecalculationRequest {
  /** Kinds of records; by default all. */
  entity_types?: ("purchases" | "wastes" | "invoices" | "waste_water_treatments" | "hotel_stays" | "vehicles" | "vehicle_consumptions" | "business_travels" | "transports" | "logistics_requests" | "logistics_recharges" | "commuting_periods" | "sold_product_sales" | "own_workforces" | "own_workforce_trainings")[];
  /** Records with emissions on or after this day. */
  start_date?: string | null;
  /** Records with emissions on or before this day. Not before `start_date`. */
  end_date?: string | null;
  /** Records that use one of these factors; at most 100. */
  factor_ids?: string[];
  /** Records that use a factor of one of these sources, as `group_by=source` of the totals names them; at most 100. */
  sources?: string[];
  /** Records that use a factor of one of these years; at most 100. With `sources`, the same factor has both. */
  years?: number[];
  /** Records with one of these marks. */
  marks?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
}

/** The body of `POST /v2/imports/mappings`. */
export interface CreateSavedMappingRequest {
  /** 1 to 255 characters. */
  name: string;
  /** Id of the template. */
  template_id: string;
  /** Names of the columns of the file, 1 to 256. */
  source_columns: string[];
  /** Columns of the template by columns of the file. */
  mapping: Record<string, string>;
  /** Constants and further targets of columns, by column of the template; at most 256. */
  fill?: Record<string, {
  value?: string | null;
  column?: string | null;
  as?: "value" | "period_start" | "period_end" | null;
}>;
  /** How rows of intervals become one record of each month; null: each row is a record. */
  combine?: ImportCombineInput | null;
  /** Values of the API by texts of the file, by column of the template. Of templates about people only those of closed lists. */
  value_mappings?: Record<string, Record<string, string>>;
  /** Such as `es_ES`. */
  numeric_locale?: string | null;
  /** Such as `es_ES`. */
  date_locale?: string | null;
}

/** The body of `POST /v1/sold-products/{product_id}/periods`. */
export interface CreateSoldProductPeriodRequest {
  /** First day. */
  start_date: string;
  /** Last day, included. */
  end_date: string;
  /** Each country at most once; at most 300. */
  country_sales?: CountrySaleInput[];
}

/** The body of `POST /v1/sold-products`. */
export interface CreateSoldProductRequest {
  /** Unique in the organization; case and accents do not count. */
  product_name: string;
  /** Years that one unit is used, more than 0 and at most 200. At most 6 decimals. */
  lifetime_years: number | Decimal;
  /** Uses of one unit in a year. Only with `energy_per_use`. At most 6 decimals. */
  uses_per_year?: number | Decimal | null;
  /** Energy of one use of one unit. */
  energy_per_use?: SoldProductEnergyInput | null;
  /** Energy of one unit in a year. */
  energy_per_year?: SoldProductEnergyInput | null;
  /** Emissions before the sale: materials, production and transport. Only the footprint shows them. */
  manufacture?: SoldProductStageInput | null;
  /** Emissions of the disposal. Only the footprint shows them. */
  end_of_life?: SoldProductStageInput | null;
}

/** The body of `POST /v1/sold-products/country-sales`. */
export interface CreateSoldProductSaleRequest {
  /** The product. */
  product_id: string;
  /** First day of the period. The emissions are spread evenly over its days. */
  start_date: string;
  /** Last day of the period, included. No other period of the product has a day in common with it. */
  end_date: string;
  /** Country of use, whose electricity or fuel the units use. */
  country: string;
  /** Units sold, more than 0. At most 6 decimals. */
  quantity: number | Decimal;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id?: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
}

/** One record of `POST /v2/sold-products`. */
export interface CreateSoldProductSalesRecord {
  /** The product; required without `product_name`. */
  product_id?: string | null;
  /** Name of the product; case and accents do not count. */
  product_name?: string | null;
  /** First day of the period. */
  start_date: string;
  /** Last day of the period, included. */
  end_date: string;
  /** Country of use. */
  country: string;
  /** Units sold, more than 0. At most 6 decimals. */
  quantity: number | Decimal;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id?: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
}

/** The body of `POST /v2/sold-products`. */
export interface CreateSoldProductSalesRequest {
  /** 1 to 5,000. */
  records: CreateSoldProductSalesRecord[];
}

/** The body of `POST /v1/suppliers`. */
export interface CreateSupplierRequest {
  /** Name of the company. */
  business_name: string;
  /** ISO 3166-1 alpha-2. Purchases from this supplier use factors of this country. */
  country: string;
  /** Tax number. */
  vat?: string | null;
  /** Classification of `code`. */
  code_type?: "nace" | "cnae" | "sic" | "naics" | null;
  /** Code of the supplier's main activity. It prices purchases whose own sector is unknown, or is of trade. */
  code?: string | null;
  /** Edition of the code, for NACE and CNAE; null: that of the organization. Also for the sector of its purchases, unless they state one. */
  sector_edition?: "nace_rev2" | "nace_rev2_1" | null;
}

/** One record of `POST /v2/employees/survey-answers`. */
export interface CreateSurveyAnswersRecord {
  /** The survey that is answered. */
  survey_id: string;
  /** The employee who answers, once in each batch. Null for an anonymous answer. */
  employee_id?: string | null;
  /** Up to 10; none for a blank answer. Employee, days, situation, medium, country and origin of the record follow from the answer. */
  commutes?: CommutingPeriodInput[];
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
}

/** The body of `POST /v2/employees/survey-answers`. */
export interface CreateSurveyAnswersRequest {
  /** 1 to 5,000. */
  records: CreateSurveyAnswersRecord[];
}

/** The body of `POST /v1/surveys/{id}/links`. */
export interface CreateSurveyLinkRequest {
  /** Days until the link expires, 1 to 366; 30 when not sent. */
  expires_in_days?: number;
}

/** The body of `POST /v1/surveys`. */
export interface CreateSurveyRequest {
  /** Name for people; those who answer see it. */
  name: string;
  /** First day that the answers are about. From 1970 to the end of next year. */
  start_date: string;
  /** Last day that the answers are about, included, at most 366 days after the first. */
  end_date: string;
  /** Languages of the questions, each once. */
  languages: ("es" | "en" | "ca")[];
  /** Project of the rows, one of the organization. */
  project_id?: string | null;
}

/** The body of `POST /v1/surveys/{id}/row-links`. */
export interface CreateSurveyRowLinksRequest {
  /** 1 to 1,000 pending rows of the survey, each once. */
  row_ids: string[];
  /** Days until the links expire, 1 to 366; 30 when not sent. */
  expires_in_days?: number;
}

/** The body of `POST /v1/own_workforce_trainings/custom-columns`. */
export interface CreateTrainingColumnRequest {
  /** A lower-case letter, then lower-case letters, digits and underscores. Unique in the organization. */
  key: string;
  /** 1 to 255 characters. */
  label: string;
  /** Type of the values. */
  type: "text" | "number" | "date" | "boolean" | "option";
  /** 1 to 100 distinct texts of 1 to 100 characters for type `option`; not for other types. */
  options?: string[];
}

/** The body of `POST /v1/transports`. */
export interface CreateTransportRouteRequest {
  /** Free text. */
  name?: string | null;
  /** Day of the transport. It selects the year of the factors. */
  transport_date: string;
  /** Mass of the goods: at most 9 digits before the point and 5 after it. At most 5 decimals. */
  quantity_transported: number | Decimal;
  /** A unit of mass. */
  unit_id: string;
  /** Free text. */
  supplier?: string | null;
  /** `upstream` for goods received (category 4 of scope 3), `downstream` for goods shipped (category 9, or 4 if the organization pays). */
  transport_direction: "upstream" | "downstream";
  /** Free text; `once` when not sent. */
  transport_frequency?: string | null;
  /** 1 to 20, in the order of the route. */
  sections: TransportSectionInput[];
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** The payer of the carrier. When not sent: the organization for `upstream`, others for `downstream`. */
  paid_by?: "organization" | "other" | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id?: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
}

/** The body of `POST /v2/transports`. */
export interface CreateTransportRoutesRequest {
  /** 1 to 5,000. */
  records: CreateTransportRouteRequest[];
}

/** The body of `POST /v1/vehicles/{vehicle_id}/consumptions`. */
export interface CreateVehicleConsumptionRequest {
  /** Amount or distance in `unit_id`. At most 20 digits before the point and 30 in all. */
  quantity: number | Decimal;
  /** An id of `fuel_units` of the fuel of the vehicle (`GET /v1/vehicle-fuels`); any id of `GET /v2/units` if a custom emission group prices the vehicle. */
  unit_id: string;
  /** First day of the period. The emissions are spread evenly over its days. */
  start_date: string;
  /** Last day of the period, included. */
  end_date: string;
  /** The client's own name of the consumption, such as the number of a receipt. */
  custom_id?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
}

/** One record of `POST /v2/vehicle-consumptions`. */
export interface CreateVehicleConsumptionsRecord {
  /** The vehicle. Its fuel, country, class, segment and size select the factor. */
  vehicle_id: string;
  /** Amount or distance in `unit_id`. At most 20 digits before the point and 30 in all. */
  quantity: number | Decimal;
  /** An id of `fuel_units` of the fuel of the vehicle (`GET /v1/vehicle-fuels`); any id of `GET /v2/units` if a custom emission group prices the vehicle. */
  unit_id: string;
  /** First day of the period. The emissions are spread evenly over its days. */
  start_date: string;
  /** Last day of the period, included. */
  end_date: string;
  /** The client's own name of the consumption, such as the number of a receipt. */
  custom_id?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
}

/** The body of `POST /v2/vehicle-consumptions`. */
export interface CreateVehicleConsumptionsRequest {
  /** 1 to 5,000. */
  records: CreateVehicleConsumptionsRecord[];
}

/** The body of `POST /v1/vehicles`. */
export interface CreateVehicleRequest {
  /** Name for people. */
  name?: string | null;
  /** People or goods. */
  type: "passenger" | "freight";
  /** Owned by the organization, or rented. */
  ownership: "owned" | "rented";
  /** Unique in the organization, archived vehicles included. Case, blanks and all other characters besides letters and digits do not count: "1234 bcd" and "1234-BCD" are one plate. */
  license_plate: string;
  /** Type of the vehicle, of `GET /v1/unknown-vehicles`. */
  unknown_vehicle_id: string;
  /** ISO 3166-1 alpha-2. Consumptions use factors of this country. */
  country: string;
  /** Fuel of `GET /v1/vehicle-fuels`, of the country of the vehicle; a country without fuels uses those of any country but ES. Required without `custom_emission_factor_id`. */
  vehicle_fuel_id?: string | null;
  /** Custom emission group, which comes before the fuel. Its factor is selected by the date alone. */
  custom_emission_factor_id?: string | null;
  /** Year of the first registration, 1900 to next year. */
  registration_year?: number | null;
  /** Selects the factor of a distance. */
  market_segment?: "mini" | "supermini" | "lower_medium" | "upper_medium" | "executive" | "luxury" | "sports" | "dual_purpose_4x4" | "mpv" | null;
  /** Selects the factor of a distance when there is no segment. */
  size?: "small_car" | "medium" | "large_car" | "average_car" | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
}

/** The body of `POST /v2/vehicles`. */
export interface CreateVehiclesRequest {
  /** 1 to 5,000. */
  records: CreateVehicleRequest[];
}

/** The body of `POST /v1/wastes`. */
export interface CreateWasteRequest {
  /** The facility that it left; its country selects the factor. */
  facility_id: string;
  /** Name of the waste, or of its invoice. */
  identification_name: string;
  /** First day of the period. The emissions are spread evenly over its days. */
  start_date: string;
  /** Last day of the period, included; selects the year of the factor. */
  end_date: string;
  /** Amount in `unit_id`. At most 20 digits before the point and 30 in all. */
  base_quantity: number | Decimal;
  /** An id of `GET /v2/units`. A batch takes the kilogram, or the unit of the custom record. A single waste takes any unit of mass; the kilogram when not sent. */
  unit_id?: string;
  /** The waste: an id of `GET /v1/wastes/ler-codes`. */
  ler_code_id?: string | null;
  /** The treatment: an id of `GET /v1/wastes/rd-codes`. Without it only a factor of the LER code alone applies. */
  waste_rd_code_id?: string | null;
  /** Record of a custom database that prices it, in its revision of the time of recording. */
  custom_ef_record_id?: string | null;
  /** Custom emission group that prices it, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
  /** Free text. */
  description?: string | null;
  /** Name of the plant that takes it. */
  destination?: string | null;
  /** Kilometres to the plant that treats it. With a custom factor, transport by an average diesel lorry is added to `co2e`. The published figures include collection and transport, so with a code the explanation shows the distance and `co2e` does not count it. Only for a mass. */
  total_km_to_waste_center?: number | Decimal | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
}

/** The body of `POST /v1/waste-water-treatments`. */
export interface CreateWasteWaterTreatmentRequest {
  /** The facility that it left; its country selects the factor. */
  facility_id: string;
  /** Name of the plant, or of the bill. */
  name: string;
  /** Free text. */
  description?: string | null;
  /** First day of the period. The emissions are spread evenly over its days. */
  start_date: string;
  /** Last day of the period, included; selects the year of the factor. */
  end_date: string;
  /** Volume in `unit_id`. At most 20 digits before the point and 30 in all. */
  quantity: number | Decimal;
  /** An id of `GET /v2/units`; the cubic metre when not sent. Other units of volume are converted. With a custom record, its unit. */
  unit_id?: string;
  /** Record of a custom database that prices it, in its revision of the time of recording. Only one of this and the next. */
  custom_ef_record_id?: string | null;
  /** Custom emission group that prices it, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
}

/** The body of `POST /v2/waste-water-treatments`. */
export interface CreateWasteWaterTreatmentsRequest {
  /** 1 to 5,000. */
  records: CreateWasteWaterTreatmentRequest[];
}

/** One record of `POST /v2/wastes`. */
export interface CreateWastesRecord {
  /** The facility that it left; its country selects the factor. */
  facility_id: string;
  /** Name of the waste, or of its invoice. */
  identification_name: string;
  /** First day of the period. The emissions are spread evenly over its days. */
  start_date: string;
  /** Last day of the period, included; selects the year of the factor. */
  end_date: string;
  /** Amount in `unit_id`. At most 20 digits before the point and 30 in all. */
  base_quantity: number | Decimal;
  /** An id of `GET /v2/units`. A batch takes the kilogram, or the unit of the custom record. A single waste takes any unit of mass; the kilogram when not sent. */
  unit_id: string;
  /** The waste: an id of `GET /v1/wastes/ler-codes`. */
  ler_code_id?: string | null;
  /** The treatment: an id of `GET /v1/wastes/rd-codes`. Without it only a factor of the LER code alone applies. */
  waste_rd_code_id?: string | null;
  /** Record of a custom database that prices it, in its revision of the time of recording. */
  custom_ef_record_id?: string | null;
  /** Custom emission group that prices it, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
  /** Free text. */
  description?: string | null;
  /** Name of the plant that takes it. */
  destination?: string | null;
  /** Kilometres to the plant that treats it. With a custom factor, transport by an average diesel lorry is added to `co2e`. The published figures include collection and transport, so with a code the explanation shows the distance and `co2e` does not count it. Only for a mass. */
  total_km_to_waste_center?: number | Decimal | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
}

/** The body of `POST /v2/wastes`. */
export interface CreateWastesRequest {
  /** 1 to 5,000. */
  records: CreateWastesRecord[];
}

/** The body of `POST /v2/webhook-endpoints`. */
export interface CreateWebhookEndpointRequest {
  /** HTTPS URL, at most 2,048 characters, without user info and fragment. All addresses of its host must be public. */
  url: string;
  /** At least one. Duplicates are removed. */
  event_types: "ingest_job.finished"[];
  /** At most 255 characters. */
  description?: string | null;
  /** Default true. */
  enabled?: boolean;
}

/** CustomDatabase is a set of custom factors of an organization. */
export interface CustomDatabase {
  /** Id of the database. */
  id: string;
  /** 1 to 255 characters. */
  name: string;
  /** Null if there is none. */
  description: string | null;
  /** Id of the organization that owns it. */
  organization_id: string;
  /** True if the organization of the caller is the owner. Only the owner may change it. */
  is_owner: boolean;
  /** The ancestor organization that owns it. Null if the caller's organization owns it. */
  parent: OrganizationRef | null;
  /** Time of the creation, UTC. */
  created_at: string;
  /** Time of the last change, UTC. Null before the first change. */
  updated_at: string | null;
}

/** The answer of `GET /v1/emission-factors/custom-databases`. */
export interface CustomDatabaseList {
  /** The matches from `offset` on. */
  items: CustomDatabase[];
  /** Number of all matches. */
  total: number;
  /** The requested number of matches before the first item. */
  offset: number;
  /** The requested number of items. */
  limit: number;
}

/** CustomEmissionGroup is a group of an organization's own factors. */
export interface CustomEmissionGroup {
  /** Id of the group. */
  id: string;
  /** Its name; null while the factors service is unavailable. */
  name: string | null;
  /** The organization above that owns the group; null for an own group. */
  parent: OrganizationRef | null;
}

/** CustomEvidence is a file that documents a custom factor. */
export interface CustomEvidence {
  /** Id of the file. */
  file_id: string;
  /** Name of the file. */
  file_name: string;
}

/** CustomFactor is the factor of one gas. */
export interface CustomFactor {
  /** Id of the factor, equal in all revisions of the record. */
  id: string;
  /** Each gas once. */
  gas_type: "co2e" | "co2" | "ch4" | "n2o";
  /** "x * 2.50", with the digits of the request. `x` is the quantity of the activity. */
  formula: string;
  /** Unit of the activity, equal to the unit of the record. */
  from_unit_id: string;
  /** Unit of the result: kg CO2e, kg CO2, g CH4 or g N2O. */
  to_unit_id: string;
  /** First day of validity. */
  start_date: string;
  /** Last day of validity. Null if it is open-ended. */
  end_date: string | null;
  /** The version that the record belongs to. */
  source_id: string;
  /** Equal for all factors of a record. */
  concept_id: string;
}

/** NewCustomFactor is the factor of one gas in a request. */
export interface CustomFactorInput {
  /** Each gas once. */
  gas_type: "co2e" | "co2" | "ch4" | "n2o";
  /** Per unit of activity: kilograms of co2e and co2, grams of ch4 and n2o. Not negative, at most 30 digits. */
  value: number | Decimal;
  /** First day of validity. Default: 1970-01-01. */
  start_date?: string;
  /** Last day of validity, on or after the first. Default: open-ended. */
  end_date?: string | null;
}

/** CustomGroup is a named set of factors for one kind of activity. */
export interface CustomGroup {
  /** Activities refer to it as `custom_emission_factor_id`. */
  id: string;
  /** 1 to 255 characters. */
  name: string;
  /** Kind of activity. Cannot change. */
  category: "purchases" | "electricity" | "waste" | "heat" | "vehicles" | "recharge" | "process" | "water" | "hotel_stays" | "business_travels" | "employee_commuting" | "logistics" | "sold_products";
  /** Null if there is none. */
  description: string | null;
  /** First day of use. Null if it is open. */
  start_date: string | null;
  /** Last day of use. Null if it is open-ended. */
  end_date: string | null;
  /** Id of the organization that owns it. */
  organization_id: string;
  /** True if the organization of the caller is the owner. Only the owner may change it. */
  is_owner: boolean;
  /** The ancestor organization that owns it. Null if the caller's organization owns it. */
  parent: OrganizationRef | null;
  /** Units of its enabled factors, sorted by name. */
  units: Unit[];
  /** Factors, sorted by name. */
  factors: GroupFactor[];
  /** From 1. Each change of the group or of its factors makes a new revision. */
  revision: number;
  /** The user who created it. Null for an API key without a user. */
  uploaded_by: string | null;
  /** Time of the creation, UTC. */
  created_at: string;
  /** Time of the last change, UTC. Null before the first change. */
  updated_at: string | null;
  /** URL of the first evidence file. Null if there is none. */
  additional_docs: string | null;
  /** Evidence files in the order of attachment. */
  evidence: Evidence[];
}

/** The answer of `GET /v1/custom-emission-groups`. */
export interface CustomGroupList {
  /** The matches of the page. */
  items: CustomGroup[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** CustomGroupSelector selects a custom emission group in one of its revisions. */
export interface CustomGroupSelector {
  /** The id that the client sent. */
  group_id: string;
  /** The revision that was current when the activity was recorded. 0 for the current one. */
  revision: number;
  /** The owner, as in CustomRecordSelector. */
  organization_id: string;
  /** True for purchases: the factor must have exactly the unit of the purchase. False: the day alone decides, and a unit that cannot be converted is used unchanged. */
  unit_must_match: boolean;
  /** As in CustomRecordSelector. */
  sector: string | null;
  /** As in SpendSelector. */
  sector_edition: "nace_rev2" | "nace_rev2_1" | null;
  /** As in SpendSelector. */
  asks_edition: boolean | null;
}

/** CustomRecord is one emission factor with its values by gas. */
export interface CustomRecord {
  /** Activities refer to it as `custom_ef_record_id`. */
  id: string;
  /** 1 to 255 characters. */
  name: string;
  /** Unit of the activity that the factors apply to: an id of `GET /v2/units`. */
  unit_id: string;
  /** The version that the record belongs to. */
  source_id: string;
  /** Gases of the record. `simple`: co2e. `advanced`: co2, ch4 and n2o. `full`: all four. */
  tag: "simple" | "advanced" | "full";
  /** Activity categories that may use it. */
  activity_categories: ("stationary" | "stationary_generation" | "electricity" | "electricity_location_based" | "electricity_generation" | "electricity_transmission_and_distribution" | "energy" | "recharge" | "process" | "wastes" | "transport" | "transport_generation" | "purchases" | "water" | "waste_water_treatments" | "hotel_stays" | "business_travels" | "employee_commuting" | "logistics" | "logistics_hubs" | "sold_products")[];
  /** False: new data cannot use it. */
  enabled: boolean;
  /** True: its CO2 is biogenic and reported separately. Needs a factor for co2, and only the categories stationary, process and transport. */
  is_biogenic: boolean;
  /** 0 to 1, only for the four electricity categories. Null if it is not set. */
  renewable_percentage: Decimal | null;
  /** A number as text, such as "0" or "12.5". */
  uncertainty_grade: string;
  /** URL of the first evidence file. Null if there is none. */
  additional_docs: string | null;
  /** Evidence files in the order of attachment. */
  evidence: Evidence[];
  /** One factor per gas, in the order co2e, co2, ch4, n2o. */
  factors: CustomFactor[];
  /** From 1. Each change makes a new revision. */
  revision: number;
  /** Time of the creation, UTC. */
  created_at: string;
  /** Time of the last change, UTC. Null before the first change. */
  updated_at: string | null;
}

/** The answer of `GET /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records`. */
export interface CustomRecordList {
  /** The matches from `offset` on. */
  items: CustomRecord[];
  /** Number of all matches. */
  total: number;
  /** The requested number of matches before the first item. */
  offset: number;
  /** The requested number of items. */
  limit: number;
}

/** CustomRecordSelector selects one revision of a custom record. A custom factor that does not apply fails the selection: the library is never a fallback for it. */
export interface CustomRecordSelector {
  /** The id that the client sent. */
  record_id: string;
  /** The revision that was current when the activity was recorded. 0 for the current one. */
  revision: number;
  /** The owner, as returned by LookUpCustomRecords. Empty for the caller's organization and its ancestors. Only services may name another one. */
  organization_id: string;
  /** The sector of a purchase. It decides about the GHG Protocol category, not about the factor. Absent for other activities. */
  sector: string | null;
  /** As in SpendSelector. */
  sector_edition: "nace_rev2" | "nace_rev2_1" | null;
  /** As in SpendSelector. */
  asks_edition: boolean | null;
}

/** CustomSource is the database or group that a custom factor belongs to. An answer is kept for the revision of the factor, so later names and files are not in it. */
export interface CustomSource {
  /** Id of the custom database. Absent for a custom emission group. */
  database_id: string | null;
  /** Name of the custom database, or of the custom emission group. */
  database: string;
  /** Id of the version of the database. Absent for a group. */
  version_id: string | null;
  /** Name of the version of the database. Absent for a group. */
  version: string | null;
  /** Uncertainty as recorded with the factor. */
  uncertainty_grade: Decimal;
  /** Files that document the record or group, at most 20, in the order of attachment. */
  evidence: CustomEvidence[];
}

/** CustomVersion is an edition of a custom database. Records refer to it as `source_id`. */
export interface CustomVersion {
  /** Records refer to it as `source_id`. */
  id: string;
  /** The database that the version belongs to. */
  database_id: string;
  /** 1 to 255 characters. */
  name: string;
  /** First day of the edition, for information: the days of the factors decide about validity. Null if it is open. */
  start_date: string | null;
  /** Last day, on or after the first. Null if it is open-ended. */
  end_date: string | null;
  /** Number of records, including disabled ones. */
  records_count: number;
  /** Time of the creation, UTC. */
  created_at: string;
  /** Time of the last change, UTC. Null before the first change. */
  updated_at: string | null;
}

/** The answer of `GET /v1/emission-factors/custom-databases/{database_id}/versions`. */
export interface CustomVersionList {
  /** The matches from `offset` on. */
  items: CustomVersion[];
  /** Number of all matches. */
  total: number;
  /** The requested number of matches before the first item. */
  offset: number;
  /** The requested number of items. */
  limit: number;
}

/** Dashboard shows figures of a project as widgets in a grid. */
export interface Dashboard {
  /** UUID. */
  id: string;
  /** The project that it belongs to. */
  project_id: string;
  /** In the order of the last change. */
  widgets: DashboardWidget[];
  /** Places of the widgets. */
  layouts: DashboardLayouts;
  /** 1 for a new dashboard, and 1 more with each change. Null for an invited organization: the number would tell of widgets that it does not see. */
  revision: number | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. For an invited organization, the last change of a widget that it sees, or of the place of one. */
  updated_at: string | null;
}

/** DashboardComment is a remark on a widget. */
export interface DashboardComment {
  /** UUID. */
  id: string;
  /** The widget. */
  widget_id: string;
  /** The remark. */
  text: string;
  /** The user that wrote it. */
  created_by: string;
  /** UTC. */
  created_at: string;
}

/** DashboardData is the figures of one revision of a dashboard. */
export interface DashboardData {
  /** The revision whose configs were calculated. Null for an invited organization, as in the dashboard. */
  revision: number | null;
  /** One entry for each widget that the organization may see, in their order. */
  widgets: DashboardWidgetData[];
}

/** DashboardLayoutItem is the place of a widget, in cells of the grid. */
export interface DashboardLayoutItem {
  /** Id of the widget. */
  i: string;
  /** Columns to its left. */
  x: number;
  /** Rows above it. */
  y: number;
  /** Columns. */
  w: number;
  /** Rows. */
  h: number;
}

/** DashboardLayoutItem is the place of a widget, in cells of the grid. */
export interface DashboardLayoutItemInput {
  /** Id of the widget. */
  i: string;
  /** Columns to its left. */
  x: number;
  /** Rows above it. */
  y: number;
  /** Columns. */
  w: number;
  /** Rows. */
  h: number;
}

/** DashboardLayouts has the places of the widgets by the width of the screen, from large to very small. */
export interface DashboardLayouts {
  /** Large screens. */
  lg: DashboardLayoutItem[];
  /** Screens of medium width. */
  md: DashboardLayoutItem[];
  /** Small screens. */
  sm: DashboardLayoutItem[];
  /** Very small screens. */
  xs: DashboardLayoutItem[];
  /** The smallest screens. */
  xxs: DashboardLayoutItem[];
}

/** A breakpoint that is left out has no places. */
export interface DashboardLayoutsInput {
  /** Large screens. */
  lg?: DashboardLayoutItemInput[];
  /** Screens of medium width. */
  md?: DashboardLayoutItemInput[];
  /** Small screens. */
  sm?: DashboardLayoutItemInput[];
  /** Very small screens. */
  xs?: DashboardLayoutItemInput[];
  /** The smallest screens. */
  xxs?: DashboardLayoutItemInput[];
}

/** DashboardTemplate is a set of widgets for a new dashboard. */
export interface DashboardTemplate {
  /** The value to create a dashboard with. */
  id: "carbon_footprint" | "energy" | "waste" | "water" | "logistics";
  /** In the language of the request. */
  name: string;
  /** The names of its widgets, in the same language. */
  widget_names: string[];
}

/** DashboardWidget is one chart of a dashboard. */
export interface DashboardWidget {
  /** Any text, unique in the dashboard. */
  id: string;
  /** Title of the chart. */
  name: string;
  /** The kind of chart. */
  type: "kpi" | "bar" | "stacked_bar" | "line" | "area" | "pie" | "donut" | "table" | "map" | "text";
  /** Widgets with the same value stand on one tab. Null without tabs. */
  tab_id: string | null;
  /** The metrics, periods and unit of the chart, as sent: unknown keys and the digits of numbers are kept. */
  config: Record<string, unknown>;
}

/** The figures of one widget. */
export interface DashboardWidgetData {
  /** Id of the widget. */
  widget_id: string;
  /** Null if they are not in this answer. */
  data: WidgetData | null;
  /** Why there are no figures. Null if there are. */
  null_reason: "config" | "too_many_points" | "unavailable" | null;
  /** The refusal of the figures of the widget alone. Null if there are figures, and with `too_many_points`. */
  error: DashboardWidgetError | null;
}

/** DashboardWidgetError is a refusal of the figures of one widget, while others are answered. */
export interface DashboardWidgetError {
  /** The status of HTTP. */
  status: number;
  /** For programs, such as `SERVICE_UNAVAILABLE`. */
  code: string;
  /** For humans. */
  detail: string;
}

/** DashboardWidget is one chart of a dashboard. */
export interface DashboardWidgetInput {
  /** Any text, unique in the dashboard. */
  id: string;
  /** Title of the chart. */
  name: string;
  /** The kind of chart. */
  type?: "kpi" | "bar" | "stacked_bar" | "line" | "area" | "pie" | "donut" | "table" | "map" | "text";
  /** Widgets with the same value stand on one tab. Null without tabs. */
  tab_id?: string | null;
  /** The metrics, periods and unit of the chart, as sent: unknown keys and the digits of numbers are kept. */
  config: Record<string, unknown>;
}

/** The body of `POST /v1/business-travels/bulk-delete-by-filters`. */
export interface DeleteBusinessTravelsByFiltersRequest {
  /** From the list with the same filters. */
  filter_hash: string;
}

/** The body of `POST /v1/business-travels/bulk-delete`. */
export interface DeleteBusinessTravelsRequest {
  /** 1 to 100,000, or 1 to 5,000 for a job. */
  business_travel_ids: string[];
}

/** The body of `POST /v1/employee-historic/bulk-delete-by-filters`. */
export interface DeleteCommutingPeriodsByFiltersRequest {
  /** From the list with the same filters. */
  filter_hash: string;
}

/** The body of `POST /v1/employee-historic/bulk-delete`. */
export interface DeleteCommutingPeriodsRequest {
  /** 1 to 100,000, or 1 to 5,000 for a job. */
  commuting_period_ids: string[];
}

/** The body of `POST /v1/vehicles/{vehicle_id}/consumptions/bulk-delete`. */
export interface DeleteConsumptionsOfVehicleRequest {
  /** 1 to 100,000. */
  consumption_ids: string[];
}

/** The body of `POST /v1/employees/bulk-delete-by-filters`. */
export interface DeleteEmployeesByFiltersRequest {
  /** From the list with the same filters and organizations. */
  filter_hash: string;
}

/** The body of `POST /v1/employees/bulk-delete`. */
export interface DeleteEmployeesRequest {
  /** 1 to 100,000, or 1 to 5,000 for a job. */
  employee_ids: string[];
}

/** The body of `POST /v2/facilities/delete`. */
export interface DeleteFacilitiesRequest {
  /** 1 to 1,000 ids of facilities. */
  facility_ids: string[];
}

/** The body of `POST /v1/hotel-stays/bulk-delete-by-filters`. */
export interface DeleteHotelStaysByFiltersRequest {
  /** From the list with the same filters. */
  filter_hash: string;
}

/** The body of `POST /v1/hotel-stays/bulk-delete`. */
export interface DeleteHotelStaysRequest {
  /** 1 to 100,000, or 1 to 5,000 for a job. */
  hotel_stay_ids: string[];
}

/** The body of `POST /v2/imports/{import_id}/rows/delete`. */
export interface DeleteImportRowsRequest {
  /** At most 10,000. Rows that do not exist are ignored. */
  row_indices?: number[];
  /** Deletes every row with errors, too. */
  delete_all_errors?: boolean;
}

/** The body of `POST /v1/invoices/bulk-delete-by-filters`. */
export interface DeleteInvoicesByFiltersRequest {
  /** From the list with the same filters. */
  filter_hash: string;
}

/** The body of `POST /v1/invoices/bulk-delete`. */
export interface DeleteInvoicesRequest {
  /** 1 to 100,000, or 1 to 5,000 for a job. */
  invoice_ids: string[];
}

/** The body of `POST /v1/logistics/requests/bulk-delete-by-filters`. */
export interface DeleteLogisticsRequestsByFiltersRequest {
  /** From the list with the same filters. */
  filter_hash: string;
}

/** The body of `POST /v1/logistics/requests/batch-delete`. */
export interface DeleteLogisticsRequestsRequest {
  /** 1 to 100,000, or 1 to 5,000 for a job. */
  request_ids: string[];
}

/** The body of `POST /v1/own_workforce_trainings/bulk-delete`. */
export interface DeleteOwnWorkforceTrainingsRequest {
  /** 1 to 100,000, or 1 to 5,000 for a job. */
  training_ids: string[];
}

/** The body of `POST /v1/own_workforces/bulk-delete-by-filters`. */
export interface DeleteOwnWorkforcesByFiltersRequest {
  /** From the list with the same filters and organizations. */
  filter_hash: string;
}

/** The body of `POST /v1/own_workforces/bulk-delete`. */
export interface DeleteOwnWorkforcesRequest {
  /** 1 to 100,000, or 1 to 5,000 for a job. */
  own_workforce_ids: string[];
}

/** The body of `POST /v1/purchases/bulk-delete-by-filters`. */
export interface DeletePurchasesByFiltersRequest {
  /** From the list with the same filters. */
  filter_hash: string;
}

/** The body of `POST /v1/purchases/bulk-delete`. */
export interface DeletePurchasesRequest {
  /** 1 to 100,000, or 1 to 5,000 for a job. */
  purchase_ids: string[];
}

/** The body of `POST /v1/sold-products/country-sales/bulk-delete-by-filters`. */
export interface DeleteSoldProductSalesByFiltersRequest {
  /** From the list with the same filters. */
  filter_hash: string;
}

/** The body of `POST /v1/sold-products/country-sales/bulk-delete`. */
export interface DeleteSoldProductSalesRequest {
  /** 1 to 100,000, or 1 to 5,000 for a job. */
  country_sale_ids: string[];
}

/** The body of `POST /v1/transports/bulk-delete-by-filters`. */
export interface DeleteTransportRoutesByFiltersRequest {
  /** From the list with the same filters. */
  filter_hash: string;
}

/** The body of `POST /v1/transports/bulk-delete`. */
export interface DeleteTransportRoutesRequest {
  /** 1 to 100,000, or 1 to 5,000 for a job. */
  transport_route_ids: string[];
}

/** The body of `POST /v2/vehicle_consumptions/bulk-delete-by-filters`. */
export interface DeleteVehicleConsumptionsByFiltersRequest {
  /** From the list with the same filters. */
  filter_hash: string;
}

/** The body of `POST /v2/vehicle_consumptions/bulk-delete`. */
export interface DeleteVehicleConsumptionsRequest {
  /** 1 to 100,000, or 1 to 5,000 for a job. */
  consumption_ids: string[];
}

/** The body of `POST /v1/vehicles/bulk-delete-by-filters`. */
export interface DeleteVehiclesByFiltersRequest {
  /** From the list with the same filters and organizations. */
  filter_hash: string;
}

/** The body of `POST /v1/vehicles/bulk-delete`. */
export interface DeleteVehiclesRequest {
  /** 1 to 100,000, or 1 to 5,000 for a job. */
  vehicle_ids: string[];
}

/** The body of `POST /v1/waste-water-treatments/bulk-delete-by-filters`. */
export interface DeleteWasteWaterTreatmentsByFiltersRequest {
  /** From the list with the same filters. */
  filter_hash: string;
}

/** The body of `POST /v1/waste-water-treatments/bulk-delete`. */
export interface DeleteWasteWaterTreatmentsRequest {
  /** 1 to 100,000, or 1 to 5,000 for a job. */
  waste_water_treatment_ids: string[];
}

/** The body of `POST /v1/waste/bulk-delete-by-filters`. */
export interface DeleteWastesByFiltersRequest {
  /** From the list with the same filters. */
  filter_hash: string;
}

/** The body of `POST /v1/waste/bulk-delete`. */
export interface DeleteWastesByIdRequest {
  /** 1 to 100,000, or 1 to 5,000 for a job. */
  waste_ids: string[];
}

/** The body of `POST /v2/wastes/delete`. */
export interface DeleteWastesRequest {
  /** 1 to 100,000, or 1 to 5,000 for a job. */
  waste_ids: string[];
}

/** DeletedImportRows has the new counts. */
export interface DeletedImportRows {
  /** Rows that this request deleted. */
  deleted_count: number;
  /** Rows below the header that have a value. */
  total_rows: number;
  /** Rows without errors; 0 before the validation. */
  valid_rows: number;
  /** Rows with errors; 0 before the validation. */
  error_rows: number;
}

/** Records of one kind that a deletion takes along. */
export interface DeletedWith {
  /** `invoices`, `wastes` and `waste_water_treatments` of a facility, `factors` and `evidence` of a group, `deliveries` of a webhook endpoint. */
  kind: string;
  /** Number of records; 0 if there are none. */
  count: number;
}

/** The body of `DELETE /auth/totp`. */
export interface DisableTotpRequest {
  /** The present password. */
  password: string;
  /** 6 digits of the app, or a recovery code. */
  code: string;
}

/** The answer of a dry run that succeeds. */
export interface DryRun {
  /** Nothing was stored. */
  dry_run: true;
  /** The request would succeed without the dry run. */
  valid: true;
  /** Number of records. */
  total: number;
  /** Of a deletion that takes other records along: these records, by kind. */
  deleted_with?: DeletedWith[];
}

/** DualReporting is scope 2 by both methods of the Scope 2 Guidance. */
export interface DualReporting {
  /** By contracts, suppliers and residual mixes. */
  market_based: ScopeStatement;
  /** By the average of the grid. */
  location_based: ScopeStatement;
}

/** Edition is an edition of a publication, as its publisher issued it. Absent fields are unknown. */
export interface Edition {
  /** Such as "desnz-2026". It never changes. */
  id: string;
  /** Organization that published it. */
  publisher: string;
  /** Title of the document, with its version. */
  title: string;
  /** Such as "1.2". */
  version: string | null;
  /** Printed in the document: "2026-07-10", or a month or year. */
  printed_on: string | null;
  /** "2026-07-31", or a month or year. */
  published_on: string | null;
  /** The file that the figures were read from. */
  file_name: string | null;
  /** Size of the publisher's file. */
  bytes: number | null;
  /** SHA-256 of the publisher's file in hexadecimal digits. Only the first digits where no more are known. */
  sha256: string | null;
  /** Address of the document, or of the page of the publisher that has it. */
  url: string | null;
  /** Licence of its figures. */
  licence: string;
  /** Day on which the file was obtained. */
  retrieved_on: string | null;
  /** How the figures came into the catalogue. Null if it is unknown. */
  reading: "transcribed" | "program" | null;
  /** The errors of an earlier edition that it corrects. */
  correction: string | null;
  /** Id of the edition that corrects this one. Each result that used this one names it, too. */
  superseded_by: string | null;
  /** Id of the edition before in the same series. Its factors are compared in the changes. */
  follows: string | null;
  /** True if no other edition follows or corrects it. */
  current: boolean;
  /** Data sets of the catalogue that come from it. "materials/2025" is a data set with the year of its source. */
  datasets: string[];
  /** Categories of its current factors. */
  categories: string[];
  /** Number of its current factors. */
  factors: number;
  /** Calculates the records again that use figures of the edition before. Absent if no such figures are in the catalogue. */
  recalculation: RecalculationOffer | null;
}

/** EditionChange is a factor that differs between two editions. */
export interface EditionChange {
  /** How it differs. */
  change: "added" | "changed" | "removed";
  /** The factor of the edition before. Null if it has none. */
  before: Factor | null;
  /** The factor of the edition. Null if it has none. */
  after: Factor | null;
  /** CO2e of the edition divided by that of the edition before, rounded to 6 decimals; of CO2 where both lack CO2e. Null without both values, and if the earlier one is 0. */
  ratio: Decimal | null;
}

/** The answer of `GET /v1/emission-factors/editions/{edition_id}/changes`. */
export interface EditionChangeList {
  /** The matches of the page. */
  items: EditionChange[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Id of the edition that this one is compared with. Null if there is no earlier one. */
  compared_with: string | null;
  /** Calculates the records again that use figures of that edition. Null if no such figures are in the catalogue. */
  recalculation: RecalculationOffer;
}

/** The answer of `GET /v1/emission-factors/editions`. */
export interface EditionList {
  /** The matches of the page. */
  items: Edition[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** EmissionsSummary is the emissions of an organization in a range of days, in tonnes of CO2e. */
export interface EmissionsSummary {
  /** The organization that the emissions belong to. */
  organization_id: string;
  /** First day, included. */
  start_date: string;
  /** Last day, included. */
  end_date: string;
  /** Always "tCO2e". */
  unit: "tCO2e";
  /** Tonnes of CO2e: the exact sum of the items. */
  total_co2e: Decimal;
  /** Without groups that have no emissions. */
  items: SummaryItem[];
  /** Records behind the total. Only with `coverage=true`. */
  coverage?: Coverage;
  /** As in the request; absent by default. */
  scope2?: "market" | "location";
  /** As in the request; absent by default. */
  gwp?: "AR4" | "AR5" | "AR6";
  /** As in the request; absent by default. */
  as_of?: string;
  /** Only with `include_children=true`: `whole`. All emissions of the descendants that have accepted count, whatever shares and control are stated. `GET /v2/inventory` consolidates by these. */
  boundary?: "whole";
  /** As in the request; absent by default. */
  restated?: boolean;
}

/** Employee is a person who commutes to an organization. */
export interface Employee {
  /** UUID; later records have higher ids. */
  id: string;
  /** The organization whose record it is. */
  organization_id: string;
  /** Id of the user who recorded it, or who owns the API key. */
  uploaded_by: string | null;
  /** The user of `uploaded_by`. */
  user: User | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** Name of the person. Either this field or `email` is required. */
  name: string | null;
  /** E-mail address, unique in the organization; case does not count. */
  email: string | null;
  /** Relation to the organization. */
  situation: "active" | "inactive" | "terminated";
  /** Whether the data of the employee is complete, as the caller says. */
  status: "uploaded" | "loading";
  /** The client's own id; the items of a job repeat it. */
  external_id: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url: string | null;
  /** Kilograms of CO2e of all calculated commuting periods of the employee. */
  co2e: Decimal;
  /** Kilograms of biogenic CO2 of those of these periods that state it, not part of `co2e`. */
  co2e_biomass: Decimal;
  /** The 100 latest commuting periods, the latest start date first; `GET /v1/employee-historic` has all. Null in lists, and in replies to changes. */
  periods: CommutingPeriod[] | null;
}

/** The answer of `GET /v1/employees`. */
export interface EmployeeList {
  /** The matches of the page. */
  items: Employee[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Changes when the set of matching records changes. Without a value when more than 250,000 records match. */
  filter_hash: string | null;
  /** More records match than `total`. */
  total_capped: boolean;
}

/** EnergySupplier sells energy in a country. */
export interface EnergySupplier {
  /** The same in every installation. */
  id: string;
  /** Name in the latest factor of the supplier. */
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Type of energy that it sells. */
  type: "electricity";
}

/** The body of `POST /v2/logistics/requests`. */
export interface EnqueueLogisticsRequestRequest {
  /** An IATA code, a code of UN/LOCODE, "City", "City, CC" or "City, state, CC". Required without `distance_km` and `tkm`. */
  origin?: string | null;
  /** As `origin`. */
  destination?: string | null;
  /** Kilometres of the leg. Replaces the distance between origin and destination. At most 9 digits before the point and 5 after it. At most 5 decimals. */
  distance_km?: number | Decimal | null;
  /** Load in `load_unit`. The default load of the TOC when not sent. At most 9 digits before the point and 5 after it. At most 5 decimals. */
  load?: number | Decimal | null;
  /** Unit of the load; `kg` when not sent. */
  load_unit?: "kg" | "ton" | "pallets" | "teu" | "feu";
  /** Share of the load that was transported, 0 to 1; 1 when not sent. At most 5 decimals. */
  load_factor?: number | Decimal | null;
  /** Transport operation category, such as `van_diesel`. */
  toc?: string | null;
  /** Mode of transport. Required without `toc`; its average TOC applies. */
  category?: "road" | "air" | "maritime" | "rail" | null;
  /** Country of the origin, or `GLO` for none; `GLO` when not sent. */
  origin_country?: string;
  /** Year of the factor; that of `shipment_date` when not sent. */
  year?: number | null;
  /** Whether the vehicle was cleaned for the leg, which adds 5 % to its emissions; false when not sent. */
  cleaning?: boolean;
  /** The shipment. A request of the same shipment, stretch, stage and package replaces the earlier one. */
  movement_id?: string | null;
  /** Customer of the shipment. */
  client?: string | null;
  /** Day of the shipment, from 1970 to next year; today when not sent. */
  shipment_date?: string;
  /** Stretch of the movement. */
  movement_stretch?: string | null;
  /** Stage of the movement. */
  movement_stage?: string | null;
  /** License plate of the vehicle. */
  vehicle_license_plate?: string | null;
  /** License plate of the trailer. */
  trailer_license_plate?: string | null;
  /** Whether another company operates the vehicle; false when not sent. A leg of the organization's vehicle is in no total if fuel of its run is recorded (`/v1/logistics/recharges`). */
  subcontractor?: boolean;
  /** Tonne-kilometres. Replaces load times distance. At most 9 digits before the point and 5 after it. At most 5 decimals. */
  tkm?: number | Decimal | null;
  /** A hub of the organization that the load passes. */
  hub_id?: string | null;
  /** The package, which the request creates or extends. */
  package_key?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** The payer of the transport: category 4 of scope 3 if it is the organization, else 9. `organization` when not sent. */
  paid_by?: "organization" | "other";
  /** The run of the organization's vehicle, as in its recharges. Without a key those of the same license plate and calendar month are its run. */
  run_key?: string | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id?: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
}

/** The body of `POST /v2/logistics/requests/bulk`. */
export interface EnqueueLogisticsRequestsRequest {
  /** 1 to 5,000. */
  records: CreateLogisticsRequestRequest[];
  /** How invalid records are treated. */
  options?: BulkOptionsInput;
}

/** A refusal with its code. */
export interface Error {
  /** For humans. */
  detail: string;
  /** For programs, such as `NOT_FOUND`. */
  code: ErrorCode;
  /** Of a bulk request: the errors of its records. Only with `BULK_RECORDS_REJECTED`. */
  errors?: Violation[];
}

/** Names the reason of a refusal. Codes are added at any time: handle one that you do not know by its status. */
export type ErrorCode = "ACTIVITY_CATEGORY_MISMATCH" | "ACTIVITY_DATE_OUT_OF_RANGE" | "API_KEY_LIMIT_REACHED" | "API_KEY_NOT_ACTIVE" | "API_KEY_NOT_OWNED" | "AS_OF_BEFORE_HISTORY" | "AUTH_REQUIRED" | "BAD_REQUEST" | "BULK_RECORDS_REJECTED" | "BUSINESS_TRAVEL_NOT_FOUND" | "CERTIFICATE_IN_USE" | "CERTIFICATE_LIMIT_REACHED" | "CERTIFICATE_MARKET_MISMATCH" | "CERTIFICATE_USED_UP" | "CERTIFICATE_YEAR_MISMATCH" | "COMMENT_LIMIT_REACHED" | "COMMENT_NOT_AUTHOR" | "CREDENTIALS_REQUIRED" | "CUSTOM_DATABASE_IN_USE" | "CUSTOM_DATABASE_LIMIT_REACHED" | "CUSTOM_DATABASE_NOT_FOUND" | "CUSTOM_DATABASE_NOT_OWNER" | "CUSTOM_GROUP_BIOGENIC_CATEGORY" | "CUSTOM_GROUP_BIOGENIC_REQUIRES_CO2" | "CUSTOM_GROUP_INVALID_FACTORS" | "CUSTOM_GROUP_LIMIT_REACHED" | "CUSTOM_GROUP_NOT_OWNER" | "CUSTOM_RECORD_BIOGENIC_CATEGORY" | "CUSTOM_RECORD_BIOGENIC_REQUIRES_CO2" | "CUSTOM_RECORD_INVALID_CATEGORIES" | "CUSTOM_RECORD_INVALID_FACTORS" | "CUSTOM_RECORD_LIMIT_REACHED" | "CUSTOM_RECORD_NOT_FOUND" | "CUSTOM_RECORD_RENEWABLE_CATEGORY" | "CUSTOM_RECORD_UNIT_LOCKED" | "CUSTOM_VERSION_IN_USE" | "CUSTOM_VERSION_LIMIT_REACHED" | "CUSTOM_VERSION_NOT_FOUND" | "DASHBOARD_ALREADY_EXISTS" | "DASHBOARD_LIMIT_REACHED" | "DASHBOARD_NOT_OWNER" | "DELIVERY_NOT_FAILED" | "EMPLOYEE_ALREADY_EXISTS" | "ERR_UNIT_NOT_ALLOWED_FOR_FUEL" | "EXCHANGE_RATE_MISSING" | "EXPECTATION_FAILED" | "FILE_ALREADY_UPLOADED" | "FILE_CHANGED_MEANWHILE" | "FILE_EMPTY" | "FILE_IN_USE" | "FILE_NOT_UPLOADED" | "FILE_QUOTA_EXCEEDED" | "FILE_SIZE_MISMATCH" | "FILE_TOO_LARGE" | "FILE_TYPE_MISMATCH" | "FILE_TYPE_NOT_ALLOWED" | "FILE_UPLOAD_ENDED" | "FILE_URL_EXPIRED" | "FILTER_HASH_MISMATCH" | "FOLDER_AUDIENCE_DIFFERS" | "FOLDER_CYCLE" | "FOLDER_LIMIT_REACHED" | "FOLDER_NAME_TAKEN" | "FOLDER_NOT_EMPTY" | "FOLDER_TOO_DEEP" | "FOLDER_TOO_LARGE" | "FOOTPRINT_INCOMPLETE" | "FORBIDDEN" | "GROUP_FACTOR_LIMIT_REACHED" | "GROUP_FULL" | "GROUP_INVITATION_LIMIT_REACHED" | "GROUP_TOO_DEEP" | "HEADERS_TOO_LARGE" | "HOTEL_STAY_NOT_FOUND" | "IDEMPOTENCY_KEY_IN_PROGRESS" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENT_REPLY_ERASED" | "IMPORT_CHANGED_MEANWHILE" | "IMPORT_EXPIRED" | "IMPORT_FILE_EMPTY" | "IMPORT_FILE_ENCRYPTED" | "IMPORT_FILE_MACROS" | "IMPORT_FILE_TOO_COMPLEX" | "IMPORT_FILE_TOO_LARGE" | "IMPORT_FILE_TYPE_MISMATCH" | "IMPORT_FILE_TYPE_UNSUPPORTED" | "IMPORT_FILE_UNREADABLE" | "IMPORT_HAS_ERRORS" | "IMPORT_HEADER_NOT_FOUND" | "IMPORT_INTERRUPTED" | "IMPORT_INVALID_STATE" | "IMPORT_NOT_FOUND" | "IMPORT_NO_ROWS" | "IMPORT_OPTIONS_NOT_FOUND" | "IMPORT_ROWS_NOT_COMBINED" | "IMPORT_SHEET_NOT_FOUND" | "IMPORT_TEMPLATE_NOT_FOUND" | "INTERNAL_ERROR" | "INVALID_API_KEY" | "INVALID_CREDENTIALS" | "INVALID_DATE_RANGE" | "INVALID_TOKEN" | "INVALID_TRANSPORT_COMBINATION" | "INVENTORY_TOO_LARGE" | "INVOICE_ALREADY_COVERED" | "INVOICE_NOT_ELECTRICITY" | "INVOICE_UNIT_NOT_ENERGY" | "JOB_NOT_REVERTIBLE" | "JOB_RECORDS_CHANGED" | "LAST_ADMIN" | "LOGGED_USER_NOT_MEMBER" | "LOGISTIC_HUB_ALREADY_EXISTS" | "LOGISTIC_HUB_IN_USE" | "MEMBER_ALREADY_EXISTS" | "MEMBER_INVITATION_LIMIT_REACHED" | "METHOD_NOT_ALLOWED" | "MIXED_INVOICE_TYPES" | "MULTIPLE_FILES_NOT_SUPPORTED" | "NOT_FOUND" | "ORGANIZATION_ARCHIVED" | "ORGANIZATION_BELOW_ITSELF" | "ORGANIZATION_HAS_NO_PARENT" | "ORGANIZATION_HAS_PARENT" | "ORGANIZATION_MANAGED" | "ORGANIZATION_NOT_FOUND" | "ORGANIZATION_NOT_IN_GROUP" | "ORGANIZATION_NOT_MANAGED" | "ORG_ADMIN_REQUIRED" | "OWNERSHIP_TOO_DEEP" | "OWN_PASSWORD_RESET" | "OWN_WORKFORCE_ALREADY_EXISTS" | "PACKAGE_LEGS_LIMIT" | "PASSWORD_RESET_INVALID" | "PAYLOAD_TOO_LARGE" | "PERIOD_LOCKED" | "PERIOD_LOCK_LIMIT" | "PERIOD_NOT_CALCULATED" | "PERIOD_OVERLAPS" | "PERSON_ERASED" | "PERSON_IN_OTHER_ORGANIZATIONS" | "POSSIBLE_DUPLICATE" | "PRECONDITION_FAILED" | "PROJECT_LIMIT_REACHED" | "PROJECT_LINK_LIMIT_REACHED" | "READING_ALREADY_CONFIRMED" | "READING_CHANGED_MEANWHILE" | "READING_INVALID_STATE" | "RECALCULATION_ACTIVE" | "RECALCULATION_NOT_READY" | "RECALCULATION_TOO_LARGE" | "RECORD_CHANGED_MEANWHILE" | "REQUEST_TIMEOUT" | "REQUEST_VALIDATION_FAILED" | "RESOURCE_LOCKED" | "SAVED_MAPPING_LIMIT_REACHED" | "SAVED_MAPPING_NAME_TAKEN" | "SERVICE_UNAVAILABLE" | "SIGN_IN_INVALID" | "SIGN_IN_REFUSED" | "SIGN_IN_REQUIRED" | "SOLD_PRODUCT_ALREADY_EXISTS" | "SUPPLIER_IN_USE" | "SURVEY_ALREADY_ANSWERED" | "SURVEY_CLOSED" | "SURVEY_FULL" | "SURVEY_HAS_ROWS" | "SURVEY_LINK_LIMIT_REACHED" | "TOO_MANY_IMPORTS" | "TOO_MANY_READINGS" | "TOO_MANY_REQUESTS" | "TOO_MANY_ROWS" | "TOO_MANY_TRAINING_COLUMNS" | "TOO_MANY_UPLOADS" | "TOTALS_TOO_LARGE" | "TOTP_ENABLED" | "TOTP_INVALID" | "TOTP_NOT_ENABLED" | "TOTP_NOT_STARTED" | "TOTP_REQUIRED" | "TRAINING_COLUMN_ALREADY_EXISTS" | "UNIT_NOT_CONVERTIBLE" | "UNSUPPORTED_INVOICE_TYPE" | "UNSUPPORTED_MEDIA_TYPE" | "UPSTREAM_RATE_LIMITED" | "URI_TOO_LONG" | "VEHICLE_ALREADY_EXISTS" | "WEBHOOK_ENDPOINT_BUSY" | "WEBHOOK_ENDPOINT_DISABLED" | "WEBHOOK_ENDPOINT_LIMIT" | (string & {});

/** Evidence is a stored file that documents a record or a group. */
export interface Evidence {
  /** Id of the stored file. */
  file_id: string;
  /** Name at the upload. */
  file_name: string;
  /** URL of its content, for the organization that owns the record or group. Descendant organizations cannot read it. */
  file_url: string;
  /** Kilobytes of 1,024 bytes, rounded up. */
  size_kb: number;
}

/** EvidenceCount is the records of one kind that have emissions on days of the range. */
export interface EvidenceCount {
  /** Kind of record. */
  entity_type: "purchases" | "wastes" | "invoices" | "waste_water_treatments" | "facilities" | "hotel_stays" | "vehicles" | "vehicle_consumptions" | "business_travels" | "transports" | "logistics_requests" | "logistics_recharges" | "commuting_periods" | "sold_product_sales" | "employees" | "own_workforces" | "own_workforce_trainings" | "survey_rows";
  /** Records with a file or its address. */
  with_file: number;
  /** Records with neither. */
  without_file: number;
}

/** ExchangeRate is the value of one euro in another currency. */
export interface ExchangeRate {
  /** ISO 4217. */
  currency: string;
  /** Units of the currency for 1 EUR; EUR amount = amount / rate. */
  rate: Decimal;
  /** The requested day, "2026-01-31". */
  requested_date: string;
  /** Day of publication of a daily rate. First day of the year for an annual average. Day of the euro adoption for a fixed rate. */
  rate_date: string;
  /** `daily`: published for the day, or the last rate before it. `fixed`: irrevocable rate of a currency that the euro replaced. `annual_average`: used if no daily rate is known. */
  kind: "daily" | "fixed" | "annual_average";
  /** Publisher of the rate. */
  source: string;
}

/** Exclusion is records without emissions in the totals, for one reason. */
export interface Exclusion {
  /** Kind of record. */
  entity_type: "purchases" | "wastes" | "invoices" | "waste_water_treatments" | "facilities" | "hotel_stays" | "vehicles" | "vehicle_consumptions" | "business_travels" | "transports" | "logistics_requests" | "logistics_recharges" | "commuting_periods" | "sold_product_sales" | "employees" | "own_workforces" | "own_workforce_trainings" | "survey_rows";
  /** `failed` and `without_factor`: the calculation found no figure. `excluded`: the organization left the records out of totals. */
  outcome: string;
  /** Code of the failure. Null for records that were left out. */
  reason: string | null;
  /** Number of records. */
  records: number;
}

/** ExistingCountrySale is a country with sales in a period of a product. */
export interface ExistingCountrySale {
  /** The product. */
  product_id: string;
  /** Its name. */
  product_name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The period. */
  period_id: string;
}

/** The body of `POST /v2/employees/survey-rows/export`. */
export interface ExportSurveyRowsRequest {
  /** At most 5,000. Unknown ids, and those of other organizations, are skipped. */
  row_ids?: string[];
  /** Hash of the list with the same parameters. */
  filter_hash?: string;
  /** Rows to leave out of the list, at most 5,000. Unknown ids change nothing. */
  excluded_ids?: string[];
}

/** Facility is a site of an organization. */
export interface Facility {
  /** UUID. */
  id: string;
  /** The organization of the facility. */
  organization_id: string;
  /** Name of the facility; not unique. */
  name: string;
  /** Postal address as sent; not validated. */
  address: string | null;
  /** ISO 3166-1 alpha-2. Records of the facility use factors of this country. */
  country: string;
  /** Free text: "office", "warehouse". */
  type: string;
  /** Archived facilities keep their records and their emissions. */
  status: "active" | "archived";
  /** Kilograms of CO2e of all calculated records of the facility. */
  co2e: Decimal;
  /** Kilograms of biogenic CO2 of those of these records that state it, not part of `co2e`. */
  co2e_biomass: Decimal;
  /** Share of its scope 2 emissions that belongs to logistics, 0 to 1. */
  logistic_factor: Decimal;
  /** Kinds of records of the facility. */
  categories: ("heat" | "electricity" | "water" | "recharge" | "process" | "wastes")[];
  /** Spanish supply point codes. */
  cups_list: string[];
  /** Always "facilities". */
  facility_purpose_type: "facilities";
  /** The client's own id, as sent. */
  external_id: string | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** Part of the electricity grid: a `grid_zone` of `GET /v2/grid-zones` for the country. Its figures come before those of the country. Null for the average of the country. */
  grid_zone: string | null;
}

/** The answer of `POST /v2/facilities`. */
export interface FacilityBatch {
  /** All items, in the order of the request. */
  items: Facility[];
  /** Number of all matches. */
  total: number;
}

/** The emissions of a facility, or of the records without one: `group_by=facility`. */
export interface FacilityEmissions {
  /** Tonnes of CO2e. */
  co2e: Decimal;
  /** Facility of the records, of any organization in the total. Absent in the group of records without one. */
  facility_id?: string;
}

/** FacilityFuel is a fuel or refrigerant of a facility. Its id is the `facility_fuel_id` of an invoice. */
export interface FacilityFuel {
  /** UUID, the same in every installation. */
  id: string;
  /** Name: "Natural gas", "R-410A". */
  fuel: string;
  /** `heat` for fuels, `recharge` for refrigerants. */
  category: "heat" | "electricity" | "water" | "recharge" | "process" | "wastes";
  /** Units of invoices of this fuel. */
  units: Unit[];
  /** ISO 3166-1 alpha-2 of the facility. */
  country: string;
}

/** The answer of `GET /v1/facilities`. */
export interface FacilityList {
  /** The matches of the page. */
  items: Facility[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** FacilityPercentage is the share of one facility. */
export interface FacilityPercentage {
  /** Id of the facility. */
  facility_id: string;
  /** 0 to 1. */
  percentage: Decimal;
}

/** Factor is one revision of an emission factor. Its values never change. */
export interface Factor {
  /** For a library factor, the same id in every installation. For a custom factor, the id of its record, or of the factor in its group. */
  id: string;
  /** From 1. Each change of the published value makes a new revision. */
  revision: number;
  /** Published name, for example of the sector or material. */
  name: string;
  /** Category of the library, such as "spend", "materials", "fuels" or "electricity_location"; else "custom_record" or "custom_group". */
  category: string;
  /** Key in the category: a NAICS or NACE code, a material. */
  key: string;
  /** ISO 3166-1 alpha-2, a UN M49 region such as "Europe", or "GLO". */
  region: string;
  /** Year of the dataset. Null for an own factor, which has days of validity. */
  year: number | null;
  /** Unit of the activity that `values` apply to. */
  unit_id: string;
  /** Code of the unit: "kg", "USD". */
  unit: string;
  /** Kilograms per `unit`. */
  values: GasValues;
  /** Set of warming potentials of the published CO2e: "AR4", "AR5", "AR6". Empty if the source states none or several. */
  gwp_set: string;
  /** Name of the publication; of the database and version, or of the group, of an own factor. */
  source: string;
  /** Licence of the published value. */
  licence: string;
  /** Calculation method of purchases with this factor. */
  method: "spend_based" | "average_data" | "supplier_specific" | null;
  /** A remark for readers, such as the price basis. May be empty. */
  note: string;
  /** Group in the publication: "Fuels > Gaseous fuels". May be empty. */
  group: string;
  /** Key in the publication. May be empty. */
  source_key: string;
  /** Half of the 95 % confidence interval, in percent of the value. Absent if the source does not publish it. */
  uncertainty_percent: Decimal | null;
  /** First day of validity, "2026-01-31". Only for custom factors. */
  start_date: string | null;
  /** Last day of validity. Absent if it is open-ended. */
  end_date: string | null;
  /** Owner of a custom factor. Absent for library factors. */
  organization_id: string | null;
  /** Meaning of `year`. Unspecified for a custom factor, which has days of validity. */
  year_meaning: "edition" | "data" | "validity" | "prices" | "publication" | null;
  /** Whole years after `year` for which the factor stands in. Absent if there is no limit. */
  earlier_max: number | null;
  /** Whole years before `year` for which the factor stands in. Absent if there is no limit. */
  later_max: number | null;
  /** Year of the prices that a spend factor applies to. Absent for all others. */
  price_year: number | null;
  /** Basis of these prices. */
  price_basis: "purchaser" | "producer" | "basic" | null;
  /** Share of the factor's price basis in a purchaser price, as published: 0 to 1. Absent if the source does not publish it. */
  price_per_purchaser_price: Decimal | null;
  /** Gases of one unit of a refrigerant: the gas itself, or the components of the blend by mass. Empty for other factors. */
  gases: FactorGas[];
  /** Origin of the methane in `values`. AR6 weighs fossil methane higher. */
  methane_origin: "fossil" | "non_fossil" | null;
  /** Where a library factor was published. Absent for custom factors. */
  publication: Publication | null;
  /** Where a custom factor comes from. Absent for library factors. */
  custom_source: CustomSource | null;
}

/** FactorGas is a gas of a refrigerant with its warming potentials over 100 years. */
export interface FactorGas {
  /** Key of the gas in the category "refrigerants": "hfc_134a". */
  gas: string;
  /** Kilograms of the gas per unit of the factor. */
  kilograms: Decimal;
  /** True for the gases of the Kyoto Protocol. Others are outside the scopes: CFC, HCFC, halons, hydrocarbons and more. */
  kyoto: boolean;
  /** Kilograms of CO2e per kilogram of the gas, by the Fourth Assessment Report. Absent if the report has no value. */
  gwp_ar4: Decimal | null;
  /** The same by the Fifth Assessment Report. */
  gwp_ar5: Decimal | null;
  /** The same by the Sixth Assessment Report. */
  gwp_ar6: Decimal | null;
}

/** The answer of `GET /v1/emission-factors/library`. */
export interface FactorList {
  /** The matches of the page. */
  items: Factor[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** FactorRevision is one revision of a published factor. */
export interface FactorRevision {
  /** From 1. */
  revision: number;
  /** Kilograms per unit of activity. */
  values: GasValues;
  /** True for the revision that removed it from the catalogue. */
  retired: boolean;
  /** Time of its import into this installation, UTC. */
  created_at: string;
}

/** FactorUse is the emissions of one factor in one category. */
export interface FactorUse {
  /** Id of the factor. Null for emissions without one. */
  factor_id: string | null;
  /** Its revision. Null with `factor_id`. */
  factor_revision: number | null;
  /** Published name. */
  name: string;
  /** Publication, or the custom database or group. */
  source: string;
  /** Country or region. */
  region: string;
  /** Year of the data set. Null for custom factors. */
  year: number | null;
  /** GHG Protocol scope: 1, 2 or 3. */
  scope: number;
  /** Category of the GHG Protocol. */
  ghg_category: string;
  /** True for the location-based emissions of electricity, which the market-based total does not include. */
  location_based: boolean;
  /** How the figure fits less well. */
  marks: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
  /** Tonnes of CO2e. */
  co2e: Decimal;
}

/** The file. */
export interface FileEventDetailInput {
  /** Id of a stored file. */
  file_id: string;
}

/** FileReading is a file with its reading, or a folder. */
export interface FileReading {
  /** Id of the file or folder. */
  id: string;
  /** "file" or "folder". */
  type: "file" | "folder";
  /** Name of the file or folder. */
  name: string;
  /** Kind and category of the document: "invoice::water". Empty for an unknown category. */
  tags: string[];
  /** Subject of the document; null if it is unknown. */
  category: "water" | "electricity" | "gas" | "fuel_delivery" | "recharges" | "wastes" | null;
  /** The reading; null for a folder. */
  reading: Reading | null;
  /** Whether records were created from it. */
  linked: boolean;
}

/** The answer of `GET /v1/files/readings`. */
export interface FileReadingList {
  /** The matches of the page. */
  items: FileReading[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Hash of the filters and of the readings that match; for `POST /v1/projects/{id}/links/by-filters`. */
  filter_hash: string | null;
}

/** FileState is the status of one file. */
export interface FileState {
  /** UUID of the file. */
  id: string;
  /** `pending` until the content has arrived, then `uploaded`; `error` after the client gave it up. */
  status: "pending" | "uploaded" | "error";
}

/** FileUsage is the storage that an organization uses. Sizes are in bytes. */
export interface FileUsage {
  /** Of stored files. */
  stored_bytes: number;
  /** Declared sizes of registered files whose content has not arrived. */
  pending_bytes: number;
  /** Limit of both together. */
  quota_bytes: number;
}

/** The answer of `GET /auth/oidc/callback`. */
export interface FinishOidcLoginResponse {
  /** Goes into `Authorization: Bearer`. */
  access_token: string;
  /** The scheme of the header. */
  token_type: "Bearer";
  /** Seconds until the token expires. */
  expires_in: number;
}

/** The latest calculation of the record. */
export interface FinishedCalculation {
  /** Id of this calculation. */
  id: string;
  /** Id of the record. */
  record_id: string;
  /** Revision of the record, from 1. Each change that affects the calculation makes a new revision. */
  revision: number;
  /** Kind of record. */
  entity_type: "purchases" | "wastes" | "invoices" | "waste_water_treatments" | "facilities" | "hotel_stays" | "vehicles" | "vehicle_consumptions" | "business_travels" | "transports" | "logistics_requests" | "logistics_recharges" | "commuting_periods" | "sold_product_sales" | "employees" | "own_workforces" | "own_workforce_trainings" | "survey_rows";
  /** `calculated`, `failed` with an error code, or `pending` before the first result. */
  status: "calculated" | "failed";
  /** Reason of a missing number, such as "SECTOR_NOT_MAPPED". Also set for a calculated record without emissions: its factor is optional, and there is none. */
  error_code: string | null;
  /** The reason as a sentence. */
  error_detail: string | null;
  /** The recorded activity data. */
  input: RecordInput;
  /** Conversions from the recorded unit to the unit of the factor. Empty if the units are equal. */
  conversions: ConversionStep[];
  /** Euro rate of the recorded currency on the reference date, as the record shows it. The calculation uses the rates in `conversions`. Null for physical amounts. */
  exchange_rate: ExchangeRate | null;
  /** The factor in the revision that was used. */
  factor: Factor | null;
  /** All factors that were considered, the best first, each with the reason of the decision. */
  candidates: Candidate[];
  /** The set of warming potentials that was used. For a published CO2e, the set of the publication. */
  gwp_set: string | null;
  /** Name and version of the method: "spend-based/2". */
  method: string;
  /** The formula with names, such as "(amount / rate_GBP) * rate_USD * factor". */
  formula: string | null;
  /** The formula with numbers, and the result before rounding. */
  formula_with_numbers: string | null;
  /** The rounding rules. */
  rounding: string | null;
  /** Kilograms of CO2e, rounded by the rules in `rounding`. For a record of several parts, the exact sum of the parts that are not `beside`. */
  co2e: Decimal | null;
  /** The contributions of the record to the totals, and its memo items. */
  impacts: Impact[];
  /** Time of the calculation, UTC. */
  calculated_at: string;
  /** Kilograms of biogenic CO2, not included in `co2e`: the sum of the parts that are not `beside` and whose factor states biogenic CO2. Null if no factor states it. */
  biogenic_co2: Decimal | null;
  /** All parts of a record of several parts, the main part first, each with its own inputs. A part whose factor changes within the period has one entry for each factor. `method`, `factor`, `formula` and the related fields above describe only the first entry. Empty for a record of one part with one factor. */
  parts: CalculationPart[];
  /** How well the figures fit the record: all marks of its parts, with the largest number of years. */
  fitness: Fitness | null;
  /** The recalculation that made it. Null for the first calculation of the revision. */
  recalculation_id: string | null;
}

/** The emissions of a fiscal year within the range, by `fiscal_year_start_month` of the organization: `group_by=fiscal_year`. */
export interface FiscalYearEmissions {
  /** Tonnes of CO2e. */
  co2e: Decimal;
  /** First day of the fiscal year, which may be before that of the range. */
  fiscal_year_start_date: string;
  /** Last day of the fiscal year. */
  fiscal_year_end_date: string;
}

/** Fitness says how well a figure fits the activity that it was applied to. A field without a value means that there is nothing to mark. */
export interface Fitness {
  /** Country or region of the figure: ISO 3166-1 alpha-2, a UN M49 region such as "Europe", or "GLO". Absent without a published factor, and if the parts differ. */
  origin: string | null;
  /** The figure describes another country or region, or another activity, than the one recorded. */
  proxy: boolean;
  /** Whole years from the year of the figure to the year of the activity. 0 if the figure is not older. */
  stale_years: number;
  /** Whole years from the year of the activity to the year of the figure. 0 if the figure is not later. */
  ahead_years: number;
  /** Whole years between the prices of the activity and those of the figure, before the amount was deflated. */
  price_year_gap: number;
  /** The figure has only CO2, without methane and nitrous oxide. */
  co2_only: boolean;
  /** The published CO2e has other warming potentials than the organization's, and its gases are not known. */
  basis_differs: boolean;
  /** The figure of scope 2 is of the whole life cycle, because no direct one is published. */
  life_cycle_in_scope_2: boolean;
  /** The unit of the quantity cannot be converted to that of the factor, and the number was used unchanged. */
  unit_taken_as_is: boolean;
  /** The figure is of trade: it has the margin of the trader and not the production of the goods. */
  trade_margin_only: boolean;
  /** A recycled share was recorded that the calculation does not use. */
  recycled_share_unused: boolean;
  /** The exchange rate or price index is older than the day or year of the activity. */
  rate_carried_forward: boolean;
  /** A part of the record, such as the upstream emissions, has no factor and is missing. */
  parts_missing: boolean;
  /** Prices of the amount and of the figure have different bases: purchaser, producer or basic prices. */
  price_basis_differs: boolean;
  /** The amount was converted with an average rate of a year, because no daily rate is known. */
  yearly_rate: boolean;
  /** The calorific value was not recorded as gross or net. It was read as gross. */
  calorific_basis_assumed: boolean;
  /** A physical factor of primary material was scaled by the recycled share, because no closed-loop figure exists. */
  recycled_share_scaled: boolean;
  /** The figure of a waste has another boundary than the data set of the organization's other wastes. Or the figure of the use of a sold product is of the whole life cycle of its electricity. */
  boundary_differs: boolean;
  /** The CO2e of an own factor differs by more than 2 % from its gases, under each set of warming potentials. */
  gases_differ: boolean;
}

/** Folder contains files and folders. */
export interface Folder {
  /** UUID. */
  id: string;
  /** Unique among the folders in the same folder, without regard to case. */
  name: string;
  /** The folder that contains it; null for a folder at the top. */
  parent_id: string | null;
  /** Names from the top to this folder, separated by slashes. */
  path: string;
  /** 1 for a folder at the top, at most 10. */
  depth: number;
  /** Id of the user who created it; null for an API key without a user. */
  created_by: string | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
}

/** The answer of `GET /v1/folders`. */
export interface FolderList {
  /** The matches of the page. */
  items: Folder[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** FreightSelector selects a factor of freight transport, of the operation of a logistics hub, or of a fuel of a carrier. The unit is tonne-kilometres for transport, tonnes or containers for hubs, and that of the fuel for fuels. */
export interface FreightSelector {
  /** Id of a combination, from ListTransportCombinations. */
  transport_combination_id?: string;
  /** Id of a transport operation category, from ListTransportOperationCategories. */
  toc_id?: string;
  /** Category of a hub whose operator is another company. */
  hub_category?: "transshipment_ambient" | "transshipment_mixed" | "storage_transhipment_ambient" | "storage_transhipment_mixed" | "warehouse_ambient" | "warehouse_mixed" | "liquid_bulk_terminals_ambient" | "liquid_bulk_terminals_mixed" | "maritime_container_terminals_ambient" | "maritime_container_terminals_temperature_controlled";
  /** Id of a fuel, from ListLogisticsFuels. */
  logistics_fuel_id?: string;
  /** Which emissions of the activity. */
  part: "operation" | "energy_provision";
  /** ISO 3166-1 alpha-2 country of the origin. Empty or "GLO" if it is unknown. */
  country: string;
  /** True if the goods are kept at a controlled temperature, where the activity does not say so itself. */
  refrigerated: boolean;
  /** True for a flight of at most 1,500 km of great circle, where the activity does not say so itself: the limit of short haul in the GLEC Framework. */
  short_haul: boolean;
}

/** FuelProperty is a published calorific value or specific volume of a fuel, or the electricity that a vehicle uses. */
export interface FuelProperty {
  /** Name of the fuel in the publication. */
  fuel: string;
  /** "gross_calorific_value", "net_calorific_value", "specific_volume" or "kwh_per_tkm". */
  property: string;
  /** The published number, in `unit`. */
  value: Decimal;
  /** "GJ/t", "MJ/m3", "l/t" or "kWh/tkm". */
  unit: string;
  /** Name and licence of the publication. */
  source: string;
  /** Year of the publication. */
  year: number;
  /** Reference conditions of a volume. Empty for a calorific value per mass. */
  conditions: string;
}

/** The emissions of a gas: `group_by=gas`. */
export interface GasEmissions {
  /** Tonnes of CO2e. */
  co2e: Decimal;
  /** "CO2", "CH4", "N2O", "HFC", "PFC", "SF6", "NF3", or "unspecified" for the rest of the CO2e: published without its gases, of a blend, or lost when a publication rounded. The rest can be negative. */
  gas: string;
}

/** GasMasses is tonnes of gases, not weighed. Fluorinated gases have no mass of their own: `gases` has their CO2e. */
export interface GasMasses {
  /** Fossil carbon dioxide. */
  co2: Decimal;
  /** Methane. */
  ch4: Decimal;
  /** Nitrous oxide. */
  n2o: Decimal;
  /** Tonnes of CO2e of sources that state no masses of gases. */
  co2e_without_masses: Decimal;
}

/** GasStatement is CO2e by gas of the Kyoto Protocol. */
export interface GasStatement {
  /** Carbon dioxide, without biogenic CO2. */
  co2: Decimal;
  /** Methane. */
  ch4: Decimal;
  /** Nitrous oxide. */
  n2o: Decimal;
  /** Hydrofluorocarbons. */
  hfc: Decimal;
  /** Perfluorocarbons. */
  pfc: Decimal;
  /** Sulphur hexafluoride. */
  sf6: Decimal;
  /** Nitrogen trifluoride. */
  nf3: Decimal;
  /** The rest of the CO2e: published without its gases, of a blend, or lost when a publication rounded. Can be negative. */
  unspecified: Decimal;
}

/** GasValues are kilograms per unit of activity. A gas without a published value is absent, not zero. */
export interface GasValues {
  /** Kilograms of CO2e, as published under the factor's own set of warming potentials. */
  co2e: Decimal | null;
  /** Kilograms of CO2. */
  co2: Decimal | null;
  /** Kilograms of methane. */
  ch4: Decimal | null;
  /** Kilograms of nitrous oxide. */
  n2o: Decimal | null;
  /** Kilograms of biogenic CO2. Reported separately, never included in CO2e. */
  biogenic_co2: Decimal | null;
}

/** The answer of `GET /v1/hotel-stays/{hotel_stay_id}/impact-calculation`. */
export interface GetHotelStayImpactResponse {
  /** Id of the stay. */
  hotel_stay_id: string;
  /** Number of rooms. */
  rooms: number;
  /** Nights from check-in to check-out. */
  nights: number;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Null without a result. Of the first night if the factor changes during the stay. */
  emission_factor: {
  /** Kilograms of CO2e per unit. */
  value: Decimal;
  /** Such as "room_night". */
  unit: string;
  /** Such as "DESNZ 2025". */
  source: string;
  /** Year of the factor; null for an own one. */
  year: number | null;
} | null;
  /** Kilograms of CO2e; null without a result. */
  co2e: Decimal | null;
  /** The calculation in its order; empty without a result. */
  steps: {
  /** "nights", "room_nights" or "co2e". */
  label: string;
  /** Such as "6 * 10.4 = 62.4". */
  formula: string;
  /** The result of the step. CO2e is in kilograms. */
  value: Decimal;
}[];
}

/** The answer of `GET /v1/logistics/packages/{package_id}/ileap`. */
export interface GetShipmentFootprintResponse {
  /** Kilograms of freight. */
  mass: string;
  /** Id of the shipment. */
  shipmentId: string;
  /** Transport chain elements, in the order of the transport. */
  tces: ({
  /** Id of the logistics request; for the hub of another company with the suffix `-hub`. */
  tceId: string;
  /** The element immediately before; empty for the first one. */
  prevTceIds: string[];
  /** Id of the shipment. */
  shipmentId: string;
  /** Key of the package. */
  consignmentId: string;
  /** Kilograms of freight. */
  mass: string;
  /** The distance of the calculation, of one kind of the GLEC Framework. */
  distance: {
  /** Kilometres as recorded; 0 for a hub. */
  actual: string;
} | {
  /** Kilometres of the great circle, also by air, where the figures include the 95 km of ISO 14083. */
  gcd: string;
} | {
  /** Kilometres of the shortest feasible way, measured or estimated. */
  sfd: string;
};
  /** Only if the place was identified. */
  origin?: {
  /** City, or name of the place. */
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** IATA code of an airport; only of transport by air. */
  iata?: string;
  /** UN/LOCODE. */
  locode?: string;
  /** Degrees, north positive. */
  lat?: string;
  /** Degrees, east positive. */
  lng?: string;
};
  /** Only if the place was identified. */
  destination?: {
  /** City, or name of the place. */
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** IATA code of an airport; only of transport by air. */
  iata?: string;
  /** UN/LOCODE. */
  locode?: string;
  /** Degrees, north positive. */
  lat?: string;
  /** Degrees, east positive. */
  lng?: string;
};
  /** Tonne-kilometres; 0 for a hub. */
  transportActivity: string;
  /** Kilograms of CO2e from well to wheel. */
  co2eWTW: string;
  /** Kilograms of CO2e from tank to wheel: of the operation alone. */
  co2eTTW: string;
  /** Id of the transport operation category. */
  tocId: string;
} | {
  /** Id of the logistics request; for the hub of another company with the suffix `-hub`. */
  tceId: string;
  /** The element immediately before; empty for the first one. */
  prevTceIds: string[];
  /** Id of the shipment. */
  shipmentId: string;
  /** Key of the package. */
  consignmentId: string;
  /** Kilograms of freight. */
  mass: string;
  /** The distance of the calculation, of one kind of the GLEC Framework. */
  distance: {
  /** Kilometres as recorded; 0 for a hub. */
  actual: string;
} | {
  /** Kilometres of the great circle, also by air, where the figures include the 95 km of ISO 14083. */
  gcd: string;
} | {
  /** Kilometres of the shortest feasible way, measured or estimated. */
  sfd: string;
};
  /** Only if the place was identified. */
  origin?: {
  /** City, or name of the place. */
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** IATA code of an airport; only of transport by air. */
  iata?: string;
  /** UN/LOCODE. */
  locode?: string;
  /** Degrees, north positive. */
  lat?: string;
  /** Degrees, east positive. */
  lng?: string;
};
  /** Only if the place was identified. */
  destination?: {
  /** City, or name of the place. */
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** IATA code of an airport; only of transport by air. */
  iata?: string;
  /** UN/LOCODE. */
  locode?: string;
  /** Degrees, north positive. */
  lat?: string;
  /** Degrees, east positive. */
  lng?: string;
};
  /** Tonne-kilometres; 0 for a hub. */
  transportActivity: string;
  /** Kilograms of CO2e from well to wheel. */
  co2eWTW: string;
  /** Kilograms of CO2e from tank to wheel: of the operation alone. */
  co2eTTW: string;
  /** Id of the hub. */
  hocId: string;
})[];
}

/** The answer of `GET /status`. */
export interface GetStatusResponse {
  /** Version of the program. */
  version: string;
  /** Its commit in git, or `unknown`. */
  commit: string;
  /** Start of the gateway that answers, UTC. */
  started_at: string;
  /** Seconds since then. */
  uptime_s: number;
  /** The services behind the gateway. */
  services: ({
  /** Name of the service. */
  name: string;
  /** A process of it answers the gateway. The other fields are null without an answer. */
  reachable: boolean;
  version: string | null;
  commit: string | null;
  /** Its newest migration. */
  schema_version: string | null;
  /** Seconds since the start of the process that answered. */
  uptime_s: number | null;
})[];
  /** Null while the factors service does not answer. */
  catalogue: {
  /** Whether figures under share-alike licences are loaded. */
  share_alike: boolean;
  /** Data sets of the library of factors, by name. */
  data_sets: {
  /** Name in the catalogue, such as `defra-2025`. */
  name: string;
  /** Name of the publication. */
  source: string;
  /** Year of publication. */
  edition: number;
  /** Licence of its figures. */
  licence: string;
  /** The licence is share-alike. */
  share_alike: boolean;
  /** Number of its factors. */
  factors: number;
}[];
} | null;
}

/** The emissions of a category of the GHG Protocol: `group_by=ghg_category`. */
export interface GhgCategoryEmissions {
  /** GHG Protocol scope: 1, 2 or 3. */
  scope: number;
  /** Tonnes of CO2e. */
  co2e: Decimal;
  /** Category of the GHG Protocol, such as "business_travel" or "stationary_combustion". */
  ghg_category: string;
}

/** GridZone is a part of the electricity grid of a country, such as a subregion of eGRID or an island. */
export interface GridZone {
  /** Unique in its country: "camx". It is the `grid_zone` of a facility. */
  grid_zone: string;
  /** Name in the latest figure of the zone. */
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Whether the library has direct figures of the zone, or only figures of the whole life cycle. */
  figures: "direct" | "life_cycle";
}

/** The answer of `GET /v2/grid-zones`. */
export interface GridZoneList {
  /** The matches of the page. */
  items: GridZone[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** GroupFactor is an emission factor of a group. */
export interface GroupFactor {
  /** Id of the factor. */
  id: string;
  /** 1 to 255 characters. */
  name: string;
  /** Unit of the activity. */
  unit_id: string;
  /** Gases of the factor. */
  tag: "simple" | "advanced" | "full";
  /** One value per gas, in the order co2e, co2, ch4, n2o. */
  gases: GroupGas[];
  /** First day of validity. */
  start_date: string;
  /** Last day of validity. Null if it is open-ended. If several factors are valid on a day, the one with the latest start applies. */
  end_date: string | null;
  /** False: new data cannot use it. */
  enabled: boolean;
  /** True: its CO2 is biogenic and reported separately. */
  is_biogenic: boolean;
  /** A number as text, such as "0" or "12.5". */
  uncertainty_grade: string;
  /** The revision of the group that contains this state. */
  revision: number;
  /** Time of the creation, UTC. */
  created_at: string;
}

/** GroupGas is the value of one gas. */
export interface GroupGas {
  /** Each gas once. */
  gas_type: "co2e" | "co2" | "ch4" | "n2o";
  /** Per unit of activity: kilograms of co2e and co2, grams of ch4 and n2o. Not negative, at most 30 digits. */
  value: Decimal;
}

/** GroupGas is the value of one gas. */
export interface GroupGasInput {
  /** Each gas once. */
  gas_type: "co2e" | "co2" | "ch4" | "n2o";
  /** Per unit of activity: kilograms of co2e and co2, grams of ch4 and n2o. Not negative, at most 30 digits. */
  value: number | Decimal;
}

/** GroupInvitation is a link by which one organization joins below the calling one. */
export interface GroupInvitation {
  /** UUID; later invitations have higher ids. */
  id: string;
  /** A remark, such as the name of the invited organization. */
  note: string | null;
  /** The secret that the invited organization accepts with. Only in the answer that makes the link; a replay has none, because only a hash is stored. */
  token: string | null;
  /** UTC; the link does not work afterwards. */
  expires_at: string;
  /** Id of the admin who made it. */
  created_by: string | null;
  /** UTC. */
  created_at: string;
}

/** The answer of `GET /v2/organizations/invitations`. */
export interface GroupInvitationList {
  /** The matches of the page. */
  items: GroupInvitation[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** GwpSetTotal is the part of the market-based total under one set of warming potentials. */
export interface GwpSetTotal {
  /** "AR4", "AR5", "AR6", or "unspecified" for CO2e whose publication does not name its set. */
  gwp_set: string;
  /** Tonnes of CO2e. */
  co2e: Decimal;
}

/** HotelStay is one or more rooms in a hotel for one or more nights. */
export interface HotelStay {
  /** UUID; later records have higher ids. */
  id: string;
  /** The organization whose record it is. */
  organization_id: string;
  /** The user of `uploaded_by`. */
  user: User | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** Free text. */
  name: string | null;
  /** Day of the first night. The emissions are spread evenly over the nights. */
  check_in_date: string;
  /** Day after the last night, later than check-in. Each night has the factor of its year. */
  check_out_date: string;
  /** Selects the factor; `GET /v1/hotel-stays/available-countries` lists those that have one. */
  country: string;
  /** Free text. */
  city: string | null;
  /** Name of the hotel. */
  hotel_name: string | null;
  /** 1 to 10,000; 1 when not sent. */
  rooms: number;
  /** How it was recorded, such as `manual` or `bulk_upload`; `manual` when not sent. */
  source: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url: string | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id: string | null;
  /** State of the calculation; `pending` lasts for moments. */
  calculation_status: "pending" | "calculated" | "failed";
  /** Reason of a failed calculation, such as `CALCULATION_FAILED`. */
  calculation_error_code: string | null;
  /** The reason in a sentence. */
  calculation_error_detail: string | null;
  /** Kilograms of CO2e; null until calculated. */
  co2e: Decimal | null;
  /** Kilograms of biogenic CO2, not part of `co2e`; null until calculated, and if no factor states it. */
  co2e_biomass: Decimal | null;
  /** Marks of the figures of the calculation, such as `proxy` or `stale_years`; empty if there are none. Null without a result, and for results of earlier versions. */
  fitness: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[] | null;
  /** `pending` until it is calculated. In a country without a factor `active`, and `co2e` is null. */
  status: "pending" | "active" | "error";
  /** The user who recorded it, or who owns the API key. */
  uploaded_by: User | null;
  /** The group of `custom_emission_factor_id`. */
  custom_emission_factor: CustomEmissionGroup | null;
}

/** HotelStayDeletion names the stays of a bulk deletion. */
export interface HotelStayDeletion {
  /** Ids of the deleted stays. */
  deleted: string[];
  /** Ids of stays that are missing, or of another organization. */
  failed: string[];
}

/** The answer of `GET /v1/hotel-stays`. */
export interface HotelStayList {
  /** The matches of the page. */
  items: HotelStay[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Changes when the set of matching records changes. Without a value when more than 250,000 records match. */
  filter_hash: string | null;
  /** More records match than `total`. */
  total_capped: boolean;
  /** Always true: all stays that match can be deleted by their filters. */
  select_all_matching_enabled: boolean;
}

/** HotelStayTotals are sums over stays. */
export interface HotelStayTotals {
  /** Number of stays. */
  total_stays: number;
  /** Room nights: rooms times nights. */
  total_nights: number;
  /** Kilograms of CO2e of the stays that have a result. */
  total_co2e: Decimal;
}

/** Impact is one contribution to the emissions of a record. Masses are kilograms. */
export interface Impact {
  /** GHG Protocol scope: 1, 2 or 3. */
  scope: number;
  /** Emissions category in the totals. */
  category: string;
  /** Name of the part, such as "combustion", "upstream" or "purchase". */
  part: string;
  /** First day of the period of the emissions. */
  start_date: string;
  /** Last day of the period, included. */
  end_date: string;
  /** Kilograms of CO2e. */
  co2e: Decimal;
  /** Kilograms of CO2. Null if the factor has no values by gas. */
  co2: Decimal | null;
  /** Kilograms of methane. Null if the factor has no value. */
  ch4: Decimal | null;
  /** Kilograms of nitrous oxide. Null if the factor has no value. */
  n2o: Decimal | null;
  /** Kilograms of biogenic CO2. Reported separately, never included in CO2e. */
  biogenic_co2: Decimal | null;
  /** True for a memo item: reported, but neither in the record's CO2e nor in the totals. */
  beside: boolean;
  /** Category of the GHG Protocol: a category of scope 3 such as `business_travel`, or `stationary_combustion`, `purchased_electricity` and others of scope 1 and 2. `outside_scopes` for gases outside the Kyoto Protocol. */
  ghg_category: string;
  /** Kilograms of CO2e under each set of warming potentials. `co2e` is that of `gwp_set`. A published CO2e without known gases is the same in all sets. */
  co2e_by_gwp_set: MassByGwpSet | null;
}

/** ImportColumn is one column: one field of the record. */
export interface ImportColumn {
  /** Name of the field in the API. Fields of list items have the list and the place before them: `sections.0.origin`. */
  key: string;
  /** Name in the language of the request. */
  label: string;
  /** The values of cells in words, in the language of the request. */
  description: string;
  /** Type of the values. */
  type: "text" | "number" | "integer" | "date" | "boolean" | "option" | "reference";
  /** Whether each row needs a value. */
  required: boolean;
  /** Whether one cell can have several values, separated by semicolons. */
  is_list: boolean;
  /** Further names of the column that a mapping recognises, the labels of other languages among them. */
  aliases: string[];
  /** The values of an `option`; empty for other types. */
  options: ImportOption[];
  /** The catalogue of `GET /v2/imports/options/{source_key}` with the values. */
  options_source: string | null;
  /** Kind of entity or catalogue entry that a `reference` names, such as `facility`. */
  reference: string | null;
  /** Key of the column whose value in the same row narrows the reference, such as the country of a fuel. */
  narrowed_by: string | null;
  /** Value of rows without one. */
  default: string | null;
  /** Rules that the API validates with. */
  validations: ImportValidation[];
}

/** ImportColumnValues are the values of one column. */
export interface ImportColumnValues {
  /** Key of the column of the template. */
  column_key: string;
  /** Name of the column of the file. */
  source_column: string;
  /** At most 1,000. */
  values: ImportValue[];
  /** Number of different values. */
  total_unique: number;
  /** Whether values are left out. */
  truncated: boolean;
}

/** ImportCombine makes one record of the rows of each month that agree in all other columns that are mapped. Its first and last day are those of the rows, whether columns are mapped to them or not. */
export interface ImportCombine {
  /** The period of a record. */
  by: "month";
  /** Key of the column of the template whose amounts are added. It is mapped and has a physical unit. */
  sum: string;
  /** When the intervals are. */
  at: ImportTimes;
  /** Column of the file that says which amounts are estimated. */
  estimated_column: string | null;
  /** Such as `Europe/Madrid`: the zone of the months of times with an offset from UTC. Without it months are those of the times as written. */
  time_zone: string | null;
}

/** ImportCombine makes one record of the rows of each month that agree in all other columns that are mapped. Its first and last day are those of the rows, whether columns are mapped to them or not. */
export interface ImportCombineInput {
  /** The period of a record. */
  by: "month";
  /** Key of the column of the template whose amounts are added. It is mapped and has a physical unit. */
  sum: string;
  /** When the intervals are. */
  at: ImportTimesInput;
  /** Column of the file that says which amounts are estimated. */
  estimated_column?: string | null;
  /** Such as `Europe/Madrid`: the zone of the months of times with an offset from UTC. Without it months are those of the times as written. */
  time_zone?: string | null;
}

/** ImportCorrection is a new value of one cell. */
export interface ImportCorrectionInput {
  /** Number of the row below the header, from 0. */
  row_index: number;
  /** Key of the column of the template. */
  column: string;
  /** As the API writes it; null for no value. */
  value: string | null;
}

/** ImportDuplicateRow is a row that may repeat something. */
export interface ImportDuplicateRow {
  /** Number of the row below the header, from 0. */
  row_index: number;
  /** Number of the row in the sheet, from 1, as spreadsheets show it. */
  row_number: number;
  /** Records and rows that it may repeat. */
  duplicates: PossibleDuplicate[];
}

/** ImportError is an error of a cell. */
export interface ImportError {
  /** The code of the API for the same error. */
  code: string;
  /** A sentence. */
  message: string;
}

/** ImportFilling fills a column of the template. It has either `value` or `column`. */
export interface ImportFilling {
  /** A constant of all rows, in the API's own writing, or a name as in a file. */
  value: string | null;
  /** Name of the column of the file. It may fill several columns of the template. */
  column: string | null;
  /** Of `column` only; default `value`. */
  as: "value" | "period_start" | "period_end" | null;
}

/** ImportMappingNote is a warning about a column of the file. */
export interface ImportMappingNote {
  /** `QUANTITY_NOT_MAPPED`, `INTERVAL_MARKS_UNKNOWN`, `HEADER_NOT_READ`, `ONE_DAY_PERIOD`, `SAVED_TARGET_MISSING`, or the code that a mapping of this header is refused with. */
  code: string;
  /** A sentence. */
  message: string;
}

/** ImportMappingSuggestion is a suggestion for one column of the file. */
export interface ImportMappingSuggestion {
  /** Name of the column of the file. */
  source_column: string;
  /** Key of the column of the template; null if none fits. */
  target_column: string | null;
  /** 0 to 1. */
  column_confidence: number;
  /** Share of the values that are known, 0 to 1; null unless the column names options or other entities. */
  value_confidence: number | null;
  /** Whether the organization has mapped such a column before. */
  restored_from_history: boolean;
  /** Unit or currency that the header names, by its code. The numbers are read in it. Null if it names none. */
  unit: string | null;
  /** `1000`, `1000000`, or `0.5` for a commute both ways, which the numbers are multiplied by; null without such a word in the header. */
  scale: string | null;
  /** Facts that a person should know before the mapping is saved. */
  notes: ImportMappingNote[];
}

/** ImportMappingSuggestions are the suggestions for a file. */
export interface ImportMappingSuggestions {
  /** In the order of the columns of the file. */
  suggestions: ImportMappingSuggestion[];
  /** A column of days or periods that could be both the first and the last day of the rows, by column of the template. */
  fill: Record<string, ImportFilling>;
  /** For rows of a day or less with an amount of a physical unit; otherwise null. */
  combine: ImportCombine | null;
  /** The saved mapping of a file with these columns, whose content the suggestions are; null without one. */
  saved_mapping: SavedMappingReference | null;
  /** Values of the saved mapping. */
  value_mappings: Record<string, Record<string, string>>;
}

/** ImportOption is a value of a list. */
export interface ImportOption {
  /** The code or the id in the API. */
  value: string;
  /** Name in the language of the request. */
  label: string;
}

/** ImportOptions is a catalogue. */
export interface ImportOptions {
  /** Key of the catalogue. */
  source_key: string;
  /** All its values. */
  options: ImportOption[];
}

/** ImportRow is one row of the file. */
export interface ImportRow {
  /** Number of the row below the header, from 0; for a combined row 1,000,000 and more. It stays when other rows are deleted. */
  row_index: number;
  /** Number of the row in the sheet, from 1, as spreadsheets show it; for a combined row that of the first one. */
  row_number: number;
  /** Texts by column of the template; by column of the file before the validation. */
  data: Record<string, string | null>;
  /** Errors by column of the template; `_row` has those of the whole row. */
  errors: Record<string, ImportError[]>;
  /** How texts of a valid row were understood where they may mean several things, and what was combined, by column of the template. They refuse nothing. */
  notices: Record<string, ImportError[]>;
  /** Records and rows that the row may repeat: at most one record that is there, and one earlier row. `notices` says the same in words. */
  duplicates: PossibleDuplicate[];
}

/** ImportRows is one page of rows. */
export interface ImportRows {
  /** UUID of the session. */
  import_id: string;
  /** State of the session. */
  status: "created" | "parsed" | "mapped" | "validating" | "validated" | "submitting" | "submitted" | "failed" | "expired";
  /** Rows that all pages show together: all of the import; with `errors_only` those with errors, with `duplicates_only` those with duplicates. While a validation runs, all of them. */
  total_rows: number;
  /** Rows without errors; 0 before the validation. */
  valid_rows: number;
  /** Rows with errors; 0 before the validation. */
  error_rows: number;
  /** From 1. */
  page: number;
  /** Rows of a page. */
  page_size: number;
  /** Pages of `total_rows`. */
  total_pages: number;
  /** Rows with an error in a column, by column of the template; null before the validation. */
  errors_by_column: Record<string, number> | null;
  /** The rows of the page. */
  rows: ImportRow[];
  /** Rows of the import that may repeat a record that is there, or an earlier row, whatever the pages show. */
  duplicate_rows: number;
  /** Submitted imports of the same content, sheet and template, at most 10. */
  same_files: PossibleDuplicate[];
}

/** ImportSession is a session of a list. */
export interface ImportSession {
  /** UUID of the session; `import_id` in other answers. */
  id: string;
  /** Organization whose records it imports. */
  organization_id: string;
  /** The user who created it; null if unknown. */
  user_id: string | null;
  /** Id of the template. */
  template_id: string;
  /** Name of the file, as uploaded. */
  file_name: string;
  /** `csv`, `xlsx` or `xls`. */
  file_type: string;
  /** State of the session. */
  status: "created" | "parsed" | "mapped" | "validating" | "validated" | "submitting" | "submitted" | "failed" | "expired";
  /** The reason of `failed`, or of a validation that could not end; otherwise null. */
  status_detail: string | null;
  /** Locale of numbers, as sent. */
  numeric_locale: string | null;
  /** Kind of caller that created it. */
  actor_type: "user" | "api_key" | "system";
  /** Id of the API key that created it. */
  actor_api_key_id: string | null;
  /** Rows below the header that have a value. */
  total_rows: number;
  /** Rows of the import without errors, whatever the pages show; 0 before the validation. */
  valid_rows: number;
  /** Rows of the import with errors, whatever the pages show; 0 before the validation. */
  error_rows: number;
  /** Names of the columns of the file; null before it is parsed. */
  source_columns: string[] | null;
  /** Columns of the template by columns of the file; null before it is saved. */
  mapping: Record<string, string> | null;
  /** Rows of the import with an error in a column, by column of the template, whatever the pages show; null before the validation. */
  errors_by_column: Record<string, number> | null;
  /** The file of the records; null before the submission. */
  submitted_file_id: string | null;
  /** The ingest job of the records; null before the submission. */
  processing_job_id: string | null;
  /** As sent when it was created. */
  project_id: string | null;
  /** As sent when it was created. */
  folder_id: string | null;
  /** The sheet that was read; null for csv. */
  selected_sheet: string | null;
  /** Zero-based row of the sheet with the names of the columns. */
  detected_header_row: number;
  /** UTC; 24 hours after its creation by default. */
  expires_at: string | null;
  /** UTC. */
  created_at: string;
  /** UTC. */
  updated_at: string | null;
  /** The stored file that it was created from; null for an upload. */
  raw_file_id: string | null;
  /** Constants and further targets of columns, by column of the template. */
  fill: Record<string, ImportFilling>;
  /** How rows become one record of a month; null if each row is a record. */
  combine: ImportCombine | null;
}

/** The answer of `GET /v2/imports/sessions`. */
export interface ImportSessionList {
  /** The matches of the page. */
  items: ImportSession[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
}

/** ImportStatus is the state of a session. */
export interface ImportStatus {
  /** UUID of the session. */
  import_id: string;
  /** State of the session. */
  status: "created" | "parsed" | "mapped" | "validating" | "validated" | "submitting" | "submitted" | "failed" | "expired";
  /** The reason of `failed`, or of a validation that could not end; otherwise null. */
  status_detail: string | null;
  /** Id of the template. */
  template_id: string;
  /** Name of the file, as uploaded. */
  file_name: string;
  /** Rows below the header that have a value. */
  total_rows: number;
  /** Rows without errors; 0 before the validation. */
  valid_rows: number;
  /** Rows with errors; 0 before the validation. */
  error_rows: number;
  /** UTC. */
  created_at: string;
  /** Locale of numbers, as sent. */
  numeric_locale: string | null;
  /** Rows with an error in a column, by column of the template; null before the validation. */
  errors_by_column: Record<string, number> | null;
  /** The file of the records; null before the submission. */
  file_id: string | null;
  /** The ingest job of the records; null before the submission. */
  processing_job_id: string | null;
  /** UTC. */
  updated_at: string | null;
  /** Names of the visible sheets; empty for csv. */
  sheets: string[];
  /** Columns of the template by columns of the file; null before it is saved. */
  mapping: Record<string, string> | null;
  /** UTC. */
  expires_at: string | null;
  /** Of the rows, those that the sheet hides or filters out. They are imported, too. */
  hidden_rows: number;
  /** Constants and further targets of columns, by column of the template. */
  fill: Record<string, ImportFilling>;
  /** How rows become one record of a month; null if each row is a record. */
  combine: ImportCombine | null;
  /** Rows that may repeat a record that is there, or an earlier row; 0 before the validation. */
  duplicate_rows: number;
}

/** ImportSubmission is a submission in progress. */
export interface ImportSubmission {
  /** State of the session. */
  status: "created" | "parsed" | "mapped" | "validating" | "validated" | "submitting" | "submitted" | "failed" | "expired";
  /** Number of valid rows. */
  rows_submitted: number;
  /** The file that the records name; null if it was deleted. */
  file_id: string | null;
  /** Id of the ingest job. */
  processing_job_id: string;
  /** Submitted rows that may repeat a record that is there, or an earlier row. */
  duplicate_rows: number;
  /** The first of them, at most 20. */
  duplicates: ImportDuplicateRow[];
  /** Submitted imports of the same content, sheet and template, at most 10. */
  same_files: PossibleDuplicate[];
}

/** ImportTemplate describes the columns of files for one kind of record. Each row of a file is one record. */
export interface ImportTemplate {
  /** Id, such as `wastes`. */
  template_id: string;
  /** Name in the language of the request. */
  label: string;
  /** In the order of the API. */
  columns: ImportColumn[];
}

/** ImportTemplateRef names a template. */
export interface ImportTemplateRef {
  /** Id, such as `wastes`. */
  template_id: string;
  /** Name in the language of the request. */
  label: string;
}

/** ImportTimes are the columns of the file with the times of its rows. */
export interface ImportTimes {
  /** The days, or days and times. */
  column: string;
  /** The times of day, or the numbers of the intervals of a day; null if `column` has them. */
  time_column: string | null;
  /** Null for rows of whole days. */
  marks: "start" | "end" | null;
}

/** When the intervals are. */
export interface ImportTimesInput {
  /** The days, or days and times. */
  column: string;
  /** The times of day, or the numbers of the intervals of a day; null if `column` has them. */
  time_column?: string | null;
  /** Null for rows of whole days. */
  marks?: "start" | "end" | null;
}

/** ImportValidation is a rule for the values of a column. */
export interface ImportValidation {
  /** `min_length`, `max_length`, `min`, `max`, `greater_than`, `max_decimals`, `pattern`, `min_date` or `max_date`. */
  rule: string;
  /** The limit. */
  value: string;
}

/** ImportValue is one value of a column. */
export interface ImportValue {
  /** The text of the file. */
  raw: string;
  /** Value of the API; null if it is not known. */
  resolved: string | null;
  /** State of the session. */
  status: "matched" | "unmatched";
  /** The nearest known values, at most 5, for a value that is not known. */
  near: ImportValueMatch[];
}

/** ImportValueMatch is an entity or an option. */
export interface ImportValueMatch {
  /** Value of the API. */
  value: string;
  /** Its name. */
  label: string;
}

/** ImportValues are the values of all such columns. */
export interface ImportValues {
  /** One for each column with options or entities. */
  columns: ImportColumnValues[];
}

/** IngestJob is the progress of one bulk request. */
export interface IngestJob {
  /** UUID; later jobs have higher ids. */
  id: string;
  /** The organization of the records. */
  organization_id: string;
  /** Kind of records. */
  entity_type: "purchases" | "wastes" | "invoices" | "waste_water_treatments" | "facilities" | "hotel_stays" | "vehicles" | "vehicle_consumptions" | "business_travels" | "transports" | "logistics_requests" | "logistics_recharges" | "commuting_periods" | "sold_product_sales" | "employees" | "own_workforces" | "own_workforce_trainings" | "survey_rows";
  /** Operation on the records. */
  operation: "create" | "delete" | "recalculate";
  /** `api_bulk` for an API key, `app` for a user who signed in. */
  source: "api_bulk" | "app";
  /** `queued`, `processing`, then `completed` or, with failed items, `completed_with_errors`. */
  status: "queued" | "processing" | "completed" | "completed_with_errors" | "failed";
  /** Number of records in the request. */
  total_items: number;
  /** Number of succeeded items. */
  succeeded_items: number;
  /** Number of failed items. */
  failed_items: number;
  /** Idempotency key of the request. Null without one. */
  idempotency_key: string | null;
  /** User who began the job, or who owns the API key. Null when a service began it. */
  created_by: string | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first item has ended. */
  started_at: string | null;
  /** UTC; null until all items have ended. */
  finished_at: string | null;
  /** File whose rows the job stores. Null if the records were sent otherwise. */
  file_id: string | null;
  /** Job whose records this deletion removes. Null for every other job. */
  reverts_job_id: string | null;
  /** The latest deletion of the records of this job by a revert. Null if there is none. */
  reverted_by_job_id: string | null;
}

/** The same bytes in every attempt. */
export interface IngestJobFinished {
  /** The value of `webhook-id`, the same in every attempt. */
  id: string;
  /** The type of the event. */
  type: "ingest_job.finished";
  /** The version of the event format. */
  api_version: string;
  /** When the job finished. UTC. */
  timestamp: string;
  /** The organization of the job. */
  organization_id: string;
  /** The content of the event. */
  data: {
  /** Only in test events. */
  test?: true;
  /** The job, as its own address shows it. */
  job: IngestJob;
};
}

/** IngestJobItem is one record of a bulk request. */
export interface IngestJobItem {
  /** Place in the request, from 0. */
  index: number;
  /** `pending`, then `succeeded` or `failed`. */
  status: "pending" | "succeeded" | "failed" | "skipped";
  /** Id of the record. */
  entity_id: string | null;
  /** The client's own id, as sent. */
  external_id: string | null;
  /** Reason of the failure: `CALCULATION_FAILED` for a stored record without a result. */
  code: string | null;
  /** Reason of the failure in a sentence. */
  detail: string | null;
}

/** The answer of `GET /v2/ingest-jobs/{job_id}/items`. */
export interface IngestJobItemList {
  /** The matches of the page. */
  items: IngestJobItem[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
}

/** The answer of `GET /v2/ingest-jobs`. */
export interface IngestJobList {
  /** The matches of the page. */
  items: IngestJob[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
}

/** InputFailure is a reason why a record cannot be calculated, known when it is stored. */
export interface InputFailure {
  /** "LOAD_MISSING", ... */
  code: string;
  /** The reason as a sentence. */
  detail: string;
}

/** Instrument is the MWh of equal certificates that cover electricity of the range, also those without emissions. An invoice on both sides of the range counts by days. Each MWh is used once, for electricity of the same calendar year and market: the service checks these quality criteria of the Scope 2 Guidance. */
export interface Instrument {
  /** Kind of instrument. */
  type: "guarantee_of_origin" | "rec" | "rego" | "i_rec" | "ppa" | "other";
  /** Source of the electricity. */
  technology: "solar" | "wind" | "hydro" | "marine" | "geothermal" | "biomass" | "biogas" | "nuclear" | "natural_gas" | "coal" | "oil" | "waste" | "other";
  /** Calendar year of the production. */
  vintage: number;
  /** Market of the certificate. */
  country: string;
  /** Registry in which it was cancelled, as recorded. Null if it is not stated. */
  registry: string | null;
  /** Plant, as recorded. Null if it is not stated. */
  plant: string | null;
  /** Kilograms of CO2e per MWh that the certificate states. Null for the figure of the technology. */
  emission_rate: Decimal | null;
  /** Covered MWh, at 12 decimals. */
  mwh: Decimal;
}

/** Inventory is the statement of a range of days. Emissions are tonnes of CO2e, each the exact sum of its parts. */
export interface Inventory {
  /** The reporting organization. */
  organization_id: string;
  /** First day, included. */
  start_date: string;
  /** Last day, included. */
  end_date: string;
  /** Always "tCO2e". */
  unit: "tCO2e";
  /** Consolidation approach. */
  boundary: "operational" | "financial" | "equity";
  /** Warming potentials as in the request. Null: each calculation has its own, as in `gwp_sets`. */
  gwp: "AR4" | "AR5" | "AR6" | null;
  /** The sets of warming potentials behind the CO2e. */
  gwp_sets: GwpSetTotal[];
  /** Scope 1 to 3 with market-based electricity. */
  total_market_based: Decimal;
  /** Scope 1 to 3 with location-based electricity. */
  total_location_based: Decimal;
  /** Scope 1 by category and gas. */
  scope_1: ScopeStatement;
  /** Scope 2 by both methods of the Scope 2 Guidance. */
  scope_2: DualReporting;
  /** Scope 3 by the fifteen categories of the Scope 3 Standard. */
  scope_3: ScopeStatement;
  /** Biogenic CO2, outside of all scopes. */
  biogenic_co2: BiogenicStatement;
  /** Gases outside the Kyoto Protocol (CFC, HCFC, halons), outside of all scopes. */
  outside_scopes: OutsideScopes[];
  /** Records behind the market-based total. */
  coverage: Coverage;
  /** Share of primary data. */
  primary_data: PrimaryData;
  /** Market-based emissions by calculation method. */
  methods: MethodTotal[];
  /** Factors of other countries or activities, with their market-based emissions. */
  proxies: FactorUse[];
  /** Factors of other years, with their market-based emissions. */
  stale_factors: FactorUse[];
  /** All factors with their sources, by emissions, the largest first. A factor of several categories has one entry for each. */
  factors: FactorUse[];
  /** The organizational boundary, the reporting organization first. */
  organizations: OrganizationStatement[];
  /** Organizations that count as a whole because no shares in them are stated. Under `equity` their emissions may be too high. */
  organizations_without_shares: UnstatedOrganization[];
  /** As in the request; null for the statement as it is now. */
  as_of: string | null;
  /** Amounts of restatements within locked periods. */
  restatements: RestatementStatement;
  /** True if the request names no consolidation approach. */
  boundary_is_default: boolean;
  /** Records of the range that no total has, by reason. */
  exclusions: Exclusion[];
  /** The same days one year before, and the base year if the request names one. */
  comparatives: Comparative[];
  /** Certificates behind market-based electricity. The organizations count as a whole. */
  instruments: Instrument[];
  /** Records with and without a document. The organizations count as a whole. */
  evidence: EvidenceCount[];
  /** Whether flights are calculated with radiative forcing, as the organization has decided now. Null: as each publisher recommends. */
  radiative_forcing: "with" | "without" | null;
}

/** The body of `POST /v1/members`. */
export interface InviteMemberRequest {
  /** Address of the person, in any case. */
  email: string;
  /** First name; used if the person is new. */
  first_name?: string | null;
  /** Last name; used if the person is new. */
  last_name?: string | null;
  /** Role of the new member. */
  role: "admin" | "editor" | "viewer" | "human_resources" | "auditor";
  /** Days until the link expires, 1 to 30; 7 when not sent. */
  expires_in_days?: number | null;
}

/** The body of `POST /v1/projects/{id}/invitations`. */
export interface InviteToProjectRequest {
  /** Above or below the owner in its group. */
  organization_id: string;
  /** Categories of metrics: those of `GET /v2/dashboard/metrics`. */
  allowed_views: ("emissions" | "scope_1" | "scope_2" | "scope_3" | "vehicles" | "combustion" | "recharges" | "process" | "electricity" | "heat" | "purchases" | "capital_goods" | "energy_production" | "goods_received" | "goods_shipped" | "wastes" | "travels" | "employees" | "water" | "sold_products" | "ghg_stationary_combustion" | "ghg_mobile_combustion" | "ghg_process_emissions" | "ghg_fugitive_emissions" | "ghg_purchased_electricity" | "ghg_purchased_heat" | "ghg_purchased_goods_and_services" | "ghg_capital_goods" | "ghg_fuel_and_energy_related_activities" | "ghg_upstream_transportation_and_distribution" | "ghg_waste_generated_in_operations" | "ghg_business_travel" | "ghg_employee_commuting" | "ghg_upstream_leased_assets" | "ghg_downstream_transportation_and_distribution" | "ghg_processing_of_sold_products" | "ghg_use_of_sold_products" | "ghg_end_of_life_treatment_of_sold_products" | "ghg_downstream_leased_assets" | "ghg_franchises" | "ghg_investments" | "per_employee")[];
}

/** Invoice is the part of one facility in an invoice. */
export interface Invoice {
  /** UUID; later records have higher ids. */
  id: string;
  /** The organization whose record it is. */
  organization_id: string;
  /** Id of the user who recorded it, or who owns the API key. */
  uploaded_by: string | null;
  /** The user of `uploaded_by`. */
  user: User | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** The subject of the invoice. */
  type: "heat" | "electricity" | "water" | "recharge" | "process";
  /** The facility that the invoice is for: its country selects the factor. */
  facility_id: string;
  /** Amount of the whole invoice, in `unit_id`. At most 20 digits before the point and 30 in all. */
  base_quantity: Decimal;
  /** An id of `GET /v2/units` that fits the fuel; energy for electricity, volume for water. With a custom emission group any unit. */
  unit_id: string;
  /** The fuel or refrigerant: an id of `GET /v1/facilities/{facility_id}/fuels`. Required for heat, recharge and process without a custom factor. */
  facility_fuel_id: string | null;
  /** The supplier of the electricity: an id of `GET /v1/energy-suppliers`. Without it, and for suppliers that publish no mix, the residual mix of the country applies, or else the average of its grid. */
  supplier_id: string | null;
  /** Record of a custom database that prices the invoice, in its revision of the time of recording. */
  custom_ef_record_id: string | null;
  /** Custom emission group that prices the invoice, in its revision of the time of recording. */
  custom_emission_factor_id: string | null;
  /** Number that the supplier gave to the invoice. */
  invoice_id: string | null;
  /** Code of the point of supply. */
  cups: string | null;
  /** Logistic centre of the invoice. */
  toc: string | null;
  /** Id of that centre. */
  toc_id: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url: string | null;
  /** The calorific value of an energy of fuel, such as kWh of gas: `gross` or `net`. Only for heat invoices of a fuel with a unit of energy. Without it the amount is read as gross, and the result is marked `calorific_basis_assumed`. */
  calorific_basis: "gross" | "net" | null;
  /** Only for recharge invoices, in `unit_id`, at most `base_quantity`: refrigerant that did not leak. Of gas charged into new equipment, its charge. Of the charge of equipment that is disposed of or serviced (`base_quantity`), what was recovered. The emissions are those of the difference. */
  retained_quantity: Decimal | null;
  /** State of the calculation; `pending` lasts for moments. */
  calculation_status: "pending" | "calculated" | "failed";
  /** Reason of a failed calculation, such as `CALCULATION_FAILED`. */
  calculation_error_code: string | null;
  /** The reason in a sentence. */
  calculation_error_detail: string | null;
  /** Kilograms of CO2e; null until calculated. */
  co2e: Decimal | null;
  /** Kilograms of biogenic CO2, not part of `co2e`; null until calculated, and if no factor states it. */
  co2e_biomass: Decimal | null;
  /** Marks of the figures of the calculation, such as `proxy` or `stale_years`; empty if there are none. Null without a result, and for results of earlier versions. */
  fitness: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[] | null;
  /** First day of the period over whose days the emissions are spread evenly, as `2026-01-01T00:00:00`. */
  start_date: string;
  /** Last of these days, included, in the same form; it selects year and validity of the factor. */
  end_date: string;
  /** `loading` until it is calculated, then `active` or `error`, unless a client has set another one. */
  status: "loading" | "active" | "error" | "uploaded" | "review" | "inactive";
  /** Amount of the facility: `base_quantity` times `percentage`, exact. */
  quantity: Decimal;
  /** Share of the facility, 0 to 1. */
  percentage: Decimal;
  /** The unit of `unit_id`. */
  unit: Unit | null;
  /** Amount as it was sent. */
  original_quantity: Decimal;
  /** Unit as it was sent. */
  original_unit_id: string;
  /** The group of `custom_emission_factor_id`. */
  custom_emission_factor: CustomEmissionGroup | null;
  /** Id of the reading that the invoice was made from; null for other invoices. */
  invofox_id: string | null;
  /** The same for all parts of one invoice. */
  source_invoice_id: string;
  /** False for an invoice that is excluded from the totals. */
  enabled: boolean;
  /** The shares of all facilities, in the order in which they were sent. They add up to exactly 1, because the share of a deleted part stays, with `deleted_at`. Those of an invoice that was made from a reading may add up to less. */
  facility_percentages: InvoiceShare[];
  /** The error code as a list; empty without an error. */
  error_messages: string[];
}

/** Only with this entity type. */
export interface InvoiceFilterInput {
  /** Any of these types. */
  type?: ("heat" | "electricity" | "water" | "recharge" | "process")[];
  /** Any of these statuses. */
  status?: ("loading" | "active" | "error" | "uploaded" | "review" | "inactive")[];
  /** Of these facilities. */
  facility_id?: string[];
  /** First day of the period on this day or later. */
  start_date?: string;
  /** Last day of the period on this day or before. */
  end_date?: string;
  /** The all-zero id stands for invoices without a file. */
  file_id?: string[];
  /** Part of the number of the invoice or of its point of supply, ignoring case and accents. */
  search?: string;
  /** Recorded at this instant or later. */
  created_at_from?: string;
  /** Recorded at this instant or before. */
  created_at_to?: string;
  /** Whether the invoice has emissions. */
  co2e_status?: "calculated" | "not_calculated";
  /** With any of these marks of the calculation. */
  fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
}

/** The answer of `GET /v1/invoices`. */
export interface InvoiceList {
  /** The matches of the page. */
  items: Invoice[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Changes when the set of matching records changes. Without a value when more than 250,000 records match. */
  filter_hash: string | null;
  /** More records match than `total`. */
  total_capped: boolean;
}

/** InvoiceShare is the share of one facility. */
export interface InvoiceShare {
  /** The organization of the facility: the own one. */
  organization_id: string;
  /** Id of the facility. */
  facility_id: string;
  /** 0 to 1; all shares of an invoice add up to exactly 1, or to less for an invoice that was made from a reading. */
  percentage: Decimal;
  /** The company of the share, as it was sent. */
  company_name: string | null;
  /** Current name of the facility, or its last name when the part is deleted; ignored when sent. */
  facility_name: string | null;
  /** Time at which the part was deleted, alone or with its facility. Its emissions are in no total. Null for an existing part; ignored when sent. */
  deleted_at: string | null;
}

/** InvoiceShare is the share of one facility. */
export interface InvoiceShareInput {
  /** The organization of the facility: the own one. */
  organization_id: string;
  /** Id of the facility. */
  facility_id: string;
  /** 0 to 1; all shares of an invoice add up to exactly 1, or to less for an invoice that was made from a reading. */
  percentage: number | Decimal;
  /** The company of the share, as it was sent. */
  company_name?: string | null;
  /** Current name of the facility, or its last name when the part is deleted; ignored when sent. */
  facility_name?: string | null;
}

/** JoinForm is what an invited person sees. */
export interface JoinForm {
  /** Name of the organization. */
  organization_name: string;
  /** The invited address. */
  email: string;
  /** Role of the new member. */
  role: "admin" | "editor" | "viewer" | "human_resources" | "auditor";
  /** UTC; the link does not work afterwards. */
  expires_at: string;
}

/** The body of `POST /v2/members/join`. */
export interface JoinOrganizationRequest {
  /** Secret part of the link. */
  token: string;
  /** 12 to 1,024 characters for a new person, and the present password of a known one. People who sign in elsewhere need none. */
  password?: string | null;
}

/** JoinedGroup is the organization above the calling one. */
export interface JoinedGroup {
  /** Id of the organization above. */
  parent_id: string;
  /** Name of the organization above. */
  parent_name: string;
}

/** JoinedOrganization is the organization of a new member. */
export interface JoinedOrganization {
  /** Id of the organization, for `x-organization-id`. */
  organization_id: string;
  /** Name of the organization. */
  organization_name: string;
  /** Address of the member, to sign in with. */
  email: string;
  /** Role of the member. */
  role: "admin" | "editor" | "viewer" | "human_resources" | "auditor";
}

/** Journey is a trip in one direction between two places, as they were understood when the record was stored. */
export interface Journey {
  /** Place of departure. */
  origin: Place;
  /** Place of arrival. */
  destination: Place;
  /** Length of the trip in one direction. */
  kilometres: Decimal;
  /** How it was measured. */
  method: "great_circle" | "great_circle_with_detour" | "great_circle_plus_95_km" | "sea_lanes" | "road_service";
  /** The measurement as a sentence, with coordinates, formula and sources. */
  explanation: string;
  /** "origin", "destination": the ends whose place was chosen among several of the name. The explanation has the others. */
  chosen_places: string[];
}

/** LerCode is a waste type of the European List of Waste. */
export interface LerCode {
  /** Wastes refer to it as `ler_code_id`. The same in every installation. */
  id: string;
  /** With spaces, without the asterisk: "15 01 01". */
  code: string;
  /** Name of the waste type. */
  name: string;
  /** Names of its chapter and sub-chapter. */
  description: string;
  /** True for entries with an asterisk. */
  hazardous: boolean;
}

/** LibraryCategory is a set of factors with the same kind of key. */
export interface LibraryCategory {
  /** Name, such as "fuels". */
  category: string;
  /** Number of current factors. */
  count: number;
}

/** LibraryEntry is a factor with its revisions and its other editions. */
export interface LibraryEntry {
  /** The newest revision. */
  factor: Factor;
  /** True after its removal from the catalogue. Calculations with it keep their explanation. */
  retired: boolean;
  /** All revisions of this factor, the newest first. */
  revisions: FactorRevision[];
  /** The same factor in datasets of other years and sources, the latest year first. At most 100. */
  editions: Factor[];
}

/** LibrarySelector selects a factor by category and key. */
export interface LibrarySelector {
  /** A category of the library, such as "fuels", "electricity_location" or "freight". */
  category: string;
  /** Key in the category, such as "diesel". */
  key: string;
  /** ISO 3166-1 alpha-2 code of the country of the activity. Empty if it is unknown. */
  country: string;
  /** Zone of the grid, from ListGridZones. Only for keys of the grid, whose figures of the zone come before those of the country. Empty for the whole country. */
  grid_zone: string;
  /** The calorific value that an energy of a fuel was measured with. Unspecified: read as gross, and marked. */
  calorific_basis: "gross" | "net" | null;
}

/** LightGroup is a group in the short form for selection fields. */
export interface LightGroup {
  /** Activities refer to it as `custom_emission_factor_id`. */
  id: string;
  /** 1 to 255 characters. */
  name: string;
  /** Units of its enabled factors, sorted by name. May be empty. */
  units: Unit[];
  /** The ancestor organization that owns it. Null if the caller's organization owns it. */
  parent: OrganizationRef | null;
}

/** LimitUse is a limit, and how much of it is used. More than the limit was made before the limit was lowered. */
export interface LimitUse {
  /** From 0 on; an operator may change it. */
  limit: number;
  /** Of the whole group. */
  used: number;
}

/** The body of `POST /v1/projects/{id}/links/by-filters`. */
export interface LinkRecordsByFiltersRequest {
  /** The kind of the records. */
  entity_type: "invoices" | "logistics_requests" | "file_readings";
  /** From the list with the same filters. */
  filter_hash: string;
  /** Only with this entity type. */
  invoices?: InvoiceFilterInput;
  /** Only with this entity type. */
  logistics_requests?: LogisticsRequestFilterInput;
  /** Only with this entity type. */
  file_readings?: ReadingFilterInput;
}

/** The body of `POST /v1/projects/{id}/links`. */
export interface LinkRecordsRequest {
  /** The kind of record. */
  entity_type: "invoices" | "logistics_requests" | "file_readings";
  /** Ids of records of this kind. */
  entity_ids: string[];
}

/** LinkedProject is a project of a record. */
export interface LinkedProject {
  /** Id of the project. */
  project_id: string;
  /** Its name. */
  project_name: string;
  /** The organization of the project. */
  organization_id: string;
  /** Its name. */
  organization_name: string;
}

/** The answer of `GET /v1/logistics/hubs`. */
export interface ListHubsOfLogisticsResponse {
  /** The matches of the page. */
  items: LogisticHub[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
}

/** The body of `POST /v2/imports/{import_id}/unique-values`. */
export interface ListImportValuesRequest {
  /** Columns of the template by columns of the file. */
  mapping: Record<string, string>;
  /** Constants and further targets of columns, by column of the template; at most 256. */
  fill?: Record<string, {
  value?: string | null;
  column?: string | null;
  as?: "value" | "period_start" | "period_end" | null;
}>;
  /** How rows become one record of a month. */
  combine?: ImportCombineInput | null;
}

/** The body of `POST /v2/periods/lock`. */
export interface LockPeriodRequest {
  /** First day, included. */
  start_date: string;
  /** Not before `start_date`. */
  end_date: string;
  /** A remark, such as the report that used the totals. */
  note?: string | null;
}

/** The body of `POST /auth/login`. */
export interface LoginRequest {
  /** Address of a user, in any case. */
  email: string;
  /** The password of that user. */
  password: string;
  /** 6 digits of the authenticator app, or a recovery code. Not read for people without an app. */
  code?: string;
}

/** The answer of `POST /auth/login`. */
export interface LoginResponse {
  /** Goes into `Authorization: Bearer`. */
  access_token: string;
  /** The scheme of the header. */
  token_type: "Bearer";
  /** Seconds until the token expires. */
  expires_in: number;
}

/** LogisticHub is a place where goods are transshipped or stored. */
export interface LogisticHub {
  /** UUID. */
  id: string;
  /** The organization of the hub. */
  organization_id: string;
  /** Unique in the organization, in any case of letters. */
  name: string;
  /** Postal address as sent. */
  address: string | null;
  /** ISO 3166-1 alpha-2 of the place that the address names: "Valencia, ES", at its end too. Null if it names none. */
  country: string | null;
  /** Operator of the hub. */
  type: "owned" | "subcontracted";
  /** Kind of hub; it selects the factor of subcontracted hubs. */
  category: "transshipment_ambient" | "transshipment_mixed" | "storage_transhipment_ambient" | "storage_transhipment_mixed" | "warehouse_ambient" | "warehouse_mixed" | "liquid_bulk_terminals_ambient" | "liquid_bulk_terminals_mixed" | "maritime_container_terminals_ambient" | "maritime_container_terminals_temperature_controlled" | null;
  /** Archived hubs keep their emissions. */
  status: "active" | "archived";
  /** Whether vehicles are charged at the hub. */
  supercharger: boolean;
  /** Facility of an owned hub. Null for a subcontracted hub, and after the deletion of the facility. */
  facility_id: string | null;
  /** Kilograms of CO2e: of an owned hub those of its facility, of a subcontracted one the sum of the hub parts of logistics requests. */
  co2e: Decimal;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
}

/** The answer of `GET /v1/logistic-hubs`. */
export interface LogisticHubList {
  /** The matches of the page. */
  items: LogisticHub[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** LogisticsCount is the number of stored entities of one kind. */
export interface LogisticsCount {
  /** 0 or more. */
  count: number;
  /** UTC; the latest creation or change of one of them. Null without any. */
  last_updated: string | null;
}

/** LogisticsFuel is a fuel of vehicles of carriers. */
export interface LogisticsFuel {
  /** The same in every installation. */
  id: string;
  /** Name: "diesel". */
  name: string;
  /** Unit of its quantities. */
  unit_id: string;
  /** Code of the unit. */
  unit: string;
  /** Region of its factor: "EU", "GLO" or a country. */
  region: string;
}

/** The answer of `GET /v1/logistics/fuels`. */
export interface LogisticsFuelList {
  /** Number of all items. */
  total_count: number;
  /** All items. */
  fuels: LogisticsFuel[];
}

/** LogisticsPackage is freight that is transported in one or more legs. Deleted legs are no part of it. */
export interface LogisticsPackage {
  /** UUID. */
  id: string;
  /** The `movement_id` of its first request that has one; else the package key. Packages of one shipment share it. */
  shipment_id: string;
  /** Unique in the organization. */
  package_key: string;
  /** The `client` of its first request that has one. */
  client_billing_id: string | null;
  /** Load of the first leg, in kilograms. Null if it is unknown. */
  weight_kg: Decimal | null;
  /** Sum of the known distances of the legs. */
  total_distance_km: Decimal;
  /** Kilograms of CO2e, the exact sum over the legs; null while a leg has no emissions. */
  total_co2e: Decimal | null;
  /** `inactive` without legs. */
  status: "active" | "inactive";
  /** UTC. */
  created_at: string;
  /** UTC; null until a leg is added, repeated or deleted. */
  updated_at: string | null;
  /** In the order of their creation. Only for one package, and for lists by `package_key`. */
  legs?: PackageLeg[];
}

/** The answer of `GET /v1/logistics/packages`. */
export interface LogisticsPackageList {
  /** The matches of the page. */
  items: LogisticsPackage[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
}

/** LogisticsRecharge is an amount of fuel or electricity that a vehicle took on one day. */
export interface LogisticsRecharge {
  /** UUID; later records have higher ids. */
  id: string;
  /** The organization whose record it is. */
  organization_id: string;
  /** Id of the user who recorded it, or who owns the API key. */
  uploaded_by: string | null;
  /** The user of `uploaded_by`. */
  user: User | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** Fuel, from `GET /v1/logistics/fuels`. It selects the factor and the unit. */
  fuel_id: string;
  /** Country where the vehicle took the fuel. */
  country: string;
  /** Day of the recharge, from 1970 to next year. It selects the year of the factor. */
  date: string;
  /** Amount in the unit of the fuel. */
  quantity: Decimal;
  /** Compared by capital letters and digits only. */
  vehicle_license_plate: string | null;
  /** Transport operation category of the vehicle, from `GET /v1/logistics/tocs`. */
  toc_id: string | null;
  /** Project of the recharge, one of the organization. */
  project_id: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url: string | null;
  /** The run of the vehicle, such as a round trip with its empty way back. Legs with the same key share the emissions of its recharges by their tonne-kilometres. Without a key those of the same license plate and calendar month do. */
  run_key: string | null;
  /** State of the calculation; `pending` lasts for moments. */
  calculation_status: "pending" | "calculated" | "failed";
  /** Reason of a failed calculation, such as `CALCULATION_FAILED`. */
  calculation_error_code: string | null;
  /** The reason in a sentence. */
  calculation_error_detail: string | null;
  /** Kilograms of CO2e; null until calculated. */
  co2e: Decimal | null;
  /** Kilograms of biogenic CO2, not part of `co2e`; null until calculated, and if no factor states it. */
  co2e_biomass: Decimal | null;
  /** Marks of the figures of the calculation, such as `proxy` or `stale_years`; empty if there are none. Null without a result, and for results of earlier versions. */
  fitness: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[] | null;
  /** `active` once it is calculated. */
  status: "pending" | "active" | "error";
  /** Name of the fuel. */
  fuel_name: string;
  /** Unit of the quantity: that of the fuel. */
  unit: string;
  /** Vehicle and type of the transport operation category, such as "van_diesel". */
  vehicle_type: string | null;
  /** Kilograms of CO2e in `co2e` of the use of the fuel: tank to wheel. */
  co2e_operation: Decimal | null;
  /** Kilograms of CO2e in `co2e` of the production of the fuel: well to tank. */
  co2e_energy_provision: Decimal | null;
}

/** LogisticsRechargeBulk is the outcome of a bulk request. */
export interface LogisticsRechargeBulk {
  /** Records in the request. */
  total_received: number;
  /** Stored and refused records. */
  total_processed: number;
  /** Stored records. */
  success: number;
  /** Refused records. */
  failed: number;
  /** The stored records, in the order of the request. */
  results: LogisticsRecharge[];
  /** The reasons of the refusals, at most 3 for each record. */
  errors: BulkError[];
}

/** The answer of `GET /v1/logistics/recharges`. */
export interface LogisticsRechargeList {
  /** The matches of the page. */
  items: LogisticsRecharge[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** More records match than `total`. */
  total_capped: boolean;
}

/** LogisticsRequest is one leg of a shipment. Its emissions are those from well to wheel (ISO 14083). */
export interface LogisticsRequest {
  /** UUID; later records have higher ids. */
  id: string;
  /** The organization whose record it is. */
  organization_id: string;
  /** The user of `uploaded_by`. */
  user: User | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** An IATA code, a code of UN/LOCODE, "City", "City, CC" or "City, state, CC". Required without `distance_km` and `tkm`. */
  origin: string | null;
  /** As `origin`. */
  destination: string | null;
  /** Unit of the load; `kg` when not sent. */
  load_unit: "kg" | "ton" | "pallets" | "teu" | "feu";
  /** Share of the load that was transported, 0 to 1; 1 when not sent. */
  load_factor: Decimal | null;
  /** Mode of transport. Required without `toc`; its average TOC applies. */
  category: "road" | "air" | "maritime" | "rail" | null;
  /** Country of the origin, or `GLO` for none; `GLO` when not sent. */
  origin_country: string;
  /** Year of the factor; that of `shipment_date` when not sent. */
  year: number | null;
  /** Whether the vehicle was cleaned for the leg, which adds 5 % to its emissions; false when not sent. */
  cleaning: boolean;
  /** The shipment. A request of the same shipment, stretch, stage and package replaces the earlier one. */
  movement_id: string | null;
  /** Customer of the shipment. */
  client: string | null;
  /** Day of the shipment, from 1970 to next year; today when not sent. */
  shipment_date: string;
  /** Stretch of the movement. */
  movement_stretch: string | null;
  /** Stage of the movement. */
  movement_stage: string | null;
  /** License plate of the vehicle. */
  vehicle_license_plate: string | null;
  /** License plate of the trailer. */
  trailer_license_plate: string | null;
  /** Whether another company operates the vehicle; false when not sent. A leg of the organization's vehicle is in no total if fuel of its run is recorded (`/v1/logistics/recharges`). */
  subcontractor: boolean;
  /** A hub of the organization that the load passes. */
  hub_id: string | null;
  /** The package, which the request creates or extends. */
  package_key: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url: string | null;
  /** The payer of the transport: category 4 of scope 3 if it is the organization, else 9. `organization` when not sent. */
  paid_by: "organization" | "other";
  /** The run of the organization's vehicle, as in its recharges. Without a key those of the same license plate and calendar month are its run. */
  run_key: string | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id: string | null;
  /** State of the calculation; `pending` lasts for moments. */
  calculation_status: "pending" | "calculated" | "failed";
  /** Reason of a failed calculation, such as `CALCULATION_FAILED`. */
  calculation_error_code: string | null;
  /** The reason in a sentence. */
  calculation_error_detail: string | null;
  /** Kilograms of CO2e; null until calculated. */
  co2e: Decimal | null;
  /** Kilograms of biogenic CO2, not part of `co2e`; null until calculated, and if no factor states it. */
  co2e_biomass: Decimal | null;
  /** Marks of the figures of the calculation, such as `proxy` or `stale_years`; empty if there are none. Null without a result, and for results of earlier versions. */
  fitness: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[] | null;
  /** `pending` until it is calculated; `inactive` after its deletion. */
  status: "pending" | "active" | "error" | "inactive";
  /** Load as sent, in `load_unit`, or the default load of the TOC in kilograms. Null if only `tkm` was sent. */
  load: Decimal | null;
  /** Kilometres as sent, or measured between origin and destination. Null if only `tkm` was sent. */
  distance_km: Decimal | null;
  /** Tonne-kilometres as sent, or tonnes times kilometres; of measured flights those of the great circle, as in the published factors. */
  tkm: Decimal | null;
  /** Name of the transport operation category: as sent, or the average of the mode. */
  toc: string | null;
  /** Id of the transport operation category. */
  toc_id: string | null;
  /** Kilograms that were transported: the load times the load factor. Null if only `tkm` was sent. */
  effective_load_kg: Decimal | null;
  /** The package of `package_key`. */
  package_id: string | null;
  /** Kilograms of CO2e: the same as `co2e`. */
  kgco2e: Decimal | null;
  /** Kilograms of CO2e per tonne-kilometre. */
  emission_intensity: Decimal | null;
  /** Kilograms of CO2e of the operation of the vehicle: tank to wheel. */
  operation_co2e: Decimal | null;
  /** Kilograms of CO2e of the provision of its energy: well to tank. */
  energy_provision_co2e: Decimal | null;
  /** Kilograms of CO2e of the hub of another company. Null without one. */
  hub_co2e: Decimal | null;
  /** Reasons why there are no emissions. */
  error_messages: string[];
  /** Inputs that the service completed: `load`, `toc`, `distance_km`; `origin` and `destination` whose place was chosen among several of the name. */
  estimated_data: string[];
  /** The user who recorded it, or who owns the API key. */
  uploaded_by: User | null;
  /** The places that `origin` and `destination` name, and how the distance was measured. Null if the distance was not measured. */
  journey: Journey | null;
  /** Projects that it belongs to. */
  linked_projects: LinkedProject[];
  /** Tonne-kilometres as sent. Null if they follow from load and distance. */
  sent_tkm: Decimal | null;
  /** The share of the leg in the fuel of the organization's vehicle, which counts in place of the leg: no total includes the leg then. Null for a leg that counts by itself, while fuel of the run is calculated, and in the answer to a creation. */
  allocation: RunShare | null;
  /** The group of `custom_emission_factor_id`. */
  custom_emission_factor: CustomEmissionGroup | null;
}

/** LogisticsRequestBulk is the result of a batch. */
export interface LogisticsRequestBulk {
  /** Number of records in the batch. */
  total_received: number;
  /** The same: every record is stored or listed as an error. */
  total_processed: number;
  /** Number of stored requests without an error. */
  success: number;
  /** Number of records with an error. */
  failed: number;
  /** The stored requests, in the order of the batch. */
  results: LogisticsRequest[];
  /** The errors, in the order of the batch. A stored request whose calculation failed has one, too. */
  errors: BulkError[];
  /** The job that calculates the requests. Null if they are calculated in the call, or if none was stored. */
  job_id: string | null;
}

/** Only with this entity type. */
export interface LogisticsRequestFilterInput {
  /** Of this shipment. */
  movement_id?: string;
  /** Of this customer. */
  client?: string;
  /** Any of these names of TOCs. */
  vehicle_type?: string[];
  /** Any of these files. The all-zero id matches nothing. */
  file_id?: string[];
  /** Any of these statuses. */
  status?: ("pending" | "active" | "error" | "inactive")[];
  /** Shipped on this day or later. */
  date_from?: string;
  /** Shipped on this day or before. */
  date_until?: string;
  /** Recorded at this instant or later. */
  created_at_from?: string;
  /** Recorded at this instant or before. */
  created_at_until?: string;
  /** Recorded by any of these users. */
  uploaded_by?: string[];
  /** With any of these marks of the calculation. */
  fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
  /** Conditions on columns, such as `vehicle_type:in[van_diesel,van_electric]`; all of them must hold. The columns are `vehicle_type`, `file_id` and `uploaded_by`. The all-zero id stands for requests without a file or a user. */
  filter_by?: string[];
  /** Linked to this project. */
  project_id?: string;
  /** Part of shipment, customer, origin, destination or license plates, ignoring case and accents. */
  search?: string;
  /** Paid by either. */
  paid_by?: ("organization" | "other")[];
  /** Of this run. */
  run_key?: string;
}

/** The answer of `GET /v1/logistics/requests`. */
export interface LogisticsRequestList {
  /** The matches of the page. */
  items: LogisticsRequest[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Changes when the set of matching records changes. Without a value when more than 250,000 records match. */
  filter_hash: string | null;
  /** More records match than `total`. */
  total_capped: boolean;
}

/** LogisticsSummary has the numbers of stored entities. */
export interface LogisticsSummary {
  /** Legs of shipments. */
  requests: LogisticsCount;
  /** Fuel of vehicles of carriers. */
  recharges: LogisticsCount;
  /** Owned and subcontracted hubs, archived ones included. */
  hubs: LogisticsCount;
}

/** LossShare is a published share of the generated electricity that the grid loses in transmission and distribution. */
export interface LossShare {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Year of the figure. */
  year: number;
  /** Percent of the generated electricity. A kWh that is used causes percent / (100 - percent) kWh of losses. */
  percent: Decimal;
  /** Name and licence of the publication. */
  source: string;
  /** Zone of the grid. Empty for the whole country. */
  grid_zone: string;
}

/** MarkCoverage counts the records with one mark. A record with several marks counts for each of them. */
export interface MarkCoverage {
  /** The mark. */
  mark: "proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ";
  /** Calculated records with the mark. */
  records: number | null;
  /** Tonnes of CO2e of the parts with the mark. */
  co2e: Decimal;
}

/** The body of `POST /v1/notifications/mark-read`. */
export interface MarkNotificationsReadRequest {
  /** Latest creation time, included, to the millisecond. Later notifications stay unread, because the user has not seen them. */
  until?: string;
}

/** MassByGwpSet is one mass of CO2e under each set of warming potentials, in kilograms. */
export interface MassByGwpSet {
  /** Under the Fourth Assessment Report of the IPCC. */
  ar4: Decimal;
  /** Under the Fifth Assessment Report. */
  ar5: Decimal;
  /** Under the Sixth Assessment Report. */
  ar6: Decimal;
}

/** The body of `POST /v2/certificates/{id}/matches`. */
export interface MatchCertificateRequest {
  /** Up to 1,000 invoices, each once, in the order in which they are covered. Empty for all that fit. */
  invoice_ids?: string[];
}

/** MaterialSelector selects a factor per physical unit of a product. */
export interface MaterialSelector {
  /** Compared with the official names of materials. Case-insensitive. */
  product_name: string;
  /** Used if no material matches the product name. */
  sector: string;
  /** ISO 3166-1 alpha-2 country of the supplier, or else of the organization. Empty if both are unknown. */
  country: string;
  /** True for the recycled share of the material: selects the closed-loop figure. */
  recycled: boolean;
}

/** Member is a person with a role in an organization. */
export interface Member {
  /** Id of the user. */
  user_id: string;
  /** E-mail address, lower case. */
  email: string;
  /** First name. */
  first_name: string | null;
  /** Last name. */
  last_name: string | null;
  /** Decides which routes the member may call. */
  role: "admin" | "editor" | "viewer" | "human_resources" | "auditor";
  /** Disabled members are refused, and so are their API keys. */
  status: "active" | "disabled";
  /** UTC; when the person became a member for the first time. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
}

/** MemberInvitation is a link by which one person becomes a member. */
export interface MemberInvitation {
  /** UUID; later invitations have higher ids. */
  id: string;
  /** Address of the person, lower case. */
  email: string;
  /** First name of a new person. */
  first_name: string | null;
  /** Last name of a new person. */
  last_name: string | null;
  /** Role of the new member. */
  role: "admin" | "editor" | "viewer" | "human_resources" | "auditor";
  /** Secret part of `GET` and `POST /v1/members/join/{token}`. Only in the answer that makes the link; a replay has none, because only a hash is stored. */
  token: string | null;
  /** UTC; the link does not work afterwards. */
  expires_at: string;
  /** Id of the admin who made it. */
  created_by: string | null;
  /** UTC. */
  created_at: string;
}

/** The answer of `GET /v1/members/invitations`. */
export interface MemberInvitationList {
  /** The matches of the page. */
  items: MemberInvitation[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** The answer of `GET /v1/members`. */
export interface MemberList {
  /** The matches of the page. */
  items: Member[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** MethodTotal is the emissions of one calculation method. */
export interface MethodTotal {
  /** Null for factors without a method. */
  method: "spend_based" | "average_data" | "supplier_specific" | null;
  /** Tonnes of CO2e. */
  co2e: Decimal;
}

/** MonthDifference has the emissions of a month, in tonnes. */
export interface MonthDifference {
  /** Of the emissions. */
  year: number;
  /** 1 to 12. */
  month: number;
  /** Before the run. */
  co2e_before: Decimal;
  /** After acceptance. */
  co2e_after: Decimal;
}

/** The emissions of a month: `group_by=month`. */
export interface MonthEmissions {
  /** Year of the month or quarter. */
  year: number;
  /** 1 to 12. */
  month: number;
  /** Tonnes of CO2e. */
  co2e: Decimal;
}

/** Notification tells one user about one event. */
export interface Notification {
  /** UUID; later notifications have higher ids. */
  id: string;
  /** Kind of event. */
  type: "ingest_job_finished";
  /** The finished ingest job, as it was at that time. */
  job: IngestJob;
  /** True if the user has read it. */
  read: boolean;
  /** UTC; null while it is unread. */
  read_at: string | null;
  /** UTC. */
  created_at: string;
}

/** The answer of `GET /v1/notifications`. */
export interface NotificationList {
  /** The matches of the page. */
  items: Notification[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Number of all unread notifications of the caller; filters have no effect on it. */
  unread_count: number;
}

/** The body of `POST /v2/members/join/form`. */
export interface OpenMemberInvitationRequest {
  /** Secret part of the link. */
  token: string;
}

/** Organization is the calling organization with its settings. */
export interface Organization {
  /** UUID. */
  id: string;
  /** Name of the organization. */
  name: string;
  /** ISO 3166-1 alpha-2. Factors of purchases from unknown suppliers are of this country. */
  country: string;
  /** Warming potentials of all gases that a calculation weighs. */
  gwp_set: "AR4" | "AR5" | "AR6";
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** Whether factors of flights include the effects besides CO2, CH4 and N2O. Null: as the publisher of each factor recommends. */
  radiative_forcing: "with" | "without" | null;
  /** UTC; null while it is active. An archived organization is read, and every change is refused with `ORGANIZATION_ARCHIVED`. */
  archived_at: string | null;
  /** Edition of NACE of sectors that state none, for purchases that are stored afterwards. Null: a code of two meanings is refused. */
  sector_edition: "nace_rev2" | "nace_rev2_1" | null;
  /** Month in which the fiscal year begins, 1 to 12. Totals by fiscal year use it. */
  fiscal_year_start_month: number;
}

/** The emissions of an organization: `group_by=organization`. */
export interface OrganizationEmissions {
  /** Tonnes of CO2e. */
  co2e: Decimal;
  /** Organization of the records. */
  organization_id: string;
}

/** OrganizationNode is an organization with its children. */
export interface OrganizationNode {
  /** Id of the organization. */
  id: string;
  /** Name of the organization. */
  name: string;
  /** Sorted by name. */
  children: OrganizationNode[];
}

/** OrganizationRef names an organization. */
export interface OrganizationRef {
  /** Id of the organization. */
  id: string;
  /** Its name. */
  name: string;
}

/** OrganizationStatement is the part of one organization, after its shares. */
export interface OrganizationStatement {
  /** Id of the organization. */
  organization_id: string;
  /** Its name. */
  name: string;
  /** Null for the reporting organization. */
  parent_id: string | null;
  /** False without stated shares: the organization counts as a whole. */
  shares_stated: boolean;
  /** The shares by date, from the reporting organization down. */
  shares: PeriodShare[];
  /** Market-based emissions that count. */
  co2e: Decimal;
}

/** OutsideScopes is the emissions of a gas or blend outside the Kyoto Protocol. */
export interface OutsideScopes {
  /** Name of the gas or blend. */
  name: string;
  /** Tonnes of CO2e. */
  co2e: Decimal;
}

/** OwnWorkforce is a person in the workforce of an organization. */
export interface OwnWorkforce {
  /** UUID; later records have higher ids. */
  id: string;
  /** The organization whose record it is. */
  organization_id: string;
  /** Id of the user who recorded it, or who owns the API key. */
  uploaded_by: string | null;
  /** The user of `uploaded_by`. */
  user: User | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** As the person stated it. */
  gender: "M" | "F" | "O" | "NS";
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Id of the person in the customer's HR system. Null after the erasure of the person. */
  external_employee_id: string | null;
  /** Null for viewers, and after the erasure of the person. */
  birth_date: string | null;
  /** Null for viewers, and after the erasure of the person. */
  disabled_employee: boolean | null;
  /** By start date; they never overlap. */
  contracts: WorkforceContract[];
  /** `active` when stored; `loading` and `error` belong to file imports. */
  status: "active" | "loading" | "error";
  /** UTC; the erasure of the values that identify the person. Null for others. */
  erased_at: string | null;
}

/** The answer of `GET /v1/own_workforces`. */
export interface OwnWorkforceList {
  /** The matches of the page. */
  items: OwnWorkforce[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Changes when the set of matching records changes. Without a value when more than 250,000 records match. */
  filter_hash: string | null;
  /** More records match than `total`. */
  total_capped: boolean;
}

/** OwnWorkforceTraining is a training of a person. */
export interface OwnWorkforceTraining {
  /** Id of the training. */
  id: string;
  /** Id of the person. */
  own_workforce_id: string;
  /** Id of the person in the customer's HR system. Null after the erasure of the person. */
  external_employee_id: string | null;
  /** Free text. Empty after the erasure of the person. */
  type: string;
  /** Free text. Empty after the erasure of the person. */
  description: string;
  /** Hours of the training, from 0. */
  hours: Decimal;
  /** First day. */
  start_date: string;
  /** Last day, which belongs to the training. */
  end_date: string;
  /** Id of the user who recorded it. Null for an API key without a user. */
  created_by: string | null;
  /** UTC. */
  created_at: string;
  /** UTC; the time of recording until the first change. */
  updated_at: string;
  /** The file that the training comes from. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** The ingest job that created the training. */
  processing_job_id: string | null;
  /** `active` when stored; `loading` and `error` belong to file imports. */
  status: "active" | "loading" | "error" | null;
  /** By the keys of the custom columns. Only keys with a value. */
  custom_values: Record<string, string | Decimal | boolean>;
  /** Only in a view of several organizations; otherwise null. */
  organization_id: string | null;
}

/** Ownership is the shares in a child by date. */
export interface Ownership {
  /** The organization directly below the calling one. */
  organization_id: string;
  /** Sorted by date. Empty if none are stated: the emissions then count as a whole. */
  shares: OwnershipShare[];
}

/** OwnershipShare applies from its date until the next entry. Days before the first entry are outside the boundary. */
export interface OwnershipShare {
  /** First day, included. */
  start_date: string;
  /** Economic interest, 0 to 1, with at most 4 decimals. 0 from the day of a sale on. */
  equity_share: Decimal;
  /** Whether the operating policies of the child are decided by the calling organization. */
  operational_control: boolean;
  /** The power over the financial policies of the child. */
  financial_control: "none" | "joint" | "full";
}

/** OwnershipShare applies from its date until the next entry. Days before the first entry are outside the boundary. */
export interface OwnershipShareInput {
  /** First day, included. */
  start_date: string;
  /** Economic interest, 0 to 1, with at most 4 decimals. 0 from the day of a sale on. */
  equity_share: number | Decimal;
  /** Whether the operating policies of the child are decided by the calling organization. */
  operational_control: boolean;
  /** The power over the financial policies of the child. `true` is `full`, and `false` is `none`. */
  financial_control: "none" | "joint" | "full" | true | false;
}

/** PackageLeg is a logistics request of a package. */
export interface PackageLeg {
  /** Id of the logistics request. */
  id: string;
  /** Place of departure; null if only the distance was recorded. */
  origin: string | null;
  /** Place of arrival; null if only the distance was recorded. */
  destination: string | null;
  /** Null until it is known. */
  distance_km: Decimal | null;
  /** Kilograms of CO2e; null until calculated. */
  co2e: Decimal | null;
}

/** ParsedImport is the table of a new session. */
export interface ParsedImport {
  /** UUID of the session. */
  import_id: string;
  /** `parsed`; `created` while a large file is still being read. */
  status: "created" | "parsed" | "mapped" | "validating" | "validated" | "submitting" | "submitted" | "failed" | "expired";
  /** Name of the file, as uploaded. */
  file_name: string;
  /** Rows below the header that have a value. */
  total_rows: number;
  /** Zero-based row of the sheet with the names of the columns. */
  detected_header_row: number;
  /** Names of the columns of the file. */
  source_columns: string[];
  /** The first rows, as texts. */
  sample_rows: string[][];
  /** Locale of numbers, as sent. */
  numeric_locale: string | null;
  /** Names of the visible sheets; empty for csv. */
  sheets: string[];
  /** The sheet that was read; null for csv. */
  selected_sheet: string | null;
  /** Of the rows, those that the sheet hides or filters out. They are imported, too. */
  hidden_rows: number;
}

/** PasswordReset is a link by which a member chooses a new password. */
export interface PasswordReset {
  /** For `POST /auth/password/reset`. Only in the answer that makes the link; a replay has none, because only a hash is stored. */
  token: string | null;
  /** UTC; the link does not work afterwards. */
  expires_at: string;
}

/** The record has no result yet. The lists are empty. */
export interface PendingCalculation {
  /** Id of the record. */
  record_id: string;
  /** Kind of record. */
  entity_type: "purchases" | "wastes" | "invoices" | "waste_water_treatments" | "facilities" | "hotel_stays" | "vehicles" | "vehicle_consumptions" | "business_travels" | "transports" | "logistics_requests" | "logistics_recharges" | "commuting_periods" | "sold_product_sales" | "employees" | "own_workforces" | "own_workforce_trainings" | "survey_rows";
  /** `calculated`, `failed` with an error code, or `pending` before the first result. */
  status: "pending";
  /** Conversions from the recorded unit to the unit of the factor. Empty if the units are equal. */
  conversions: ConversionStep[];
  /** All factors that were considered, the best first, each with the reason of the decision. */
  candidates: Candidate[];
  /** The contributions of the record to the totals, and its memo items. */
  impacts: Impact[];
  /** All parts of a record of several parts, the main part first, each with its own inputs. A part whose factor changes within the period has one entry for each factor. `method`, `factor`, `formula` and the related fields above describe only the first entry. Empty for a record of one part with one factor. */
  parts: CalculationPart[];
}

/** PeriodLock is a period whose totals do not change. */
export interface PeriodLock {
  /** UUID. */
  id: string;
  /** The organization of the records. Locks do not apply to organizations below it. */
  organization_id: string;
  /** First day, included. */
  start_date: string;
  /** Last day, included. */
  end_date: string;
  /** A remark, such as the report that used the totals. */
  note: string | null;
  /** Records of the period without a result at the time of the lock, because their calculation had failed. They are in no total. */
  failed_records: number;
  /** The user that locked the period; null for a service. */
  locked_by: string | null;
  /** UTC. */
  locked_at: string;
  /** From this instant on no result changes the totals of the period, and records can be restated. Null until the lock has reached the totals, usually less than a second. */
  totals_fixed_at: string | null;
}

/** The answer of `GET /v2/periods/locks`. */
export interface PeriodLockList {
  /** The matches of the page. */
  items: PeriodLock[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** PeriodShare is the share in a period. */
export interface PeriodShare {
  /** First day, included. */
  start_date: string;
  /** Last day, included. */
  end_date: string;
  /** 0 to 1. */
  share: Decimal;
}

/** Place is an airport, a place of UN/LOCODE or a city. */
export interface Place {
  /** The same in every installation. */
  id: string;
  /** Name in its source: "Adolfo Suárez Madrid–Barajas Airport". */
  name: string;
  /** Source of the place. */
  kind: "airport" | "unlocode" | "city";
  /** IATA code of an airport, code of UN/LOCODE, or number of GeoNames. */
  code: string;
  /** ISO 3166-1 alpha-2, as in the source. */
  country: string;
  /** Code of the state or region in the source: "OR". Empty if the source has none. */
  subdivision: string;
  /** City of an airport. Empty for other places. */
  municipality: string;
  /** Degrees, north positive. */
  latitude: Decimal;
  /** Degrees, east positive. */
  longitude: Decimal;
  /** A text that names exactly this place, for an origin or destination: "MAD", "ESBCN" or "Portland, OR, US". */
  text: string;
  /** First day on which the airport has its code, as 2026-01-31. Absent without a known limit, and for other places. */
  valid_from: string | null;
  /** Last day on which the airport has its code. Absent for an airport that still has it, and for other places. */
  valid_to: string | null;
}

/** The answer of `GET /v1/places`. */
export interface PlaceList {
  /** The matches of the page. */
  items: Place[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** PossibleDuplicate names what is there already, or an earlier row of the same file. */
export interface PossibleDuplicate {
  /** The value that is the same. */
  reason: "external_id" | "document_number" | "same_activity" | "same_file";
  /** Field that shows it; null for a file. */
  field: string | null;
  /** Kind of what is there, such as `invoices`, `imports` or `file_readings`; null for an earlier row. */
  entity_type: string | null;
  /** Its id; null for an earlier row. */
  id: string | null;
  /** Its path in the API; null for an earlier row. */
  link: string | null;
  /** Number of the earlier row in the sheet, from 1; null for what is stored. */
  row_number: number | null;
}

/** PresignedDownload is a signed URL of a file. */
export interface PresignedDownload {
  /** UUID of the file. */
  id: string;
  /** URL for `GET`. It needs no credential: keep it secret. */
  presigned_url: string;
  /** UTC; when the URL expires. */
  expires_at: string;
}

/** PresignedFile is a registered file with the URL for its upload. */
export interface PresignedFile {
  /** UUID of the file. */
  id: string;
  /** `pending` until the content has arrived, then `uploaded`; `error` after the client gave it up. */
  status: "pending" | "uploaded" | "error";
  /** URL of the content. It needs a credential, and works after the upload. */
  url: string;
  /** URL for `PUT` with the content. It needs no credential: keep it secret. */
  presigned_url: string;
  /** UTC; when the URL expires. */
  expires_at: string;
}

/** NewPresignedFile declares a file that will be uploaded. */
export interface PresignedFileInput {
  /** Name without the extension. */
  name: string;
  /** Extension without a point. */
  extension: string;
  /** Media type. The upload must have the same `Content-Type`. */
  mime_type: string;
  /** Size in units of 1,024 bytes, rounded up. At most 25,600. */
  size_kb: number;
  /** The folder that will contain the file; without it the file is at the top. */
  folder_id?: string | null;
}

/** PriceConversion brings an amount of money from one price basis to another. */
export interface PriceConversion {
  /** Basis of the amount. */
  from_basis: "purchaser" | "producer" | "basic";
  /** Basis of the factor. */
  to_basis: "purchaser" | "producer" | "basic";
  /** Publisher of the ratio. */
  source: string;
}

/** PriceIndex brings an amount of money from the prices of one year to those of another: amount * to_value / from_value. */
export interface PriceIndex {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Series of the index. */
  kind: "gdp_deflator" | "consumer_prices";
  /** Publisher and series. */
  source: string;
  /** Year of `from_value`. Another year than that of the amount if the index has no value for it. */
  from_year: number;
  /** Price year of the factor. */
  to_year: number;
  /** Value of the index in `from_year`. Only ratios of values have a meaning. */
  from_value: Decimal;
  /** Value of the index in `to_year`. */
  to_value: Decimal;
  /** True if the index has no value for the year of the amount, so that the nearest year stands in. */
  carried_forward: boolean;
}

/** PrimaryData is the part of the market-based emissions that was calculated with supplier-specific factors. */
export interface PrimaryData {
  /** Tonnes of CO2e. */
  co2e: Decimal;
  /** Of the market-based total, 0 to 1, at 34 significant digits. Null if the total is zero. */
  share: Decimal | null;
}

/** RFC 9457 problem details. */
export interface Problem {
  /** URL of an explanation. */
  type: string;
  /** The same for every occurrence. */
  title: string;
  /** The status of the answer. */
  status: number;
  /** For programs. */
  code: ErrorCode;
  /** The explanation of this occurrence. */
  detail: string;
  /** Empty when no field caused the refusal. */
  errors: Violation[];
  /** The value of `x-request-id`. */
  request_id: string;
}

/** Project is a named set of records. */
export interface Project {
  /** UUID. */
  id: string;
  /** The owner. */
  organization_id: string;
  /** Not unique. */
  name: string;
  /** Free text. */
  description: string | null;
  /** First day. */
  start_date: string | null;
  /** Last day, included. */
  end_date: string | null;
  /** The day on which the work is due. */
  due_date: string | null;
  /** The purpose of the project; null if unknown. */
  project_type: "carbon_footprint" | "custom" | "einf" | "iso_14064" | "iso_14001" | "iso_9001" | "acv" | "visualization" | "suppliers" | "logistics" | null;
  /** The reporting standard; null without one. */
  methodology: "esrs" | "gri" | "glec" | null;
  /** A member of the owner. */
  responsible_user_id: string;
  /** The same member. */
  responsible_user: ProjectUser;
  /** The owner, where the project is shared with the calling organization; null for an own project. */
  parent: ProjectParent | null;
  /** Numbers of what belongs to it. */
  extended: ProjectNumbers;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
}

/** ProjectInvitation lets another organization of the group read a project. */
export interface ProjectInvitation {
  /** The invited organization. */
  organization_id: string;
  /** Its name. */
  organization_name: string;
  /** The categories of emissions whose widgets it may see. */
  allowed_views: string[];
  /** UTC. */
  created_at: string;
}

/** ProjectLinks counts the records of one kind in a project. */
export interface ProjectLinks {
  /** The kind of record. */
  entity_type: "invoices" | "logistics_requests" | "file_readings";
  /** Links that the call has made or removed. */
  changed: number;
  /** Linked records of the kind, afterwards. */
  total: number;
}

/** ProjectNumbers counts what belongs to a project. */
export interface ProjectNumbers {
  /** Different source files of the linked records, with those of the linked file readings. */
  number_of_files: number;
  /** Widgets of its dashboard, a moment after a change. For an invited organization, those that it sees. */
  number_of_widgets: number;
  /** Always 0: projects have no tasks. */
  number_of_tasks: number;
  /** Always 0. */
  number_of_tasks_completed: number;
}

/** ProjectParent is the organization that shares a project. */
export interface ProjectParent {
  /** UUID. */
  id: string;
  /** Name of the organization. */
  name: string;
}

/** ProjectUser is the member who is responsible. */
export interface ProjectUser {
  /** UUID. */
  id: string;
  /** Address. */
  email: string;
  /** Null if unknown. */
  first_name: string | null;
  /** Null if unknown. */
  last_name: string | null;
}

/** Publication is the place of a published figure. Absent fields are unknown. */
export interface Publication {
  /** Organization that published it. */
  publisher: string;
  /** Title of the document, with its version. */
  document: string;
  /** Sheet, table or heading in the document. */
  table_name: string | null;
  /** Row in the document: its key, or else its published name. */
  row: string;
  /** Address of the document, or of the page of the publisher that has it. */
  url: string | null;
  /** "2025-01-15", or the month or year where no day is known. */
  published_on: string;
  /** SHA-256 of the publisher's file in hexadecimal digits. Only the first digits where no more are known. */
  sha256: string | null;
  /** Id of the edition in the registry of editions, such as "desnz-2026". */
  edition_id: string | null;
  /** Id of the edition that corrects this one. Absent if none is known. */
  superseded_by: string | null;
  /** Calculates the records again that use figures of this source. Absent unless a correction changed or removed the figure of a result. */
  recalculation: RecalculationOffer | null;
}

/** Purchase is one thing bought, with exactly one amount: of money, or physical. */
export interface Purchase {
  /** UUID; later records have higher ids. */
  id: string;
  /** The organization whose record it is. */
  organization_id: string;
  /** Id of the user who recorded it, or who owns the API key. */
  uploaded_by: string | null;
  /** The user of `uploaded_by`. */
  user: User | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** The thing bought; for a physical amount the name of a material, such as "Concrete". */
  product_name: string;
  /** Free text. */
  description: string | null;
  /** A NACE, CNAE, UK SIC or NAICS code ("62.01", "541511", "NACE Rev. 2.1 46.71") or its official title in any case. Sections ("J") are too broad. A new one without `sector_edition` clears the edition of the former one. For a physical amount also the name of a material. */
  sector: string;
  /** Amount of money, net of tax. At most 20 digits before the point and 30 in all. */
  quantity: Decimal | null;
  /** The currency of `quantity`: an id of `GET /v2/units`. */
  unit_id: string | null;
  /** Physical amount, in place of money. At most 20 digits before the point and 30 in all. */
  non_currency_quantity: Decimal | null;
  /** The unit of `non_currency_quantity`: an id of `GET /v2/units?type=non_currency_purchases`. */
  non_currency_unit_id: string | null;
  /** Selects exchange rate, year of the factor and month of the emissions. From 1970 to the end of next year. */
  purchase_date: string;
  /** Running costs are category 1 of scope 3 (`purchases`), investments category 2 (`capital_goods`). */
  expense_type: "capex" | "opex";
  /** Calculation method, `spend_based` when not sent. The method of the factor replaces it, `supplier_specific` for a custom record, unless a custom group prices the purchase. */
  purchase_type: "spend_based" | "supplier_specific" | "average_data";
  /** Set by the caller, `active` when not sent. Inactive purchases are calculated, but excluded from totals. */
  status: "active" | "pending" | "in_progress" | "in_review" | "inactive";
  /** Share of recycled content, 0 to 1; reduces the emissions in proportion. */
  recycled: Decimal | null;
  /** How often it repeats; `once` when not sent. */
  frequency: "once";
  /** The seller: an id of `GET /v1/suppliers`. Its country and activity code select the factor. */
  supplier_id: string | null;
  /** Id of a custom emission group of the same organization that has an enabled factor for the unit. It prices the purchase in its revision of the time of recording; a later revision applies after a change of amount, unit, date or group. */
  custom_emission_factor_id: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url: string | null;
  /** Record of a custom database for `purchases` that prices it, in place of a custom group. Its unit is that of the amount. It prices the purchase in its revision of the time of recording; a later revision applies after a change of amount, unit, date or record. */
  custom_ef_record_id: string | null;
  /** Edition of NACE that `sector` is of; null: that of the supplier, else of the organization. Without any, a code of two meanings fails with SECTOR_AMBIGUOUS. */
  sector_edition: "nace_rev2" | "nace_rev2_1" | null;
  /** State of the calculation; `pending` lasts for moments. */
  calculation_status: "pending" | "calculated" | "failed";
  /** Reason of a failed calculation, such as `CALCULATION_FAILED`. */
  calculation_error_code: string | null;
  /** The reason in a sentence. */
  calculation_error_detail: string | null;
  /** Kilograms of CO2e; null until calculated. */
  co2e: Decimal | null;
  /** Kilograms of biogenic CO2, not part of `co2e`; null until calculated, and if no factor states it. */
  co2e_biomass: Decimal | null;
  /** Marks of the figures of the calculation, such as `proxy` or `stale_years`; empty if there are none. Null without a result, and for results of earlier versions. */
  fitness: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[] | null;
  /** Units of the currency for 1 EUR. */
  exchange_rate_to_eur: Decimal | null;
  /** The day of that rate. */
  exchange_rate_date: string | null;
  /** Of the latest purchase in a recurring series; null for single purchases. */
  last_purchase_timestamp: string | null;
  /** The supplier of `supplier_id`. */
  supplier: Supplier | null;
  /** The unit of the amount. */
  unit: Unit | null;
  /** The group of `custom_emission_factor_id`. */
  custom_emission_group: CustomEmissionGroup | null;
}

/** The answer of `GET /v1/purchases`. */
export interface PurchaseList {
  /** The matches of the page. */
  items: Purchase[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Changes when the set of matching records changes. Without a value when more than 250,000 records match. */
  filter_hash: string | null;
  /** More records match than `total`. */
  total_capped: boolean;
}

/** The body of `PUT /v2/organizations/{id}/shares`. */
export interface PutOwnershipRequest {
  /** At most 100, one for each date. */
  shares: OwnershipShareInput[];
}

/** The emissions of a calculation method: `group_by=quality`. */
export interface QualityEmissions {
  /** Tonnes of CO2e. */
  co2e: Decimal;
  /** Calculation method. Absent in a group of factors without one. */
  method?: "spend_based" | "average_data" | "supplier_specific";
  /** The figure describes another country or another activity than the recorded one. */
  proxy: boolean;
}

/** Quantity is an amount with its unit. */
export interface Quantity {
  /** The number as recorded. */
  value: Decimal;
  /** The unit as recorded. */
  unit_id: string;
  /** Code of the unit, for readers: "EUR", "kg". */
  unit: string;
}

/** The emissions of a quarter: `group_by=quarter`. */
export interface QuarterEmissions {
  /** Year of the month or quarter. */
  year: number;
  /** Tonnes of CO2e. */
  co2e: Decimal;
  /** Quarter of the calendar year, 1 to 4. */
  quarter: number;
}

/** RdCode is a recovery or disposal operation. */
export interface RdCode {
  /** Wastes refer to it as `waste_rd_code_id`. The same in every installation. */
  id: string;
  /** "R" or "D" and two digits: "R03". */
  code: string;
  /** In snake case: "organic_recycling". */
  name: string;
  /** Description for readers. Null if there is none. */
  description: string | null;
}

/** Reading is the result of the reading of one document. */
export interface Reading {
  /** UUID. */
  id: string;
  /** File that was read. */
  file_id: string;
  /** Progress. */
  status: "pending" | "reading" | "review" | "success" | "error" | "confirmed";
  /** Subject of the document; null if it is unknown. */
  category: "water" | "electricity" | "gas" | "fuel_delivery" | "recharges" | "wastes" | null;
  /** Confidence in category and values, 0 to 1: the lowest of the items. Null before the document is read. */
  confidence: Decimal | null;
  /** The values. */
  content: ReadingContent;
  /** Name of the supplier as printed. */
  supplier_name: string | null;
  /** Tax id of the supplier as printed. */
  supplier_tax_id: string | null;
  /** Reasons for a check by a person, such as `SEVERAL_QUANTITIES`. */
  warnings: string[];
  /** Reason of the status `error`, such as `READING_NO_TEXT`. */
  error_code: string | null;
  /** The reason in a sentence. */
  error_detail: string | null;
  /** Source of the values: `ubl`, `cii`, `facturae`, `fatturapa` or `text`. Null before the document is read. */
  source: string | null;
  /** Whether a person has corrected the values. */
  corrected: boolean;
  /** Whether records were created from it. */
  linked: boolean;
  /** Ids of the invoices or wastes that were created; empty before the confirmation. */
  record_ids: string[];
  /** UTC; when the reading was requested. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
}

/** ReadingContent has the values of a document. */
export interface ReadingContent {
  /** At most 20. Each becomes an invoice or a waste. */
  items: ReadingItem[];
}

/** All items. They replace those that were read. */
export interface ReadingContentInput {
  /** At most 20. Each becomes an invoice or a waste. */
  items: ReadingItemInput[];
}

/** Only with this entity type. */
export interface ReadingFilterInput {
  /** Any of these files. */
  file_id?: string[];
  /** Any of these categories. */
  category?: ("water" | "electricity" | "gas" | "fuel_delivery" | "recharges" | "wastes")[];
  /** Whether records were created from the file. */
  linked?: boolean;
  /** Text that the name of the file contains, without regard to case and accents. */
  name?: string;
  /** Only what is directly in this folder; the nil UUID stands for the top. */
  folder_id?: string;
  /** Linked to this project of the organization. */
  project_id?: string;
}

/** ReadingItem is one consumption, delivery or waste of a document. Null stands for a value that was not found. */
export interface ReadingItem {
  /** Number that the supplier gave to the document. */
  invoice_number: string | null;
  /** Amount in `unit`. */
  quantity: Decimal | null;
  /** `kWh`, `MWh`, `GWh`, `MJ`, `GJ`, `m3`, `l`, `kg`, `t` or `g`. */
  unit: string | null;
  /** First day of the period. */
  start_date: string | null;
  /** Last day of the period, included. */
  end_date: string | null;
  /** Name of the fuel or refrigerant as printed: "Gasóleo A". */
  printed_fuel_name: string | null;
  /** Name of the product or waste as printed. */
  description: string | null;
  /** Code of the European List of Waste, six digits: "15 01 01". For wastes. */
  ler_code: string | null;
  /** Code of the point of supply. For electricity and gas. */
  cups: string | null;
  /** Confidence in the values, 0 to 1; null after a correction. Ignored when sent. */
  confidence: Decimal | null;
}

/** ReadingItem is one consumption, delivery or waste of a document. Null stands for a value that was not found. */
export interface ReadingItemInput {
  /** Number that the supplier gave to the document. */
  invoice_number?: string | null;
  /** Amount in `unit`. */
  quantity?: number | Decimal | null;
  /** `kWh`, `MWh`, `GWh`, `MJ`, `GJ`, `m3`, `l`, `kg`, `t` or `g`. */
  unit?: string | null;
  /** First day of the period. */
  start_date?: string | null;
  /** Last day of the period, included. */
  end_date?: string | null;
  /** Name of the fuel or refrigerant as printed: "Gasóleo A". */
  printed_fuel_name?: string | null;
  /** Name of the product or waste as printed. */
  description?: string | null;
  /** Code of the European List of Waste, six digits: "15 01 01". For wastes. */
  ler_code?: string | null;
  /** Code of the point of supply. For electricity and gas. */
  cups?: string | null;
  /** Confidence in the values, 0 to 1; null after a correction. Ignored when sent. */
  confidence?: number | Decimal | null;
}

/** ReadingRef names a reading. */
export interface ReadingRefInput {
  /** Id of the reading. */
  id: string;
}

/** ReadingShare is the share of one facility. */
export interface ReadingShareInput {
  /** Id of the facility. */
  id: string;
  /** 0 to 1. */
  percentage: number | Decimal;
}

/** ReasonCount is the number of records that changed for a reason. */
export interface ReasonCount {
  /** Why results differ. */
  reason: "factor_edition" | "factor" | "warming_potentials" | "method" | "pieces" | "conversion" | "became_calculable" | "failed" | "category" | "fitness" | "other";
  /** Number of records. */
  records: number;
}

/** The body of `POST /v1/invoices/recalculate`. */
export interface RecalculateInvoicesRequest {
  /** 1 to 1,000. */
  invoice_ids: string[];
  /** At least one; each gets a job. Every calculation covers the whole invoice. */
  activity_categories: ("stationary" | "stationary_generation" | "electricity" | "electricity_location_based" | "electricity_generation" | "electricity_transmission_and_distribution" | "energy" | "recharge")[];
}

/** Recalculation is a new calculation of existing invoices. */
export interface Recalculation {
  /** The ids of existing invoices. */
  invoice_ids: string[];
  /** Number of these. */
  count: number;
  /** One ingest job for each category; none without invoices. */
  processing_job_ids: string[];
}

/** RecalculationChange is a record whose result differs. Masses are kilograms, as on the record. */
export interface RecalculationChange {
  /** Id of the record. */
  record_id: string;
  /** Kind of record. */
  entity_type: "purchases" | "wastes" | "invoices" | "waste_water_treatments" | "facilities" | "hotel_stays" | "vehicles" | "vehicle_consumptions" | "business_travels" | "transports" | "logistics_requests" | "logistics_recharges" | "commuting_periods" | "sold_product_sales" | "employees" | "own_workforces" | "own_workforce_trainings" | "survey_rows";
  /** Revision of the record. */
  revision: number;
  /** Null without a result. */
  co2e_before: Decimal | null;
  /** Null without a result. */
  co2e_after: Decimal | null;
  /** At least one. */
  reasons: ("factor_edition" | "factor" | "warming_potentials" | "method" | "pieces" | "conversion" | "became_calculable" | "failed" | "category" | "fitness" | "other")[];
  /** True if the change was not applied, because the record was changed or deleted after its new calculation. */
  superseded: boolean;
}

/** The answer of `GET /v2/recalculations/{id}/changes`. */
export interface RecalculationChangeList {
  /** The matches of the page. */
  items: RecalculationChange[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** RecalculationCriteria select records. All conditions must hold; an empty list is no condition. */
export interface RecalculationCriteria {
  /** Kinds of records. */
  entity_types: ("purchases" | "wastes" | "invoices" | "waste_water_treatments" | "facilities" | "hotel_stays" | "vehicles" | "vehicle_consumptions" | "business_travels" | "transports" | "logistics_requests" | "logistics_recharges" | "commuting_periods" | "sold_product_sales" | "employees" | "own_workforces" | "own_workforce_trainings" | "survey_rows")[];
  /** Records with emissions on or after this day. */
  start_date: string | null;
  /** Records with emissions on or before this day. */
  end_date: string | null;
  /** Records that use one of these factors. */
  factor_ids: string[];
  /** Records that use a factor of one of these sources, as `group_by=source` of the totals names them. */
  sources: string[];
  /** Records that use a factor of one of these years. With `sources`, the same factor has both. */
  years: number[];
  /** Records with one of these marks. */
  marks: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
}

/** RecalculationDetails is a run with its figures in detail. */
export interface RecalculationDetails {
  /** UUID. Null for the answer of a dry run. */
  id: string | null;
  /** The organization of the records. */
  organization_id: string;
  /** `preview` for the answer of a dry run. */
  state: "preview" | "calculating" | "ready" | "accepting" | "accepted" | "discarded" | "failed";
  /** Which records. */
  criteria: RecalculationCriteria;
  /** Warming potentials of the new calculations: those of the organization when the run was created. */
  gwp_set: "AR4" | "AR5" | "AR6";
  /** Records that were calculated again. */
  records: number;
  /** Records whose result differs. */
  changed_records: number;
  /** Changes that were not applied, because a record was changed or deleted after its new calculation. */
  superseded_records: number;
  /** Why the run failed: `RECALCULATION_TOO_LARGE` with more than 500,000 changes, or `CALCULATION_FAILED`. */
  error_code: string | null;
  /** Tonnes. */
  unit: string;
  /** Before the run. */
  co2e_before: Decimal;
  /** After acceptance. */
  co2e_after: Decimal;
  /** The user that created the run; null for a service. */
  created_by: string | null;
  /** UTC. */
  created_at: string;
  /** When the calculation of all records ended. */
  ready_at: string | null;
  /** When totals changed. `as_of` before this time has the totals and calculations before the run. */
  applied_at: string | null;
  /** When the run ended. */
  finished_at: string | null;
  /** By scope. */
  by_scope: ScopeDifference[];
  /** By scope and category. */
  by_category: CategoryDifference[];
  /** By month. */
  by_month: MonthDifference[];
  /** How many records changed for each reason. A record can have several. */
  reasons: ReasonCount[];
  /** The 100 largest changes. */
  largest_changes: RecalculationChange[];
}

/** RecalculationOffer is a request that calculates records again. */
export interface RecalculationOffer {
  /** "/v2/recalculations", for a POST. With `?dry_run=true` it answers with a preview. */
  path: string;
  /** `sources` of the body. */
  sources: string[];
}

/** RecalculationRun is a run that calculates records again. Totals are tonnes of CO2e of all its records, changed or not, that count in totals. */
export interface RecalculationRun {
  /** UUID. Null for the answer of a dry run. */
  id: string | null;
  /** The organization of the records. */
  organization_id: string;
  /** `preview` for the answer of a dry run. */
  state: "preview" | "calculating" | "ready" | "accepting" | "accepted" | "discarded" | "failed";
  /** Which records. */
  criteria: RecalculationCriteria;
  /** Warming potentials of the new calculations: those of the organization when the run was created. */
  gwp_set: "AR4" | "AR5" | "AR6";
  /** Records that were calculated again. */
  records: number;
  /** Records whose result differs. */
  changed_records: number;
  /** Changes that were not applied, because a record was changed or deleted after its new calculation. */
  superseded_records: number;
  /** Why the run failed: `RECALCULATION_TOO_LARGE` with more than 500,000 changes, or `CALCULATION_FAILED`. */
  error_code: string | null;
  /** Tonnes. */
  unit: string;
  /** Before the run. */
  co2e_before: Decimal;
  /** After acceptance. */
  co2e_after: Decimal;
  /** The user that created the run; null for a service. */
  created_by: string | null;
  /** UTC. */
  created_at: string;
  /** When the calculation of all records ended. */
  ready_at: string | null;
  /** When totals changed. `as_of` before this time has the totals and calculations before the run. */
  applied_at: string | null;
  /** When the run ended. */
  finished_at: string | null;
}

/** The answer of `GET /v2/recalculations`. */
export interface RecalculationRunList {
  /** The matches of the page. */
  items: RecalculationRun[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** RecordInput is the calculation input of one revision of a record. */
export interface RecordInput {
  /** Id of the record. */
  record_id: string;
  /** From 1; each change adds 1. A higher revision supersedes a lower one. */
  revision: number;
  /** Kind of record. */
  entity_type: "purchases" | "wastes" | "invoices" | "waste_water_treatments" | "facilities" | "hotel_stays" | "vehicles" | "vehicle_consumptions" | "business_travels" | "transports" | "logistics_requests" | "logistics_recharges" | "commuting_periods" | "sold_product_sales" | "employees" | "own_workforces" | "own_workforce_trainings" | "survey_rows";
  /** The emissions category: "purchases", "capital_goods", "combustion", "wastes", ... */
  category: string;
  /** The day that selects the factor and the exchange rate. */
  reference_date: string;
  /** First day of the period of the emissions, which are distributed evenly. Single events have the reference date. */
  start_date: string;
  /** Last day of the period, included. */
  end_date: string;
  /** Amount of the activity. Absent if it is not known (`failure`). */
  quantity: Quantity | null;
  /** Selects the factor. Absent if the activity is not known (`failure`). */
  selector: Selector | null;
  /** 0 to 1; absent means 0. */
  recycled_share: Decimal | null;
  /** Global warming potentials of the organization: "AR4", "AR5", "AR6". */
  gwp_set: string;
  /** The record is calculated, but no total includes it. */
  left_out_of_totals: boolean;
  /** Emissions besides the main part, each with its own factor; at most 40. */
  further: AdditionalPart[];
  /** True: without a factor the record has no emissions. False: without a factor its calculation fails. */
  factor_optional: boolean;
  /** Certificates that cover electricity of the main part; at most 50. The selector prices the rest. */
  certificates: CoveringCertificate[];
  /** How the distance of a trip was measured. Absent if it was recorded. */
  journey: Journey | null;
  /** Why the activity is not known completely, such as a distance that could not be measured. Its calculation fails for this reason. Absent for all others. */
  failure: InputFailure | null;
  /** How `quantity` follows from the amount that was recorded, in its unit: "10000 * 0.25" for a quarter of an invoice. Empty if it is that amount. */
  allocation: string;
  /** The facility that the record belongs to. Absent for records without one. */
  facility_id: string | null;
  /** The payer of a transport, which decides between categories 4 and 9 of scope 3. Unspecified for other records, and for transports of earlier versions. */
  paid_by: "organization" | "other" | null;
  /** Why no total includes the record, as a sentence. Empty for records that the caller left out. */
  left_out_because: string;
}

/** With a code, or with all violations. */
export type Refusal = Violations | Error;

/** The body of `POST /auth/password/reset`. */
export interface ResetPasswordRequest {
  /** Secret part of the link; it names the organization, too. */
  token: string;
  /** 12 to 1,024 characters. */
  new_password: string;
}

/** RestatedAmounts are the emissions of the record within the locked period, in tonnes of CO2e. Electricity is market-based. */
export interface RestatedAmounts {
  /** Before the change. 0 for a new record. */
  co2e_before: Decimal;
  /** After the change. 0 for a deleted record, and for one whose calculation failed. */
  co2e_after: Decimal;
  /** The same by scope and category. They sum exactly. */
  categories: RestatedCategory[];
}

/** RestatedCategory is the emissions of one category, in tonnes of CO2e. */
export interface RestatedCategory {
  /** GHG Protocol scope: 1, 2 or 3. */
  scope: number;
  /** Emissions category, such as "combustion". */
  category: string;
  /** Before the change. */
  co2e_before: Decimal;
  /** After the change. */
  co2e_after: Decimal;
}

/** Restatement is the change of one record within one locked period. A change that touches two locked periods is two restatements. */
export interface Restatement {
  /** UUID. */
  id: string;
  /** The organization of the record. */
  organization_id: string;
  /** The lock. It does not exist any more after the period is unlocked. */
  period_lock_id: string;
  /** First day of the locked period. */
  start_date: string;
  /** Last day of the locked period, included. */
  end_date: string;
  /** Kind of record. */
  entity_type: "purchases" | "wastes" | "invoices" | "waste_water_treatments" | "facilities" | "hotel_stays" | "vehicles" | "vehicle_consumptions" | "business_travels" | "transports" | "logistics_requests" | "logistics_recharges" | "commuting_periods" | "sold_product_sales" | "employees" | "own_workforces" | "own_workforce_trainings" | "survey_rows";
  /** The record. */
  record_id: string;
  /** Its revision after the change. */
  revision: number;
  /** Change of the record. */
  action: "created" | "changed" | "deleted";
  /** The reason, from the header `Restatement-Reason`. */
  reason: string;
  /** The user that made the change; null for a service. */
  restated_by: string | null;
  /** UTC. */
  created_at: string;
  /** When the amounts became part of the totals, because the period was unlocked. Null until then. */
  merged_at: string | null;
  /** Null until the change is calculated, and for a change that a later one replaced before its calculation. */
  amounts: RestatedAmounts | null;
}

/** The answer of `GET /v2/restatements`. */
export interface RestatementList {
  /** The matches of the page. */
  items: Restatement[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** RestatementStatement is the amounts that restatements add to locked periods of the range. They are kept apart from the totals until the periods are unlocked. */
export interface RestatementStatement {
  /** Whether all other figures include the amounts, as in the request. */
  included: boolean;
  /** Scope 1 to 3 with market-based electricity, in tonnes of CO2e. Can be negative, and so can the others. */
  total_market_based: Decimal;
  /** Scope 1 to 3 with location-based electricity. */
  total_location_based: Decimal;
  /** Scope 1. */
  scope_1: Decimal;
  /** Scope 2 with market-based electricity. */
  scope_2_market_based: Decimal;
  /** Scope 2 with location-based electricity. */
  scope_2_location_based: Decimal;
  /** Scope 3. */
  scope_3: Decimal;
}

/** The body of `POST /v2/webhook-endpoints/{endpoint_id}/deliveries/retry`. */
export interface RetryFailedWebhookDeliveriesRequest {
  /** Earliest creation time of the deliveries, included. Without it all failed deliveries are retried. */
  since: string;
}

/** The body of `POST /v1/api-keys/{id}/rotate`. */
export interface RotateApiKeyRequest {
  /** Seconds in which the former key still works, 0 to 604,800 (7 days); 86,400 (1 day) when not sent. It never works longer than before. */
  overlap_seconds?: number | null;
}

/** RunShare is the share of a leg in the emissions of a run by tonne-kilometres (ISO 14083). Those of empty trips are in the fuel, and so in the shares. */
export interface RunShare {
  /** `run_key`, or license plate and calendar month. */
  run: string;
  /** Tonne-kilometres of all legs of the run. */
  run_tkm: Decimal;
  /** Kilograms of CO2e of all recharges of the run, from well to wheel. */
  run_co2e: Decimal;
  /** Kilograms of CO2e of the leg: its `tkm` divided by `run_tkm`, times `run_co2e`. */
  co2e: Decimal;
  /** The part of it from tank to wheel. Zero for electricity. */
  operation_co2e: Decimal;
  /** The part of it from well to tank. */
  energy_provision_co2e: Decimal;
  /** The formula with numbers: "1000 / 1500 * 190.9098". */
  formula: string;
}

/** SalaryRead is one request that answered with salaries. A request on behalf of a group is logged in each organization whose people it showed. */
export interface SalaryRead {
  /** UUID. */
  id: string;
  /** The organization of the people. */
  organization_id: string;
  /** The user that read, or the owner of the API key; null for a service. */
  read_by: string | null;
  /** The API key of the request; null for a user who had signed in. */
  api_key_id: string | null;
  /** The operation, such as `ListOwnWorkforces`. */
  action: string;
  /** Number of people whose salary was shown. */
  people: number;
  /** The people, if they are at most 100; otherwise empty. */
  own_workforce_ids: string[];
  /** UTC. */
  read_at: string;
}

/** The answer of `GET /v1/own_workforces/salary-reads`. */
export interface SalaryReadList {
  /** The matches of the page. */
  items: SalaryRead[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** True if there are more reads than `total`. */
  total_capped: boolean;
}

/** The body of `POST /v2/imports/{import_id}/mapping`. */
export interface SaveImportMappingRequest {
  /** Columns of the template by columns of the file. Columns that are left out are not imported. */
  mapping?: Record<string, string>;
  /** Constants and further targets of columns, by column of the template; at most 256. */
  fill?: Record<string, {
  value?: string | null;
  column?: string | null;
  as?: "value" | "period_start" | "period_end" | null;
}>;
  /** How rows become one record of a month. */
  combine?: ImportCombineInput | null;
  /** Values of the API by texts of the file, by column of the template. */
  value_mappings?: Record<string, Record<string, string>>;
  /** A saved mapping in place of `mapping` and `fill`. A `combine` beside it replaces its own. */
  saved_mapping_id?: string;
}

/** SavedMapping has everything that a file of these columns needs to become records. */
export interface SavedMapping {
  /** UUID. */
  id: string;
  /** Unique among those of the template, without regard to case. */
  name: string;
  /** Id of the template. */
  template_id: string;
  /** Names of the columns of the file. An import with the same ones, in any order and case, gets this mapping suggested. */
  source_columns: string[];
  /** Columns of the template by columns of the file. */
  mapping: Record<string, string>;
  /** Constants and further targets of columns, by column of the template. */
  fill: Record<string, ImportFilling>;
  /** Values of the API by texts of the file, by column of the template. */
  value_mappings: Record<string, Record<string, string>>;
  /** Locale of numbers for imports that state none. */
  numeric_locale: string | null;
  /** Locale of days for imports that state none. */
  date_locale: string | null;
  /** Columns of the template that it names and the template no longer has. An import with it is refused until they are changed. */
  missing_targets: string[];
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** How rows of intervals become one record of each month; null: each row is a record. */
  combine: ImportCombine | null;
}

/** The answer of `GET /v2/imports/mappings`. */
export interface SavedMappingList {
  /** The matches of the page. */
  items: SavedMapping[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
}

/** SavedMappingReference names a saved mapping. */
export interface SavedMappingReference {
  /** UUID. */
  id: string;
  /** Its name. */
  name: string;
  /** Columns of the template that it names and the template no longer has. */
  missing_targets: string[];
}

/** ScopeDifference has the emissions of a scope, in tonnes. */
export interface ScopeDifference {
  /** 1, 2 or 3. */
  scope: number;
  /** Before the run. */
  co2e_before: Decimal;
  /** After acceptance. */
  co2e_after: Decimal;
}

/** The emissions of a scope: `group_by=scope`. */
export interface ScopeEmissions {
  /** GHG Protocol scope: 1, 2 or 3. */
  scope: number;
  /** Tonnes of CO2e. */
  co2e: Decimal;
}

/** ScopeStatement is the emissions of one scope. */
export interface ScopeStatement {
  /** Tonnes of CO2e. */
  co2e: Decimal;
  /** The CO2e by gas. */
  gases: GasStatement;
  /** All categories of the scope. */
  categories: CategoryStatement[];
  /** Masses of the gases. */
  masses: GasMasses;
}

/** Sector is an entry of a classification of economic activities. Sections have no factor and are left out. */
export interface Sector {
  /** Classification of the code. */
  scheme: "nace" | "sic" | "naics" | "nace_rev2_1" | "naics_2022";
  /** Code in the classification: "17.12" (NACE), "14.13/1" (UK SIC), "322121" (NAICS). */
  code: string;
  /** Official title. A purchase may name it in place of the code. */
  name: string;
  /** Level in the classification: "division", "group", "class", "subclass" or "industry". */
  level: string;
  /** The code as a purchase can send it without an edition: "17.12", or "NACE Rev. 2.1 46.71" for a code of two meanings. */
  unambiguous_code: string;
}

/** The answer of `GET /v1/sectors`. */
export interface SectorList {
  /** The matches of the page. */
  items: Sector[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** Selector describes an activity by the attributes that factors are selected by. */
export interface Selector {
  /** For an amount of money. */
  spend?: SpendSelector;
  /** For a physical amount. */
  material?: MaterialSelector;
  /** For waste by its code and treatment. */
  waste?: WasteSelector;
  /** For library factors with a key: fuels, electricity, freight, hotel nights, ... */
  library?: LibrarySelector;
  /** For a record of a custom database that the client named. */
  custom_record?: CustomRecordSelector;
  /** For a custom emission group that the client named. */
  custom_group?: CustomGroupSelector;
  /** For the fuel or the distance of a vehicle. */
  vehicle?: VehicleSelector;
  /** For trips of people. */
  travel?: TravelSelector;
  /** For freight transport, logistics hubs and fuels of carriers. */
  freight?: FreightSelector;
  /** For trips between home and work, and for work at home. */
  commute?: CommuteSelector;
}

/** The body of `POST /v1/files/send-event`. */
export interface SendFileEventRequest {
  /** `PROCESS_DOCUMENT`. */
  event_type: "PROCESS_DOCUMENT";
  /** The file. */
  detail: FileEventDetailInput;
}

/** The answer of `POST /v1/files/send-event`. */
export type SendFileEventResponse = true;

/** Session is a sign-in of a person. */
export interface Session {
  /** UUID. */
  id: string;
  /** How the person signed in. */
  method: "password" | "openid_connect";
  /** The address of the client; null when it is not known. */
  address: string | null;
  /** As the client named itself, at most 255 characters. */
  user_agent: string | null;
  /** UTC. */
  created_at: string;
  /** UTC, to the minute. */
  last_used_at: string;
  /** UTC. */
  expires_at: string;
  /** Whether the request belongs to this session. */
  current: boolean;
}

/** SoldProduct is a product, with the energy that one unit uses in its life. */
export interface SoldProduct {
  /** UUID; later products have higher ids. */
  product_id: string;
  /** The organization that sells the product. */
  organization_id: string;
  /** Unique in the organization; case and accents do not count. */
  product_name: string;
  /** Years that one unit is used, more than 0 and at most 200. */
  lifetime_years: Decimal;
  /** Uses of one unit in a year. Only with `energy_per_use`. */
  uses_per_year: Decimal | null;
  /** Energy of one use of one unit. */
  energy_per_use: SoldProductEnergy | null;
  /** Energy of one unit in a year. */
  energy_per_year: SoldProductEnergy | null;
  /** Emissions before the sale: materials, production and transport. Only the footprint shows them. */
  manufacture: SoldProductStage | null;
  /** Emissions of the disposal. Only the footprint shows them. */
  end_of_life: SoldProductStage | null;
  /** Number of its periods. */
  periods_count: number;
  /** Kilograms of CO2e of all its calculated sales. */
  total_co2e: Decimal;
  /** Sales whose latest calculation has failed, for example because no factor exists for the country. */
  failed_sales: number;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
}

/** SoldProductEnergy is an amount of electricity or fuel. */
export interface SoldProductEnergy {
  /** More than 0, with at most 9 digits before and 9 behind the point. */
  quantity: Decimal;
  /** Unit of `GET /v2/units`: of energy for electricity, and of energy, mass or volume for a fuel. */
  unit_id: string;
  /** Electricity of the grid of the country of each sale, or a fuel. */
  energy_type: "electricity" | "fuel";
  /** Fuel of `GET /v1/vehicle-fuels` that is burned in an engine. A fuel has this id or `facility_fuel_id`. */
  vehicle_fuel_id: string | null;
  /** Fuel of `GET /v1/facilities/{facility_id}/fuels` that is burned for heat, with a category `fuels` in the library. */
  facility_fuel_id: string | null;
}

/** SoldProductEnergy is an amount of electricity or fuel. */
export interface SoldProductEnergyInput {
  /** More than 0, with at most 9 digits before and 9 behind the point. At most 9 decimals. */
  quantity: number | Decimal;
  /** Unit of `GET /v2/units`: of energy for electricity, and of energy, mass or volume for a fuel. */
  unit_id: string;
  /** Electricity of the grid of the country of each sale, or a fuel. */
  energy_type: "electricity" | "fuel";
  /** Fuel of `GET /v1/vehicle-fuels` that is burned in an engine. A fuel has this id or `facility_fuel_id`. */
  vehicle_fuel_id?: string | null;
  /** Fuel of `GET /v1/facilities/{facility_id}/fuels` that is burned for heat, with a category `fuels` in the library. */
  facility_fuel_id?: string | null;
}

/** SoldProductFootprint are the emissions of one unit of a product in its life. */
export interface SoldProductFootprint {
  /** UUID. */
  product_id: string;
  /** Name of the product. */
  product_name: string;
  /** The country of the use phase, if one was asked for. Null: all countries, weighted by the units sold. */
  country: string | null;
  /** Emissions before the sale. */
  manufacture: SoldProductStage | null;
  /** Kilograms of CO2e of the use of one unit, to 12 decimals; null without a calculated sale. */
  use_phase_co2e: Decimal | null;
  /** Emissions of the disposal. */
  end_of_life: SoldProductStage | null;
  /** Kilograms of CO2e: the exact sum of the stages that are known. */
  total_co2e: Decimal;
  /** Stages without a figure: `manufacture`, `use_phase` and `end_of_life`. */
  missing_stages: string[];
  /** The use phase in each country with calculated sales. Sorted by country. */
  by_country: CountryUsePhase[];
}

/** SoldProductPeriod is a range of days in which units of a product were sold. */
export interface SoldProductPeriod {
  /** UUID. */
  period_id: string;
  /** Its product. */
  product_id: string;
  /** First day. */
  start_date: string;
  /** Last day, included. */
  end_date: string;
  /** Units sold in all countries. */
  total_units: Decimal;
  /** Kilograms of CO2e of its calculated sales; null while none has a result. */
  co2e: Decimal | null;
  /** `error` if the calculation of any sale has failed, else `loading` while any waits for its result, else `active`. */
  status: "loading" | "active" | "error";
  /** Codes of the failures of its sales, without repeats. */
  error_codes: string[];
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
}

/** SoldProductPeriodEmissions are the emissions of the use of all units that were sold in a period. */
export interface SoldProductPeriodEmissions {
  /** UUID. */
  period_id: string;
  /** Kilograms of CO2e: the exact sum of its countries. Null while no sale has a result. */
  co2e: Decimal | null;
  /** As for the period. */
  status: "loading" | "active" | "error";
  /** Sorted by country. */
  by_country: CountrySales[];
}

/** SoldProductPeriodOverlap tells whether a range of days touches any period. */
export interface SoldProductPeriodOverlap {
  /** Ranges that touch on one day overlap. */
  has_overlap: boolean;
}

/** SoldProductSale is a number of units of a product that were sold in a country in a period. */
export interface SoldProductSale {
  /** UUID; later records have higher ids. */
  id: string;
  /** The organization whose record it is. */
  organization_id: string;
  /** Id of the user who recorded it, or who owns the API key. */
  uploaded_by: string | null;
  /** The user of `uploaded_by`. */
  user: User | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** The product. */
  product_id: string;
  /** First day of the period. The emissions are spread evenly over its days. */
  start_date: string;
  /** Last day of the period, included. No other period of the product has a day in common with it. */
  end_date: string;
  /** Country of use, whose electricity or fuel the units use. */
  country: string;
  /** Units sold, more than 0. */
  quantity: Decimal;
  /** The client's own id; the items of a job repeat it. */
  external_id: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url: string | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id: string | null;
  /** State of the calculation; `pending` lasts for moments. */
  calculation_status: "pending" | "calculated" | "failed";
  /** Reason of a failed calculation, such as `CALCULATION_FAILED`. */
  calculation_error_code: string | null;
  /** The reason in a sentence. */
  calculation_error_detail: string | null;
  /** Kilograms of CO2e; null until calculated. */
  co2e: Decimal | null;
  /** Kilograms of biogenic CO2, not part of `co2e`; null until calculated, and if no factor states it. */
  co2e_biomass: Decimal | null;
  /** Marks of the figures of the calculation, such as `proxy` or `stale_years`; empty if there are none. Null without a result, and for results of earlier versions. */
  fitness: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[] | null;
  /** `loading` until it is calculated; `error` for a country without a factor. */
  status: "loading" | "active" | "error";
  /** The period with these days. */
  period_id: string;
  /** Name of the product. */
  product_name: string;
  /** Energy of all units in their whole life, in `lifetime_energy_unit_id`. */
  lifetime_energy: Decimal;
  /** Unit of the energy of the product. */
  lifetime_energy_unit_id: string;
  /** The group of `custom_emission_factor_id`. */
  custom_emission_factor: CustomEmissionGroup | null;
}

/** The answer of `GET /v1/sold-products/country-sales`. */
export interface SoldProductSaleList {
  /** The matches of the page. */
  items: SoldProductSale[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Changes when the set of matching records changes. Without a value when more than 250,000 records match. */
  filter_hash: string | null;
  /** More records match than `total`. */
  total_capped: boolean;
}

/** SoldProductStage is a stage of the life of one unit besides its use, with the source of its figure. */
export interface SoldProductStage {
  /** Kilograms of CO2e of one unit, 0 or more. */
  co2e: Decimal;
  /** Where the figure comes from, such as an environmental product declaration. */
  source: string;
}

/** SoldProductStage is a stage of the life of one unit besides its use, with the source of its figure. */
export interface SoldProductStageInput {
  /** Kilograms of CO2e of one unit, 0 or more. At most 12 decimals. */
  co2e: number | Decimal;
  /** Where the figure comes from, such as an environmental product declaration. */
  source: string;
}

/** The emissions by the factors of a publication: `group_by=source`. */
export interface SourceEmissions {
  /** Tonnes of CO2e. */
  co2e: Decimal;
  /** Publication of the factors. "unspecified" for factors without one. */
  source: string;
}

/** SpendOverlap is the purchases of a category of the GHG Protocol in organizations that also record the activity itself: freight, travel, waste, energy, or the energy of leased assets. */
export interface SpendOverlap {
  /** The category of the purchases. */
  ghg_category: string;
  /** Tonnes of CO2e of the purchases. */
  purchases_co2e: Decimal;
  /** Tonnes of CO2e of the records of the activity, in any category. */
  activity_co2e: Decimal;
}

/** SpendSelector selects a factor per unit of currency. */
export interface SpendSelector {
  /** A NACE, CNAE, UK SIC or NAICS code, with or without the name of its classification, or an official title. Case-insensitive. Takes precedence over the supplier, unless it is of trade. */
  sector: string;
  /** ISO 3166-1 alpha-2 country of the supplier, or else of the organization. Empty if both are unknown. */
  country: string;
  /** "nace", "cnae", "sic" or "naics". Empty if the supplier has no code. */
  supplier_code_type: string;
  /** Used if `sector` is no code or title, or is of trade. Empty if the supplier has no code. */
  supplier_code: string;
  /** Edition that purchase, supplier or organization state for `sector`. */
  sector_edition: "nace_rev2" | "nace_rev2_1" | null;
  /** Edition that supplier or organization state for `supplier_code`. */
  supplier_sector_edition: "nace_rev2" | "nace_rev2_1" | null;
  /** True: without an edition, a code of two meanings fails with SECTOR_AMBIGUOUS. Absent, for purchases of earlier releases: it is of NACE Rev. 2. */
  asks_edition: boolean | null;
}

/** The body of `POST /v2/imports/{import_id}/validate`. */
export interface StartImportValidationRequest {
  /** Columns of the template by columns of the file. Columns that are left out are not imported. */
  mapping?: Record<string, string>;
  /** Constants and further targets of columns, by column of the template; at most 256. */
  fill?: Record<string, {
  value?: string | null;
  column?: string | null;
  as?: "value" | "period_start" | "period_end" | null;
}>;
  /** How rows become one record of a month. */
  combine?: ImportCombineInput | null;
  /** Values of the API by texts of the file, by column of the template. */
  value_mappings?: Record<string, Record<string, string>>;
  /** A saved mapping in place of `mapping` and `fill`. A `combine` beside it replaces its own. */
  saved_mapping_id?: string;
}

/** StoredFile describes a finished file. */
export interface StoredFile {
  /** UUID; records refer to the file by it. */
  id: string;
  /** Name that the client sent, 1 to 255 characters, without a path. */
  file_name: string;
  /** Media type. It follows from the extension of the name; the first bytes match it. */
  content_type: string;
  /** Size in bytes. */
  size_bytes: number;
  /** Size in units of 1,024 bytes, rounded up. */
  size_kb: number;
  /** SHA-256 of the content in lower-case hexadecimal. */
  sha256: string;
  /** URL of the content. */
  file_url: string;
  /** Id of the user who uploaded it; null for an API key without a user. */
  uploaded_by: string | null;
  /** UTC; when the upload began. */
  created_at: string;
  /** The folder that contains it; null for a file at the top. */
  folder_id: string | null;
}

/** The answer of `GET /v1/files`. */
export interface StoredFileList {
  /** The matches of the page. */
  items: StoredFile[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** The body of `POST /v2/imports/{import_id}/submit`. */
export interface SubmitImportRequest {
  /** Leaves rows with errors out. */
  ignore_errors?: boolean;
}

/** The body of `POST /v1/surveys/answer/{token}`. */
export interface SubmitSurveyAnswerRequest {
  /** Up to 10; none for a blank answer. Employee, days, situation, medium, country and origin of the record follow from the survey. */
  commutes: CommutingPeriodInput[];
}

/** SummaryItem is one group of the grouping, such as a scope, a category within a scope, a month or a facility. Only the fields of the grouping are set. */
export type SummaryItem = ScopeEmissions | CategoryEmissions | MonthEmissions | GasEmissions | GhgCategoryEmissions | SourceEmissions | FacilityEmissions | OrganizationEmissions | FiscalYearEmissions | QuarterEmissions | QualityEmissions;

/** Supplier is a company from which an organization buys. */
export interface Supplier {
  /** UUID. */
  id: string;
  /** The organization of the supplier list. */
  organization_id: string;
  /** Name of the company. */
  business_name: string;
  /** ISO 3166-1 alpha-2. Purchases from this supplier use factors of this country. */
  country: string;
  /** Tax number. */
  vat: string | null;
  /** Classification of `code`. */
  code_type: "nace" | "cnae" | "sic" | "naics" | null;
  /** Code of the supplier's main activity. It prices purchases whose own sector is unknown, or is of trade. */
  code: string | null;
  /** `in_review` without an activity code that exists and has one meaning. Purchases then use the factor of their own sector. */
  status: "active" | "in_review";
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** Edition of the code, for NACE and CNAE; null: that of the organization. Also for the sector of its purchases, unless they state one. */
  sector_edition: "nace_rev2" | "nace_rev2_1" | null;
}

/** The answer of `GET /v1/suppliers`. */
export interface SupplierList {
  /** The matches of the page. */
  items: Supplier[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** Survey asks the employees of an organization how they commute in a period. */
export interface Survey {
  /** UUID; later surveys have higher ids. */
  id: string;
  /** The organization of the survey. */
  organization_id: string;
  /** Name for people; those who answer see it. */
  name: string;
  /** First day that the answers are about. From 1970 to the end of next year. */
  start_date: string;
  /** Last day that the answers are about, included, at most 366 days after the first. */
  end_date: string;
  /** Languages of the questions, each once. */
  languages: ("es" | "en" | "ca")[];
  /** Project of the rows, one of the organization. */
  project_id: string | null;
  /** Whether links can be answered. */
  status: "open" | "closed";
  /** UTC; null while the survey is open. */
  closed_at: string | null;
  /** Rows that wait for an answer. */
  pending_count: number;
  /** Rows with at least one commute. */
  answered_count: number;
  /** Rows that were returned without any commute. */
  blank_count: number;
  /** Id of the user who created it, or who owns the API key. */
  created_by: string | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
}

/** SurveyAnswer is the answer of a survey row with all of its commutes. */
export interface SurveyAnswer {
  /** Id of the row. */
  id: string;
  /** The organization whose row it is. */
  organization_id: string;
  /** Name of the survey. Null for rows without one. */
  survey_name: string | null;
  /** The survey that is answered. */
  survey_id: string;
  /** The employee who answers, once in each batch. Null for an anonymous answer. */
  employee_id: string | null;
  /** Up to 10; none for a blank answer. Employee, days, situation, medium, country and origin of the record follow from the answer. */
  commutes: CommutingPeriodValues[];
  /** The client's own id; the items of a job repeat it. */
  external_id: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url: string | null;
  /** `answered` or `blank`. */
  status: "pending" | "answered" | "blank";
  /** Where the answer comes from. */
  source: "manual" | "form" | "qr" | "file";
  /** UTC. */
  answered_at: string | null;
}

/** The answer of `GET /v2/employees/survey-answers`. */
export interface SurveyAnswerList {
  /** The matches of the page. */
  items: SurveyAnswer[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Changes when the set of matching records changes. Without a value when more than 250,000 records match. */
  filter_hash: string | null;
  /** More records match than `total`. */
  total_capped: boolean;
}

/** SurveyCommute is the only commuting period of an answer. */
export interface SurveyCommute {
  /** Between home and work, or during work. */
  commuting_type: "in_itinere" | "in_labore";
  /** Means of transport, or telecommuting. */
  transport_type: "car" | "bus" | "train" | "metro" | "tram" | "motorbike" | "bicycle" | "walking" | "telecommuting" | "electric_kick_scooter" | "trolleybus";
  /** Where the trip begins. */
  origin: string | null;
  /** Where the trip ends. */
  destination: string | null;
  /** Null for the average of all fuels. */
  fuel_type: "petrol" | "diesel" | "cng" | "lpg" | "unknown" | "plug_in_hybrid_electric" | "battery_electric" | null;
  /** Kilometres of one direction. Null for telecommuting. */
  total_km: Decimal | null;
  /** Trips to work and back on each day of travel. */
  daily_trips: number;
  /** Hours of a working day. */
  hours_per_day: Decimal;
  /** Weekdays with trips, from 0 for Monday to 6 for Sunday. */
  weekly_travels: number[];
  /** Weekdays of work at home, as `weekly_travels`. */
  telecommuting_days: number[];
  /** Two people share the vehicle. */
  carpool: boolean;
}

/** The employees that match, at most 5,000 of those without a row; an empty object for all. */
export interface SurveyEmployeesInput {
  /** Part of the name or the e-mail address, ignoring case and accents. */
  search?: string;
  /** Any of these situations. */
  situation?: ("active" | "inactive" | "terminated")[];
  /** Any of these statuses. */
  status?: ("uploaded" | "loading")[];
  /** The all-zero id stands for employees without a file. */
  file_id?: string[];
}

/** SurveyForm is the part of a survey that people with a link see. */
export interface SurveyForm {
  /** Name of the survey. */
  survey_name: string;
  /** Name of the organization that asks. */
  organization_name: string;
  /** First day that the answer is about. */
  period_start: string;
  /** Last day that the answer is about, included. */
  period_end: string;
  /** Languages of the questions. */
  languages: ("es" | "en" | "ca")[];
  /** The answer will not be linked to a person. */
  anonymous: boolean;
  /** Most commutes of one answer. */
  commutes_max: number;
  /** The questions about each commute, in their order. */
  questions: SurveyQuestion[];
}

/** SurveyLink lets people answer without an account. */
export interface SurveyLink {
  /** UUID. */
  id: string;
  /** The survey. */
  survey_id: string;
  /** The row that the link answers. Null for a link that everybody can answer. */
  survey_row_id: string | null;
  /** Secret part of `GET` and `POST /v1/surveys/answer/{token}`. Only in the answer that makes the link; a replay has none, because only a hash is stored. */
  token: string | null;
  /** UTC; the link does not work afterwards. */
  expires_at: string;
  /** Id of the user who made it, or who owns the API key. */
  created_by: string | null;
  /** UTC. */
  created_at: string;
}

/** The answer of `POST /v1/surveys/{id}/row-links`. */
export interface SurveyLinkBatch {
  /** All items, in the order of the request. */
  items: SurveyLink[];
  /** Number of all matches. */
  total: number;
}

/** The answer of `GET /v1/surveys/{id}/links`. */
export interface SurveyLinkList {
  /** The matches of the page. */
  items: SurveyLink[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** The answer of `GET /v1/surveys`. */
export interface SurveyList {
  /** The matches of the page. */
  items: Survey[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Changes when the set of matching records changes. Without a value when more than 250,000 records match. */
  filter_hash: string | null;
  /** More records match than `total`. */
  total_capped: boolean;
}

/** SurveyQuestion is a question about one commute. */
export interface SurveyQuestion {
  /** Name of the field of a commute that the answer goes into. */
  field: string;
  /** Form of the answer. */
  type: "choice" | "number" | "text" | "boolean" | "weekdays";
  /** Whether each commute needs an answer to it. */
  required: boolean;
  /** The values of a question of the type `choice`. */
  options: string[];
  /** The question in each language of the survey. */
  texts: SurveyQuestionText[];
}

/** SurveyQuestionText is a question in one language. */
export interface SurveyQuestionText {
  /** Language of the text. */
  language: "es" | "en" | "ca";
  /** The question. */
  text: string;
}

/** SurveyReceipt confirms an answer. It has no data of the person. */
export interface SurveyReceipt {
  /** `answered`, or `blank` without commutes. */
  status: "pending" | "answered" | "blank";
  /** UTC. */
  answered_at: string;
  /** Commutes of the answer. */
  commutes_count: number;
}

/** SurveyRow is the part of one person in a survey about commuting: asked, answered or blank. */
export interface SurveyRow {
  /** UUID; later rows have higher ids. */
  id: string;
  /** The organization whose row it is. */
  organization: OrganizationRef;
  /** Address of the employee. Null for anonymous rows. */
  email: string | null;
  /** Name of the employee. Null for anonymous rows. */
  name: string | null;
  /** Id of the employee in the systems of the organization. Null for anonymous rows. */
  external_id: string | null;
  /** No person is known: the row has neither name nor address nor id. */
  anonymous: boolean;
  /** First day that the answer is about. */
  period_start: string;
  /** Last day that the answer is about, included. */
  period_end: string;
  /** Whether the row has an answer. */
  status: "pending" | "answered" | "blank";
  /** Where the answer comes from, or would come from. */
  source: "manual" | "form" | "qr" | "file";
  /** File of the row. */
  file: SurveyRowRef | null;
  /** Survey of the row. */
  survey: SurveyRowRef | null;
  /** UTC; the latest time at which a link was made for the row. Null before the first. */
  sent_at: string | null;
  /** How often a link was made for the row. */
  times_sent: number;
  /** UTC; null without an answer. */
  answered_at: string | null;
  /** Kilograms of CO2e: the sum of the calculated commuting periods of the answer. Null if there are none. */
  co2e: Decimal | null;
  /** Commuting periods of the answer. */
  commutes_count: number;
  /** The commuting period of the answer. Null without one, and when there are several. */
  commute: SurveyCommute | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** The employee. Null for anonymous rows. */
  employee_id: string | null;
}

/** The answer of `GET /v2/employees/survey-rows`. */
export interface SurveyRowList {
  /** The matches of the page. */
  items: SurveyRow[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Depends on the organizations and the filters alone, not on page, order and rows. */
  filter_hash: string | null;
}

/** SurveyRowRef names the file or the survey of a row. */
export interface SurveyRowRef {
  /** UUID. */
  id: string;
  /** Its name. */
  name: string | null;
}

/** Totp is whether a person signs in with codes of an authenticator app. */
export interface Totp {
  /** Whether `POST /auth/login` asks for a code. */
  enabled: boolean;
  /** Recovery codes that have not been used, 0 to 10. */
  recovery_codes_left: number;
}

/** TotpRecoveryCodes replace codes when the authenticator app is lost. */
export interface TotpRecoveryCodes {
  /** Ten codes. Each works once, at a sign-in or to turn codes off. */
  recovery_codes: string[];
}

/** TotpSecret is what an authenticator app needs to know. */
export interface TotpSecret {
  /** Base32, 32 characters; for people who type it. */
  secret: string;
  /** The same as an `otpauth://` address, which apps read from a QR code. */
  uri: string;
}

/** TrackedChange is the change of one tracked field. */
export interface TrackedChange {
  /** `name`, `quantity`, `unit_id`, `start_date` or `transport_direction`. */
  field: string;
  /** Null for none. */
  old_value: string | null;
  /** Null for none. */
  new_value: string | null;
}

/** TrainingColumn is a custom column. */
export interface TrainingColumn {
  /** Id of the column. */
  id: string;
  /** Key of the values in `custom_values`. */
  key: string;
  /** Name for people. */
  label: string;
  /** Type of the values. */
  type: "text" | "number" | "date" | "boolean" | "option";
  /** The values of a column of type `option`, in their order; empty for other types. */
  options: string[];
  /** UTC. */
  created_at: string;
  /** UTC; null before the first change. */
  updated_at: string | null;
}

/** TransportBoundaries is a range of sizes of vehicles or ships. */
export interface TransportBoundaries {
  /** Smallest size. Absent if there is no limit. */
  from: Decimal | null;
  /** Largest size. Absent if there is no limit. */
  to: Decimal | null;
  /** Unit of the sizes: "t", "dwt t", "TEU", "CEU", "lane m" or "m3". */
  unit: string;
}

/** TransportCombination is a means of freight transport that has a factor. */
export interface TransportCombination {
  /** The same in every installation. */
  id: string;
  /** Mode of transport. */
  transport_type: "road" | "air" | "maritime" | "rail";
  /** Vehicle by road. Unspecified for other modes. */
  travel_method: "car" | "truck" | "motorbike" | "bicycle" | "electric_kick_scooter" | null;
  /** True if the goods are kept at a controlled temperature. */
  refrigerated: boolean;
  /** True for a battery-electric vehicle. */
  electric: boolean;
  /** Class or size in the publication, such as "articulated_over_33_t". Empty for the average. */
  detail: string;
  /** Range of sizes that the factor is published for. Absent if the publication has none. */
  boundaries: TransportBoundaries | null;
  /** Published name of the factor. */
  reference_product: string;
}

/** TransportEmissions are emissions of one category and scope. */
export interface TransportEmissions {
  /** Emissions category in the totals: `goods_received` or `goods_shipped`. */
  category: string;
  /** GHG Protocol scope. */
  scope: number;
  /** Kilograms of CO2e. */
  co2e: Decimal;
}

/** TransportOperationCategory is a group of transport operations with similar characteristics (ISO 14083). */
export interface TransportOperationCategory {
  /** The same in every installation. */
  id: string;
  /** Name of vehicle and type: "van_diesel". */
  toc: string;
  /** Mode of transport. */
  category: "road" | "air" | "maritime" | "rail";
  /** Vehicle: "van". */
  vehicle: string;
  /** Energy or type: "diesel". */
  type: string;
  /** Kilograms of CO2e per tonne-kilometre from well to wheel, in the newest edition: for flights those of long haul. 0 for electric vehicles, which are calculated with the electricity of the country. */
  wtw: Decimal;
  /** Kilograms of a load that was not recorded. Absent if no source has one. */
  default_load: Decimal | null;
  /** "EU", "SA" or "GLO". */
  location: string;
  /** True for the category that applies where only the mode is known. */
  generic: boolean;
  /** True for a vehicle that is charged with electricity of the grid. */
  electric: boolean;
  /** Kilowatt-hours per tonne-kilometre of an electric vehicle. Absent for others. */
  kwh_per_tkm: Decimal | null;
}

/** TransportRoute is the transport of goods on one day, in one or more sections. */
export interface TransportRoute {
  /** UUID; later records have higher ids. */
  id: string;
  /** The organization whose record it is. */
  organization_id: string;
  /** The user of `uploaded_by`. */
  user: User | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** Free text. */
  name: string | null;
  /** Day of the transport. It selects the year of the factors. */
  transport_date: string;
  /** Mass of the goods: at most 9 digits before the point and 5 after it. */
  quantity_transported: Decimal;
  /** A unit of mass. */
  unit_id: string;
  /** Free text. */
  supplier: string | null;
  /** `upstream` for goods received (category 4 of scope 3), `downstream` for goods shipped (category 9, or 4 if the organization pays). */
  transport_direction: "upstream" | "downstream";
  /** Free text; `once` when not sent. */
  transport_frequency: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url: string | null;
  /** The payer of the carrier. When not sent: the organization for `upstream`, others for `downstream`. */
  paid_by: "organization" | "other" | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id: string | null;
  /** State of the calculation; `pending` lasts for moments. */
  calculation_status: "pending" | "calculated" | "failed";
  /** Reason of a failed calculation, such as `CALCULATION_FAILED`. */
  calculation_error_code: string | null;
  /** The reason in a sentence. */
  calculation_error_detail: string | null;
  /** Kilograms of CO2e; null until calculated. */
  co2e: Decimal | null;
  /** Kilograms of biogenic CO2, not part of `co2e`; null until calculated, and if no factor states it. */
  co2e_biomass: Decimal | null;
  /** Marks of the figures of the calculation, such as `proxy` or `stale_years`; empty if there are none. Null without a result, and for results of earlier versions. */
  fitness: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[] | null;
  /** `pending` until it is calculated; `error` if any section has an error. */
  status: "pending" | "active" | "error";
  /** The unit of the quantity. */
  unit: Unit | null;
  /** The sections in the order of the route. Section n has two parts in the calculation of the route: `section_n`, which for section 1 is the main part, and `section_n_energy_provision`. */
  sections: TransportSection[];
  /** Emissions by category and scope; empty until calculated. They sum to `co2e`. */
  emissions: TransportEmissions[];
  /** The user who recorded it, or who owns the API key. */
  uploaded_by: User | null;
  /** The group of `custom_emission_factor_id`. */
  custom_emission_factor: CustomEmissionGroup | null;
}

/** TransportRouteCounts are numbers of routes by status. */
export interface TransportRouteCounts {
  /** Not calculated yet. */
  pending: number;
  /** Calculated, or deleted. */
  active: number;
  /** The calculation failed. */
  error: number;
}

/** The answer of `GET /v1/transports`. */
export interface TransportRouteList {
  /** The matches of the page. */
  items: TransportRoute[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Changes when the set of matching records changes. Without a value when more than 250,000 records match. */
  filter_hash: string | null;
  /** More records match than `total`. */
  total_capped: boolean;
}

/** TransportRouteVersion is a change of a route. */
export interface TransportRouteVersion {
  /** Id of the change in the audit log. */
  transaction_id: string;
  /** `create` or `update`. */
  operation_type: string;
  /** UTC. */
  issued_at: string;
  /** The user who made the change, or who owns the API key. Null for a service. */
  user_id: string | null;
  /** Given name. */
  user_first_name: string | null;
  /** Family name. */
  user_last_name: string | null;
  /** The tracked fields that changed. Empty for a change of other fields. */
  changes: TrackedChange[];
}

/** The answer of `GET /v1/transports/{transport_route_id}/versions`. */
export interface TransportRouteVersionList {
  /** The matches of the page. */
  items: TransportRouteVersion[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** TransportSection is a section of a route with its distance and its emissions. */
export interface TransportSection {
  /** Changes when the sections of the route are replaced. */
  id: string;
  /** Mode of transport. `do_not_know` leaves it to the places. */
  transport_type: "road" | "air" | "maritime" | "rail" | "do_not_know";
  /** Battery-electric vehicle; false when not sent. */
  electric: boolean;
  /** Goods at a controlled temperature; false when not sent. */
  refrigerated: boolean;
  /** Class or size from the list of combinations; the average when not sent. */
  detail: string | null;
  /** An IATA code, a code of UN/LOCODE, "City", "City, CC" or "City, state, CC". Required without `kms_manual`. */
  origin: string | null;
  /** As `origin`. */
  destination: string | null;
  /** Kilometres, which replace the distance between the places. At most 6 digits after the point. Not for `do_not_know`. */
  kms_manual: Decimal | null;
  /** Place in the route, from 1. */
  part: number;
  /** Vehicle by road, also where the mode was left to the places. Null for other modes. */
  travel_method: "car" | "truck" | "motorbike" | "bicycle" | "electric_kick_scooter" | null;
  /** Mode whose factor applies where the mode was left to the places: `air` or `road`. Null for other sections. */
  inferred_transport_type: "road" | "air" | "maritime" | "rail" | null;
  /** Kilometres, as sent or measured; by air the great circle plus the 95 km of ISO 14083. Null for an unknown distance. */
  kms: Decimal | null;
  /** Whether the kilometres were sent. */
  distance_manual: boolean;
  /** How the kilometres were measured. Null for an unknown distance. */
  kms_source: "manual" | "road_api" | "searoute" | "haversine" | "default" | null;
  /** The places as they were understood, and the measurement as a sentence. Null for kilometres that were sent. */
  journey: Journey | null;
  /** That of the route, or `error` for the sections with an error. */
  status: "pending" | "active" | "error";
  /** The last step that is finished. Null if a place is not known. */
  step: "geocode" | "distance" | "factor" | "done" | null;
  /** Reasons of the error. */
  error_messages: string[];
  /** Texts of the places that were probably meant; empty without such an error. */
  suggestions: string[];
  /** Kilograms of CO2e from well to wheel. Null until calculated. */
  co2e: Decimal | null;
  /** Kilograms of CO2e of the operation of the vehicle: tank to wheel. Null until calculated. */
  operation_co2e: Decimal | null;
  /** Kilograms of CO2e of the provision of its energy: well to tank. Null until calculated. */
  energy_provision_co2e: Decimal | null;
  /** Emissions by category and scope; empty until calculated. */
  emissions: TransportEmissions[];
}

/** TransportSectionValues are the fields of a section that a caller decides. */
export interface TransportSectionInput {
  /** Mode of transport. `do_not_know` leaves it to the places. */
  transport_type: "road" | "air" | "maritime" | "rail" | "do_not_know";
  /** Vehicle by road; required there, and null for other modes. */
  travel_method?: "car" | "truck" | "motorbike" | "bicycle" | "electric_kick_scooter" | null;
  /** Battery-electric vehicle; false when not sent. */
  electric?: boolean;
  /** Goods at a controlled temperature; false when not sent. */
  refrigerated?: boolean;
  /** Class or size from the list of combinations; the average when not sent. */
  detail?: string | null;
  /** An IATA code, a code of UN/LOCODE, "City", "City, CC" or "City, state, CC". Required without `kms_manual`. */
  origin?: string | null;
  /** As `origin`. */
  destination?: string | null;
  /** Kilometres, which replace the distance between the places. At most 6 digits after the point. Not for `do_not_know`. At most 6 decimals. */
  kms_manual?: number | Decimal | null;
}

/** TravelSelector selects a factor of the category "passenger_transport" for one or more trips. The unit is passenger-kilometres, and vehicle-kilometres for cars and motorbikes. */
export interface TravelSelector {
  /** Means of transport. */
  transport_type: "car" | "metro" | "train" | "trolleybus" | "bus" | "motorbike" | "aircraft" | "ferry";
  /** Cars and motorbikes. Unspecified: average. */
  vehicle_size: "small" | "medium" | "large" | "average" | null;
  /** Cars and motorbikes. Unspecified: the average of all fuels. */
  fuel_type: "petrol" | "diesel" | "cng" | "lpg" | "unknown" | "plug_in_hybrid_electric" | "battery_electric" | null;
  /** Aircraft. It counts where an end is unknown, and says that a flight between two territories is domestic. */
  flight_type: "domestic" | "short_haul_international" | "long_haul_international" | null;
  /** Aircraft. Unspecified: average. */
  cabin_class: "economy" | "premium_economy" | "business" | "first" | "average" | null;
  /** ISO 3166-1 alpha-2 country whose factors apply. Empty if it is unknown. */
  country: string;
  /** Aircraft. */
  radiative_forcing: "with" | "without" | null;
  /** Country of the origin. Empty if it is unknown. */
  origin_country: string;
  /** Country of the destination. Empty if it is unknown. */
  destination_country: string;
  /** Kilometres of one trip in one direction, for one traveller. Some publishers have factors by the length of a flight. Absent if it is unknown. */
  distance_km: Decimal | null;
  /** True for the production and transport of the fuel and electricity instead of the trip itself. */
  upstream: boolean;
}

/** UniqueValues are the distinct values of one field. */
export interface UniqueValues {
  /** Name of the field. */
  field: string;
  /** Number of distinct values. `values` may have fewer. */
  total_count: number;
  /** Sorted by label. At most 1,000, the most frequent ones; 2,000 of logistics requests. */
  values: Value[];
}

/** Unit is a unit of measure or a currency. */
export interface Unit {
  /** The same in every installation. */
  id: string;
  /** In snake case with the symbol in parentheses: "kilogram_(kg)". A currency has its ISO 4217 code: "euro_(EUR)". */
  name: string;
  /** Type of quantity: "energy", "gas", "liquid", "solid", "fiat_currency", ... */
  type: string;
}

/** UnitConversion is a quantity in two units. */
export interface UnitConversion {
  /** As sent. */
  quantity: Decimal;
  /** Unit of the quantity. */
  from_unit: Unit;
  /** Exact without a division, else 34 significant digits. */
  result: Decimal;
  /** The unit of the result. */
  to_unit: Unit;
  /** Formula of the conversion: "12 * 907.18474 / 1000". Empty for equal units. */
  formula: string;
}

/** UnknownVehicle is a vehicle type. */
export interface UnknownVehicle {
  /** Vehicles refer to it as `unknown_vehicle_id`. The same in every installation. */
  id: string;
  /** Vehicle type, such as "car". */
  type: string;
  /** ISO 3166-1 alpha-2. Null for all countries. */
  country: string | null;
  /** Creation time of the catalogue entry. */
  created_at: string;
  /** Null until the first change. */
  updated_at: string | null;
}

/** The body of `POST /v1/projects/{id}/links/delete`. */
export interface UnlinkRecordsRequest {
  /** The kind of record. */
  entity_type: "invoices" | "logistics_requests" | "file_readings";
  /** Ids of records of this kind. */
  entity_ids: string[];
}

/** UnreadNotifications counts the unread notifications of a user. */
export interface UnreadNotifications {
  /** Number of all unread notifications of the caller. */
  unread_count: number;
}

/** UnstatedOrganization names an organization without stated shares. */
export interface UnstatedOrganization {
  /** Id of the organization. */
  organization_id: string;
  /** Its name. */
  name: string;
}

/** The body of `PATCH /v1/business-travels/{business_travel_id}`. */
export interface UpdateBusinessTravelRequest {
  /** Free text. */
  name?: string | null;
  /** Day of the trip. It selects the year of the factor. */
  travel_date?: string;
  /** Means of transport. */
  transport_type?: "car" | "metro" | "train" | "trolleybus" | "bus" | "motorbike" | "aircraft" | "ferry";
  /** Kilometres of one direction; of a flight those of the great circle. Either this field, or `origin` and `destination`. */
  distance_km?: number | Decimal | null;
  /** An IATA code, a code of UN/LOCODE, "City", "City, CC" or "City, state, CC". */
  origin?: string | null;
  /** As `origin`. */
  destination?: string | null;
  /** Travellers, 1 to 1,000; 1 when not sent. Each adds the whole distance, in cars and on motorbikes too: people who share a car are one. */
  travel_number?: number;
  /** True doubles the distance; false when not sent. */
  round_trip?: boolean;
  /** Only for cars and motorbikes; average when not sent. */
  vehicle_size?: "small" | "medium" | "large" | "average" | null;
  /** Only for cars and motorbikes; the average of all fuels when not sent. */
  fuel_type?: "petrol" | "diesel" | "cng" | "lpg" | "unknown" | "plug_in_hybrid_electric" | "battery_electric" | null;
  /** Only for aircraft. Required with `distance_km`; otherwise the row follows from the two ends, and `domestic` counts outside of the United Kingdom alone. */
  flight_type?: "domestic" | "short_haul_international" | "long_haul_international" | null;
  /** Only for aircraft; average when not sent. */
  cabin_class?: "economy" | "premium_economy" | "business" | "first" | "average" | null;
  /** Country whose factors apply. When not sent, the one in which a trip over land has both ends, else that of the organization. */
  country?: string | null;
  /** How it was recorded, such as `manual` or `bulk_upload`; `manual` when not sent. */
  source?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id?: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
}

/** The body of `PATCH /v2/certificates/{id}`. */
export interface UpdateCertificateRequest {
  /** Kind of instrument. */
  type?: "guarantee_of_origin" | "rec" | "rego" | "i_rec" | "ppa" | "other";
  /** Source of the electricity. */
  technology?: "solar" | "wind" | "hydro" | "marine" | "geothermal" | "biomass" | "biogas" | "nuclear" | "natural_gas" | "coal" | "oil" | "waste" | "other";
  /** MWh of the certificate, with at most 12 decimals. */
  mwh?: number | Decimal;
  /** ISO 3166-1 alpha-2 code of the country whose market the certificate is of. It covers invoices of facilities in this country; a guarantee of origin of the AIB Hub also covers named invoices in its other countries. */
  country?: string;
  /** First day of the production, as the registry states it. From 1970 to the end of next year. */
  production_start_date?: string;
  /** Last day of the production, included, in the same calendar year. The certificate covers electricity of this year alone. */
  production_end_date?: string;
  /** Kilograms of CO2e per MWh that the certificate states. Required and above zero for natural gas, coal, oil, waste and other technologies. Without it nuclear and renewable technologies have zero direct emissions. */
  emission_rate?: number | Decimal | null;
  /** Issuing body or registry. */
  registry?: string | null;
  /** Name or code of the power plant. */
  plant?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
}

/** The body of `PATCH /v2/organizations/children/{id}`. */
export interface UpdateChildOrganizationRequest {
  /** 1 to 255 characters. */
  name?: string;
  /** The calling organization, or one below it. */
  parent_id?: string;
}

/** The body of `PATCH /v1/employee-historic/{id}`. */
export interface UpdateCommutingPeriodRequest {
  /** First day of the period. The emissions are spread evenly over its days. */
  start_date?: string;
  /** Last day, included; at most 366 days in all. It selects the year of the factor. */
  end_date?: string;
  /** Between home and work, or during work; `in_itinere` when not sent. Both are calculated alike. */
  commuting_type?: "in_itinere" | "in_labore";
  /** Means of transport, or telecommuting. */
  transport_type?: "car" | "bus" | "train" | "metro" | "tram" | "motorbike" | "bicycle" | "walking" | "telecommuting" | "electric_kick_scooter" | "trolleybus";
  /** Only for cars and motorbikes; average when not sent. */
  vehicle_size?: "small" | "medium" | "large" | "average" | null;
  /** Only for cars and motorbikes; the average of all fuels when not sent. */
  fuel_type?: "petrol" | "diesel" | "cng" | "lpg" | "unknown" | "plug_in_hybrid_electric" | "battery_electric" | null;
  /** Whether the electricity of the vehicle is renewable. No published factor depends on it. */
  renewable_energy?: "yes" | "no" | "do_not_know" | null;
  /** Kilometres of one direction. Required, but not for telecommuting. */
  total_km?: number | Decimal | null;
  /** Weekdays with trips, from 0 for Monday to 6 for Sunday, each at most once. Required, but for telecommuting only if `telecommuting_days` is empty. */
  weekly_travels?: number[];
  /** Trips to work and back on each of these days, 1 to 20; 1 when not sent. */
  daily_trips?: number;
  /** True halves the emissions of a trip, which two people share; false when not sent. */
  carpool?: boolean;
  /** Situation of the employee in the period; `active` when not sent. */
  situation?: "active" | "inactive" | "terminated";
  /** Where the trip begins. Free text; no distance is derived from it. */
  origin?: string | null;
  /** Where the trip ends, as `origin`. */
  destination?: string | null;
  /** How the answer was given; `manual` when not sent. */
  response_medium?: "manual" | "qr" | "form";
  /** Hours of a working day, more than 0 and at most 24; 8 when not sent. They count on days of telecommuting. */
  hours_per_day?: number | Decimal;
  /** Weekdays of work at home, as `weekly_travels` and without its days. */
  telecommuting_days?: number[];
  /** Country whose factors apply; that of the organization when not sent. */
  country?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** Working days of a year, without holidays and absences, such as 235: days of `weekly_travels` and of `telecommuting_days` in their proportion. A period has the part of its days in the year. Null: every weekday of the calendar counts. */
  days_per_year?: number | Decimal | null;
  /** Working weeks of a year, such as 47, in place of `days_per_year`: each has all weekdays of `weekly_travels` and of `telecommuting_days`. */
  weeks_per_year?: number | Decimal | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id?: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
}

/** The body of `PATCH /v1/emission-factors/custom-databases/{database_id}`. */
export interface UpdateCustomDatabaseRequest {
  /** 1 to 255 characters. */
  name?: string;
  /** At most 500 characters. */
  description?: string | null;
}

/** The body of `PATCH /v1/custom-emission-groups/{id}`. */
export interface UpdateCustomGroupRequest {
  /** 1 to 255 characters. */
  name?: string;
  /** At most 500 characters. */
  description?: string | null;
}

/** The body of `PATCH /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records/{record_id}`. */
export interface UpdateCustomRecordRequest {
  /** 1 to 255 characters. */
  name?: string;
  /** Unit of the activity that the factors apply to: an id of `GET /v2/units`. */
  unit_id?: string;
  /** Gases of the record. `simple`: co2e. `advanced`: co2, ch4 and n2o. `full`: all four. */
  tag?: "simple" | "advanced" | "full";
  /** The same values as at the creation. */
  activity_categories?: ("stationary" | "stationary_generation" | "electricity" | "electricity_location_based" | "electricity_generation" | "electricity_transmission_and_distribution" | "energy" | "recharge" | "process" | "wastes" | "transport" | "transport_generation" | "purchases" | "water" | "waste_water_treatments" | "hotel_stays" | "business_travels" | "employee_commuting" | "logistics" | "logistics_hubs" | "sold_products")[];
  /** Replaces the whole list. */
  factors?: CustomFactorInput[];
  /** False: new data cannot use it. */
  enabled?: boolean;
  /** True: its CO2 is biogenic and reported separately. Needs a factor for co2, and only the categories stationary, process and transport. */
  is_biogenic?: boolean;
  /** 0 to 1, only for the four electricity categories. Null if it is not set. */
  renewable_percentage?: number | Decimal | null;
  /** A number as text, such as "0" or "12.5". */
  uncertainty_grade?: number | Decimal;
}

/** The body of `PATCH /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}`. */
export interface UpdateCustomVersionRequest {
  /** 1 to 255 characters. */
  name?: string;
  /** First day of the edition, for information: the days of the factors decide about validity. Null if it is open. */
  start_date?: string | null;
  /** Last day, on or after the start. */
  end_date?: string | null;
}

/** The body of `PATCH /v2/dashboard/{id}`. */
export interface UpdateDashboardRequest {
  /** At most 100, and 512 KiB together. */
  widgets?: DashboardWidgetInput[];
  /** A breakpoint that is left out has no places. */
  layouts?: DashboardLayoutsInput;
}

/** The body of `PATCH /v1/employees/{id}`. */
export interface UpdateEmployeeRequest {
  /** Name of the person. Either this field or `email` is required. */
  name?: string | null;
  /** E-mail address, unique in the organization; case does not count. */
  email?: string | null;
  /** Relation to the organization. */
  situation?: "active" | "inactive" | "terminated";
  /** Whether the data of the employee is complete, as the caller says. */
  status?: "uploaded" | "loading";
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
}

/** The body of `PATCH /v1/facilities/{facility_id}`. */
export interface UpdateFacilityRequest {
  /** Name of the facility; not unique. */
  name?: string;
  /** Free text: "office", "warehouse". */
  type?: string;
  /** A new country recalculates the records of the facility. */
  country?: string;
  /** Postal address as sent; not validated. */
  address?: string | null;
  /** Share of its scope 2 emissions that belongs to logistics, 0 to 1. */
  logistic_factor?: number | Decimal;
  /** Kinds of records of the facility. */
  categories?: ("heat" | "electricity" | "water" | "recharge" | "process" | "wastes")[];
  /** Spanish supply point codes. */
  cups_list?: string[];
  /** Part of the electricity grid: a `grid_zone` of `GET /v2/grid-zones` for the country. Its figures come before those of the country. A new zone recalculates the electricity invoices of the facility. */
  grid_zone?: string | null;
  /** Archived facilities keep their records and their emissions. */
  status?: "active" | "archived";
}

/** The body of `PATCH /v1/files/{id}`. */
export interface UpdateFileRequest {
  /** The folder that contains the file; null moves it to the top. */
  folder_id?: string | null;
}

/** The body of `PATCH /v1/folders/{id}`. */
export interface UpdateFolderRequest {
  /** New name. */
  name?: string;
  /** New place; null moves the folder to the top. */
  parent_id?: string | null;
}

/** The body of `PATCH /v1/custom-emission-groups/{id}/factors/{factor_id}`. */
export interface UpdateGroupFactorRequest {
  /** 1 to 255 characters. */
  name?: string;
  /** Replaces the whole list. The tag does not change. */
  gases?: GroupGasInput[];
  /** First day of validity. Null means 1970-01-01. */
  start_date?: string | null;
  /** Last day, on or after the start. Null if it is open-ended. */
  end_date?: string | null;
  /** False: new data cannot use it. */
  enabled?: boolean;
  /** True: its CO2 is biogenic and reported separately. */
  is_biogenic?: boolean;
  /** Not negative, at most 15 digits. */
  uncertainty_grade?: number | Decimal;
}

/** The body of `PATCH /v1/hotel-stays/{hotel_stay_id}`. */
export interface UpdateHotelStayRequest {
  /** Free text. */
  name?: string | null;
  /** Day of the first night. The emissions are spread evenly over the nights. */
  check_in_date?: string;
  /** Day after the last night, later than check-in. Each night has the factor of its year. */
  check_out_date?: string;
  /** Selects the factor; `GET /v1/hotel-stays/available-countries` lists those that have one. */
  country?: string;
  /** Free text. */
  city?: string | null;
  /** Name of the hotel. */
  hotel_name?: string | null;
  /** 1 to 10,000; 1 when not sent. */
  rooms?: number;
  /** How it was recorded, such as `manual` or `bulk_upload`; `manual` when not sent. */
  source?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id?: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
}

/** The body of `PATCH /v1/invoices/{id}`. */
export interface UpdateInvoiceRequest {
  /** The facility that the invoice is for: its country selects the factor. */
  facility_id?: string;
  /** Amount of the whole invoice, in `unit_id`. At most 20 digits before the point and 30 in all. */
  base_quantity?: number | Decimal;
  /** An id of `GET /v2/units` that fits the fuel; energy for electricity, volume for water. With a custom emission group any unit. */
  unit_id?: string;
  /** First day of the period. From 1970 to the end of next year. */
  start_date?: string;
  /** Last day of the period, included; on or after the start. */
  end_date?: string;
  /** The fuel or refrigerant: an id of `GET /v1/facilities/{facility_id}/fuels`. Required for heat, recharge and process without a custom factor. */
  facility_fuel_id?: string | null;
  /** The supplier of the electricity: an id of `GET /v1/energy-suppliers`. Without it, and for suppliers that publish no mix, the residual mix of the country applies, or else the average of its grid. */
  supplier_id?: string | null;
  /** Record of a custom database that prices the invoice, in its revision of the time of recording. */
  custom_ef_record_id?: string | null;
  /** Custom emission group that prices the invoice, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
  /** Number that the supplier gave to the invoice. */
  invoice_id?: string | null;
  /** Code of the point of supply. */
  cups?: string | null;
  /** Logistic centre of the invoice. */
  toc?: string | null;
  /** Id of that centre. */
  toc_id?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** The calorific value of an energy of fuel, such as kWh of gas: `gross` or `net`. Only for heat invoices of a fuel with a unit of energy. Without it the amount is read as gross, and the result is marked `calorific_basis_assumed`. */
  calorific_basis?: "gross" | "net" | null;
  /** Only for recharge invoices, in `unit_id`, at most `base_quantity`: refrigerant that did not leak. Of gas charged into new equipment, its charge. Of the charge of equipment that is disposed of or serviced (`base_quantity`), what was recovered. The emissions are those of the difference. */
  retained_quantity?: number | Decimal | null;
  /** `uploaded`, `review` and `inactive` stay until they are changed; `active` restores the status of the calculation. */
  status?: "active" | "uploaded" | "review" | "inactive";
  /** Ignored. */
  uploaded_by?: string | null;
}

/** The body of `PUT /v1/logistic-hubs/{logistic_hub_id}`. */
export interface UpdateLogisticHubRequest {
  /** Unique in the organization, in any case of letters. */
  name?: string;
  /** Postal address as sent. */
  address?: string | null;
  /** Operator of the hub. */
  type?: "owned" | "subcontracted";
  /** Kind of hub; it selects the factor of subcontracted hubs. */
  category?: "transshipment_ambient" | "transshipment_mixed" | "storage_transhipment_ambient" | "storage_transhipment_mixed" | "warehouse_ambient" | "warehouse_mixed" | "liquid_bulk_terminals_ambient" | "liquid_bulk_terminals_mixed" | "maritime_container_terminals_ambient" | "maritime_container_terminals_temperature_controlled" | null;
  /** Whether vehicles are charged at the hub. */
  supercharger?: boolean;
  /** Facility of an owned hub. Null for a subcontracted hub, and after the deletion of the facility. */
  facility_id?: string | null;
  /** Archived hubs keep their emissions. */
  status?: "active" | "archived";
}

/** The body of `PATCH /v1/members/{user_id}`. */
export interface UpdateMemberRequest {
  /** The new role. */
  role?: "admin" | "editor" | "viewer" | "human_resources" | "auditor";
  /** The new status. */
  status?: "active" | "disabled";
}

/** The body of `PATCH /v1/notifications/{notification_id}`. */
export interface UpdateNotificationRequest {
  /** True marks it as read, false as unread. */
  read: boolean;
}

/** The body of `PATCH /v2/organizations/{id}`. */
export interface UpdateOrganizationRequest {
  /** 1 to 255 characters. */
  name?: string;
  /** Warming potentials of all gases that a calculation weighs. */
  gwp_set?: "AR4" | "AR5" | "AR6";
  /** Unspecified: as the publisher recommends. */
  radiative_forcing?: "with" | "without" | null;
  /** Unspecified: none. */
  sector_edition?: "nace_rev2" | "nace_rev2_1" | null;
  /** Month in which the fiscal year begins. */
  fiscal_year_start_month?: number;
}

/** The body of `PATCH /v1/own_workforces/{id}`. */
export interface UpdateOwnWorkforceRequest {
  /** Id of the person in the customer's HR system, unique in the organization. Compared exactly. */
  external_employee_id?: string;
  /** From 1900-01-01 to the first day of the first contract. */
  birth_date?: string;
  /** As the person stated it. */
  gender?: "M" | "F" | "O" | "NS";
  /** Whether the person has a recognised disability. */
  disabled_employee?: boolean;
  /** 1 to 100. Contracts of a person never overlap; both days belong to a contract. */
  contracts?: WorkforceContractInput[];
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
}

/** The body of `PATCH /v1/own_workforce_trainings/{training_id}`. */
export interface UpdateOwnWorkforceTrainingRequest {
  /** Free text, such as `safety`. */
  type?: string;
  /** Free text. */
  description?: string;
  /** Hours of the training, from 0 to 1,000,000, at most 6 decimals. */
  hours?: number | Decimal;
  /** First day. */
  start_date?: string;
  /** Last day, on `start_date` or later. */
  end_date?: string;
  /** Values of the custom columns by their keys. A key that is not declared is refused, and so is a value of another type. */
  custom_values?: Record<string, string | number | boolean | null>;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
}

/** The body of `PATCH /v2/periods/locks/{id}`. */
export interface UpdatePeriodLockRequest {
  /** Null clears it. */
  note?: string | null;
}

/** The body of `PATCH /v1/files/batch-update`. */
export interface UpdatePresignedFilesRequest {
  /** 1 to 100. */
  file_ids: string[];
  /** `uploaded` or `error`. */
  status: "uploaded" | "error";
  /** A project of the organization. The readings of the files are linked to it. Only with `uploaded`; files without a reading are not linked. */
  project_id?: string | null;
}

/** The body of `PATCH /v1/projects/{id}`. */
export interface UpdateProjectRequest {
  /** Not unique. */
  name?: string;
  /** A member of the owner. */
  responsible_user_id?: string;
  /** Free text. */
  description?: string | null;
  /** First day. */
  start_date?: string | null;
  /** Last day, included. */
  end_date?: string | null;
  /** The day on which the work is due. */
  due_date?: string | null;
  /** The purpose of the project; null if unknown. */
  project_type?: "carbon_footprint" | "custom" | "einf" | "iso_14064" | "iso_14001" | "iso_9001" | "acv" | "visualization" | "suppliers" | "logistics" | null;
  /** The reporting standard; null without one. */
  methodology?: "esrs" | "gri" | "glec" | null;
}

/** The body of `PATCH /v1/purchases/{id}`. */
export interface UpdatePurchaseRequest {
  /** The thing bought; for a physical amount the name of a material, such as "Concrete". */
  product_name?: string;
  /** Free text. */
  description?: string | null;
  /** A NACE, CNAE, UK SIC or NAICS code ("62.01", "541511", "NACE Rev. 2.1 46.71") or its official title in any case. Sections ("J") are too broad. A new one without `sector_edition` clears the edition of the former one. For a physical amount also the name of a material. */
  sector?: string;
  /** Amount of money, net of tax. At most 20 digits before the point and 30 in all. */
  quantity?: number | Decimal | null;
  /** The currency of `quantity`: an id of `GET /v2/units`. */
  unit_id?: string | null;
  /** Physical amount, in place of money. At most 20 digits before the point and 30 in all. */
  non_currency_quantity?: number | Decimal | null;
  /** The unit of `non_currency_quantity`: an id of `GET /v2/units?type=non_currency_purchases`. */
  non_currency_unit_id?: string | null;
  /** Selects exchange rate, year of the factor and month of the emissions. From 1970 to the end of next year. */
  purchase_date?: string;
  /** Running costs are category 1 of scope 3 (`purchases`), investments category 2 (`capital_goods`). */
  expense_type?: "capex" | "opex";
  /** Calculation method, `spend_based` when not sent. The method of the factor replaces it, `supplier_specific` for a custom record, unless a custom group prices the purchase. */
  purchase_type?: "spend_based" | "supplier_specific" | "average_data";
  /** Set by the caller, `active` when not sent. Inactive purchases are calculated, but excluded from totals. */
  status?: "active" | "pending" | "in_progress" | "in_review" | "inactive";
  /** Share of recycled content, 0 to 1; reduces the emissions in proportion. */
  recycled?: number | Decimal | null;
  /** How often it repeats; `once` when not sent. */
  frequency?: "once";
  /** The seller: an id of `GET /v1/suppliers`. Its country and activity code select the factor. */
  supplier_id?: string | null;
  /** Id of a custom emission group of the same organization that has an enabled factor for the unit. It prices the purchase in its revision of the time of recording; a later revision applies after a change of amount, unit, date or group. */
  custom_emission_factor_id?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** Record of a custom database for `purchases` that prices it, in place of a custom group. Its unit is that of the amount. It prices the purchase in its revision of the time of recording; a later revision applies after a change of amount, unit, date or record. */
  custom_ef_record_id?: string | null;
  /** Edition of NACE that `sector` is of; null: that of the supplier, else of the organization. Without any, a code of two meanings fails with SECTOR_AMBIGUOUS. */
  sector_edition?: "nace_rev2" | "nace_rev2_1" | null;
}

/** The body of `PUT /v1/files/readings/{file_reading_id}`. */
export interface UpdateReadingRequest {
  /** All items. They replace those that were read. */
  content: ReadingContentInput;
  /** Subject of the document. Without it the subject stays. */
  category?: "water" | "electricity" | "gas" | "fuel_delivery" | "recharges" | "wastes";
}

/** The body of `PATCH /v2/imports/mappings/{id}`. */
export interface UpdateSavedMappingRequest {
  /** New name. */
  name?: string;
  /** Names of the columns of the file, 1 to 256. */
  source_columns?: string[];
  /** Columns of the template by columns of the file. */
  mapping?: Record<string, string>;
  /** Constants and further targets of columns, by column of the template; at most 256. */
  fill?: Record<string, {
  value?: string | null;
  column?: string | null;
  as?: "value" | "period_start" | "period_end" | null;
}>;
  /** Null for none. */
  combine?: ImportCombineInput | null;
  /** Values of the API by texts of the file, by column of the template. */
  value_mappings?: Record<string, Record<string, string>>;
  /** Null for none. */
  numeric_locale?: string | null;
  /** Null for none. */
  date_locale?: string | null;
}

/** The body of `PATCH /v1/sold-products/periods/{period_id}`. */
export interface UpdateSoldProductPeriodRequest {
  /** First day. */
  start_date?: string;
  /** Last day, included. */
  end_date?: string;
}

/** The body of `PATCH /v1/sold-products/{product_id}`. */
export interface UpdateSoldProductRequest {
  /** Unique in the organization; case and accents do not count. */
  product_name?: string;
  /** Years that one unit is used, more than 0 and at most 200. At most 6 decimals. */
  lifetime_years?: number | Decimal;
  /** Uses of one unit in a year. Only with `energy_per_use`. At most 6 decimals. */
  uses_per_year?: number | Decimal | null;
  /** Energy of one use of one unit. */
  energy_per_use?: SoldProductEnergyInput | null;
  /** Energy of one unit in a year. */
  energy_per_year?: SoldProductEnergyInput | null;
  /** Emissions before the sale: materials, production and transport. Only the footprint shows them. */
  manufacture?: SoldProductStageInput | null;
  /** Emissions of the disposal. Only the footprint shows them. */
  end_of_life?: SoldProductStageInput | null;
}

/** The body of `PATCH /v1/sold-products/country-sales/{country_sale_id}`. */
export interface UpdateSoldProductSaleRequest {
  /** Country of use, whose electricity or fuel the units use. */
  country?: string;
  /** Units sold, more than 0. At most 6 decimals. */
  quantity?: number | Decimal;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id?: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
}

/** The body of `PATCH /v1/suppliers/{id}`. */
export interface UpdateSupplierRequest {
  /** Name of the company. */
  business_name?: string;
  /** ISO 3166-1 alpha-2. Purchases from this supplier use factors of this country. */
  country?: string;
  /** Tax number. */
  vat?: string | null;
  /** Classification of `code`. */
  code_type?: "nace" | "cnae" | "sic" | "naics" | null;
  /** Code of the supplier's main activity. It prices purchases whose own sector is unknown, or is of trade. */
  code?: string | null;
  /** Edition of the code, for NACE and CNAE; null: that of the organization. Also for the sector of its purchases, unless they state one. */
  sector_edition?: "nace_rev2" | "nace_rev2_1" | null;
  /** `in_review` without an activity code that exists and has one meaning. Purchases then use the factor of their own sector. */
  status?: "active" | "in_review";
}

/** The body of `PATCH /v1/surveys/{id}`. */
export interface UpdateSurveyRequest {
  /** Name for people; those who answer see it. */
  name?: string;
  /** First day that the answers are about. From 1970 to the end of next year. */
  start_date?: string;
  /** Last day that the answers are about, included, at most 366 days after the first. */
  end_date?: string;
  /** Languages of the questions, each once. */
  languages?: ("es" | "en" | "ca")[];
  /** Project of the rows, one of the organization. */
  project_id?: string | null;
}

/** The body of `PATCH /v1/own_workforce_trainings/custom-columns/{column_id}`. */
export interface UpdateTrainingColumnRequest {
  /** 1 to 255 characters. */
  label?: string;
  /** All options: those that exist, and new ones. At most 100. */
  options?: string[];
}

/** The body of `PUT /v1/transports/{transport_route_id}`. */
export interface UpdateTransportRouteRequest {
  /** Free text. */
  name?: string | null;
  /** Day of the transport. It selects the year of the factors. */
  transport_date?: string;
  /** Mass of the goods: at most 9 digits before the point and 5 after it. At most 5 decimals. */
  quantity_transported?: number | Decimal;
  /** A unit of mass. */
  unit_id?: string;
  /** Free text. */
  supplier?: string | null;
  /** Free text; `once` when not sent. */
  transport_frequency?: string | null;
  /** 1 to 20, in the order of the route. */
  sections?: TransportSectionInput[];
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** The payer of the carrier. When not sent: the organization for `upstream`, others for `downstream`. */
  paid_by?: "organization" | "other" | null;
  /** Record of a custom database for the category and in the unit of this kind, in its revision of the time of recording. The method is supplier-specific. */
  custom_ef_record_id?: string | null;
  /** Custom emission group with a factor in this unit, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
}

/** The body of `PATCH /v1/vehicles/{vehicle_id}/consumptions/{consumption_id}`. */
export interface UpdateVehicleConsumptionRequest {
  /** Amount or distance in `unit_id`. At most 20 digits before the point and 30 in all. */
  quantity?: number | Decimal;
  /** An id of `fuel_units` of the fuel of the vehicle (`GET /v1/vehicle-fuels`); any id of `GET /v2/units` if a custom emission group prices the vehicle. */
  unit_id?: string;
  /** First day of the period. The emissions are spread evenly over its days. */
  start_date?: string;
  /** Last day of the period, included. */
  end_date?: string;
  /** The client's own name of the consumption, such as the number of a receipt. */
  custom_id?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
}

/** The body of `PATCH /v1/vehicles/{vehicle_id}`. */
export interface UpdateVehicleRequest {
  /** Name for people. */
  name?: string | null;
  /** People or goods. */
  type?: "passenger" | "freight";
  /** Owned by the organization, or rented. */
  ownership?: "owned" | "rented";
  /** Unique in the organization, archived vehicles included. Case, blanks and all other characters besides letters and digits do not count: "1234 bcd" and "1234-BCD" are one plate. */
  license_plate?: string;
  /** Type of the vehicle, of `GET /v1/unknown-vehicles`. */
  unknown_vehicle_id?: string;
  /** ISO 3166-1 alpha-2. Consumptions use factors of this country. */
  country?: string;
  /** Fuel of `GET /v1/vehicle-fuels`, of the country of the vehicle; a country without fuels uses those of any country but ES. Required without `custom_emission_factor_id`. */
  vehicle_fuel_id?: string | null;
  /** Custom emission group, which comes before the fuel. Its factor is selected by the date alone. */
  custom_emission_factor_id?: string | null;
  /** Year of the first registration, 1900 to next year. */
  registration_year?: number | null;
  /** Selects the factor of a distance. */
  market_segment?: "mini" | "supermini" | "lower_medium" | "upper_medium" | "executive" | "luxury" | "sports" | "dual_purpose_4x4" | "mpv" | null;
  /** Selects the factor of a distance when there is no segment. */
  size?: "small_car" | "medium" | "large_car" | "average_car" | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
  /** `error` while the latest calculation of any consumption has failed. Archived vehicles keep their consumptions and their emissions. */
  status?: "active" | "archived";
}

/** The body of `PATCH /v1/wastes/{waste_id}`. */
export interface UpdateWasteRequest {
  /** Name of the waste, or of its invoice. */
  identification_name?: string;
  /** First day of the period. The emissions are spread evenly over its days. */
  start_date?: string;
  /** Last day of the period, included; selects the year of the factor. */
  end_date?: string;
  /** Amount in `unit_id`. At most 20 digits before the point and 30 in all. */
  base_quantity?: number | Decimal;
  /** An id of `GET /v2/units`. A batch takes the kilogram, or the unit of the custom record. A single waste takes any unit of mass; the kilogram when not sent. */
  unit_id?: string;
  /** The waste: an id of `GET /v1/wastes/ler-codes`. */
  ler_code_id?: string | null;
  /** The treatment: an id of `GET /v1/wastes/rd-codes`. Without it only a factor of the LER code alone applies. */
  waste_rd_code_id?: string | null;
  /** Record of a custom database that prices it, in its revision of the time of recording. */
  custom_ef_record_id?: string | null;
  /** Custom emission group that prices it, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
  /** Free text. */
  description?: string | null;
  /** Name of the plant that takes it. */
  destination?: string | null;
  /** Kilometres to the plant that treats it. With a custom factor, transport by an average diesel lorry is added to `co2e`. The published figures include collection and transport, so with a code the explanation shows the distance and `co2e` does not count it. Only for a mass. */
  total_km_to_waste_center?: number | Decimal | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
}

/** The body of `PATCH /v1/waste-water-treatments/{id}`. */
export interface UpdateWasteWaterTreatmentRequest {
  /** Name of the plant, or of the bill. */
  name?: string;
  /** Free text. */
  description?: string | null;
  /** First day of the period. The emissions are spread evenly over its days. */
  start_date?: string;
  /** Last day of the period, included; selects the year of the factor. */
  end_date?: string;
  /** Volume in `unit_id`. At most 20 digits before the point and 30 in all. */
  quantity?: number | Decimal;
  /** An id of `GET /v2/units`; the cubic metre when not sent. Other units of volume are converted. With a custom record, its unit. */
  unit_id?: string;
  /** Record of a custom database that prices it, in its revision of the time of recording. Only one of this and the next. */
  custom_ef_record_id?: string | null;
  /** Custom emission group that prices it, in its revision of the time of recording. */
  custom_emission_factor_id?: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id?: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id?: string | null;
  /** Name of that file. */
  file_name?: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url?: string | null;
}

/** The body of `PATCH /v2/webhook-endpoints/{endpoint_id}`. */
export interface UpdateWebhookEndpointRequest {
  /** Same rules as in CreateWebhookEndpointRequest. */
  url?: string;
  /** Replaces all types; at least one. */
  event_types?: "ingest_job.finished"[];
  /** At most 255 characters; null clears it. */
  description?: string | null;
  /** False cancels pending deliveries. */
  enabled?: boolean;
}

/** The body of `POST /v1/files/upload`. */
export interface UploadFileRequest {
  /** Id of the folder that will contain the file; the top by default. */
  folder_id?: string;
  /** With a file name; at most 26214400 bytes. */
  file: Blob;
}

/** User is a person who records activities. */
export interface User {
  /** Id of the user. */
  id: string;
  /** Given name. */
  first_name: string | null;
  /** Family name. */
  last_name: string | null;
  /** Address to sign in with. */
  email: string;
  /** Address of a picture. */
  profile_img_url: string | null;
  /** Calling code of the phone number, such as "+34". */
  prefix: string | null;
  /** Phone number without the calling code. */
  phone_number: string | null;
  /** Whether the user has finished the introduction to the product. */
  onboarding_done: boolean;
}

/** Value is one value of a field. */
export interface Value {
  /** Value for the filter of the same name. The all-zero id stands for records without a file. */
  value: string | null;
  /** Text for people. Null when the value is readable. */
  label: string | null;
  /** Number of records with this value. */
  count: number;
}

/** Vehicle is a vehicle of an organization. */
export interface Vehicle {
  /** UUID; later records have higher ids. */
  id: string;
  /** The organization whose record it is. */
  organization_id: string;
  /** Id of the user who recorded it, or who owns the API key. */
  uploaded_by: string | null;
  /** The user of `uploaded_by`. */
  user: User | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** Name for people. */
  name: string | null;
  /** People or goods. */
  type: "passenger" | "freight";
  /** Owned by the organization, or rented. */
  ownership: "owned" | "rented";
  /** Unique in the organization, archived vehicles included. Case, blanks and all other characters besides letters and digits do not count: "1234 bcd" and "1234-BCD" are one plate. */
  license_plate: string;
  /** Type of the vehicle, of `GET /v1/unknown-vehicles`. */
  unknown_vehicle_id: string;
  /** ISO 3166-1 alpha-2. Consumptions use factors of this country. */
  country: string;
  /** Fuel of `GET /v1/vehicle-fuels`, of the country of the vehicle; a country without fuels uses those of any country but ES. Required without `custom_emission_factor_id`. */
  vehicle_fuel_id: string | null;
  /** Custom emission group, which comes before the fuel. Its factor is selected by the date alone. */
  custom_emission_factor_id: string | null;
  /** Year of the first registration, 1900 to next year. */
  registration_year: number | null;
  /** Selects the factor of a distance. */
  market_segment: "mini" | "supermini" | "lower_medium" | "upper_medium" | "executive" | "luxury" | "sports" | "dual_purpose_4x4" | "mpv" | null;
  /** Selects the factor of a distance when there is no segment. */
  size: "small_car" | "medium" | "large_car" | "average_car" | null;
  /** The client's own id; the items of a job repeat it. */
  external_id: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url: string | null;
  /** `error` while the latest calculation of any consumption has failed. Archived vehicles keep their consumptions and their emissions. */
  status: "active" | "archived" | "error";
  /** Kilograms of CO2e of all calculated consumptions of the vehicle. */
  co2e: Decimal;
  /** Kilograms of biogenic CO2 of those of these consumptions that state it, not part of `co2e`. */
  co2e_biomass: Decimal;
  /** Type of the unknown vehicle: "car", "van". */
  unknown_vehicle_type: string | null;
  /** Name of the fuel: "diesel". */
  vehicle_fuel: string | null;
  /** The group of `custom_emission_factor_id`. */
  custom_emission_factor: CustomEmissionGroup | null;
}

/** VehicleConsumption is what a vehicle used in a period: an amount of fuel or electricity, or a distance. */
export interface VehicleConsumption {
  /** UUID; later records have higher ids. */
  id: string;
  /** The organization whose record it is. */
  organization_id: string;
  /** Id of the user who recorded it, or who owns the API key. */
  uploaded_by: string | null;
  /** The user of `uploaded_by`. */
  user: User | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** The vehicle. Its fuel, country, class, segment and size select the factor. */
  vehicle_id: string;
  /** Amount or distance in `unit_id`. At most 20 digits before the point and 30 in all. */
  quantity: Decimal;
  /** An id of `fuel_units` of the fuel of the vehicle (`GET /v1/vehicle-fuels`); any id of `GET /v2/units` if a custom emission group prices the vehicle. */
  unit_id: string;
  /** First day of the period. The emissions are spread evenly over its days. */
  start_date: string;
  /** Last day of the period, included. */
  end_date: string;
  /** The client's own name of the consumption, such as the number of a receipt. */
  custom_id: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url: string | null;
  /** State of the calculation; `pending` lasts for moments. */
  calculation_status: "pending" | "calculated" | "failed";
  /** Reason of a failed calculation, such as `CALCULATION_FAILED`. */
  calculation_error_code: string | null;
  /** The reason in a sentence. */
  calculation_error_detail: string | null;
  /** Kilograms of CO2e; null until calculated. */
  co2e: Decimal | null;
  /** Kilograms of biogenic CO2, not part of `co2e`; null until calculated, and if no factor states it. */
  co2e_biomass: Decimal | null;
  /** Marks of the figures of the calculation, such as `proxy` or `stale_years`; empty if there are none. Null without a result, and for results of earlier versions. */
  fitness: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[] | null;
  /** `loading` until it is calculated, then `success` or `error`. */
  status: "loading" | "success" | "error" | "active";
  /** The unit of `unit_id`. */
  unit: Unit | null;
  /** Kilograms of CO2e from the use of the energy, tank to wheel: scope 1, and scope 2 for electricity. Null until calculated. */
  co2e_consumption: Decimal | null;
  /** Kilograms of CO2e from the production of the energy and the losses of the grid, well to tank: scope 3. Null until calculated, and where no source publishes it. `co2e` is the sum of both. */
  co2e_generation: Decimal | null;
  /** Codes of the failed calculation; empty without a failure. */
  error_messages: string[];
}

/** The answer of `GET /v1/vehicles/{vehicle_id}/consumptions`. */
export interface VehicleConsumptionList {
  /** The matches of the page. */
  items: VehicleConsumption[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Changes when the set of matching records changes. Without a value when more than 250,000 records match. */
  filter_hash: string | null;
  /** More records match than `total`. */
  total_capped: boolean;
}

/** VehicleFuel is a fuel that is sold in a country. */
export interface VehicleFuel {
  /** Vehicles refer to it as `vehicle_fuel_id`. The same in every installation. */
  id: string;
  /** Name of the fuel, such as "diesel". */
  fuel: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Units for consumption of this fuel. Other units are rejected with ERR_UNIT_NOT_ALLOWED_FOR_FUEL. */
  fuel_units: Unit[];
  /** Creation time of the catalogue entry. */
  created_at: string;
  /** Null until the first change. */
  updated_at: string | null;
}

/** The answer of `GET /v1/vehicles`. */
export interface VehicleList {
  /** The matches of the page. */
  items: Vehicle[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Changes when the set of matching records changes. Without a value when more than 250,000 records match. */
  filter_hash: string | null;
  /** More records match than `total`. */
  total_capped: boolean;
}

/** VehicleSelector selects a factor by what is known about a vehicle. The unit of the quantity decides: a distance has factors by class, size and fuel, any other unit those of the fuel. */
export interface VehicleSelector {
  /** Which emissions of the vehicle. */
  part: "exhaust" | "upstream" | "electricity" | "electricity_losses" | "ch4_and_n2o";
  /** Id of a fuel, from ListVehicleFuels. */
  vehicle_fuel_id: string;
  /** ISO 3166-1 alpha-2 code of the country of the vehicle. */
  country: string;
  /** Type of the vehicle, from ListUnknownVehicles: "car". Empty for a vehicle of unknown type. */
  vehicle_type: string;
  /** True for a vehicle that carries goods. Decides about the class of a vehicle of unknown type. */
  freight: boolean;
  /** Market segment: "supermini". Empty if it is unknown. */
  market_segment: string;
  /** Size: "small_car", "medium", "large_car" or "average_car". Empty if it is unknown. */
  size: string;
  /** Year of the first registration. 0 if it is unknown. Only for VEHICLE_PART_CH4_AND_N2O. */
  registration_year: number;
}

/** A value that is not valid, with its place in the request. */
export interface Violation {
  /** The path to the field, outermost first. */
  loc: (string | number)[];
  /** For humans. */
  msg: string;
  /** For programs, such as `value_error.missing`. */
  type: string;
}

/** All values of a request that are not valid. */
export interface Violations {
  /** All violations. */
  detail: Violation[];
}

/** Waste is one kind of waste that left a facility in a period. */
export interface Waste {
  /** UUID; later records have higher ids. */
  id: string;
  /** The organization whose record it is. */
  organization_id: string;
  /** Id of the user who recorded it, or who owns the API key. */
  uploaded_by: string | null;
  /** The user of `uploaded_by`. */
  user: User | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** The facility that it left; its country selects the factor. */
  facility_id: string;
  /** Name of the waste, or of its invoice. */
  identification_name: string;
  /** First day of the period. The emissions are spread evenly over its days. */
  start_date: string;
  /** Last day of the period, included; selects the year of the factor. */
  end_date: string;
  /** Amount in `unit_id`. At most 20 digits before the point and 30 in all. */
  base_quantity: Decimal;
  /** An id of `GET /v2/units`. A batch takes the kilogram, or the unit of the custom record. A single waste takes any unit of mass; the kilogram when not sent. */
  unit_id: string;
  /** The waste: an id of `GET /v1/wastes/ler-codes`. */
  ler_code_id: string | null;
  /** The treatment: an id of `GET /v1/wastes/rd-codes`. Without it only a factor of the LER code alone applies. */
  waste_rd_code_id: string | null;
  /** Record of a custom database that prices it, in its revision of the time of recording. */
  custom_ef_record_id: string | null;
  /** Custom emission group that prices it, in its revision of the time of recording. */
  custom_emission_factor_id: string | null;
  /** Free text. */
  description: string | null;
  /** Name of the plant that takes it. */
  destination: string | null;
  /** Kilometres to the plant that treats it. With a custom factor, transport by an average diesel lorry is added to `co2e`. The published figures include collection and transport, so with a code the explanation shows the distance and `co2e` does not count it. Only for a mass. */
  total_km_to_waste_center: Decimal | null;
  /** The client's own id; the items of a job repeat it. */
  external_id: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url: string | null;
  /** State of the calculation; `pending` lasts for moments. */
  calculation_status: "pending" | "calculated" | "failed";
  /** Reason of a failed calculation, such as `CALCULATION_FAILED`. */
  calculation_error_code: string | null;
  /** The reason in a sentence. */
  calculation_error_detail: string | null;
  /** Kilograms of CO2e; null until calculated. */
  co2e: Decimal | null;
  /** Kilograms of biogenic CO2, not part of `co2e`; null until calculated, and if no factor states it. */
  co2e_biomass: Decimal | null;
  /** Marks of the figures of the calculation, such as `proxy` or `stale_years`; empty if there are none. Null without a result, and for results of earlier versions. */
  fitness: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[] | null;
  /** Always "waste". */
  type: "waste";
  /** `loading` until it is calculated, then `active` or `error`. */
  status: "loading" | "active" | "error" | "uploaded" | "success" | "pending" | "in_progress" | "review" | "in_review";
  /** Amount that counts for the facility: `base_quantity` times `percentage`. */
  quantity: Decimal;
  /** Share of the facility, 0 to 1. */
  percentage: Decimal;
  /** The unit of `unit_id`. */
  unit: Unit | null;
  /** Code of the European List of Waste: "15 01 01". */
  low_code: string | null;
  /** Code of the recovery or disposal operation: "R03". */
  rd_code: string | null;
  /** The group of `custom_emission_factor_id`. */
  custom_emission_factor: CustomEmissionGroup | null;
  /** The code of a failed calculation, as a list; empty otherwise. */
  error_messages: string[];
  /** The invoice that it is part of; null for wastes of their own. */
  invoice_id: string | null;
  /** The invoice that it was made from. */
  source_invoice_id: string | null;
  /** Projects that it counts for. */
  linked_projects: string[];
  /** Its shares among facilities. */
  facility_percentages: FacilityPercentage[];
}

/** WasteFactor is a pair of codes that has a factor. Read-only. */
export interface WasteFactor {
  /** Id of the factor that applies to such waste today. */
  id: string;
  /** LER code: "15 01 01". */
  low_code: string;
  /** Name of the LER code. */
  low_name: string;
  /** Description of the LER code. */
  low_description: string;
  /** Null for a factor of the LER code alone. */
  rd_code: string | null;
  /** Name of the R/D code. */
  rd_name: string | null;
  /** Description of the R/D code. */
  rd_description: string | null;
  /** ISO 3166-1 alpha-2, or "GLO" for all countries. */
  region: string;
}

/** The answer of `GET /v1/waste-efs`. */
export interface WasteFactorList {
  /** The matches of the page. */
  items: WasteFactor[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
}

/** The answer of `GET /v1/wastes`. */
export interface WasteList {
  /** The matches of the page. */
  items: Waste[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Counted wastes whose status is `error`. */
  total2: number;
  /** Wastes of the facility, or of the organizations, whatever the other filters are. Counting ends at 250,000. */
  total_general: number;
  /** Changes when the set of matching records changes. Without a value when more than 250,000 records match. */
  filter_hash: string | null;
  /** More records match than `total`. */
  total_capped: boolean;
}

/** WasteSelector selects a factor per unit of waste. */
export interface WasteSelector {
  /** Id of a code of the European List of Waste. */
  ler_code_id: string;
  /** Id of a recovery or disposal code. Empty for a factor of the LER code alone. */
  rd_code_id: string;
  /** ISO 3166-1 alpha-2 code of the country of the activity. Empty if it is unknown. */
  country: string;
  /** ISO 3166-1 alpha-2 code of the country of the organization, which decides about the data set of all its wastes. Empty for that of the activity. */
  organization_country: string;
}

/** WasteWaterTreatment is waste water that left a facility for treatment in a period. */
export interface WasteWaterTreatment {
  /** UUID; later records have higher ids. */
  id: string;
  /** The organization whose record it is. */
  organization_id: string;
  /** Id of the user who recorded it, or who owns the API key. */
  uploaded_by: string | null;
  /** The user of `uploaded_by`. */
  user: User | null;
  /** UTC. */
  created_at: string;
  /** UTC; null until the first change. */
  updated_at: string | null;
  /** The facility that it left; its country selects the factor. */
  facility_id: string;
  /** Name of the plant, or of the bill. */
  name: string;
  /** Free text. */
  description: string | null;
  /** First day of the period. The emissions are spread evenly over its days. */
  start_date: string;
  /** Last day of the period, included; selects the year of the factor. */
  end_date: string;
  /** Volume in `unit_id`. At most 20 digits before the point and 30 in all. */
  quantity: Decimal;
  /** An id of `GET /v2/units`; the cubic metre when not sent. Other units of volume are converted. With a custom record, its unit. */
  unit_id: string;
  /** Record of a custom database that prices it, in its revision of the time of recording. Only one of this and the next. */
  custom_ef_record_id: string | null;
  /** Custom emission group that prices it, in its revision of the time of recording. */
  custom_emission_factor_id: string | null;
  /** The client's own id; the items of a job repeat it. */
  external_id: string | null;
  /** The file, which exists in the organization. The all-zero id stands for none. */
  file_id: string | null;
  /** Name of that file. */
  file_name: string | null;
  /** Address of that file, `http` or `https`; stored as sent and never opened. */
  file_url: string | null;
  /** State of the calculation; `pending` lasts for moments. */
  calculation_status: "pending" | "calculated" | "failed";
  /** Reason of a failed calculation, such as `CALCULATION_FAILED`. */
  calculation_error_code: string | null;
  /** The reason in a sentence. */
  calculation_error_detail: string | null;
  /** Kilograms of CO2e; null until calculated. */
  co2e: Decimal | null;
  /** Kilograms of biogenic CO2, not part of `co2e`; null until calculated, and if no factor states it. */
  co2e_biomass: Decimal | null;
  /** Marks of the figures of the calculation, such as `proxy` or `stale_years`; empty if there are none. Null without a result, and for results of earlier versions. */
  fitness: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[] | null;
  /** `loading` until it is calculated, then `active` or `error`. */
  status: "loading" | "active" | "error";
  /** The unit of `unit_id`. */
  unit: Unit | null;
  /** The group of `custom_emission_factor_id`. */
  custom_emission_factor: CustomEmissionGroup | null;
}

/** The answer of `GET /v1/waste-water-treatments`. */
export interface WasteWaterTreatmentList {
  /** The matches of the page. */
  items: WasteWaterTreatment[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
  /** Number of pages; 0 without matches. */
  pages: number;
  /** Changes when the set of matching records changes. Without a value when more than 250,000 records match. */
  filter_hash: string | null;
  /** More records match than `total`. */
  total_capped: boolean;
}

/** WebhookAttempt is one attempt of a delivery. */
export interface WebhookAttempt {
  /** Number of the attempt, from 1. */
  number: number;
  /** UTC; when the attempt began. */
  at: string;
  /** Duration of the attempt in milliseconds. */
  duration_ms: number;
  /** HTTP status of the response; null if there was none. */
  response_status: number | null;
  /** Reason why the attempt failed; null if it succeeded. */
  error_code: "HTTP_STATUS" | "TIMEOUT" | "CONNECTION_REFUSED" | "CONNECTION_RESET" | "DNS_FAILURE" | "TLS_FAILURE" | "REDIRECT" | "ADDRESS_NOT_PUBLIC" | null;
}

/** The answer of `GET /v2/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/attempts`. */
export interface WebhookAttemptList {
  /** The matches of the page. */
  items: WebhookAttempt[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
}

/** WebhookDelivery is the delivery of one event to one endpoint. */
export interface WebhookDelivery {
  /** UUID; later deliveries have higher ids. */
  id: string;
  /** Id of the endpoint that receives the event. */
  endpoint_id: string;
  /** Id of the event. Every attempt sends it in the header `webhook-id`. */
  event_id: string;
  /** Type of the event. */
  event_type: "ingest_job.finished";
  /** First `pending`, finally `succeeded`, `failed` or `cancelled`. */
  status: "pending" | "succeeded" | "failed" | "cancelled";
  /** Number of attempts so far, including those before a retry. */
  attempts: number;
  /** UTC; null if no further attempt will be made. */
  next_attempt_at: string | null;
  /** UTC; null before the first attempt. */
  last_attempt_at: string | null;
  /** HTTP status of the last response; null if there was none. */
  last_response_status: number | null;
  /** Beginning of the last response body, at most 2,048 bytes of UTF-8; null if there was no response. */
  last_response_body: string | null;
  /** Reason why the last attempt failed; null if it succeeded. */
  last_error_code: "HTTP_STATUS" | "TIMEOUT" | "CONNECTION_REFUSED" | "CONNECTION_RESET" | "DNS_FAILURE" | "TLS_FAILURE" | "REDIRECT" | "ADDRESS_NOT_PUBLIC" | null;
  /** UTC. */
  created_at: string;
  /** UTC; null while it is pending. */
  finished_at: string | null;
}

/** The answer of `GET /v2/webhook-endpoints/{endpoint_id}/deliveries`. */
export interface WebhookDeliveryList {
  /** The matches of the page. */
  items: WebhookDelivery[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
}

/** WebhookEndpoint is a URL that receives events. */
export interface WebhookEndpoint {
  /** UUID. */
  id: string;
  /** HTTPS URL in canonical form, at most 2,048 characters. */
  url: string;
  /** At most 255 characters. */
  description: string | null;
  /** Types of the events that it receives, without duplicates. */
  event_types: "ingest_job.finished"[];
  /** A disabled endpoint receives no events. */
  enabled: boolean;
  /** Number of consecutive deliveries that ended `failed`, without tests. */
  consecutive_failures: number;
  /** `TOO_MANY_FAILURES` if the service disabled it after five consecutive failed deliveries; else null. */
  disabled_reason: "TOO_MANY_FAILURES" | null;
  /** UTC. */
  created_at: string;
  /** UTC. */
  updated_at: string;
}

/** The answer of `GET /v2/webhook-endpoints`. */
export interface WebhookEndpointList {
  /** The matches of the page. */
  items: WebhookEndpoint[];
  /** Number of all matches. */
  total: number;
  /** The requested page, from 1. */
  page: number;
  /** The requested number of items. */
  size: number;
}

/** WebhookEndpointWithSecret is an endpoint with its secret. Only the responses to create and rotate contain it. */
export interface WebhookEndpointWithSecret {
  /** UUID. */
  id: string;
  /** HTTPS URL in canonical form, at most 2,048 characters. */
  url: string;
  /** At most 255 characters. */
  description: string | null;
  /** Types of the events that it receives, without duplicates. */
  event_types: "ingest_job.finished"[];
  /** A disabled endpoint receives no events. */
  enabled: boolean;
  /** Number of consecutive deliveries that ended `failed`, without tests. */
  consecutive_failures: number;
  /** `TOO_MANY_FAILURES` if the service disabled it after five consecutive failed deliveries; else null. */
  disabled_reason: "TOO_MANY_FAILURES" | null;
  /** UTC. */
  created_at: string;
  /** UTC. */
  updated_at: string;
  /** `whsec_` and the base64 of 32 random bytes. These bytes are the HMAC-SHA256 key of the signatures. */
  secret: string;
}

/** WebhookRetry counts the deliveries that are retried. */
export interface WebhookRetry {
  /** At most 10,000. If it is 10,000, call again to retry the rest. */
  retried: number;
}

/** Organizations and facilities with a series each. */
export interface WidgetAggregationInput {
  /** 1 to 100 organizations. */
  organizations: WidgetReferenceInput[];
  /** At most 100 facilities of one organization, each with a series. Empty: one series of the whole organization. */
  facilities?: WidgetReferenceInput[];
}

/** WidgetData is the figures of a widget. */
export interface WidgetData {
  /** As in the config. The unit of the dividend of an intensity. */
  unit: "kgCO2e" | "tCO2e" | "kg" | "t" | "kWh" | "m3" | "EUR" | "count";
  /** As in the config. */
  periodicity: "month" | "quarter" | "year" | "total";
  /** In the order of the metrics, then of their organizations or facilities. At most 10,000 points together. */
  series: WidgetSeries[];
}

/** Parts of the figures. Absent: all of them. */
export interface WidgetFiltersInput {
  /** GHG Protocol scopes: 1, 2 and 3. */
  scopes?: number[];
  /** Emissions categories, as in the totals. */
  categories?: string[];
  /** Categories of the GHG Protocol. */
  ghg_categories?: string[];
}

/** WidgetMetricDefinition describes a metric. */
export interface WidgetMetricDefinition {
  /** The value of `id` in a config. */
  id: string;
  /** The value of `category` in a config, and of `allowed_views` in an invitation to a project. */
  category: string;
  /** Units of the figures. */
  units: ("kgCO2e" | "tCO2e" | "kg" | "t" | "kWh" | "m3" | "EUR" | "count")[];
  /** The unit of the divisor of an intensity. Null for all other metrics. */
  per_unit: "kgCO2e" | "tCO2e" | "kg" | "t" | "kWh" | "m3" | "EUR" | "count" | null;
  /** Filters that it allows. */
  filters: string[];
  /** Names for readers. */
  names: WidgetMetricNames;
}

/** WidgetMetric selects figures. */
export interface WidgetMetricInput {
  /** Id of a metric in the list of metrics. */
  id: string;
  /** The category of the metric: the view that an invitation to a project allows. */
  category: string;
  /** Parts of the figures. Absent: all of them. */
  filters?: WidgetFiltersInput;
  /** Organizations and facilities with a series each. */
  aggregation: WidgetAggregationInput;
}

/** WidgetMetricNames is the name of a metric in three languages. */
export interface WidgetMetricNames {
  /** English. */
  en: string;
  /** Spanish. */
  es: string;
  /** Catalan. */
  ca: string;
}

/** WidgetPeriod is a range of days, at most 3,661. */
export interface WidgetPeriodInput {
  /** First day, included. */
  start_date: string;
  /** Last day, included. */
  end_date: string;
}

/** WidgetPoint is one figure. */
export interface WidgetPoint {
  /** First day, included: that of the month, quarter or year, or of the period. */
  period_start: string;
  /** Last day, included. */
  period_end: string;
  /** Exact. A quotient has 34 significant digits. Null if the divisor of an intensity is zero. */
  value: Decimal | null;
  /** Why the value is null. Null if there is a value. */
  null_reason: "division_by_zero" | null;
}

/** WidgetReference names an organization or a facility. */
export interface WidgetReferenceInput {
  /** UUID. */
  id: string;
}

/** WidgetSeries is the figures of a metric, of one organization or facility. */
export interface WidgetSeries {
  /** Id of the metric. */
  metric_id: string;
  /** The organization. */
  organization_id: string;
  /** The facility. Null for the whole organization. */
  facility_id: string | null;
  /** The unit of the divisor of an intensity. Null for all other metrics. */
  per_unit: "kgCO2e" | "tCO2e" | "kg" | "t" | "kWh" | "m3" | "EUR" | "count" | null;
  /** In the order of the periods. */
  points: WidgetPoint[];
}

/** WorkforceContract is a contract of a person. */
export interface WorkforceContract {
  /** Stays when the contract is replaced by one with the same start date. */
  id: string;
  /** Permanent or temporary. */
  contract_type: "permanent" | "temporary";
  /** First day, 1900-01-01 to 2200-12-31. */
  start_date: string;
  /** Last day, which belongs to the contract. Null for a contract that goes on. */
  end_date: string | null;
  /** Only with `end_date`. */
  end_date_reason: "resignation" | "dismissal" | "retirement" | "end_of_contract" | "death" | "other" | null;
  /** ISO 3166-1 alpha-2 of the place of work. */
  country: string;
  /** Share of full working hours, 0 to 1, at most 6 decimals. */
  working_hours_ratio: Decimal;
  /** By start date; they never overlap. */
  remunerations: WorkforceRemuneration[];
  /** Free text. Null after the erasure of the person. */
  job_category: string | null;
}

/** WorkforceContractValues are the fields of a contract that a caller decides. */
export interface WorkforceContractInput {
  /** Permanent or temporary. */
  contract_type: "permanent" | "temporary";
  /** First day, 1900-01-01 to 2200-12-31. */
  start_date: string;
  /** Last day, which belongs to the contract. Null for a contract that goes on. */
  end_date?: string | null;
  /** Only with `end_date`. */
  end_date_reason?: "resignation" | "dismissal" | "retirement" | "end_of_contract" | "death" | "other" | null;
  /** ISO 3166-1 alpha-2 of the place of work. */
  country: string;
  /** Free text. */
  job_category: string;
  /** Share of full working hours, 0 to 1, at most 6 decimals. */
  working_hours_ratio: number | Decimal;
  /** At most 100; none when not sent. Remunerations of a contract never overlap, and lie within it. */
  remunerations?: WorkforceRemunerationInput[];
}

/** WorkforceExchangeRate is a rate of salaries. */
export interface WorkforceExchangeRate {
  /** ISO 4217. */
  currency: string;
  /** Units of the currency for 1 EUR. Null when none is known; then people with this currency are left out. */
  rate: Decimal | null;
  /** Day of the rate. */
  rate_date: string | null;
  /** Publisher of the rate. */
  source: string | null;
}

/** WorkforceFigure is one figure with its explanation. */
export interface WorkforceFigure {
  /** Name of the figure. */
  figure: "head_count" | "fte" | "average_head_count" | "average_fte" | "leavers" | "turnover_rate" | "disability_share" | "training_hours" | "gender_pay_gap" | "remuneration_ratio";
  /** Disclosure requirement that the figure is for. */
  disclosure: "ESRS S1-6" | "ESRS S1-12" | "ESRS S1-13" | "ESRS S1-16";
  /** Property that the people are grouped by. Null for a total. */
  grouped_by: "gender" | "contract_type" | "country" | "age_band" | "end_reason" | null;
  /** Value of that property: "F". Null for a total. */
  group: string | null;
  /** Rounded half to even to 6 decimals. Null when withheld, and when the denominator is 0. */
  value: Decimal | null;
  /** Unit of the value. */
  unit: "people" | "fte" | "percent" | "hours_per_person" | "ratio";
  /** Exact, or rounded to 6 decimals. Null when withheld. */
  numerator: Decimal | null;
  /** Exact, or rounded to 6 decimals. Null when withheld. */
  denominator: Decimal | null;
  /** Formula with the numbers: "365 / 365". Null when withheld. */
  formula: string | null;
  /** The people, contracts or trainings that were counted. */
  counted: string;
  /** People that were left out because a value of theirs is missing. */
  excluded_people: number;
  /** Too few people to show the figure to a viewer, or the period is no whole calendar year. */
  withheld: boolean;
}

/** WorkforceFigures are all figures of a day or a period. */
export interface WorkforceFigures {
  /** First day. */
  start_date: string;
  /** Last day; that of a request for one day. */
  end_date: string;
  /** Totals first, then by group. */
  figures: WorkforceFigure[];
  /** Rates that salaries were converted with, when there are several currencies. */
  exchange_rates: WorkforceExchangeRate[];
}

/** WorkforceRemuneration is the gross yearly pay of a contract in a period. */
export interface WorkforceRemuneration {
  /** Stays when the remuneration is replaced by one with the same start date. */
  id: string;
  /** ISO 4217, "EUR". */
  currency: string;
  /** First day, within the contract. */
  start_date: string;
  /** Last day, which belongs to the period. Without it the remuneration lasts to the end of the contract, whose end date it gets. */
  end_date: string | null;
  /** Gross yearly amount in `currency`. Null for viewers. */
  amount: Decimal | null;
}

/** WorkforceRemunerationValues are the fields of a remuneration that a caller decides. */
export interface WorkforceRemunerationInput {
  /** Gross yearly amount in `currency`, at the hours of the contract. */
  amount: number | Decimal;
  /** ISO 4217, "EUR". */
  currency: string;
  /** First day, within the contract. */
  start_date: string;
  /** Last day, which belongs to the period. Without it the remuneration lasts to the end of the contract, whose end date it gets. */
  end_date?: string | null;
}

export interface Operations {
  /** Join the group of an invitation: `POST /v2/organizations/invitations/accept`. */
  acceptGroupInvitation: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: AcceptGroupInvitationRequest;
    answer: JoinedGroup;
    dry: DryRun;
  };
  /** Become a member: `POST /v1/members/join/{token}`. */
  acceptMemberInvitation: {
    path: {
      /** Secret part of the link. */
      token: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: AcceptMemberInvitationRequest;
    answer: JoinedOrganization;
  };
  /** Accept a recalculation: `POST /v2/recalculations/{id}/accept`. */
  acceptRecalculation: {
    path: {
      /** Id of the run. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    answer: RecalculationDetails;
    dry: DryRun;
  };
  /** Add rows to a survey: `POST /v1/surveys/{id}/rows`. */
  addSurveyRows: {
    path: {
      /** Id of the survey. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: AddSurveyRowsRequest;
    answer: AddedSurveyRows;
    dry: DryRun;
  };
  /** Answer a survey row: `POST /v2/employees/survey-rows/{id}/answer`. */
  answerSurveyRow: {
    path: {
      /** Id of the row. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: AnswerSurveyRowRequest;
    answer: SurveyRow;
    dry: DryRun;
  };
  /** Archive an organization below: `POST /v2/organizations/children/{id}/archive`. */
  archiveChildOrganization: {
    path: {
      /** Id of the organization. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    answer: ChildOrganization;
    dry: DryRun;
  };
  /** Attach files to a custom record: `POST /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records/{record_id}/evidence`. */
  attachEvidence: {
    path: {
      /** Id of the database. */
      database_id: string;
      /** Id of the version. */
      source_id: string;
      /** Id of the record. */
      record_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: AttachEvidenceRequest;
    answer: CustomRecord;
    dry: DryRun;
  };
  /** Attach files to a custom emission group: `POST /v1/custom-emission-groups/{id}/evidence`. */
  attachGroupEvidence: {
    path: {
      /** Id of the group. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: AttachGroupEvidenceRequest;
    answer: CustomGroup;
    dry: DryRun;
  };
  /** Sign in at the OpenID provider: `GET /auth/oidc/login`. */
  beginOidcLogin: {
    answer: undefined;
  };
  /** Make a secret for an authenticator app: `POST /auth/totp`. */
  beginTotp: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: BeginTotpRequest;
    answer: TotpSecret;
  };
  /** Calculate the figures of a widget: `POST /v2/dashboard/widgets/calculate`. */
  calculateWidget: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CalculateWidgetRequest;
    answer: WidgetData;
  };
  /** Change your password: `POST /auth/password`. */
  changePassword: {
    body: ChangePasswordRequest;
    answer: undefined;
  };
  /** Check whether a range of days touches a period of a sold product: `GET /v1/sold-products/periods/check-overlap`. */
  checkSoldProductPeriodOverlap: {
    query: {
      /** First day. */
      start_date: string;
      /** Last day, included. */
      end_date: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SoldProductPeriodOverlap;
  };
  /** Close a survey: `POST /v1/surveys/{id}/close`. */
  closeSurvey: {
    path: {
      /** Id of the survey. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    answer: Survey;
    dry: DryRun;
  };
  /** Create records from a reading: `POST /v1/files/readings`. */
  confirmReading: {
    headers?: {
      /** With `handling=strict` (RFC 7240) what may repeat a stored record, an earlier row or a file is refused with `POSSIBLE_DUPLICATE`, and nothing is stored; a validation makes errors of such rows. Without this preference the answer names them. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
    };
    body: ConfirmReadingRequest;
    answer: ConfirmedReading;
    dry: DryRun;
  };
  /** Turn codes of an authenticator app on: `POST /auth/totp/confirm`. */
  confirmTotp: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: ConfirmTotpRequest;
    answer: TotpRecoveryCodes;
  };
  /** Convert a quantity: `GET /v2/units/conversion`. */
  convertQuantity: {
    query: {
      /** At most 30 digits. May be zero or negative. */
      quantity: number | Decimal;
      /** Unit of the quantity. */
      from_unit_id: string;
      /** Target unit. */
      to_unit_id: string;
      /** Day of the exchange rates between currencies. Default: today. */
      date?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UnitConversion;
  };
  /** Correct values of rows: `PATCH /v2/imports/{import_id}/rows`. */
  correctImportRows: {
    path: {
      /** UUID of the session. */
      import_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CorrectImportRowsRequest;
    answer: CorrectedImportRows;
  };
  /** Count transport routes: `GET /v1/transports/counts`. */
  countTransportRoutes: {
    query?: {
      /** Default: both. */
      transport_direction?: "upstream" | "downstream";
      /** Only routes of this file. The all-zero id stands for routes without a file. */
      file_id?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: TransportRouteCounts;
  };
  /** Count your unread notifications: `GET /v1/notifications/unread-count`. */
  countUnreadNotifications: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UnreadNotifications;
  };
  /** Create an API key: `POST /v1/api-keys`. */
  createApiKey: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateApiKeyRequest;
    answer: ApiKey;
    dry: DryRun;
  };
  /** Create a business travel: `POST /v1/business-travels`. */
  createBusinessTravel: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateBusinessTravelRequest;
    answer: BusinessTravel;
    dry: DryRun;
  };
  /** Create business travels: `POST /v2/business-travels`. */
  createBusinessTravels: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateBusinessTravelsRequest;
    answer: IngestJob;
    dry: DryRun;
  };
  /** Create a certificate: `POST /v2/certificates`. */
  createCertificate: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateCertificateRequest;
    answer: Certificate;
    dry: DryRun;
  };
  /** Create certificates: `POST /v2/certificates/batch`. */
  createCertificates: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateCertificatesRequest;
    answer: CertificateBatch;
    dry: DryRun;
  };
  /** Create an organization below: `POST /v2/organizations/children`. */
  createChildOrganization: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateChildOrganizationRequest;
    answer: ChildOrganization;
    dry: DryRun;
  };
  /** Create a commuting period: `POST /v1/employee-historic`. */
  createCommutingPeriod: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateCommutingPeriodRequest;
    answer: CommutingPeriod;
    dry: DryRun;
  };
  /** Create commuting periods: `POST /v2/employee-historic`. */
  createCommutingPeriods: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateCommutingPeriodsRequest;
    answer: IngestJob;
    dry: DryRun;
  };
  /** Create a custom database: `POST /v1/emission-factors/custom-databases`. */
  createCustomDatabase: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateCustomDatabaseRequest;
    answer: CustomDatabase;
    dry: DryRun;
  };
  /** Create a custom emission group: `POST /v1/custom-emission-groups`. */
  createCustomGroup: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateCustomGroupRequest;
    answer: CustomGroup;
    dry: DryRun;
  };
  /** Create a custom record: `POST /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records`. */
  createCustomRecord: {
    path: {
      /** Id of the database. */
      database_id: string;
      /** Id of the version. */
      source_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateCustomRecordRequest;
    answer: CustomRecord;
    dry: DryRun;
  };
  /** Create a version of a custom database: `POST /v1/emission-factors/custom-databases/{database_id}/versions`. */
  createCustomVersion: {
    path: {
      /** Id of the database. */
      database_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateCustomVersionRequest;
    answer: CustomVersion;
    dry: DryRun;
  };
  /** Create the dashboard of a project: `POST /v2/dashboard`. */
  createDashboard: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateDashboardRequest;
    answer: Dashboard;
    dry: DryRun;
  };
  /** Comment on a widget: `POST /v2/dashboard/{id}/widgets/{widget_id}/comments`. */
  createDashboardComment: {
    path: {
      /** Id of the dashboard. */
      id: string;
      /** Id of the widget. */
      widget_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateDashboardCommentRequest;
    answer: DashboardComment;
    dry: DryRun;
  };
  /** Create the dashboard of a project from a template: `POST /v2/dashboard/from-template`. */
  createDashboardFromTemplate: {
    query?: {
      /** The preferred languages, as in the header `Accept-Language`: of `en`, `es` and `ca`. By default `en`. */
      language?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The languages of the reader: English, Spanish and Catalan are known, any other is English. The parameter `language` comes before it. */
      "Accept-Language"?: string;
    };
    body: CreateDashboardFromTemplateRequest;
    answer: Dashboard;
    dry: DryRun;
  };
  /** Create an employee: `POST /v1/employees`. */
  createEmployee: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateEmployeeRequest;
    answer: Employee;
    dry: DryRun;
  };
  /** Create employees: `POST /v2/employees`. */
  createEmployees: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateEmployeesRequest;
    answer: IngestJob;
    dry: DryRun;
  };
  /** Create facilities: `POST /v2/facilities`. */
  createFacilities: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateFacilitiesRequest;
    answer: FacilityBatch;
    dry: DryRun;
  };
  /** Create a facility: `POST /v1/facilities`. @deprecated */
  createFacility: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateFacilityRequest;
    answer: Facility;
    dry: DryRun;
  };
  /** Upload a file: `POST /v1/files`. */
  createFile: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateFileRequest;
    answer: StoredFile;
  };
  /** Create a folder: `POST /v1/folders`. */
  createFolder: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateFolderRequest;
    answer: Folder;
    dry: DryRun;
  };
  /** Add a factor to a custom emission group: `POST /v1/custom-emission-groups/{id}/factors`. */
  createGroupFactor: {
    path: {
      /** Id of the group. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateGroupFactorRequest;
    answer: GroupFactor;
    dry: DryRun;
  };
  /** Invite an organization by a link: `POST /v2/organizations/invitations`. */
  createGroupInvitation: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateGroupInvitationRequest;
    answer: GroupInvitation;
    dry: DryRun;
  };
  /** Create a hotel stay: `POST /v1/hotel-stays`. */
  createHotelStay: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateHotelStayRequest;
    answer: HotelStay;
    dry: DryRun;
  };
  /** Create hotel stays: `POST /v2/hotel-stays`. */
  createHotelStays: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateHotelStaysRequest;
    answer: IngestJob;
    dry: DryRun;
  };
  /** Create an import session: `POST /v2/imports/sessions`. */
  createImportSession: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateImportSessionRequest;
    answer: ParsedImport;
  };
  /** Create an invoice: `POST /v1/invoices`. */
  createInvoice: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateInvoiceRequest;
    answer: Invoice;
    dry: DryRun;
  };
  /** Create invoices: `POST /v2/invoices`. */
  createInvoices: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateInvoicesRequest;
    answer: IngestJob;
    dry: DryRun;
  };
  /** Create a logistic hub: `POST /v1/logistic-hubs`. */
  createLogisticHub: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateLogisticHubRequest;
    answer: LogisticHub;
    dry: DryRun;
  };
  /** Create or replace a recharge of a freight vehicle: `POST /v1/logistics/recharges`. */
  createLogisticsRecharge: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateLogisticsRechargeRequest;
    answer: LogisticsRecharge;
    dry: DryRun;
  };
  /** Create or replace recharges of freight vehicles: `POST /v1/logistics/recharges/bulk`. */
  createLogisticsRecharges: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateLogisticsRechargesRequest;
    answer: LogisticsRechargeBulk;
    dry: LogisticsRechargeBulk;
  };
  /** Create or replace a logistics request: `POST /v1/logistics/requests`. */
  createLogisticsRequest: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateLogisticsRequestRequest;
    answer: LogisticsRequest;
    dry: DryRun;
  };
  /** Create or replace logistics requests: `POST /v1/logistics/requests/bulk`. */
  createLogisticsRequests: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateLogisticsRequestsRequest;
    answer: LogisticsRequestBulk;
    dry: LogisticsRequestBulk;
  };
  /** Create a person of the own workforce: `POST /v1/own_workforces`. */
  createOwnWorkforce: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateOwnWorkforceRequest;
    answer: OwnWorkforce;
    dry: DryRun;
  };
  /** Create a training: `POST /v1/own_workforce_trainings`. */
  createOwnWorkforceTraining: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateOwnWorkforceTrainingRequest;
    answer: OwnWorkforceTraining;
    dry: DryRun;
  };
  /** Create trainings: `POST /v2/own_workforce_trainings`. */
  createOwnWorkforceTrainings: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateOwnWorkforceTrainingsRequest;
    answer: IngestJob;
    dry: DryRun;
  };
  /** Create people and contracts of the own workforce: `POST /v2/own_workforces`. */
  createOwnWorkforces: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateOwnWorkforcesRequest;
    answer: IngestJob;
    dry: DryRun;
  };
  /** Make a link by which a member chooses a new password: `POST /v2/members/{user_id}/password-reset`. */
  createPasswordReset: {
    path: {
      /** Id of the user. */
      user_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    answer: PasswordReset;
    dry: DryRun;
  };
  /** Get a signed URL of a file: `GET /v1/files/{id}/presigned-url`. */
  createPresignedDownload: {
    path: {
      /** Id of the file. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: PresignedDownload;
  };
  /** Register files and get signed URLs for their upload: `POST /v1/files/presigned-urls`. */
  createPresignedFiles: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreatePresignedFilesRequest;
    answer: PresignedFile[];
    dry: DryRun;
  };
  /** Create a project: `POST /v1/projects`. */
  createProject: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateProjectRequest;
    answer: Project;
    dry: DryRun;
  };
  /** Create a purchase: `POST /v1/purchases`. */
  createPurchase: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreatePurchaseRequest;
    answer: Purchase;
    dry: DryRun;
  };
  /** Create purchases: `POST /v2/purchases`. */
  createPurchases: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreatePurchasesRequest;
    answer: IngestJob;
    dry: DryRun;
  };
  /** Calculate records again: `POST /v2/recalculations`. */
  createRecalculation: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateRecalculationRequest;
    answer: RecalculationDetails;
    dry: RecalculationDetails;
  };
  /** Save a mapping of columns: `POST /v2/imports/mappings`. */
  createSavedMapping: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateSavedMappingRequest;
    answer: SavedMapping;
    dry: DryRun;
  };
  /** Create a sold product: `POST /v1/sold-products`. */
  createSoldProduct: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateSoldProductRequest;
    answer: SoldProduct;
    dry: DryRun;
  };
  /** Create a period of a sold product with its sales: `POST /v1/sold-products/{product_id}/periods`. */
  createSoldProductPeriod: {
    path: {
      /** Id of the product. */
      product_id: string;
    };
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateSoldProductPeriodRequest;
    answer: SoldProductPeriod;
    dry: DryRun;
  };
  /** Create a country sale: `POST /v1/sold-products/country-sales`. */
  createSoldProductSale: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateSoldProductSaleRequest;
    answer: SoldProductSale;
    dry: DryRun;
  };
  /** Create country sales of sold products: `POST /v2/sold-products`. */
  createSoldProductSales: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateSoldProductSalesRequest;
    answer: IngestJob;
    dry: DryRun;
  };
  /** Create a supplier: `POST /v1/suppliers`. */
  createSupplier: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateSupplierRequest;
    answer: Supplier;
    dry: DryRun;
  };
  /** Create a survey: `POST /v1/surveys`. */
  createSurvey: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateSurveyRequest;
    answer: Survey;
    dry: DryRun;
  };
  /** Store answers to surveys: `POST /v2/employees/survey-answers`. */
  createSurveyAnswers: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateSurveyAnswersRequest;
    answer: IngestJob;
    dry: DryRun;
  };
  /** Create a link that everybody can answer: `POST /v1/surveys/{id}/links`. */
  createSurveyLink: {
    path: {
      /** Id of the survey. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateSurveyLinkRequest;
    answer: SurveyLink;
    dry: DryRun;
  };
  /** Create links of rows: `POST /v1/surveys/{id}/row-links`. */
  createSurveyRowLinks: {
    path: {
      /** Id of the survey. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateSurveyRowLinksRequest;
    answer: SurveyLinkBatch;
    dry: DryRun;
  };
  /** Declare a custom column of trainings: `POST /v1/own_workforce_trainings/custom-columns`. */
  createTrainingColumn: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateTrainingColumnRequest;
    answer: TrainingColumn;
    dry: DryRun;
  };
  /** Create a transport route: `POST /v1/transports`. */
  createTransportRoute: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateTransportRouteRequest;
    answer: TransportRoute;
    dry: DryRun;
  };
  /** Create transport routes: `POST /v2/transports`. */
  createTransportRoutes: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateTransportRoutesRequest;
    answer: IngestJob;
    dry: DryRun;
  };
  /** Create a vehicle: `POST /v1/vehicles`. */
  createVehicle: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateVehicleRequest;
    answer: Vehicle;
    dry: DryRun;
  };
  /** Create a vehicle consumption: `POST /v1/vehicles/{vehicle_id}/consumptions`. */
  createVehicleConsumption: {
    path: {
      /** The vehicle. Its fuel, country, class, segment and size select the factor. */
      vehicle_id: string;
    };
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateVehicleConsumptionRequest;
    answer: VehicleConsumption;
    dry: DryRun;
  };
  /** Create vehicle consumptions: `POST /v2/vehicle-consumptions`. */
  createVehicleConsumptions: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateVehicleConsumptionsRequest;
    answer: IngestJob;
    dry: DryRun;
  };
  /** Create vehicles: `POST /v2/vehicles`. */
  createVehicles: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateVehiclesRequest;
    answer: IngestJob;
    dry: DryRun;
  };
  /** Create a waste: `POST /v1/wastes`. @deprecated */
  createWaste: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateWasteRequest;
    answer: Waste;
    dry: DryRun;
  };
  /** Create a waste water treatment: `POST /v1/waste-water-treatments`. */
  createWasteWaterTreatment: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateWasteWaterTreatmentRequest;
    answer: WasteWaterTreatment;
    dry: DryRun;
  };
  /** Create waste water treatments: `POST /v2/waste-water-treatments`. */
  createWasteWaterTreatments: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateWasteWaterTreatmentsRequest;
    answer: IngestJob;
    dry: DryRun;
  };
  /** Create wastes: `POST /v2/wastes`. */
  createWastes: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: CreateWastesRequest;
    answer: IngestJob;
    dry: DryRun;
  };
  /** Create a webhook endpoint: `POST /v2/webhook-endpoints`. */
  createWebhookEndpoint: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: CreateWebhookEndpointRequest;
    answer: WebhookEndpointWithSecret;
    dry: DryRun;
  };
  /** Delete a business travel: `DELETE /v1/business-travels/{business_travel_id}`. */
  deleteBusinessTravel: {
    path: {
      /** Id of the record. */
      business_travel_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete business travels: `POST /v1/business-travels/bulk-delete`. */
  deleteBusinessTravels: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteBusinessTravelsRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete all business travels that match: `POST /v1/business-travels/bulk-delete-by-filters`. */
  deleteBusinessTravelsByFilters: {
    query?: {
      /** Any of these means of transport. */
      transport_type?: ("car" | "metro" | "train" | "trolleybus" | "bus" | "motorbike" | "aircraft" | "ferry")[];
      /** Any of these statuses. */
      status?: ("pending" | "active" | "error")[];
      /** On this day or later. */
      start_date?: string;
      /** On this day or before. */
      end_date?: string;
      /** Part of the name, ignoring case and accents. */
      name?: string;
      /** The all-zero id stands for trips without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Any of these sources, compared as they are. */
      source?: string[];
      /** Recorded by any of these users. */
      uploaded_by?: string[];
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteBusinessTravelsByFiltersRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete a certificate: `DELETE /v2/certificates/{id}`. */
  deleteCertificate: {
    path: {
      /** Id of the certificate. */
      id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a match of a certificate: `DELETE /v2/certificates/{id}/matches/{match_id}`. */
  deleteCertificateMatch: {
    path: {
      /** Id of the certificate. */
      id: string;
      /** Id of the match. */
      match_id: string;
    };
    headers?: {
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a commuting period: `DELETE /v1/employee-historic/{id}`. */
  deleteCommutingPeriod: {
    path: {
      /** Id of the record. */
      id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete commuting periods: `POST /v1/employee-historic/bulk-delete`. */
  deleteCommutingPeriods: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteCommutingPeriodsRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete all commuting periods that match: `POST /v1/employee-historic/bulk-delete-by-filters`. */
  deleteCommutingPeriodsByFilters: {
    query?: {
      /** Of any of these employees. The all-zero id stands for periods without an employee. */
      employee_id?: string[];
      /** Of any of these survey rows. The all-zero id stands for periods that are no answers. */
      survey_row_id?: string[];
      /** Any of these means of transport. */
      transport_type?: ("car" | "bus" | "train" | "metro" | "tram" | "motorbike" | "bicycle" | "walking" | "telecommuting" | "electric_kick_scooter" | "trolleybus")[];
      /** Any of these purposes. */
      commuting_type?: ("in_itinere" | "in_labore")[];
      /** Any of these fuels. */
      fuel_type?: ("petrol" | "diesel" | "cng" | "lpg" | "unknown" | "plug_in_hybrid_electric" | "battery_electric")[];
      /** Any of these situations. */
      situation?: ("active" | "inactive" | "terminated")[];
      /** Any of these media. */
      response_medium?: ("manual" | "qr" | "form")[];
      /** Any of these states of the calculation. */
      calculation_status?: ("pending" | "calculated" | "failed")[];
      /** Starts on this day or later. */
      start_date?: string;
      /** Ends on this day or before. */
      end_date?: string;
      /** The all-zero id stands for periods without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** Part of the origin or the destination, ignoring case and accents. */
      search?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteCommutingPeriodsByFiltersRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete consumptions of a vehicle: `POST /v1/vehicles/{vehicle_id}/consumptions/bulk-delete`. */
  deleteConsumptionsOfVehicle: {
    path: {
      /** Id of the vehicle. */
      vehicle_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteConsumptionsOfVehicleRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete a custom database: `DELETE /v1/emission-factors/custom-databases/{database_id}`. */
  deleteCustomDatabase: {
    path: {
      /** Id of the database. */
      database_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a custom emission group: `DELETE /v1/custom-emission-groups/{id}`. */
  deleteCustomGroup: {
    path: {
      /** Id of the group. */
      id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a version of a custom database: `DELETE /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}`. */
  deleteCustomVersion: {
    path: {
      /** Id of the database. */
      database_id: string;
      /** Id of the version. */
      source_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a dashboard: `DELETE /v2/dashboard/{id}`. */
  deleteDashboard: {
    path: {
      /** Id of the dashboard. */
      id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete an own comment: `DELETE /v2/dashboard/{id}/widgets/{widget_id}/comments/{comment_id}`. */
  deleteDashboardComment: {
    path: {
      /** Id of the dashboard. */
      id: string;
      /** Id of the widget. */
      widget_id: string;
      /** Id of the comment. */
      comment_id: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete or erase an employee: `DELETE /v1/employees/{id}`. */
  deleteEmployee: {
    path: {
      /** Id of the employee. */
      id: string;
    };
    query?: {
      /** True: the person is erased, and the commuting periods stay without the person. */
      erase?: boolean;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete employees: `POST /v1/employees/bulk-delete`. */
  deleteEmployees: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteEmployeesRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete all employees that match: `POST /v1/employees/bulk-delete-by-filters`. */
  deleteEmployeesByFilters: {
    query?: {
      /** Part of the name or the e-mail address, ignoring case and accents. */
      search?: string;
      /** Any of these situations. */
      situation?: ("active" | "inactive" | "terminated")[];
      /** Any of these statuses. */
      status?: ("uploaded" | "loading")[];
      /** With a commuting period of any of these means of transport. */
      transport_type?: ("car" | "bus" | "train" | "metro" | "tram" | "motorbike" | "bicycle" | "walking" | "telecommuting" | "electric_kick_scooter" | "trolleybus")[];
      /** With a commuting period that was answered by any of these media. */
      response_medium?: ("manual" | "qr" | "form")[];
      /** The all-zero id stands for employees without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Also deletes the employees of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteEmployeesByFiltersRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete facilities: `POST /v2/facilities/delete`. */
  deleteFacilities: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteFacilitiesRequest;
    answer: IngestJob;
    dry: DryRun;
  };
  /** Delete a facility: `DELETE /v1/facilities/{facility_id}`. @deprecated */
  deleteFacility: {
    path: {
      /** Id of the facility. */
      facility_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a file: `DELETE /v1/files/{id}`. */
  deleteFile: {
    path: {
      /** Id of the file. */
      id: string;
    };
    answer: undefined;
  };
  /** Delete a folder: `DELETE /v1/folders/{id}`. */
  deleteFolder: {
    path: {
      /** Id of the folder. */
      id: string;
    };
    query?: {
      /** Deletes the folders and files in it, too. */
      recursive?: boolean;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    answer: undefined;
  };
  /** Delete a factor of a custom emission group: `DELETE /v1/custom-emission-groups/{id}/factors/{factor_id}`. */
  deleteGroupFactor: {
    path: {
      /** Id of the group. */
      id: string;
      /** Id of the factor. */
      factor_id: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a hotel stay: `DELETE /v1/hotel-stays/{hotel_stay_id}`. */
  deleteHotelStay: {
    path: {
      /** Id of the record. */
      hotel_stay_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete hotel stays: `POST /v1/hotel-stays/bulk-delete`. */
  deleteHotelStays: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteHotelStaysRequest;
    answer: HotelStayDeletion;
    dry: DryRun;
  };
  /** Delete all hotel stays that match: `POST /v1/hotel-stays/bulk-delete-by-filters`. */
  deleteHotelStaysByFilters: {
    query?: {
      /** Any of these statuses. */
      status?: ("pending" | "active" | "error")[];
      /** Check-out is on this day or later. */
      start_date?: string;
      /** Check-in is on this day or before. */
      end_date?: string;
      /** Part of the name, ignoring case and accents. */
      name?: string;
      /** The all-zero id stands for stays without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Any of these sources, compared as they are. */
      source?: string[];
      /** Recorded by any of these users. */
      uploaded_by?: string[];
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteHotelStaysByFiltersRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete rows: `POST /v2/imports/{import_id}/rows/delete`. */
  deleteImportRows: {
    path: {
      /** UUID of the session. */
      import_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: DeleteImportRowsRequest;
    answer: DeletedImportRows;
    dry: DryRun;
  };
  /** Delete an import session: `DELETE /v2/imports/{import_id}`. */
  deleteImportSession: {
    path: {
      /** UUID of the session. */
      import_id: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete an invoice: `DELETE /v1/invoices/{id}`. */
  deleteInvoice: {
    path: {
      /** Id of the record. */
      id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete invoices: `POST /v1/invoices/bulk-delete`. */
  deleteInvoices: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteInvoicesRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete all invoices that match: `POST /v1/invoices/bulk-delete-by-filters`. */
  deleteInvoicesByFilters: {
    query?: {
      /** Any of these types. */
      type?: ("heat" | "electricity" | "water" | "recharge" | "process")[];
      /** Any of these statuses. */
      status?: ("loading" | "active" | "error" | "uploaded" | "review" | "inactive")[];
      /** Of these facilities. */
      facility_id?: string[];
      /** First day of the period on this day or later. */
      start_date?: string;
      /** Last day of the period on this day or before. */
      end_date?: string;
      /** The all-zero id stands for invoices without a file. */
      file_id?: string[];
      /** Part of the number of the invoice or of its point of supply, ignoring case and accents. */
      search?: string;
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Whether the invoice has emissions. */
      co2e_status?: "calculated" | "not_calculated";
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteInvoicesByFiltersRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete a logistic hub: `DELETE /v1/logistic-hubs/{logistic_hub_id}`. */
  deleteLogisticHub: {
    path: {
      /** Id of the hub. */
      logistic_hub_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a recharge of a freight vehicle: `DELETE /v1/logistics/recharges/{recharge_id}`. */
  deleteLogisticsRecharge: {
    path: {
      /** Id of the record. */
      recharge_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a logistics request: `DELETE /v1/logistics/requests/{id}`. */
  deleteLogisticsRequest: {
    path: {
      /** Id of the record. */
      id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete logistics requests: `POST /v1/logistics/requests/batch-delete`. */
  deleteLogisticsRequests: {
    headers?: {
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteLogisticsRequestsRequest;
    answer: undefined;
    dry: DryRun;
  };
  /** Delete all logistics requests that match: `POST /v1/logistics/requests/bulk-delete-by-filters`. */
  deleteLogisticsRequestsByFilters: {
    query?: {
      /** Of this shipment. */
      movement_id?: string;
      /** Of this customer. */
      client?: string;
      /** Any of these names of TOCs. */
      vehicle_type?: string[];
      /** Any of these files. The all-zero id matches nothing. */
      file_id?: string[];
      /** Any of these statuses. */
      status?: ("pending" | "active" | "error" | "inactive")[];
      /** Shipped on this day or later. */
      date_from?: string;
      /** Shipped on this day or before. */
      date_until?: string;
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_until?: string;
      /** Recorded by any of these users. */
      uploaded_by?: string[];
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** Conditions on columns, such as `vehicle_type:in[van_diesel,van_electric]`; all of them must hold. The columns are `vehicle_type`, `file_id` and `uploaded_by`. The all-zero id stands for requests without a file or a user. */
      filter_by?: string[];
      /** Linked to this project. */
      project_id?: string;
      /** Part of shipment, customer, origin, destination or license plates, ignoring case and accents. */
      search?: string;
      /** Paid by either. */
      paid_by?: ("organization" | "other")[];
      /** Of this run. */
      run_key?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteLogisticsRequestsByFiltersRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete a notification: `DELETE /v1/notifications/{notification_id}`. */
  deleteNotification: {
    path: {
      /** Id of the notification. */
      notification_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete or erase a person of the own workforce: `DELETE /v1/own_workforces/{id}`. */
  deleteOwnWorkforce: {
    path: {
      /** Id of the person. */
      id: string;
    };
    query?: {
      /** True: the person stays without the values that identify them, so that figures of the past stay. Only for `admin` and `human_resources`. */
      erase?: boolean;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a training: `DELETE /v1/own_workforce_trainings/{training_id}`. */
  deleteOwnWorkforceTraining: {
    path: {
      /** Id of the record. */
      training_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete trainings: `POST /v1/own_workforce_trainings/bulk-delete`. */
  deleteOwnWorkforceTrainings: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: DeleteOwnWorkforceTrainingsRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete people of the own workforce: `POST /v1/own_workforces/bulk-delete`. */
  deleteOwnWorkforces: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: DeleteOwnWorkforcesRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete everybody of the own workforce who matches: `POST /v1/own_workforces/bulk-delete-by-filters`. */
  deleteOwnWorkforcesByFilters: {
    query?: {
      /** Part of the `external_employee_id`, ignoring case and accents. */
      search?: string;
      /** The all-zero id stands for people without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Also deletes the people of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: DeleteOwnWorkforcesByFiltersRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete the shares in an organization directly below: `DELETE /v2/organizations/{id}/shares`. */
  deleteOwnership: {
    path: {
      /** Id of the child. */
      id: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Unlock a period: `DELETE /v2/periods/locks/{id}`. */
  deletePeriodLock: {
    path: {
      /** Id of the lock. */
      id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a project: `DELETE /v1/projects/{id}`. */
  deleteProject: {
    path: {
      /** Id of the project. */
      id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a purchase: `DELETE /v1/purchases/{id}`. */
  deletePurchase: {
    path: {
      /** Id of the record. */
      id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete purchases: `POST /v1/purchases/bulk-delete`. */
  deletePurchases: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeletePurchasesRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete all purchases that match: `POST /v1/purchases/bulk-delete-by-filters`. */
  deletePurchasesByFilters: {
    query?: {
      /** Any of these statuses; `error` matches purchases whose calculation failed. */
      status?: ("active" | "pending" | "in_progress" | "in_review" | "inactive" | "error")[];
      /** Any of these states of the calculation. */
      calculation_status?: ("pending" | "calculated" | "failed")[];
      /** Any of these methods. */
      purchase_type?: ("spend_based" | "supplier_specific" | "average_data")[];
      /** Any of these. */
      expense_type?: ("capex" | "opex")[];
      /** The all-zero id stands for purchases without a file. */
      file_id?: string[];
      /** Whole names of files. */
      file_name?: string[];
      /** From any of these suppliers. */
      supplier_id?: string[];
      /** Part of product name or description, ignoring case and accents. */
      search?: string;
      /** Purchased on this day or later. */
      start_date?: string;
      /** Purchased on this day or before. */
      end_date?: string;
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Whether the purchase has emissions. */
      co2e_status?: "calculated" | "not_calculated";
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeletePurchasesByFiltersRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete a reading: `DELETE /v1/files/readings/{file_reading_id}`. */
  deleteReading: {
    path: {
      /** Id of the reading. */
      file_reading_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a saved mapping of columns: `DELETE /v2/imports/mappings/{id}`. */
  deleteSavedMapping: {
    path: {
      /** UUID of the mapping. */
      id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a sold product: `DELETE /v1/sold-products/{product_id}`. */
  deleteSoldProduct: {
    path: {
      /** Id of the product. */
      product_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a period of a sold product: `DELETE /v1/sold-products/periods/{period_id}`. */
  deleteSoldProductPeriod: {
    path: {
      /** Id of the period. */
      period_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a country sale: `DELETE /v1/sold-products/country-sales/{country_sale_id}`. */
  deleteSoldProductSale: {
    path: {
      /** Id of the record. */
      country_sale_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete country sales: `POST /v1/sold-products/country-sales/bulk-delete`. */
  deleteSoldProductSales: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteSoldProductSalesRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete all country sales that match: `POST /v1/sold-products/country-sales/bulk-delete-by-filters`. */
  deleteSoldProductSalesByFilters: {
    query?: {
      /** Of any of these products. */
      product_id?: string[];
      /** Of any of these periods. */
      period_id?: string[];
      /** In any of these countries. */
      country?: string[];
      /** Any of these statuses. */
      status?: ("loading" | "active" | "error")[];
      /** The period starts on this day or later. */
      start_date?: string;
      /** The period ends on this day or before. */
      end_date?: string;
      /** The all-zero id stands for sales without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Part of the external id, ignoring case and accents. */
      search?: string;
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteSoldProductSalesByFiltersRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete a supplier: `DELETE /v1/suppliers/{id}`. */
  deleteSupplier: {
    path: {
      /** Id of the supplier. */
      id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a survey: `DELETE /v1/surveys/{id}`. */
  deleteSurvey: {
    path: {
      /** Id of the survey. */
      id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a link: `DELETE /v1/surveys/{id}/links/{link_id}`. */
  deleteSurveyLink: {
    path: {
      /** Id of the survey. */
      id: string;
      /** Id of the link. */
      link_id: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a survey row: `DELETE /v2/employees/survey-rows/{id}`. */
  deleteSurveyRow: {
    path: {
      /** Id of the row. */
      id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a custom column of trainings: `DELETE /v1/own_workforce_trainings/custom-columns/{column_id}`. */
  deleteTrainingColumn: {
    path: {
      /** Id of the column. */
      column_id: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a transport route: `DELETE /v1/transports/{transport_route_id}`. */
  deleteTransportRoute: {
    path: {
      /** Id of the record. */
      transport_route_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete transport routes: `POST /v1/transports/bulk-delete`. */
  deleteTransportRoutes: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteTransportRoutesRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete all transport routes that match: `POST /v1/transports/bulk-delete-by-filters`. */
  deleteTransportRoutesByFilters: {
    query?: {
      /** On this day or later. */
      start_date?: string;
      /** On this day or before. */
      end_date?: string;
      /** Any of these statuses. */
      status?: ("pending" | "active" | "error")[];
      /** Either direction. */
      transport_direction?: ("upstream" | "downstream")[];
      /** The all-zero id stands for routes without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** With or without emissions. */
      co2e_status?: "calculated" | "not_calculated";
      /** Recorded by any of these users. */
      uploaded_by?: string[];
      /** Part of the name, the supplier or an address, ignoring case and accents. */
      search?: string;
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** Paid by either, also where the direction decides. */
      paid_by?: ("organization" | "other")[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteTransportRoutesByFiltersRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete a vehicle: `DELETE /v1/vehicles/{vehicle_id}`. */
  deleteVehicle: {
    path: {
      /** Id of the record. */
      vehicle_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a vehicle consumption: `DELETE /v1/vehicles/{vehicle_id}/consumptions/{consumption_id}`. */
  deleteVehicleConsumption: {
    path: {
      /** Its vehicle. Empty for any. */
      vehicle_id: string;
      /** Id of the consumption. */
      consumption_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete vehicle consumptions: `POST /v2/vehicle_consumptions/bulk-delete`. */
  deleteVehicleConsumptions: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteVehicleConsumptionsRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete all vehicle consumptions that match: `POST /v2/vehicle_consumptions/bulk-delete-by-filters`. */
  deleteVehicleConsumptionsByFilters: {
    query?: {
      /** Any of these vehicles. */
      vehicle_id?: string[];
      /** Any of these statuses. */
      status?: ("loading" | "success" | "error" | "active")[];
      /** The period starts on this day or later. */
      start_date?: string;
      /** The period ends on this day or before. */
      end_date?: string;
      /** Part of `custom_id`, ignoring case and accents. */
      search?: string;
      /** The all-zero id stands for consumptions without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteVehicleConsumptionsByFiltersRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete vehicles: `POST /v1/vehicles/bulk-delete`. */
  deleteVehicles: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteVehiclesRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete all vehicles that match: `POST /v1/vehicles/bulk-delete-by-filters`. */
  deleteVehiclesByFilters: {
    query?: {
      /** Part of the license plate or the name, ignoring case and accents. */
      search?: string;
      /** Any of these statuses. */
      status?: ("active" | "archived" | "error")[];
      /** Any of these ownerships. */
      ownership?: ("owned" | "rented")[];
      /** Any of these types of `GET /v1/unknown-vehicles`. */
      unknown_vehicle_id?: string[];
      /** The all-zero id stands for vehicles without a fuel. */
      vehicle_fuel_id?: string[];
      /** The all-zero id stands for vehicles without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Also deletes the vehicles of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteVehiclesByFiltersRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete a waste: `DELETE /v1/wastes/{waste_id}`. */
  deleteWaste: {
    path: {
      /** Id of the record. */
      waste_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete a waste water treatment: `DELETE /v1/waste-water-treatments/{id}`. */
  deleteWasteWaterTreatment: {
    path: {
      /** Id of the record. */
      id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Delete waste water treatments: `POST /v1/waste-water-treatments/bulk-delete`. */
  deleteWasteWaterTreatments: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteWasteWaterTreatmentsRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete all waste water treatments that match: `POST /v1/waste-water-treatments/bulk-delete-by-filters`. */
  deleteWasteWaterTreatmentsByFilters: {
    query?: {
      /** Any of these facilities. */
      facility_id?: string[];
      /** Any of these statuses. */
      status?: ("loading" | "active" | "error")[];
      /** The period starts on this day or later. */
      start_date?: string;
      /** The period ends on this day or before. */
      end_date?: string;
      /** Part of name or description, ignoring case and accents. */
      search?: string;
      /** Whether the treatment has emissions. */
      co2e_status?: "calculated" | "not_calculated";
      /** The all-zero id stands for treatments without a file. */
      file_id?: string[];
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteWasteWaterTreatmentsByFiltersRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete wastes as an ingest job: `POST /v2/wastes/delete`. */
  deleteWastes: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteWastesRequest;
    answer: IngestJob;
    dry: DryRun;
  };
  /** Delete all wastes that match: `POST /v1/waste/bulk-delete-by-filters`. */
  deleteWastesByFilters: {
    query: {
      /** Of this facility. */
      facility_id: string;
      /** Any of these statuses. */
      status?: ("loading" | "active" | "error" | "uploaded" | "success" | "pending" | "in_progress" | "review" | "in_review")[];
      /** The period starts on this day or later. */
      start_date?: string;
      /** The period ends on this day or before. */
      end_date?: string;
      /** The all-zero id stands for wastes without a file. */
      file_id?: string[];
      /** Codes of the European List of Waste, with or without spaces: "150101". */
      ler_code?: string[];
      /** Codes of recovery and disposal operations: "R03". */
      rd_code?: string[];
      /** Whole names, as stored. */
      identification_name?: string[];
      /** Part of name, description or destination, ignoring case and accents. */
      search?: string;
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Whether the waste has emissions. */
      co2e_status?: "calculated" | "not_calculated";
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteWastesByFiltersRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete wastes: `POST /v1/waste/bulk-delete`. @deprecated */
  deleteWastesById: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: DeleteWastesByIdRequest;
    answer: BulkDeletion;
    dry: DryRun;
  };
  /** Delete a webhook endpoint: `DELETE /v2/webhook-endpoints/{endpoint_id}`. */
  deleteWebhookEndpoint: {
    path: {
      /** Id of the endpoint. */
      endpoint_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Take a file off a custom record: `DELETE /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records/{record_id}/evidence/{file_id}`. */
  detachEvidence: {
    path: {
      /** Id of the database. */
      database_id: string;
      /** Id of the version. */
      source_id: string;
      /** Id of the record. */
      record_id: string;
      /** Id of the file. */
      file_id: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Take a file off a custom emission group: `DELETE /v1/custom-emission-groups/{id}/evidence/{file_id}`. */
  detachGroupEvidence: {
    path: {
      /** Id of the group. */
      id: string;
      /** Id of the file. */
      file_id: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Turn codes of an authenticator app off: `DELETE /auth/totp`. */
  disableTotp: {
    body: DisableTotpRequest;
    answer: undefined;
  };
  /** Discard a recalculation: `POST /v2/recalculations/{id}/discard`. */
  discardRecalculation: {
    path: {
      /** Id of the run. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    answer: RecalculationDetails;
    dry: DryRun;
  };
  /** Download a file by a signed URL: `GET /v1/files/presigned/{token}`. */
  downloadByPresignedUrl: {
    path: {
      /** Token of the URL. */
      token: string;
    };
    answer: Uint8Array;
  };
  /** Download a file: `GET /v1/files/{id}/content`. */
  downloadFile: {
    path: {
      /** Id of the file. */
      id: string;
    };
    answer: Uint8Array;
  };
  /** End a session: `DELETE /v2/sessions/{id}`. */
  endSession: {
    path: {
      /** Id of the session. */
      id: string;
    };
    answer: undefined;
  };
  /** Sign out everywhere: `DELETE /v2/sessions`. */
  endSessions: {
    answer: undefined;
  };
  /** Create or replace a logistics request, calculated in the background: `POST /v2/logistics/requests`. */
  enqueueLogisticsRequest: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: EnqueueLogisticsRequestRequest;
    answer: LogisticsRequest;
    dry: DryRun;
  };
  /** Create or replace logistics requests as an ingest job: `POST /v2/logistics/requests/bulk`. */
  enqueueLogisticsRequests: {
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: EnqueueLogisticsRequestsRequest;
    answer: LogisticsRequestBulk;
    dry: LogisticsRequestBulk;
  };
  /** Download survey rows: `POST /v2/employees/survey-rows/export`. */
  exportSurveyRows: {
    query?: {
      /** Part of the address, the name or the id of the employee, ignoring case and accents. */
      search?: string;
      /** Of any of these projects. The all-zero id stands for rows without a project. */
      project_id?: string[];
      /** Any of these statuses. */
      status?: ("pending" | "answered" | "blank")[];
      /** Any of these sources. */
      source?: ("manual" | "form" | "qr" | "file")[];
      /** Of any of these files. The all-zero id stands for rows without a file. */
      file_id?: string[];
      /** Of any of these surveys. The all-zero id stands for rows without a survey. */
      survey_id?: string[];
      /** The period starts on this day or later. */
      period_start_from?: string;
      /** The period starts on this day or before. */
      period_start_to?: string;
      /** Sent at this instant or later. */
      sent_from?: string;
      /** Sent at this instant or before. */
      sent_to?: string;
      /** Answered at this instant or later. */
      answered_from?: string;
      /** Answered at this instant or before. */
      answered_to?: string;
      /** Created at this instant or later. */
      created_at_from?: string;
      /** Created at this instant or before. */
      created_at_to?: string;
      /** With a commute of any of these purposes. */
      commuting_type?: ("in_itinere" | "in_labore")[];
      /** With a commute by any of these means of transport. */
      transport_type?: ("car" | "bus" | "train" | "metro" | "tram" | "motorbike" | "bicycle" | "walking" | "telecommuting" | "electric_kick_scooter" | "trolleybus")[];
      /** With a commute on any of these fuels. */
      fuel_type?: ("petrol" | "diesel" | "cng" | "lpg" | "unknown" | "plug_in_hybrid_electric" | "battery_electric")[];
      /** With or without emissions. */
      co2e_status?: "calculated" | "not_calculated";
      /** As in the list. */
      include_children?: boolean;
      /** As in the list. */
      organization_id?: string[];
      /** As in the list. */
      sort?: ("organization" | "-organization" | "email" | "-email" | "name" | "-name" | "period_start" | "-period_start" | "period_end" | "-period_end" | "status" | "-status" | "source" | "-source" | "file" | "-file" | "survey" | "-survey" | "sent_at" | "-sent_at" | "times_sent" | "-times_sent" | "answered_at" | "-answered_at" | "co2e" | "-co2e" | "commutes_count" | "-commutes_count" | "commuting_type" | "-commuting_type" | "origin" | "-origin" | "destination" | "-destination" | "transport_type" | "-transport_type" | "fuel_type" | "-fuel_type" | "total_km" | "-total_km" | "daily_trips" | "-daily_trips" | "hours_per_day" | "-hours_per_day" | "weekly_travels" | "-weekly_travels" | "telecommuting_days" | "-telecommuting_days" | "carpool" | "-carpool" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
      /** Language of the headings and of the texts of closed lists: `es` or `en`; Catalan or none is Spanish, any other is English. */
      language?: string;
    };
    body: ExportSurveyRowsRequest;
    answer: Uint8Array;
  };
  /** Finish a sign-in at the OpenID provider: `GET /auth/oidc/callback`. */
  finishOidcLogin: {
    query: {
      /** The code of the provider. */
      code?: string;
      /** As in the redirect to the provider. */
      state: string;
      /** Why the provider refuses, in place of the code. */
      error?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: FinishOidcLoginResponse;
  };
  /** Get your account, its organizations, and what their groups use: `GET /v2/account`. */
  getAccount: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Account;
  };
  /** Get an API key: `GET /v1/api-keys/{id}`. */
  getApiKey: {
    path: {
      /** Id of the key. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: ApiKey;
  };
  /** Get a change: `GET /v2/audit-events/{id}`. */
  getAuditEvent: {
    path: {
      /** UUID; later events have higher ids. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: AuditEvent;
  };
  /** Get a business travel: `GET /v1/business-travels/{business_travel_id}`. */
  getBusinessTravel: {
    path: {
      /** Id of the record. */
      business_travel_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: BusinessTravel;
  };
  /** Explain the emissions of a business travel: `GET /v1/business-travels/{business_travel_id}/calculation`. */
  getBusinessTravelCalculation: {
    path: {
      /** Id of the record. */
      business_travel_id: string;
    };
    query?: {
      /** The calculation as it was known at this instant. Absent: the latest one. */
      as_of?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Calculation;
  };
  /** Get the totals of business travels: `GET /v1/business-travels/totals`. */
  getBusinessTravelTotals: {
    query?: {
      /** Any of these means of transport. */
      transport_type?: ("car" | "metro" | "train" | "trolleybus" | "bus" | "motorbike" | "aircraft" | "ferry")[];
      /** Any of these statuses. */
      status?: ("pending" | "active" | "error")[];
      /** On this day or later. */
      start_date?: string;
      /** On this day or before. */
      end_date?: string;
      /** Part of the name, ignoring case and accents. */
      name?: string;
      /** The all-zero id stands for trips without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Any of these sources, compared as they are. */
      source?: string[];
      /** Recorded by any of these users. */
      uploaded_by?: string[];
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: BusinessTravelTotals;
  };
  /** Explain the emissions of a purchase: `GET /v1/purchases/{id}/calculation`. */
  getCalculation: {
    path: {
      /** Id of the record. */
      id: string;
    };
    query?: {
      /** The calculation as it was known at this instant. Absent: the latest one. */
      as_of?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Calculation;
  };
  /** Get a certificate: `GET /v2/certificates/{id}`. */
  getCertificate: {
    path: {
      /** Id of the certificate. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Certificate;
  };
  /** Get an organization below: `GET /v2/organizations/children/{id}`. */
  getChildOrganization: {
    path: {
      /** Id of the organization. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: ChildOrganization;
  };
  /** Get a commuting period: `GET /v1/employee-historic/{id}`. */
  getCommutingPeriod: {
    path: {
      /** Id of the record. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: CommutingPeriod;
  };
  /** Explain the emissions of a commuting period: `GET /v1/employee-historic/{id}/calculation`. */
  getCommutingPeriodCalculation: {
    path: {
      /** Id of the record. */
      id: string;
    };
    query?: {
      /** The calculation as it was known at this instant. Absent: the latest one. */
      as_of?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Calculation;
  };
  /** Get a custom database: `GET /v1/emission-factors/custom-databases/{database_id}`. */
  getCustomDatabase: {
    path: {
      /** Id of the database. */
      database_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: CustomDatabase;
  };
  /** Get a custom emission group: `GET /v1/custom-emission-groups/{id}`. */
  getCustomGroup: {
    path: {
      /** Id of the group. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: CustomGroup;
  };
  /** Get a custom record: `GET /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records/{record_id}`. */
  getCustomRecord: {
    path: {
      /** Id of the database. */
      database_id: string;
      /** Id of the version. */
      source_id: string;
      /** Id of the record. */
      record_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: CustomRecord;
  };
  /** Get a version of a custom database: `GET /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}`. */
  getCustomVersion: {
    path: {
      /** Id of the database. */
      database_id: string;
      /** Id of the version. */
      source_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: CustomVersion;
  };
  /** Get a dashboard: `GET /v2/dashboard/{id}`. */
  getDashboard: {
    path: {
      /** Id of the dashboard. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Dashboard;
  };
  /** Get the figures of a widget: `GET /v2/dashboard/{id}/widgets/{widget_id}/data`. */
  getDashboardWidgetData: {
    path: {
      /** Id of the dashboard. */
      id: string;
      /** Id of the widget. */
      widget_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: WidgetData;
  };
  /** Get an edition: `GET /v1/emission-factors/editions/{edition_id}`. */
  getEdition: {
    path: {
      /** Id of the edition, such as "desnz-2026". */
      edition_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Edition;
  };
  /** Get an employee: `GET /v1/employees/{id}`. */
  getEmployee: {
    path: {
      /** Id of the record. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Employee;
  };
  /** Get the euro rate of a currency on a day: `GET /v1/exchange-rates`. */
  getExchangeRate: {
    query: {
      /** ISO 4217. */
      currency: string;
      /** The day, such as "2026-01-31". */
      date: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: ExchangeRate;
  };
  /** Get a facility: `GET /v1/facilities/{facility_id}`. */
  getFacility: {
    path: {
      /** Id of the facility. */
      facility_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Facility;
  };
  /** Get what is known of a file: `GET /v1/files/{id}`. */
  getFile: {
    path: {
      /** Id of the file. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: StoredFile;
  };
  /** Get the storage that files use: `GET /v1/files/usage`. */
  getFileUsage: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: FileUsage;
  };
  /** Get a folder: `GET /v1/folders/{id}`. */
  getFolder: {
    path: {
      /** Id of the folder. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Folder;
  };
  /** Get a hotel stay: `GET /v1/hotel-stays/{hotel_stay_id}`. */
  getHotelStay: {
    path: {
      /** Id of the record. */
      hotel_stay_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: HotelStay;
  };
  /** Explain the emissions of a hotel stay: `GET /v1/hotel-stays/{hotel_stay_id}/calculation`. */
  getHotelStayCalculation: {
    path: {
      /** Id of the record. */
      hotel_stay_id: string;
    };
    query?: {
      /** The calculation as it was known at this instant. Absent: the latest one. */
      as_of?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Calculation;
  };
  /** Show the calculation of a hotel stay: `GET /v1/hotel-stays/{hotel_stay_id}/impact-calculation`. */
  getHotelStayImpact: {
    path: {
      /** Id of the record. */
      hotel_stay_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: GetHotelStayImpactResponse;
  };
  /** Get the totals of hotel stays: `GET /v1/hotel-stays/totals`. */
  getHotelStayTotals: {
    query?: {
      /** Any of these statuses. */
      status?: ("pending" | "active" | "error")[];
      /** Check-out is on this day or later. */
      start_date?: string;
      /** Check-in is on this day or before. */
      end_date?: string;
      /** Part of the name, ignoring case and accents. */
      name?: string;
      /** The all-zero id stands for stays without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Any of these sources, compared as they are. */
      source?: string[];
      /** Recorded by any of these users. */
      uploaded_by?: string[];
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: HotelStayTotals;
  };
  /** Download an example file of a template: `GET /v2/imports/templates/{template_id}/example.xlsx`. */
  getImportExample: {
    path: {
      /** Id of the template. */
      template_id: string;
    };
    query?: {
      /** A language, or an `Accept-Language` header. */
      language?: string;
    };
    headers?: {
      /** The languages of the reader: English, Spanish and Catalan are known, any other is English. The parameter `language` comes before it. */
      "Accept-Language"?: string;
    };
    answer: Uint8Array;
  };
  /** Get the status of an import session: `GET /v2/imports/{import_id}/status`. */
  getImportStatus: {
    path: {
      /** UUID of the session. */
      import_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: ImportStatus;
  };
  /** Get a template of imports with its columns: `GET /v2/imports/templates/{template_id}`. */
  getImportTemplate: {
    path: {
      /** Id of the template. */
      template_id: string;
    };
    query?: {
      /** A language, or an `Accept-Language` header. */
      language?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
      /** The languages of the reader: English, Spanish and Catalan are known, any other is English. The parameter `language` comes before it. */
      "Accept-Language"?: string;
    };
    answer: ImportTemplate;
  };
  /** Get an ingest job: `GET /v2/ingest-jobs/{job_id}`. */
  getIngestJob: {
    path: {
      /** Id of the job. */
      job_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: IngestJob;
  };
  /** Get the inventory of a range of days: `GET /v2/inventory`. */
  getInventory: {
    query: {
      /** First day, included. */
      start_date: string;
      /** Last day, included; at most 730 days after the first. */
      end_date: string;
      /** Includes the descendant organizations by their shares. */
      include_children?: boolean;
      /** Consolidation of the descendants: `operational` by default. */
      boundary?: "operational" | "financial" | "equity";
      /** Warming potentials of the CO2e. By default those of each calculation. */
      gwp?: "AR4" | "AR5" | "AR6";
      /** All figures include the amounts of restatements, which are kept apart from the totals of locked periods. */
      restated?: boolean;
      /** Representation of the answer. By default the one that the header `Accept` prefers, and JSON for any. */
      format?: "json" | "csv" | "html";
      /** The statement as it was known at this instant, with the shares in children as they are now. The coverage then has no numbers of records. Absent: as it is now. */
      as_of?: string;
      /** Calendar year to compare with, besides the year before. */
      base_year?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Inventory;
  };
  /** Get an invoice: `GET /v1/invoices/{id}`. */
  getInvoice: {
    path: {
      /** Id of the record. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Invoice;
  };
  /** Explain the emissions of an invoice: `GET /v1/invoices/{id}/calculation`. */
  getInvoiceCalculation: {
    path: {
      /** Id of the record. */
      id: string;
    };
    query?: {
      /** The calculation as it was known at this instant. Absent: the latest one. */
      as_of?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Calculation;
  };
  /** Get an invoice, under its other address: `GET /v3/invoices/{id}`. */
  getInvoiceV3: {
    path: {
      /** Id of the record. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Invoice;
  };
  /** Get a published factor with its history: `GET /v1/emission-factors/library/{id}`. */
  getLibraryFactor: {
    path: {
      /** Id of the factor. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: LibraryEntry;
  };
  /** Get a logistic hub: `GET /v1/logistic-hubs/{logistic_hub_id}`. */
  getLogisticHub: {
    path: {
      /** Id of the hub. */
      logistic_hub_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: LogisticHub;
  };
  /** Get a package with its legs: `GET /v1/logistics/packages/{package_id}`. */
  getLogisticsPackage: {
    path: {
      /** Id of the package. */
      package_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: LogisticsPackage;
  };
  /** Get a recharge of a freight vehicle: `GET /v1/logistics/recharges/{recharge_id}`. */
  getLogisticsRecharge: {
    path: {
      /** Id of the record. */
      recharge_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: LogisticsRecharge;
  };
  /** Explain the emissions of a recharge of a freight vehicle: `GET /v1/logistics/recharges/{recharge_id}/calculation`. */
  getLogisticsRechargeCalculation: {
    path: {
      /** Id of the record. */
      recharge_id: string;
    };
    query?: {
      /** The calculation as it was known at this instant. Absent: the latest one. */
      as_of?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Calculation;
  };
  /** Get a logistics request: `GET /v1/logistics/requests/{id}`. */
  getLogisticsRequest: {
    path: {
      /** Id of the record. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: LogisticsRequest;
  };
  /** Explain the emissions of a logistics request: `GET /v1/logistics/requests/{id}/calculation`. */
  getLogisticsRequestCalculation: {
    path: {
      /** Id of the record. */
      id: string;
    };
    query?: {
      /** The calculation as it was known at this instant. Absent: the latest one. */
      as_of?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Calculation;
  };
  /** Count logistics requests, recharges and hubs: `GET /v1/logistics/summary`. */
  getLogisticsSummary: {
    query?: {
      /** Id of a project. Empty for all data of the organization. */
      project_id?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: LogisticsSummary;
  };
  /** Get a member: `GET /v1/members/{user_id}`. */
  getMember: {
    path: {
      /** Id of the user. */
      user_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Member;
  };
  /** Get the invitation of a link: `GET /v1/members/join/{token}`. */
  getMemberInvitation: {
    path: {
      /** Secret part of the link. */
      token: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: JoinForm;
  };
  /** Get a notification: `GET /v1/notifications/{notification_id}`. */
  getNotification: {
    path: {
      /** Id of the notification. */
      notification_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Notification;
  };
  /** Get the settings of the organization: `GET /v2/organizations/{id}`. */
  getOrganization: {
    path: {
      /** UUID; empty for the calling organization. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Organization;
  };
  /** Get the group of the organization from its root: `GET /v2/organizations/tree`. */
  getOrganizationTree: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: OrganizationNode;
  };
  /** Get a person of the own workforce: `GET /v1/own_workforces/{id}`. */
  getOwnWorkforce: {
    path: {
      /** Id of the record. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: OwnWorkforce;
  };
  /** Get a training: `GET /v1/own_workforce_trainings/{training_id}`. */
  getOwnWorkforceTraining: {
    path: {
      /** Id of the record. */
      training_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: OwnWorkforceTraining;
  };
  /** Get the shares in an organization directly below: `GET /v2/organizations/{id}/shares`. */
  getOwnership: {
    path: {
      /** Id of the child. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Ownership;
  };
  /** Get a locked period: `GET /v2/periods/locks/{id}`. */
  getPeriodLock: {
    path: {
      /** Id of the lock. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: PeriodLock;
  };
  /** Get a project: `GET /v1/projects/{id}`. */
  getProject: {
    path: {
      /** Id of the project. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Project;
  };
  /** Get a purchase: `GET /v1/purchases/{id}`. */
  getPurchase: {
    path: {
      /** Id of the record. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Purchase;
  };
  /** Get a reading: `GET /v1/files/readings/{file_reading_id}`. */
  getReading: {
    path: {
      /** Id of the reading. */
      file_reading_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Reading;
  };
  /** Get a recalculation: `GET /v2/recalculations/{id}`. */
  getRecalculation: {
    path: {
      /** Id of the run. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: RecalculationDetails;
  };
  /** Get a change within a locked period: `GET /v2/restatements/{id}`. */
  getRestatement: {
    path: {
      /** Id of the restatement. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Restatement;
  };
  /** Get a saved mapping of columns: `GET /v2/imports/mappings/{id}`. */
  getSavedMapping: {
    path: {
      /** UUID of the mapping. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SavedMapping;
  };
  /** Get the shipment footprint of a package for iLEAP: `GET /v1/logistics/packages/{package_id}/ileap`. */
  getShipmentFootprint: {
    path: {
      /** Id of the package. */
      package_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: GetShipmentFootprintResponse;
  };
  /** Get a sold product: `GET /v1/sold-products/{product_id}`. */
  getSoldProduct: {
    path: {
      /** Id of the product. */
      product_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SoldProduct;
  };
  /** Get the footprint of one unit of a sold product: `GET /v1/sold-products/{product_id}/footprint`. */
  getSoldProductFootprint: {
    path: {
      /** Id of the product. */
      product_id: string;
    };
    query?: {
      /** Limits the use phase to this country. Empty for all, weighted by the units sold. */
      country?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SoldProductFootprint;
  };
  /** Get a period of a sold product: `GET /v1/sold-products/periods/{period_id}`. */
  getSoldProductPeriod: {
    path: {
      /** Id of the period. */
      period_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SoldProductPeriod;
  };
  /** Get the emissions of a period by country: `GET /v1/sold-products/periods/{period_id}/emissions`. */
  getSoldProductPeriodEmissions: {
    path: {
      /** Id of the period. */
      period_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SoldProductPeriodEmissions;
  };
  /** Get a country sale: `GET /v1/sold-products/country-sales/{country_sale_id}`. */
  getSoldProductSale: {
    path: {
      /** Id of the record. */
      country_sale_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SoldProductSale;
  };
  /** Explain the emissions of a country sale: `GET /v1/sold-products/country-sales/{country_sale_id}/calculation`. */
  getSoldProductSaleCalculation: {
    path: {
      /** Id of the record. */
      country_sale_id: string;
    };
    query?: {
      /** The calculation as it was known at this instant. Absent: the latest one. */
      as_of?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Calculation;
  };
  /** Versions of the services and editions of the factors: `GET /status`. */
  getStatus: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: GetStatusResponse;
  };
  /** Get a supplier: `GET /v1/suppliers/{id}`. */
  getSupplier: {
    path: {
      /** Id of the supplier. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Supplier;
  };
  /** Get a survey: `GET /v1/surveys/{id}`. */
  getSurvey: {
    path: {
      /** Id of the survey. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Survey;
  };
  /** Get the survey of a link: `GET /v1/surveys/answer/{token}`. */
  getSurveyForm: {
    path: {
      /** Token of the link. */
      token: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SurveyForm;
  };
  /** Get a survey row: `GET /v2/employees/survey-rows/{id}`. */
  getSurveyRow: {
    path: {
      /** Id of the row. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SurveyRow;
  };
  /** Get the emissions of a range of days: `GET /v1/total-impacts`. */
  getTotalImpacts: {
    query: {
      /** First day, included. */
      start_date: string;
      /** Last day, included; at most 730 days after the first. */
      end_date: string;
      /** The grouping of the items. */
      group_by?: "scope" | "category" | "month" | "gas" | "ghg_category" | "source" | "quality" | "facility" | "organization" | "quarter" | "fiscal_year";
      /** Includes all emissions of all descendant organizations that have accepted; `boundary` of the answer says so. */
      include_children?: boolean;
      /** Purchased electricity in scope 2: market-based by default. */
      scope2?: "market" | "location";
      /** Warming potentials of the CO2e. By default those of each calculation. CO2e that is published without its gases keeps its own set. */
      gwp?: "AR4" | "AR5" | "AR6";
      /** Adds the coverage to the summary. */
      coverage?: boolean;
      /** The totals as they were known at this instant; the coverage then has no numbers of records. Absent: as they are now. */
      as_of?: string;
      /** Includes the amounts of restatements, which are kept apart from the totals of locked periods. */
      restated?: boolean;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: EmissionsSummary;
  };
  /** Tell whether your sign-in asks for a code: `GET /auth/totp`. */
  getTotp: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Totp;
  };
  /** Get a transport route: `GET /v1/transports/{transport_route_id}`. */
  getTransportRoute: {
    path: {
      /** Id of the record. */
      transport_route_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: TransportRoute;
  };
  /** Explain the emissions of a transport route: `GET /v1/transports/{transport_route_id}/calculation`. */
  getTransportRouteCalculation: {
    path: {
      /** Id of the record. */
      transport_route_id: string;
    };
    query?: {
      /** The calculation as it was known at this instant. Absent: the latest one. */
      as_of?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Calculation;
  };
  /** Get a vehicle: `GET /v1/vehicles/{vehicle_id}`. */
  getVehicle: {
    path: {
      /** Id of the record. */
      vehicle_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Vehicle;
  };
  /** Get a vehicle consumption: `GET /v1/vehicles/{vehicle_id}/consumptions/{consumption_id}`. */
  getVehicleConsumption: {
    path: {
      /** Its vehicle. Empty for any. */
      vehicle_id: string;
      /** Id of the consumption. */
      consumption_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: VehicleConsumption;
  };
  /** Explain the emissions of a vehicle consumption: `GET /v1/vehicles/{vehicle_id}/consumptions/{consumption_id}/calculation`. */
  getVehicleConsumptionCalculation: {
    path: {
      /** Id of the owner of the record, if its path has it: the record is found only there. Calc does not read it. */
      vehicle_id: string;
      /** Id of the record. */
      consumption_id: string;
    };
    query?: {
      /** The calculation as it was known at this instant. Absent: the latest one. */
      as_of?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Calculation;
  };
  /** Get a waste: `GET /v1/wastes/{waste_id}`. */
  getWaste: {
    path: {
      /** Id of the record. */
      waste_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Waste;
  };
  /** Explain the emissions of a waste: `GET /v1/wastes/{waste_id}/calculation`. */
  getWasteCalculation: {
    path: {
      /** Id of the record. */
      waste_id: string;
    };
    query?: {
      /** The calculation as it was known at this instant. Absent: the latest one. */
      as_of?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Calculation;
  };
  /** Get a waste water treatment: `GET /v1/waste-water-treatments/{id}`. */
  getWasteWaterTreatment: {
    path: {
      /** Id of the record. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: WasteWaterTreatment;
  };
  /** Explain the emissions of a waste water treatment: `GET /v1/waste-water-treatments/{id}/calculation`. */
  getWasteWaterTreatmentCalculation: {
    path: {
      /** Id of the record. */
      id: string;
    };
    query?: {
      /** The calculation as it was known at this instant. Absent: the latest one. */
      as_of?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Calculation;
  };
  /** Get a webhook delivery: `GET /v2/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}`. */
  getWebhookDelivery: {
    path: {
      /** Id of the endpoint. */
      endpoint_id: string;
      /** Id of the delivery. */
      delivery_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: WebhookDelivery;
  };
  /** Get a webhook endpoint: `GET /v2/webhook-endpoints/{endpoint_id}`. */
  getWebhookEndpoint: {
    path: {
      /** Id of the endpoint. */
      endpoint_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: WebhookEndpoint;
  };
  /** Get figures of the own workforce: `GET /v1/own_workforces/figures`. */
  getWorkforceFigures: {
    query?: {
      /** One day. Not together with a period. */
      date?: string;
      /** First day of a period. */
      start_date?: string;
      /** Last day of the period. */
      end_date?: string;
      /** Adds the people of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: WorkforceFigures;
  };
  /** Invite a person by a link: `POST /v1/members`. */
  inviteMember: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: InviteMemberRequest;
    answer: MemberInvitation;
    dry: DryRun;
  };
  /** Invite an organization to a project: `POST /v1/projects/{id}/invitations`. */
  inviteToProject: {
    path: {
      /** Id of the project. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: InviteToProjectRequest;
    answer: ProjectInvitation;
    dry: DryRun;
  };
  /** Become a member by a link whose token is in the body: `POST /v2/members/join`. */
  joinOrganization: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: JoinOrganizationRequest;
    answer: JoinedOrganization;
  };
  /** Leave the group: `POST /v2/organizations/leave-group`. */
  leaveGroup: {
    answer: undefined;
    dry: DryRun;
  };
  /** Link records to a project: `POST /v1/projects/{id}/links`. */
  linkRecords: {
    path: {
      /** Id of the project. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: LinkRecordsRequest;
    answer: ProjectLinks;
    dry: DryRun;
  };
  /** Link all records that match to a project: `POST /v1/projects/{id}/links/by-filters`. */
  linkRecordsByFilters: {
    path: {
      /** Id of the project. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: LinkRecordsByFiltersRequest;
    answer: ProjectLinks;
    dry: DryRun;
  };
  /** List API keys: `GET /v1/api-keys`. */
  listApiKeys: {
    query?: {
      /** From 1. */
      page?: number;
      /** 1 to 100; default 50. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: ApiKeyList;
    item: ApiKey;
  };
  /** List who has changed what: `GET /v2/audit-events`. */
  listAuditEvents: {
    query?: {
      /** At this instant or later. */
      occurred_at_from?: string;
      /** At this instant or before. */
      occurred_at_to?: string;
      /** Any of these users, also by their API keys. */
      actor_id?: string[];
      /** Any of these API keys. */
      api_key_id?: string[];
      /** Any of these operations. */
      action?: string[];
      /** Any of these services. */
      service?: string[];
      /** Any of these resources. */
      entity_kind?: string[];
      /** Any of these entities. */
      entity_id?: string[];
      /** Any of these requests. */
      request_id?: string[];
      /** From 1. */
      page?: number;
      /** 1 to 100; default 50. */
      size?: number;
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: AuditEventList;
    item: AuditEvent;
  };
  /** List the values of a field of the business travels: `GET /v1/business-travels/unique-values`. */
  listBusinessTravelValues: {
    query: {
      /** Name of the field; the list of each kind names its fields. */
      field: "file_id" | "transport_type" | "source" | "uploaded_by" | "fitness";
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UniqueValues;
  };
  /** List business travels: `GET /v1/business-travels`. */
  listBusinessTravels: {
    query?: {
      /** Any of these means of transport. */
      transport_type?: ("car" | "metro" | "train" | "trolleybus" | "bus" | "motorbike" | "aircraft" | "ferry")[];
      /** Any of these statuses. */
      status?: ("pending" | "active" | "error")[];
      /** On this day or later. */
      start_date?: string;
      /** On this day or before. */
      end_date?: string;
      /** Part of the name, ignoring case and accents. */
      name?: string;
      /** The all-zero id stands for trips without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Any of these sources, compared as they are. */
      source?: string[];
      /** Recorded by any of these users. */
      uploaded_by?: string[];
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("travel_date" | "-travel_date" | "created_at" | "-created_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: BusinessTravelList;
    item: BusinessTravel;
  };
  /** List the invoices that a certificate covers: `GET /v2/certificates/{id}/matches`. */
  listCertificateMatches: {
    path: {
      /** Id of the certificate. */
      id: string;
    };
    query?: {
      /** From 1. */
      page?: number;
      /** 1 to 100; default 50. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: CertificateMatchList;
    item: CertificateMatch;
  };
  /** List certificates: `GET /v2/certificates`. */
  listCertificates: {
    query?: {
      /** Any of these types. */
      type?: ("guarantee_of_origin" | "rec" | "rego" | "i_rec" | "ppa" | "other")[];
      /** Any of these technologies. */
      technology?: ("solar" | "wind" | "hydro" | "marine" | "geothermal" | "biomass" | "biogas" | "nuclear" | "natural_gas" | "coal" | "oil" | "waste" | "other")[];
      /** Any of these countries. */
      country?: string[];
      /** Production on this day or later. */
      production_from?: string;
      /** Production on this day or before. */
      production_to?: string;
      /** Whether invoices use all of its MWh. */
      state?: ("available" | "used_up")[];
      /** The all-zero id stands for certificates without a file. */
      file_id?: string[];
      /** Part of serial number, registry or plant, ignoring case and accents. */
      search?: string;
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("production_start_date" | "-production_start_date" | "mwh" | "-mwh" | "created_at" | "-created_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: CertificateList;
    item: Certificate;
  };
  /** List the organizations below: `GET /v2/organizations/children`. */
  listChildOrganizations: {
    query?: {
      /** From 1. */
      page?: number;
      /** 1 to 100; default 50. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: ChildOrganizationList;
    item: ChildOrganization;
  };
  /** List the values of a field of the commuting periods: `GET /v1/employee-historic/unique-values`. */
  listCommutingPeriodValues: {
    query: {
      /** Name of the field; the list of each kind names its fields. */
      field: "file_id" | "employee_id" | "transport_type" | "fuel_type" | "response_medium" | "fitness";
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UniqueValues;
  };
  /** List commuting periods: `GET /v1/employee-historic`. */
  listCommutingPeriods: {
    query?: {
      /** Of any of these employees. The all-zero id stands for periods without an employee. */
      employee_id?: string[];
      /** Of any of these survey rows. The all-zero id stands for periods that are no answers. */
      survey_row_id?: string[];
      /** Any of these means of transport. */
      transport_type?: ("car" | "bus" | "train" | "metro" | "tram" | "motorbike" | "bicycle" | "walking" | "telecommuting" | "electric_kick_scooter" | "trolleybus")[];
      /** Any of these purposes. */
      commuting_type?: ("in_itinere" | "in_labore")[];
      /** Any of these fuels. */
      fuel_type?: ("petrol" | "diesel" | "cng" | "lpg" | "unknown" | "plug_in_hybrid_electric" | "battery_electric")[];
      /** Any of these situations. */
      situation?: ("active" | "inactive" | "terminated")[];
      /** Any of these media. */
      response_medium?: ("manual" | "qr" | "form")[];
      /** Any of these states of the calculation. */
      calculation_status?: ("pending" | "calculated" | "failed")[];
      /** Starts on this day or later. */
      start_date?: string;
      /** Ends on this day or before. */
      end_date?: string;
      /** The all-zero id stands for periods without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** Part of the origin or the destination, ignoring case and accents. */
      search?: string;
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("start_date" | "-start_date" | "created_at" | "-created_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: CommutingPeriodList;
    item: CommutingPeriod;
  };
  /** List the values of a field of the consumptions of a vehicle: `GET /v1/vehicles/{vehicle_id}/consumptions/unique-values`. */
  listConsumptionValuesOfVehicle: {
    path: {
      /** Id of the vehicle. */
      vehicle_id: string;
    };
    query: {
      /** `file_id`. */
      field: "file_id";
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UniqueValues;
  };
  /** List the consumptions of a vehicle: `GET /v1/vehicles/{vehicle_id}/consumptions`. */
  listConsumptionsOfVehicle: {
    path: {
      /** Id of the vehicle. */
      vehicle_id: string;
    };
    query?: {
      /** Any of these statuses. */
      status?: ("loading" | "success" | "error" | "active")[];
      /** The period starts on this day or later. */
      start_date?: string;
      /** The period ends on this day or before. */
      end_date?: string;
      /** Part of `custom_id`, ignoring case and accents. */
      search?: string;
      /** The all-zero id stands for consumptions without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("start_date" | "-start_date" | "created_at" | "-created_at")[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: VehicleConsumptionList;
    item: VehicleConsumption;
  };
  /** List countries: `GET /v1/countries`. */
  listCountries: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Country[];
  };
  /** List the sales of a period by country: `GET /v1/sold-products/periods/{period_id}/country-sales`. */
  listCountrySales: {
    path: {
      /** Id of the period. */
      period_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: CountrySales[];
  };
  /** List custom databases: `GET /v1/emission-factors/custom-databases`. */
  listCustomDatabases: {
    query?: {
      /** Substring of the name. Ignores case and accents. */
      search?: string;
      /** From 0. */
      offset?: number;
      /** 1 to 200. */
      limit?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: CustomDatabaseList;
    item: CustomDatabase;
  };
  /** List custom emission groups: `GET /v1/custom-emission-groups`. */
  listCustomGroups: {
    query?: {
      /** Substring of the name. Ignores case and accents. */
      search?: string;
      /** Kind of activity. Cannot change. */
      category?: ("purchases" | "electricity" | "waste" | "heat" | "vehicles" | "recharge" | "process" | "water" | "hotel_stays" | "business_travels" | "employee_commuting" | "logistics" | "sold_products")[];
      /** From 1. */
      page?: number;
      /** 1 to 100. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: CustomGroupList;
    item: CustomGroup;
  };
  /** List the revisions of a custom record: `GET /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records/{record_id}/revisions`. */
  listCustomRecordRevisions: {
    path: {
      /** Id of the database. */
      database_id: string;
      /** Id of the version. */
      source_id: string;
      /** Id of the record. */
      record_id: string;
    };
    query?: {
      /** From 0. */
      offset?: number;
      /** 1 to 200. */
      limit?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: CustomRecordList;
    item: CustomRecord;
  };
  /** List custom records: `GET /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records`. */
  listCustomRecords: {
    path: {
      /** Id of the database. */
      database_id: string;
      /** Id of the version. */
      source_id: string;
    };
    query?: {
      /** Substring of the name. Ignores case and accents. */
      search?: string;
      /** From 0. */
      offset?: number;
      /** 1 to 200. */
      limit?: number;
      /** Default: by name. */
      sort_by?: "name" | "category" | "unit_id" | "co2e" | "co2" | "ch4" | "n2o" | "has_attachments";
      /** Default: ascending. */
      sort_order?: "asc" | "desc";
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: CustomRecordList;
    item: CustomRecord;
  };
  /** List the versions of a custom database: `GET /v1/emission-factors/custom-databases/{database_id}/versions`. */
  listCustomVersions: {
    path: {
      /** Id of the database. */
      database_id: string;
    };
    query?: {
      /** From 0. */
      offset?: number;
      /** 1 to 200. */
      limit?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: CustomVersionList;
    item: CustomVersion;
  };
  /** List the comments on a widget: `GET /v2/dashboard/{id}/widgets/{widget_id}/comments`. */
  listDashboardComments: {
    path: {
      /** Id of the dashboard. */
      id: string;
      /** Id of the widget. */
      widget_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: DashboardComment[];
  };
  /** List the figures of all widgets of a dashboard: `GET /v2/dashboard/{id}/data`. */
  listDashboardData: {
    path: {
      /** Id of the dashboard. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: DashboardData;
  };
  /** List the templates of dashboards: `GET /v2/dashboard/templates`. */
  listDashboardTemplates: {
    query?: {
      /** The preferred languages, as in the header `Accept-Language`: of `en`, `es` and `ca`. By default `en`. */
      language?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
      /** The languages of the reader: English, Spanish and Catalan are known, any other is English. The parameter `language` comes before it. */
      "Accept-Language"?: string;
    };
    answer: DashboardTemplate[];
  };
  /** List the widgets of a dashboard: `GET /v2/dashboard/{id}/widgets`. */
  listDashboardWidgets: {
    path: {
      /** Id of the dashboard. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: DashboardWidget[];
  };
  /** List dashboards: `GET /v2/dashboard`. */
  listDashboards: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Dashboard[];
  };
  /** List what an edition changes: `GET /v1/emission-factors/editions/{edition_id}/changes`. */
  listEditionChanges: {
    path: {
      /** Id of the edition, such as "desnz-2026". */
      edition_id: string;
    };
    query?: {
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Any of these kinds of change. */
      change?: ("added" | "changed" | "removed")[];
      /** Exact category, such as "fuels". */
      category?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: EditionChangeList;
    item: EditionChange;
  };
  /** List the editions that published factors come from: `GET /v1/emission-factors/editions`. */
  listEditions: {
    query?: {
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Part of the name of the publisher. Ignores case and accents. */
      publisher?: string;
      /** Exact name of a data set, such as "defra-2026". */
      dataset?: string;
      /** Only the newest edition of each publication. */
      current?: boolean;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: EditionList;
    item: Edition;
  };
  /** List the values of a field of the employees: `GET /v1/employees/unique-values`. */
  listEmployeeValues: {
    query: {
      /** Name of the field; the list of each kind names its fields. */
      field: "file_id" | "situation" | "status";
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UniqueValues;
  };
  /** List employees: `GET /v1/employees`. */
  listEmployees: {
    query?: {
      /** Part of the name or the e-mail address, ignoring case and accents. */
      search?: string;
      /** Any of these situations. */
      situation?: ("active" | "inactive" | "terminated")[];
      /** Any of these statuses. */
      status?: ("uploaded" | "loading")[];
      /** With a commuting period of any of these means of transport. */
      transport_type?: ("car" | "bus" | "train" | "metro" | "tram" | "motorbike" | "bicycle" | "walking" | "telecommuting" | "electric_kick_scooter" | "trolleybus")[];
      /** With a commuting period that was answered by any of these media. */
      response_medium?: ("manual" | "qr" | "form")[];
      /** The all-zero id stands for employees without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("name" | "-name" | "created_at" | "-created_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: EmployeeList;
    item: Employee;
  };
  /** List who sells energy: `GET /v1/energy-suppliers`. */
  listEnergySuppliers: {
    query?: {
      /** ISO 3166-1 alpha-2. Default: all countries. */
      country?: string;
      /** All words must occur, in any case and order. Empty for no search. At most 255 characters. */
      search?: string;
      /** From 1. Without page and size the whole list is returned. */
      page?: number;
      /** At most 100. Default: 50 if a page is given. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: EnergySupplier[];
    item: EnergySupplier;
  };
  /** List the countries in which products were sold: `GET /v1/sold-products/existing-country-sales`. */
  listExistingCountrySales: {
    query?: {
      /** Of any of these products. */
      product_id?: string[];
      /** In any of these countries. */
      country?: string[];
      /** Periods that end on this day or later. */
      start_date?: string;
      /** Periods that start on this day or before. */
      end_date?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: ExistingCountrySale[];
  };
  /** List facilities: `GET /v1/facilities`. */
  listFacilities: {
    query?: {
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 10. */
      size?: number;
      /** Part of the name, ignoring case and accents. */
      name?: string;
      /** ISO 3166-1 alpha-2. Records of the facility use factors of this country. */
      country?: string[];
      /** Free text: "office", "warehouse". */
      type?: string[];
      /** Archived facilities keep their records and their emissions. */
      status?: ("active" | "archived")[];
      /** Adds the facilities of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: FacilityList;
    item: Facility;
  };
  /** List what a facility can burn or refill: `GET /v1/facilities/{facility_id}/fuels`. */
  listFacilityFuels: {
    path: {
      /** Id of the facility. */
      facility_id: string;
    };
    query?: {
      /** All words must occur in the name, in any case and order. Empty for no search. At most 255 characters. */
      search?: string;
      /** From 1. Without page and size the whole list is returned. */
      page?: number;
      /** At most 100. Default: 50 if a page is given. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: FacilityFuel[];
    item: FacilityFuel;
  };
  /** List files: `GET /v1/files`. */
  listFiles: {
    query?: {
      /** Text that the name contains, without regard to case and accents. */
      search?: string;
      /** From 1; default 1. */
      page?: number;
      /** 1 to 100; default 50. */
      size?: number;
      /** Only the files directly in this folder; the nil UUID stands for the top. */
      folder_id?: string;
      /** Extensions of names, such as `pdf`. */
      extension?: string[];
      /** Ids of users who uploaded the files. */
      uploaded_by?: string[];
      /** Earliest upload, included. */
      created_at_from?: string;
      /** Latest upload, included, to the millisecond. */
      created_at_to?: string;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. Default: newest first. */
      sort?: ("created_at" | "-created_at" | "file_name" | "-file_name" | "size_bytes" | "-size_bytes")[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: StoredFileList;
    item: StoredFile;
  };
  /** List folders: `GET /v1/folders`. */
  listFolders: {
    query?: {
      /** From 1; default 1. */
      page?: number;
      /** 1 to 100; default 50. */
      size?: number;
      /** Text that the name contains, without regard to case and accents. */
      search?: string;
      /** Only the folders directly in this one; the nil UUID stands for the top. */
      parent_id?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: FolderList;
    item: Folder;
  };
  /** List zones of electricity grids: `GET /v2/grid-zones`. */
  listGridZones: {
    query?: {
      /** From 1. Services that send neither page nor size get the whole list. */
      page?: number;
      /** At most 100. Default: 50. */
      size?: number;
      /** All words must occur, in any case and order. Empty for no search. At most 255 characters. */
      search?: string;
      /** ISO 3166-1 alpha-2. Default: all countries. */
      country?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: GridZoneList;
    item: GridZone;
  };
  /** List invitations of organizations: `GET /v2/organizations/invitations`. */
  listGroupInvitations: {
    query?: {
      /** From 1. */
      page?: number;
      /** 1 to 100; default 50. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: GroupInvitationList;
    item: GroupInvitation;
  };
  /** List countries with a hotel factor: `GET /v1/hotel-stays/available-countries`. */
  listHotelCountries: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: string[];
  };
  /** List the values of a field of the hotel stays: `GET /v1/hotel-stays/unique-values`. */
  listHotelStayValues: {
    query: {
      /** Name of the field; the list of each kind names its fields. */
      field: "file_id" | "source" | "uploaded_by" | "fitness";
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UniqueValues;
  };
  /** List hotel stays: `GET /v1/hotel-stays`. */
  listHotelStays: {
    query?: {
      /** Any of these statuses. */
      status?: ("pending" | "active" | "error")[];
      /** Check-out is on this day or later. */
      start_date?: string;
      /** Check-in is on this day or before. */
      end_date?: string;
      /** Part of the name, ignoring case and accents. */
      name?: string;
      /** The all-zero id stands for stays without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Any of these sources, compared as they are. */
      source?: string[];
      /** Recorded by any of these users. */
      uploaded_by?: string[];
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("check_in_date" | "-check_in_date" | "created_at" | "-created_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: HotelStayList;
    item: HotelStay;
  };
  /** List the hubs of logistics requests: `GET /v1/logistics/hubs`. */
  listHubsOfLogistics: {
    query?: {
      /** Part of the name, ignoring case and accents. */
      name?: string;
      /** Any of these types. */
      type?: ("owned" | "subcontracted")[];
      /** Any of these categories. */
      category?: ("transshipment_ambient" | "transshipment_mixed" | "storage_transhipment_ambient" | "storage_transhipment_mixed" | "warehouse_ambient" | "warehouse_mixed" | "liquid_bulk_terminals_ambient" | "liquid_bulk_terminals_mixed" | "maritime_container_terminals_ambient" | "maritime_container_terminals_temperature_controlled")[];
      /** Any of these statuses. */
      status?: ("active" | "archived")[];
      /** From 1. */
      page?: number;
      /** 1 to 100, default 10. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: ListHubsOfLogisticsResponse;
    item: LogisticHub;
  };
  /** List the values of a catalogue for columns of imports: `GET /v2/imports/options/{source_key}`. */
  listImportOptions: {
    path: {
      /** Key of the catalogue. */
      source_key: string;
    };
    query?: {
      /** A language, or an `Accept-Language` header. */
      language?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
      /** The languages of the reader: English, Spanish and Catalan are known, any other is English. The parameter `language` comes before it. */
      "Accept-Language"?: string;
    };
    answer: ImportOptions;
  };
  /** List the rows of an import session: `GET /v2/imports/{import_id}/rows`. */
  listImportRows: {
    path: {
      /** UUID of the session. */
      import_id: string;
    };
    query?: {
      /** From 1; default 1. */
      page?: number;
      /** 1 to 500; default 50. */
      page_size?: number;
      /** Shows only rows with errors. `total_rows` and `total_pages` count these, and `valid_rows` and `error_rows` the rows of the import. */
      errors_only?: boolean;
      /** Shows only rows that may repeat others, and counts these in `total_rows` and `total_pages`. Not together with `errors_only`. */
      duplicates_only?: boolean;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: ImportRows;
    item: ImportRow;
  };
  /** List import sessions: `GET /v2/imports/sessions`. */
  listImportSessions: {
    query?: {
      /** State of the session. */
      status?: "created" | "parsed" | "mapped" | "validating" | "validated" | "submitting" | "submitted" | "failed" | "expired";
      /** Of this template. */
      template_id?: string;
      /** Created by this user. */
      user_id?: string;
      /** Adds sessions that have expired. */
      include_expired?: boolean;
      /** From 1; default 1. */
      page?: number;
      /** 1 to 100; default 10. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: ImportSessionList;
    item: ImportSession;
  };
  /** List the templates of imports: `GET /v2/imports/templates`. */
  listImportTemplates: {
    query?: {
      /** A language, or an `Accept-Language` header. */
      language?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
      /** The languages of the reader: English, Spanish and Catalan are known, any other is English. The parameter `language` comes before it. */
      "Accept-Language"?: string;
    };
    answer: ImportTemplateRef[];
  };
  /** List the different values of columns with options: `POST /v2/imports/{import_id}/unique-values`. */
  listImportValues: {
    path: {
      /** UUID of the session. */
      import_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: ListImportValuesRequest;
    answer: ImportValues;
    dry: DryRun;
  };
  /** List the items of an ingest job: `GET /v2/ingest-jobs/{job_id}/items`. */
  listIngestJobItems: {
    path: {
      /** Id of the job. */
      job_id: string;
    };
    query?: {
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 10. */
      size?: number;
      /** `pending`, then `succeeded` or `failed`. */
      status?: ("pending" | "succeeded" | "failed" | "skipped")[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: IngestJobItemList;
    item: IngestJobItem;
  };
  /** List ingest jobs: `GET /v2/ingest-jobs`. */
  listIngestJobs: {
    query?: {
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 10. */
      size?: number;
      /** `queued`, `processing`, then `completed` or, with failed items, `completed_with_errors`. */
      status?: ("queued" | "processing" | "completed" | "completed_with_errors" | "failed")[];
      /** Kind of records. */
      entity_type?: ("purchases" | "wastes" | "invoices" | "waste_water_treatments" | "facilities" | "hotel_stays" | "vehicles" | "vehicle_consumptions" | "business_travels" | "transports" | "logistics_requests" | "logistics_recharges" | "commuting_periods" | "sold_product_sales" | "employees" | "own_workforces" | "own_workforce_trainings" | "survey_rows")[];
      /** Operation on the records. */
      operation?: ("create" | "delete" | "recalculate")[];
      /** `api_bulk` for an API key, `app` for a user who signed in. */
      source?: ("api_bulk" | "app")[];
      /** First moment of creation, included. */
      created_at_from?: string;
      /** Last moment of creation, included. */
      created_at_to?: string;
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: IngestJobList;
    item: IngestJob;
  };
  /** List the values of a field of the invoices: `GET /v1/invoices/unique-values`. */
  listInvoiceValues: {
    query: {
      /** Name of the field; the list of each kind names its fields. */
      field: "type" | "status" | "facility_id" | "file_id" | "fitness";
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UniqueValues;
  };
  /** List invoices: `GET /v1/invoices`. */
  listInvoices: {
    query?: {
      /** Any of these types. */
      type?: ("heat" | "electricity" | "water" | "recharge" | "process")[];
      /** Any of these statuses. */
      status?: ("loading" | "active" | "error" | "uploaded" | "review" | "inactive")[];
      /** Of these facilities. */
      facility_id?: string[];
      /** First day of the period on this day or later. */
      start_date?: string;
      /** Last day of the period on this day or before. */
      end_date?: string;
      /** The all-zero id stands for invoices without a file. */
      file_id?: string[];
      /** Part of the number of the invoice or of its point of supply, ignoring case and accents. */
      search?: string;
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Whether the invoice has emissions. */
      co2e_status?: "calculated" | "not_calculated";
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("start_date" | "-start_date" | "created_at" | "-created_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: InvoiceList;
    item: Invoice;
  };
  /** Download the ledger of the inventory: `GET /v2/inventory/ledger`. */
  listLedgerEntries: {
    query: {
      /** First day, included. */
      start_date: string;
      /** Last day, included; at most 730 days after the first. */
      end_date: string;
      /** Includes the descendant organizations by their shares. */
      include_children?: boolean;
      /** Consolidation of the descendants: `operational` by default. */
      boundary?: "operational" | "financial" | "equity";
      /** Warming potentials of the CO2e. By default those of each calculation. */
      gwp?: "AR4" | "AR5" | "AR6";
      /** Includes the amounts of restatements, which are kept apart from the totals of locked periods. */
      restated?: boolean;
      /** Records of this kind alone. */
      entity_type?: "purchases" | "wastes" | "invoices" | "waste_water_treatments" | "facilities" | "hotel_stays" | "vehicles" | "vehicle_consumptions" | "business_travels" | "transports" | "logistics_requests" | "logistics_recharges" | "commuting_periods" | "sold_product_sales" | "employees" | "own_workforces" | "own_workforce_trainings" | "survey_rows";
      /** Form of the file. */
      format?: "csv" | "xlsx";
      /** The last record whose rows a file has that was cut off. The rows of the records after it follow. */
      after?: string;
    };
    answer: Uint8Array;
  };
  /** List LER codes: `GET /v1/wastes/ler-codes`. */
  listLerCodes: {
    query?: {
      /** Every word must occur in the code or the names. Digits match codes with or without spaces. Ignores case and accents. */
      search?: string;
      /** True: only hazardous wastes. False: only others. */
      hazardous?: boolean;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: LerCode[];
  };
  /** List the categories of the library: `GET /v1/emission-factors/library-categories`. */
  listLibraryCategories: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: LibraryCategory[];
  };
  /** List custom emission groups to choose from: `GET /custom_emission_groups/light`. */
  listLightGroups: {
    query?: {
      /** A category of groups, such as "purchases". Empty for all categories. */
      category?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: LightGroup[];
  };
  /** List logistic hubs: `GET /v1/logistic-hubs`. */
  listLogisticHubs: {
    query?: {
      /** Part of the name, ignoring case and accents. */
      name?: string;
      /** Any of these types. */
      type?: ("owned" | "subcontracted")[];
      /** Any of these categories. */
      category?: ("transshipment_ambient" | "transshipment_mixed" | "storage_transhipment_ambient" | "storage_transhipment_mixed" | "warehouse_ambient" | "warehouse_mixed" | "liquid_bulk_terminals_ambient" | "liquid_bulk_terminals_mixed" | "maritime_container_terminals_ambient" | "maritime_container_terminals_temperature_controlled")[];
      /** Any of these statuses. */
      status?: ("active" | "archived")[];
      /** From 1. */
      page?: number;
      /** 1 to 100, default 10. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: LogisticHubList;
    item: LogisticHub;
  };
  /** List fuels of carriers: `GET /v1/logistics/fuels`. */
  listLogisticsFuels: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: LogisticsFuelList;
  };
  /** List packages: `GET /v1/logistics/packages`. */
  listLogisticsPackages: {
    query?: {
      /** Id of a shipment, compared exactly. */
      movement_id?: string;
      /** Id of a client, compared exactly. */
      client?: string;
      /** Key of a package, compared exactly. Packages then have their legs. */
      package_key?: string;
      /** From 1. */
      page?: number;
      /** At most 100. Default: 10. */
      size?: number;
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: LogisticsPackageList;
    item: LogisticsPackage;
  };
  /** List the values of a field of the recharges: `GET /v1/logistics/recharges/unique-values`. */
  listLogisticsRechargeValues: {
    query: {
      /** Name of the field; the list of each kind names its fields. */
      field: "fuel_name" | "file_id" | "fitness";
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UniqueValues;
  };
  /** List recharges of freight vehicles: `GET /v1/logistics/recharges`. */
  listLogisticsRecharges: {
    query?: {
      /** Part of the license plate. */
      search?: string;
      /** Any of these vehicles and types, compared as they are. */
      vehicle_type?: string[];
      /** Any of these fuels. */
      fuel_id?: string[];
      /** Any of these license plates, compared by capital letters and digits. */
      vehicle_license_plate?: string[];
      /** The all-zero id stands for recharges without a file. */
      file_id?: string[];
      /** On this day or later. */
      date_from?: string;
      /** On this day or before. */
      date_until?: string;
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_until?: string;
      /** Any of these statuses. */
      status?: ("pending" | "active" | "error")[];
      /** Any of these projects. */
      project_id?: string[];
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** Of this run. */
      run_key?: string;
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("date" | "-date" | "created_at" | "-created_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: LogisticsRechargeList;
    item: LogisticsRecharge;
  };
  /** List the values of a field of the active logistics requests: `GET /v1/logistics/requests/unique-values`. */
  listLogisticsRequestValues: {
    query: {
      /** `vehicle_type`, `file_id` or `uploaded_by`. Any other field has no values. */
      field: string;
      /** Only requests of this project. Only for `vehicle_type`. */
      project_id?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UniqueValues;
  };
  /** List logistics requests: `GET /v1/logistics/requests`. */
  listLogisticsRequests: {
    query?: {
      /** Of this shipment. */
      movement_id?: string;
      /** Of this customer. */
      client?: string;
      /** Any of these names of TOCs. */
      vehicle_type?: string[];
      /** Any of these files. The all-zero id matches nothing. */
      file_id?: string[];
      /** Any of these statuses. */
      status?: ("pending" | "active" | "error" | "inactive")[];
      /** Shipped on this day or later. */
      date_from?: string;
      /** Shipped on this day or before. */
      date_until?: string;
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_until?: string;
      /** Recorded by any of these users. */
      uploaded_by?: string[];
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** Conditions on columns, such as `vehicle_type:in[van_diesel,van_electric]`; all of them must hold. The columns are `vehicle_type`, `file_id` and `uploaded_by`. The all-zero id stands for requests without a file or a user. */
      filter_by?: string[];
      /** Linked to this project. */
      project_id?: string;
      /** Part of shipment, customer, origin, destination or license plates, ignoring case and accents. */
      search?: string;
      /** Paid by either. */
      paid_by?: ("organization" | "other")[];
      /** Of this run. */
      run_key?: string;
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("shipment_date" | "-shipment_date" | "created_at" | "-created_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: LogisticsRequestList;
    item: LogisticsRequest;
  };
  /** List invitations of people: `GET /v1/members/invitations`. */
  listMemberInvitations: {
    query?: {
      /** From 1. */
      page?: number;
      /** 1 to 100; default 50. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: MemberInvitationList;
    item: MemberInvitation;
  };
  /** List members: `GET /v1/members`. */
  listMembers: {
    query?: {
      /** From 1. */
      page?: number;
      /** 1 to 100; default 50. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: MemberList;
    item: Member;
  };
  /** List your notifications: `GET /v1/notifications`. */
  listNotifications: {
    query?: {
      /** From 1; default 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100; default 10. */
      size?: number;
      /** True returns only read notifications, false only unread ones. */
      read?: boolean;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: NotificationList;
    item: Notification;
  };
  /** List all trainings: `GET /v1/own_workforce_trainings`. */
  listOwnWorkforceTrainings: {
    query?: {
      /** Part of the type, the description or the `external_employee_id`, ignoring case and accents. At most 255 characters. */
      search?: string;
      /** The all-zero id stands for trainings without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Adds the trainings of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    answer: OwnWorkforceTraining[];
  };
  /** List the files of the own workforce: `GET /v1/own_workforces/unique-values`. */
  listOwnWorkforceValues: {
    query: {
      /** Name of the field; the list of each kind names its fields. */
      field: "file_id";
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UniqueValues;
  };
  /** List the own workforce: `GET /v1/own_workforces`. */
  listOwnWorkforces: {
    query?: {
      /** Part of the `external_employee_id`, ignoring case and accents. */
      search?: string;
      /** The all-zero id stands for people without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("external_employee_id" | "-external_employee_id" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: OwnWorkforceList;
    item: OwnWorkforce;
  };
  /** List locked periods: `GET /v2/periods/locks`. */
  listPeriodLocks: {
    query?: {
      /** Locks with a day on or after this one. */
      start_date?: string;
      /** Locks with a day on or before this one. */
      end_date?: string;
      /** From 1. */
      page?: number;
      /** 1 to 100; default 50. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: PeriodLockList;
    item: PeriodLock;
  };
  /** List airports, ports and cities: `GET /v1/places`. */
  listPlaces: {
    query?: {
      /** From 1. */
      page?: number;
      /** At most 100. Default: 50. */
      size?: number;
      /** All words must occur in name, code or municipality, in any case and order. Empty for no search. At most 255 characters. */
      search?: string;
      /** Default: all kinds. */
      kind?: "airport" | "unlocode" | "city";
      /** ISO 3166-1 alpha-2. Default: all countries. */
      country?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: PlaceList;
    item: Place;
  };
  /** List the invitations of a project: `GET /v1/projects/{id}/invitations`. */
  listProjectInvitations: {
    path: {
      /** Id of the project. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: ProjectInvitation[];
  };
  /** List projects: `GET /v1/projects/extended`. */
  listProjects: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Project[];
  };
  /** List the values of a field of the purchases: `GET /v1/purchases/unique-values`. */
  listPurchaseValues: {
    query: {
      /** Name of the field; the list of each kind names its fields. */
      field: "status" | "calculation_status" | "purchase_type" | "expense_type" | "supplier_id" | "file_id" | "fitness";
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UniqueValues;
  };
  /** List purchases: `GET /v1/purchases`. */
  listPurchases: {
    query?: {
      /** Any of these statuses; `error` matches purchases whose calculation failed. */
      status?: ("active" | "pending" | "in_progress" | "in_review" | "inactive" | "error")[];
      /** Any of these states of the calculation. */
      calculation_status?: ("pending" | "calculated" | "failed")[];
      /** Any of these methods. */
      purchase_type?: ("spend_based" | "supplier_specific" | "average_data")[];
      /** Any of these. */
      expense_type?: ("capex" | "opex")[];
      /** The all-zero id stands for purchases without a file. */
      file_id?: string[];
      /** Whole names of files. */
      file_name?: string[];
      /** From any of these suppliers. */
      supplier_id?: string[];
      /** Part of product name or description, ignoring case and accents. */
      search?: string;
      /** Purchased on this day or later. */
      start_date?: string;
      /** Purchased on this day or before. */
      end_date?: string;
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Whether the purchase has emissions. */
      co2e_status?: "calculated" | "not_calculated";
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("purchase_date" | "-purchase_date" | "created_at" | "-created_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: PurchaseList;
    item: Purchase;
  };
  /** List recovery and disposal codes: `GET /v1/wastes/rd-codes`. */
  listRdCodes: {
    query?: {
      /** Returns only treatments that have a factor for this LER code. Empty for all treatments. An unknown LER code gives an empty list. */
      ler_code_id?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: RdCode[];
  };
  /** List files with their readings: `GET /v1/files/readings`. */
  listReadings: {
    query?: {
      /** Any of these files. */
      file_id?: string[];
      /** Any of these categories. */
      category?: ("water" | "electricity" | "gas" | "fuel_delivery" | "recharges" | "wastes")[];
      /** Whether records were created from the file. */
      linked?: boolean;
      /** Only what is directly in this folder, its folders first; the nil UUID stands for the top. Without it the list has files of all folders, and no folders. */
      folder_id?: string;
      /** Linked to this project of the organization. Without readings the list is empty. */
      project_id?: string;
      /** Text that the name of the file contains, without regard to case and accents. */
      name?: string;
      /** From 1; default 1. */
      page?: number;
      /** 1 to 100; default 50. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: FileReadingList;
    item: FileReading;
  };
  /** List the changes of a recalculation: `GET /v2/recalculations/{id}/changes`. */
  listRecalculationChanges: {
    path: {
      /** Id of the run. */
      id: string;
    };
    query?: {
      /** From 1. */
      page?: number;
      /** 1 to 100; default 50. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: RecalculationChangeList;
    item: RecalculationChange;
  };
  /** List recalculations: `GET /v2/recalculations`. */
  listRecalculations: {
    query?: {
      /** Runs in one of these states. */
      state?: ("preview" | "calculating" | "ready" | "accepting" | "accepted" | "discarded" | "failed")[];
      /** From 1. */
      page?: number;
      /** 1 to 100; default 50. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: RecalculationRunList;
    item: RecalculationRun;
  };
  /** List changes within locked periods: `GET /v2/restatements`. */
  listRestatements: {
    query?: {
      /** Any of these locks. */
      period_lock_id?: string[];
      /** Any of these kinds of records. */
      entity_type?: ("purchases" | "wastes" | "invoices" | "waste_water_treatments" | "facilities" | "hotel_stays" | "vehicles" | "vehicle_consumptions" | "business_travels" | "transports" | "logistics_requests" | "logistics_recharges" | "commuting_periods" | "sold_product_sales" | "employees" | "own_workforces" | "own_workforce_trainings" | "survey_rows")[];
      /** Any of these records. */
      record_id?: string[];
      /** Locked periods with a day on or after this one. */
      start_date?: string;
      /** Locked periods with a day on or before this one. */
      end_date?: string;
      /** First moment of the change, included. */
      created_at_from?: string;
      /** Last moment of the change, included. */
      created_at_to?: string;
      /** From 1. */
      page?: number;
      /** 1 to 100; default 50. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: RestatementList;
    item: Restatement;
  };
  /** List who has read salaries: `GET /v1/own_workforces/salary-reads`. */
  listSalaryReads: {
    query?: {
      /** Reads that name any of these people. */
      own_workforce_id?: string[];
      /** Reads of any of these users. */
      read_by?: string[];
      /** At this instant or later. */
      read_at_from?: string;
      /** At this instant or before. */
      read_at_to?: string;
      /** From 1. */
      page?: number;
      /** 1 to 100; default 50. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SalaryReadList;
    item: SalaryRead;
  };
  /** List saved mappings of columns: `GET /v2/imports/mappings`. */
  listSavedMappings: {
    query?: {
      /** Of this template. */
      template_id?: string;
      /** From 1; default 1. */
      page?: number;
      /** 1 to 100; default 10. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SavedMappingList;
    item: SavedMapping;
  };
  /** Search sectors: `GET /v1/sectors`. */
  listSectors: {
    query?: {
      /** From 1, the default. */
      page?: number;
      /** At most 100. Default: 50. */
      size?: number;
      /** All words must occur, in any case and order. Empty for no search. At most 255 characters. */
      search?: string;
      /** Default: all schemes. */
      scheme?: "nace" | "sic" | "naics" | "nace_rev2_1" | "naics_2022";
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SectorList;
    item: Sector;
  };
  /** List your sessions: `GET /v2/sessions`. */
  listSessions: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: Session[];
  };
  /** List the periods of a sold product: `GET /v1/sold-products/{product_id}/periods`. */
  listSoldProductPeriods: {
    path: {
      /** Id of the product. */
      product_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SoldProductPeriod[];
  };
  /** List the values of a field of the country sales: `GET /v1/sold-products/country-sales/unique-values`. */
  listSoldProductSaleValues: {
    query: {
      /** Name of the field; the list of each kind names its fields. */
      field: "file_id" | "country" | "product_id" | "fitness";
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UniqueValues;
  };
  /** List country sales: `GET /v1/sold-products/country-sales`. */
  listSoldProductSales: {
    query?: {
      /** Of any of these products. */
      product_id?: string[];
      /** Of any of these periods. */
      period_id?: string[];
      /** In any of these countries. */
      country?: string[];
      /** Any of these statuses. */
      status?: ("loading" | "active" | "error")[];
      /** The period starts on this day or later. */
      start_date?: string;
      /** The period ends on this day or before. */
      end_date?: string;
      /** The all-zero id stands for sales without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Part of the external id, ignoring case and accents. */
      search?: string;
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("start_date" | "-start_date" | "created_at" | "-created_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SoldProductSaleList;
    item: SoldProductSale;
  };
  /** List sold products: `GET /v1/sold-products`. */
  listSoldProducts: {
    query?: {
      /** Part of the name, ignoring case and accents. */
      name?: string;
      /** From 1. Without page and size the whole list is returned. */
      page?: number;
      /** At most 100. Default: 50 if a page is given. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SoldProduct[];
    item: SoldProduct;
  };
  /** List suppliers: `GET /v1/suppliers`. */
  listSuppliers: {
    query?: {
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Part of the business name, ignoring case and accents. */
      search?: string;
      /** ISO 3166-1 alpha-2. Purchases from this supplier use factors of this country. */
      country?: string[];
      /** `in_review` without an activity code that exists and has one meaning. Purchases then use the factor of their own sector. */
      status?: ("active" | "in_review")[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SupplierList;
    item: Supplier;
  };
  /** List answers to surveys: `GET /v2/employees/survey-answers`. */
  listSurveyAnswers: {
    query?: {
      /** Part of the address, the name or the id of the employee, ignoring case and accents. */
      search?: string;
      /** Of any of these projects. The all-zero id stands for rows without a project. */
      project_id?: string[];
      /** Any of these statuses. */
      status?: ("pending" | "answered" | "blank")[];
      /** Any of these sources. */
      source?: ("manual" | "form" | "qr" | "file")[];
      /** Of any of these files. The all-zero id stands for rows without a file. */
      file_id?: string[];
      /** Of any of these surveys. The all-zero id stands for rows without a survey. */
      survey_id?: string[];
      /** The period starts on this day or later. */
      period_start_from?: string;
      /** The period starts on this day or before. */
      period_start_to?: string;
      /** Sent at this instant or later. */
      sent_from?: string;
      /** Sent at this instant or before. */
      sent_to?: string;
      /** Answered at this instant or later. */
      answered_from?: string;
      /** Answered at this instant or before. */
      answered_to?: string;
      /** Created at this instant or later. */
      created_at_from?: string;
      /** Created at this instant or before. */
      created_at_to?: string;
      /** With a commute of any of these purposes. */
      commuting_type?: ("in_itinere" | "in_labore")[];
      /** With a commute by any of these means of transport. */
      transport_type?: ("car" | "bus" | "train" | "metro" | "tram" | "motorbike" | "bicycle" | "walking" | "telecommuting" | "electric_kick_scooter" | "trolleybus")[];
      /** With a commute on any of these fuels. */
      fuel_type?: ("petrol" | "diesel" | "cng" | "lpg" | "unknown" | "plug_in_hybrid_electric" | "battery_electric")[];
      /** With or without emissions. */
      co2e_status?: "calculated" | "not_calculated";
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("period_start" | "-period_start" | "answered_at" | "-answered_at" | "created_at" | "-created_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SurveyAnswerList;
    item: SurveyAnswer;
  };
  /** List the links of a survey: `GET /v1/surveys/{id}/links`. */
  listSurveyLinks: {
    path: {
      /** Id of the survey. */
      id: string;
    };
    query?: {
      /** From 1. */
      page?: number;
      /** 1 to 100; default 50. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SurveyLinkList;
    item: SurveyLink;
  };
  /** List survey rows: `GET /v2/employees/survey-rows`. */
  listSurveyRows: {
    query?: {
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Part of the address, the name or the id of the employee, ignoring case and accents. */
      search?: string;
      /** Of any of these projects. The all-zero id stands for rows without a project. */
      project_id?: string[];
      /** Any of these statuses. */
      status?: ("pending" | "answered" | "blank")[];
      /** Any of these sources. */
      source?: ("manual" | "form" | "qr" | "file")[];
      /** Of any of these files. The all-zero id stands for rows without a file. */
      file_id?: string[];
      /** Of any of these surveys. The all-zero id stands for rows without a survey. */
      survey_id?: string[];
      /** The period starts on this day or later. */
      period_start_from?: string;
      /** The period starts on this day or before. */
      period_start_to?: string;
      /** Sent at this instant or later. */
      sent_from?: string;
      /** Sent at this instant or before. */
      sent_to?: string;
      /** Answered at this instant or later. */
      answered_from?: string;
      /** Answered at this instant or before. */
      answered_to?: string;
      /** Created at this instant or later. */
      created_at_from?: string;
      /** Created at this instant or before. */
      created_at_to?: string;
      /** With a commute of any of these purposes. */
      commuting_type?: ("in_itinere" | "in_labore")[];
      /** With a commute by any of these means of transport. */
      transport_type?: ("car" | "bus" | "train" | "metro" | "tram" | "motorbike" | "bicycle" | "walking" | "telecommuting" | "electric_kick_scooter" | "trolleybus")[];
      /** With a commute on any of these fuels. */
      fuel_type?: ("petrol" | "diesel" | "cng" | "lpg" | "unknown" | "plug_in_hybrid_electric" | "battery_electric")[];
      /** With or without emissions. */
      co2e_status?: "calculated" | "not_calculated";
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("organization" | "-organization" | "email" | "-email" | "name" | "-name" | "period_start" | "-period_start" | "period_end" | "-period_end" | "status" | "-status" | "source" | "-source" | "file" | "-file" | "survey" | "-survey" | "sent_at" | "-sent_at" | "times_sent" | "-times_sent" | "answered_at" | "-answered_at" | "co2e" | "-co2e" | "commutes_count" | "-commutes_count" | "commuting_type" | "-commuting_type" | "origin" | "-origin" | "destination" | "-destination" | "transport_type" | "-transport_type" | "fuel_type" | "-fuel_type" | "total_km" | "-total_km" | "daily_trips" | "-daily_trips" | "hours_per_day" | "-hours_per_day" | "weekly_travels" | "-weekly_travels" | "telecommuting_days" | "-telecommuting_days" | "carpool" | "-carpool" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
      /** Language of the export of the list: `es` or `en`; Catalan or none is Spanish, any other is English. It changes nothing here. */
      language?: string;
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SurveyRowList;
    item: SurveyRow;
  };
  /** List surveys: `GET /v1/surveys`. */
  listSurveys: {
    query?: {
      /** Part of the name, ignoring case and accents. */
      search?: string;
      /** Any of these statuses. */
      status?: ("open" | "closed")[];
      /** Any of these projects. */
      project_id?: string[];
      /** Surveys about this day or later days. */
      start_date?: string;
      /** Surveys about this day or earlier days. */
      end_date?: string;
      /** Created at this instant or later. */
      created_at_from?: string;
      /** Created at this instant or before. */
      created_at_to?: string;
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("name" | "-name" | "start_date" | "-start_date" | "end_date" | "-end_date" | "created_at" | "-created_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: SurveyList;
    item: Survey;
  };
  /** List the custom columns of trainings: `GET /v1/own_workforce_trainings/custom-columns`. */
  listTrainingColumns: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: TrainingColumn[];
  };
  /** List means of freight transport: `GET /v1/transports/combinations`. */
  listTransportCombinations: {
    query?: {
      /** Mode of transport. */
      transport_type?: "road" | "air" | "maritime" | "rail";
      /** Vehicle by road. */
      travel_method?: "car" | "truck" | "motorbike" | "bicycle" | "electric_kick_scooter";
      /** Whether the goods are kept at a controlled temperature. */
      refrigerated?: boolean;
      /** Whether the vehicle is battery-electric. */
      electric?: boolean;
      /** Class or size, exactly. Empty for the average of the mode. */
      detail?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: TransportCombination[];
  };
  /** List transport operation categories: `GET /v1/logistics/tocs`. */
  listTransportOperationCategories: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: TransportOperationCategory[];
  };
  /** List the values of a field of the transport routes: `GET /v1/transports/unique-values`. */
  listTransportRouteValues: {
    query: {
      /** Name of the field; the list of each kind names its fields. */
      field: "file_id" | "transport_direction" | "paid_by" | "uploaded_by" | "fitness";
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UniqueValues;
  };
  /** List the versions of a transport route: `GET /v1/transports/{transport_route_id}/versions`. */
  listTransportRouteVersions: {
    path: {
      /** Id of the route. */
      transport_route_id: string;
    };
    query?: {
      /** From 1. */
      page?: number;
      /** At most 100. Default: 50. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: TransportRouteVersionList;
    item: TransportRouteVersion;
  };
  /** List transport routes: `GET /v1/transports`. */
  listTransportRoutes: {
    query?: {
      /** On this day or later. */
      start_date?: string;
      /** On this day or before. */
      end_date?: string;
      /** Any of these statuses. */
      status?: ("pending" | "active" | "error")[];
      /** Either direction. */
      transport_direction?: ("upstream" | "downstream")[];
      /** The all-zero id stands for routes without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** With or without emissions. */
      co2e_status?: "calculated" | "not_calculated";
      /** Recorded by any of these users. */
      uploaded_by?: string[];
      /** Part of the name, the supplier or an address, ignoring case and accents. */
      search?: string;
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** Paid by either, also where the direction decides. */
      paid_by?: ("organization" | "other")[];
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("name" | "-name" | "start_date" | "-start_date" | "quantity_transported" | "-quantity_transported" | "created_at" | "-created_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: TransportRouteList;
    item: TransportRoute;
  };
  /** List units: `GET /v2/units`. */
  listUnits: {
    query?: {
      /** A type or purpose of units of quantities, such as `energy` or `non_currency_purchases`. Currencies have no type filter: they are listed without it, and `search` finds them by the ISO code in their name. `fiat_currency` and unknown types find nothing. */
      type?: string;
      /** All words must occur, in any case and order. Empty for no search. At most 255 characters. */
      search?: string;
      /** From 1. Without page and size the whole list is returned. */
      page?: number;
      /** At most 100. Default: 50 if a page is given. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: CatalogueUnit[];
    item: CatalogueUnit;
  };
  /** List kinds of vehicles: `GET /v1/unknown-vehicles`. */
  listUnknownVehicles: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UnknownVehicle[];
  };
  /** List the values of a field of the vehicle consumptions: `GET /v2/vehicle_consumptions/unique-values`. */
  listVehicleConsumptionValues: {
    query: {
      /** Name of the field; the list of each kind names its fields. */
      field: "file_id" | "vehicle_id";
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UniqueValues;
  };
  /** List vehicle consumptions: `GET /v2/vehicle_consumptions`. */
  listVehicleConsumptions: {
    query?: {
      /** Any of these vehicles. */
      vehicle_id?: string[];
      /** Any of these statuses. */
      status?: ("loading" | "success" | "error" | "active")[];
      /** The period starts on this day or later. */
      start_date?: string;
      /** The period ends on this day or before. */
      end_date?: string;
      /** Part of `custom_id`, ignoring case and accents. */
      search?: string;
      /** The all-zero id stands for consumptions without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("start_date" | "-start_date" | "created_at" | "-created_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: VehicleConsumptionList;
    item: VehicleConsumption;
  };
  /** List vehicle fuels: `GET /v1/vehicle-fuels`. */
  listVehicleFuels: {
    query?: {
      /** All words must occur, in any case and order. Empty for no search. At most 255 characters. */
      search?: string;
      /** From 1. Without page and size the whole list is returned. */
      page?: number;
      /** At most 100. Default: 50 if a page is given. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: VehicleFuel[];
    item: VehicleFuel;
  };
  /** List the values of a field of the vehicles: `GET /v1/vehicles/unique-values`. */
  listVehicleValues: {
    query: {
      /** Name of the field; the list of each kind names its fields. */
      field: "file_id" | "vehicle_fuel_id" | "unknown_vehicle_id";
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UniqueValues;
  };
  /** List vehicles: `GET /v1/vehicles`. */
  listVehicles: {
    query?: {
      /** Part of the license plate or the name, ignoring case and accents. */
      search?: string;
      /** Any of these statuses. */
      status?: ("active" | "archived" | "error")[];
      /** Any of these ownerships. */
      ownership?: ("owned" | "rented")[];
      /** Any of these types of `GET /v1/unknown-vehicles`. */
      unknown_vehicle_id?: string[];
      /** The all-zero id stands for vehicles without a fuel. */
      vehicle_fuel_id?: string[];
      /** The all-zero id stands for vehicles without a file. */
      file_id?: string[];
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("name" | "-name" | "license_plate" | "-license_plate" | "created_at" | "-created_at" | "updated_at" | "-updated_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: VehicleList;
    item: Vehicle;
  };
  /** List pairs of codes that have a factor: `GET /v1/waste-efs`. */
  listWasteFactors: {
    query?: {
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** "GLO" or ISO 3166-1 alpha-2. */
      region?: string;
      /** Six digits, with or without spaces. */
      low_code?: string;
      /** "R03" or "R3". */
      rd_code?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: WasteFactorList;
    item: WasteFactor;
  };
  /** List the values of a field of the wastes: `GET /v1/waste/unique-values`. */
  listWasteValues: {
    query: {
      /** `file_id`, `created_at`, `identification_name`, `ler_code`, `rd_code` or `fitness`. */
      field: "file_id" | "created_at" | "identification_name" | "ler_code" | "rd_code" | "fitness";
      /** Of this facility. */
      facility_id?: string;
      /** Adds the wastes of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: UniqueValues;
  };
  /** List waste water treatments: `GET /v1/waste-water-treatments`. */
  listWasteWaterTreatments: {
    query?: {
      /** Any of these facilities. */
      facility_id?: string[];
      /** Any of these statuses. */
      status?: ("loading" | "active" | "error")[];
      /** The period starts on this day or later. */
      start_date?: string;
      /** The period ends on this day or before. */
      end_date?: string;
      /** Part of name or description, ignoring case and accents. */
      search?: string;
      /** Whether the treatment has emissions. */
      co2e_status?: "calculated" | "not_calculated";
      /** The all-zero id stands for treatments without a file. */
      file_id?: string[];
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("start_date" | "-start_date" | "created_at" | "-created_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: WasteWaterTreatmentList;
    item: WasteWaterTreatment;
  };
  /** List wastes: `GET /v1/wastes`. */
  listWastes: {
    query?: {
      /** Of this facility. */
      facility_id?: string;
      /** Any of these statuses. */
      status?: ("loading" | "active" | "error" | "uploaded" | "success" | "pending" | "in_progress" | "review" | "in_review")[];
      /** The period starts on this day or later. */
      start_date?: string;
      /** The period ends on this day or before. */
      end_date?: string;
      /** The all-zero id stands for wastes without a file. */
      file_id?: string[];
      /** Codes of the European List of Waste, with or without spaces: "150101". */
      ler_code?: string[];
      /** Codes of recovery and disposal operations: "R03". */
      rd_code?: string[];
      /** Whole names, as stored. */
      identification_name?: string[];
      /** Part of name, description or destination, ignoring case and accents. */
      search?: string;
      /** Recorded at this instant or later. */
      created_at_from?: string;
      /** Recorded at this instant or before. */
      created_at_to?: string;
      /** Whether the waste has emissions. */
      co2e_status?: "calculated" | "not_calculated";
      /** With any of these marks of the calculation. */
      fitness?: ("proxy" | "stale_years" | "ahead_years" | "price_year_gap" | "co2_only" | "basis_differs" | "life_cycle_in_scope_2" | "unit_taken_as_is" | "trade_margin_only" | "recycled_share_unused" | "rate_carried_forward" | "parts_missing" | "price_basis_differs" | "yearly_rate" | "calorific_basis_assumed" | "recycled_share_scaled" | "boundary_differs" | "gases_differ")[];
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Names of fields, the primary sort key first. A minus before a name sorts in descending order. */
      sort?: ("start_date" | "-start_date" | "created_at" | "-created_at")[];
      /** Adds the records of the accepted organizations below. */
      include_children?: boolean;
      /** Limits the organizations to these. */
      organization_id?: string[];
      /** From the header `Link` of a page, with the same filters and the same `sort`: the page that follows it. `page` and `offset` are then refused. */
      cursor?: string;
      /** All rows that match as a file, at most 50,000, in the order of their ids. `page`, `size`, `sort` and `cursor` are refused. */
      format?: "csv" | "xlsx";
      /** Only with `format`: the export is refused with `FILTER_HASH_MISMATCH` when the rows that match have changed. */
      filter_hash?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: WasteList;
    item: Waste;
  };
  /** List the attempts of a webhook delivery: `GET /v2/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/attempts`. */
  listWebhookAttempts: {
    path: {
      /** Id of the endpoint. */
      endpoint_id: string;
      /** Id of the delivery. */
      delivery_id: string;
    };
    query?: {
      /** From 1; default 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100; default 10. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: WebhookAttemptList;
    item: WebhookAttempt;
  };
  /** List the deliveries of a webhook endpoint: `GET /v2/webhook-endpoints/{endpoint_id}/deliveries`. */
  listWebhookDeliveries: {
    path: {
      /** Id of the endpoint. */
      endpoint_id: string;
    };
    query?: {
      /** From 1; default 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100; default 10. */
      size?: number;
      /** States of the deliveries; empty for all. */
      status?: ("pending" | "succeeded" | "failed" | "cancelled")[];
      /** Types of their events; empty for all. */
      event_type?: "ingest_job.finished"[];
      /** Earliest creation time, included. */
      created_at_from?: string;
      /** Latest creation time, included, to the millisecond. */
      created_at_to?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: WebhookDeliveryList;
    item: WebhookDelivery;
  };
  /** List webhook endpoints: `GET /v2/webhook-endpoints`. */
  listWebhookEndpoints: {
    query?: {
      /** From 1; default 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100; default 10. */
      size?: number;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: WebhookEndpointList;
    item: WebhookEndpoint;
  };
  /** List the metrics of widgets: `GET /v2/dashboard/metrics`. */
  listWidgetMetrics: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: WidgetMetricDefinition[];
  };
  /** Lock a period: `POST /v2/periods/lock`. */
  lockPeriod: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: LockPeriodRequest;
    answer: PeriodLock;
    dry: DryRun;
  };
  /** Sign in with a password: `POST /auth/login`. */
  login: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: LoginRequest;
    answer: LoginResponse;
  };
  /** Mark your notifications as read: `POST /v1/notifications/mark-read`. */
  markNotificationsRead: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body?: MarkNotificationsReadRequest;
    answer: UnreadNotifications;
    dry: DryRun;
  };
  /** Cover invoices by a certificate: `POST /v2/certificates/{id}/matches`. */
  matchCertificate: {
    path: {
      /** Id of the certificate. */
      id: string;
    };
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: MatchCertificateRequest;
    answer: CertificateMatching;
    dry: DryRun;
  };
  /** Get the invitation of a link whose token is in the body: `POST /v2/members/join/form`. */
  openMemberInvitation: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: OpenMemberInvitationRequest;
    answer: JoinForm;
  };
  /** Replace the shares in an organization directly below: `PUT /v2/organizations/{id}/shares`. */
  putOwnership: {
    path: {
      /** Id of the child. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: PutOwnershipRequest;
    answer: Ownership;
  };
  /** Calculate invoices again: `POST /v1/invoices/recalculate`. */
  recalculateInvoices: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: RecalculateInvoicesRequest;
    answer: Recalculation;
    dry: DryRun;
  };
  /** Release an organization directly below from the group: `DELETE /v2/organizations/children/{id}`. */
  releaseChildOrganization: {
    path: {
      /** Id of the organization. */
      id: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Remove a member: `DELETE /v1/members/{user_id}`. */
  removeMember: {
    path: {
      /** Id of the user. */
      user_id: string;
    };
    headers?: {
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Open a survey again: `POST /v1/surveys/{id}/reopen`. */
  reopenSurvey: {
    path: {
      /** Id of the survey. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    answer: Survey;
    dry: DryRun;
  };
  /** Delete the answer of a survey row: `POST /v2/employees/survey-rows/{id}/reopen`. */
  reopenSurveyRow: {
    path: {
      /** Id of the row. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: SurveyRow;
    dry: DryRun;
  };
  /** Choose a new password by a link: `POST /auth/password/reset`. */
  resetPassword: {
    body: ResetPasswordRequest;
    answer: undefined;
  };
  /** Make an archived organization active again: `POST /v2/organizations/children/{id}/restore`. */
  restoreChildOrganization: {
    path: {
      /** Id of the organization. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    answer: ChildOrganization;
    dry: DryRun;
  };
  /** Send again what failed since a time: `POST /v2/webhook-endpoints/{endpoint_id}/deliveries/retry`. */
  retryFailedWebhookDeliveries: {
    path: {
      /** Id of the endpoint. */
      endpoint_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: RetryFailedWebhookDeliveriesRequest;
    answer: WebhookRetry;
    dry: DryRun;
  };
  /** Send a failed webhook delivery again: `POST /v2/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/retry`. */
  retryWebhookDelivery: {
    path: {
      /** Id of the endpoint. */
      endpoint_id: string;
      /** Id of the delivery. */
      delivery_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    answer: WebhookDelivery;
    dry: DryRun;
  };
  /** Revert an ingest job: `POST /v2/ingest-jobs/{job_id}/revert`. */
  revertIngestJob: {
    path: {
      /** Id of the job that created the records. */
      job_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    answer: IngestJob;
    dry: DryRun;
  };
  /** Revoke an API key: `DELETE /v1/api-keys/{id}`. */
  revokeApiKey: {
    path: {
      /** Id of the key. */
      id: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Replace an API key: `POST /v1/api-keys/{id}/rotate`. */
  rotateApiKey: {
    path: {
      /** Id of the key. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: RotateApiKeyRequest;
    answer: ApiKey;
    dry: DryRun;
  };
  /** Replace the secret of a webhook endpoint: `POST /v2/webhook-endpoints/{endpoint_id}/rotate-secret`. */
  rotateWebhookSecret: {
    path: {
      /** Id of the endpoint. */
      endpoint_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    answer: WebhookEndpointWithSecret;
    dry: DryRun;
  };
  /** Save the mapping of columns: `POST /v2/imports/{import_id}/mapping`. */
  saveImportMapping: {
    path: {
      /** UUID of the session. */
      import_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: SaveImportMappingRequest;
    answer: ImportStatus;
    dry: DryRun;
  };
  /** Search the public factor library: `GET /v1/emission-factors/library`. */
  searchFactors: {
    query?: {
      /** From 1. A page after the last one is empty. */
      page?: number;
      /** 1 to 100, default 50. */
      size?: number;
      /** Every word must occur in name, group, key, note or category, in any order. Ignores case, accents and hyphens. */
      search?: string;
      /** Exact category, such as "fuels". */
      category?: string;
      /** ISO 3166-1 alpha-2, a UN M49 region or "GLO". Case-insensitive. */
      region?: string;
      /** Year of the dataset, such as 2025. Default: all years. */
      year?: number;
      /** Substring of the name of the publication. Ignores case and accents. */
      source?: string;
      /** Code, name or id of the unit of the factor: "kWh". */
      unit?: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** An `ETag` that the client has, or several. The answer is 304 while the content is the same. */
      "If-None-Match"?: string;
    };
    answer: FactorList;
    item: Factor;
  };
  /** Start to read a file: `POST /v1/files/send-event`. */
  sendFileEvent: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: SendFileEventRequest;
    answer: SendFileEventResponse;
    dry: DryRun;
  };
  /** Send a test event: `POST /v2/webhook-endpoints/{endpoint_id}/test`. */
  sendTestEvent: {
    path: {
      /** Id of the endpoint. */
      endpoint_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    answer: WebhookDelivery;
    dry: DryRun;
  };
  /** Validate the rows: `POST /v2/imports/{import_id}/validate`. */
  startImportValidation: {
    path: {
      /** UUID of the session. */
      import_id: string;
    };
    query?: {
      /** From 1; default 1. */
      page?: number;
      /** 1 to 500; default 50. */
      page_size?: number;
      /** Shows only rows with errors. `total_rows` and `total_pages` count these, and `valid_rows` and `error_rows` the rows of the import. */
      errors_only?: boolean;
    };
    headers?: {
      /** With `handling=strict` (RFC 7240) what may repeat a stored record, an earlier row or a file is refused with `POSSIBLE_DUPLICATE`, and nothing is stored; a validation makes errors of such rows. Without this preference the answer names them. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
    };
    body: StartImportValidationRequest;
    answer: ImportRows;
    dry: DryRun;
  };
  /** Submit the valid rows: `POST /v2/imports/{import_id}/submit`. */
  submitImport: {
    path: {
      /** UUID of the session. */
      import_id: string;
    };
    headers?: {
      /** With `handling=strict` (RFC 7240) what may repeat a stored record, an earlier row or a file is refused with `POSSIBLE_DUPLICATE`, and nothing is stored; a validation makes errors of such rows. Without this preference the answer names them. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
    };
    body: SubmitImportRequest;
    answer: ImportSubmission;
    dry: DryRun;
  };
  /** Answer the survey of a link: `POST /v1/surveys/answer/{token}`. */
  submitSurveyAnswer: {
    path: {
      /** Token of the link. */
      token: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: SubmitSurveyAnswerRequest;
    answer: SurveyReceipt;
  };
  /** Suggest a mapping of columns: `POST /v2/imports/{import_id}/mapping/suggest`. */
  suggestImportMapping: {
    path: {
      /** UUID of the session. */
      import_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    answer: ImportMappingSuggestions;
    dry: DryRun;
  };
  /** Take records out of a project: `POST /v1/projects/{id}/links/delete`. */
  unlinkRecords: {
    path: {
      /** Id of the project. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: UnlinkRecordsRequest;
    answer: ProjectLinks;
    dry: DryRun;
  };
  /** Change a business travel: `PATCH /v1/business-travels/{business_travel_id}`. */
  updateBusinessTravel: {
    path: {
      /** Id of the trip. */
      business_travel_id: string;
    };
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: UpdateBusinessTravelRequest;
    answer: BusinessTravel;
  };
  /** Change a certificate: `PATCH /v2/certificates/{id}`. */
  updateCertificate: {
    path: {
      /** Id of the certificate. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateCertificateRequest;
    answer: Certificate;
  };
  /** Rename or move an organization below: `PATCH /v2/organizations/children/{id}`. */
  updateChildOrganization: {
    path: {
      /** Id of the organization. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: UpdateChildOrganizationRequest;
    answer: ChildOrganization;
  };
  /** Change a commuting period: `PATCH /v1/employee-historic/{id}`. */
  updateCommutingPeriod: {
    path: {
      /** Id of the period. */
      id: string;
    };
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: UpdateCommutingPeriodRequest;
    answer: CommutingPeriod;
  };
  /** Change a custom database: `PATCH /v1/emission-factors/custom-databases/{database_id}`. */
  updateCustomDatabase: {
    path: {
      /** Id of the database. */
      database_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateCustomDatabaseRequest;
    answer: CustomDatabase;
  };
  /** Change a custom emission group: `PATCH /v1/custom-emission-groups/{id}`. */
  updateCustomGroup: {
    path: {
      /** Id of the group. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateCustomGroupRequest;
    answer: CustomGroup;
  };
  /** Change a custom record: `PATCH /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}/records/{record_id}`. */
  updateCustomRecord: {
    path: {
      /** Id of the database. */
      database_id: string;
      /** Id of the version. */
      source_id: string;
      /** Id of the record. */
      record_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateCustomRecordRequest;
    answer: CustomRecord;
  };
  /** Change a version of a custom database: `PATCH /v1/emission-factors/custom-databases/{database_id}/versions/{source_id}`. */
  updateCustomVersion: {
    path: {
      /** Id of the database. */
      database_id: string;
      /** Id of the version. */
      source_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateCustomVersionRequest;
    answer: CustomVersion;
  };
  /** Change a dashboard: `PATCH /v2/dashboard/{id}`. */
  updateDashboard: {
    path: {
      /** Id of the dashboard. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateDashboardRequest;
    answer: Dashboard;
  };
  /** Change an employee: `PATCH /v1/employees/{id}`. */
  updateEmployee: {
    path: {
      /** Id of the employee. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateEmployeeRequest;
    answer: Employee;
  };
  /** Change a facility: `PATCH /v1/facilities/{facility_id}`. */
  updateFacility: {
    path: {
      /** Id of the facility. */
      facility_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateFacilityRequest;
    answer: Facility;
  };
  /** Move a file to another folder: `PATCH /v1/files/{id}`. */
  updateFile: {
    path: {
      /** Id of the file. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateFileRequest;
    answer: StoredFile;
  };
  /** Rename or move a folder: `PATCH /v1/folders/{id}`. */
  updateFolder: {
    path: {
      /** Id of the folder. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateFolderRequest;
    answer: Folder;
  };
  /** Change a factor of a custom emission group: `PATCH /v1/custom-emission-groups/{id}/factors/{factor_id}`. */
  updateGroupFactor: {
    path: {
      /** Id of the group. */
      id: string;
      /** Id of the factor. */
      factor_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: UpdateGroupFactorRequest;
    answer: GroupFactor;
  };
  /** Change a hotel stay: `PATCH /v1/hotel-stays/{hotel_stay_id}`. */
  updateHotelStay: {
    path: {
      /** Id of the stay. */
      hotel_stay_id: string;
    };
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: UpdateHotelStayRequest;
    answer: HotelStay;
  };
  /** Change an invoice: `PATCH /v1/invoices/{id}`. */
  updateInvoice: {
    path: {
      /** Id of the invoice. */
      id: string;
    };
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: UpdateInvoiceRequest;
    answer: Invoice;
  };
  /** Change a logistic hub: `PUT /v1/logistic-hubs/{logistic_hub_id}`. */
  updateLogisticHub: {
    path: {
      /** Id of the hub. */
      logistic_hub_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateLogisticHubRequest;
    answer: LogisticHub;
  };
  /** Change the role or the status of a member: `PATCH /v1/members/{user_id}`. */
  updateMember: {
    path: {
      /** Id of the user. */
      user_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateMemberRequest;
    answer: Member;
  };
  /** Mark a notification as read or unread: `PATCH /v1/notifications/{notification_id}`. */
  updateNotification: {
    path: {
      /** Id of the notification. */
      notification_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateNotificationRequest;
    answer: Notification;
  };
  /** Change the name and the settings of the organization: `PATCH /v2/organizations/{id}`. */
  updateOrganization: {
    path: {
      /** Id of the calling organization. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateOrganizationRequest;
    answer: Organization;
  };
  /** Change a person of the own workforce: `PATCH /v1/own_workforces/{id}`. */
  updateOwnWorkforce: {
    path: {
      /** Id of the person. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateOwnWorkforceRequest;
    answer: OwnWorkforce;
  };
  /** Change a training: `PATCH /v1/own_workforce_trainings/{training_id}`. */
  updateOwnWorkforceTraining: {
    path: {
      /** Id of the training. */
      training_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateOwnWorkforceTrainingRequest;
    answer: OwnWorkforceTraining;
  };
  /** Change the note of a lock: `PATCH /v2/periods/locks/{id}`. */
  updatePeriodLock: {
    path: {
      /** Id of the lock. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdatePeriodLockRequest;
    answer: PeriodLock;
  };
  /** Confirm or give up the upload of registered files: `PATCH /v1/files/batch-update`. */
  updatePresignedFiles: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: UpdatePresignedFilesRequest;
    answer: FileState[];
  };
  /** Change a project: `PATCH /v1/projects/{id}`. */
  updateProject: {
    path: {
      /** Id of the project. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateProjectRequest;
    answer: Project;
  };
  /** Change a purchase: `PATCH /v1/purchases/{id}`. */
  updatePurchase: {
    path: {
      /** Id of the purchase. */
      id: string;
    };
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: UpdatePurchaseRequest;
    answer: Purchase;
  };
  /** Correct a reading: `PUT /v1/files/readings/{file_reading_id}`. */
  updateReading: {
    path: {
      /** Id of the reading. */
      file_reading_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateReadingRequest;
    answer: Reading;
  };
  /** Change a saved mapping of columns: `PATCH /v2/imports/mappings/{id}`. */
  updateSavedMapping: {
    path: {
      /** UUID of the mapping. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateSavedMappingRequest;
    answer: SavedMapping;
  };
  /** Change a sold product: `PATCH /v1/sold-products/{product_id}`. */
  updateSoldProduct: {
    path: {
      /** Id of the product. */
      product_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateSoldProductRequest;
    answer: SoldProduct;
  };
  /** Change the days of a period of a sold product: `PATCH /v1/sold-products/periods/{period_id}`. */
  updateSoldProductPeriod: {
    path: {
      /** Id of the period. */
      period_id: string;
    };
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: UpdateSoldProductPeriodRequest;
    answer: SoldProductPeriod;
  };
  /** Change a country sale: `PATCH /v1/sold-products/country-sales/{country_sale_id}`. */
  updateSoldProductSale: {
    path: {
      /** Id of the sale. */
      country_sale_id: string;
    };
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: UpdateSoldProductSaleRequest;
    answer: SoldProductSale;
  };
  /** Change a supplier: `PATCH /v1/suppliers/{id}`. */
  updateSupplier: {
    path: {
      /** Id of the supplier. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateSupplierRequest;
    answer: Supplier;
  };
  /** Change a survey: `PATCH /v1/surveys/{id}`. */
  updateSurvey: {
    path: {
      /** Id of the survey. */
      id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateSurveyRequest;
    answer: Survey;
  };
  /** Change a custom column of trainings: `PATCH /v1/own_workforce_trainings/custom-columns/{column_id}`. */
  updateTrainingColumn: {
    path: {
      /** Id of the column. */
      column_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: UpdateTrainingColumnRequest;
    answer: TrainingColumn;
  };
  /** Change a transport route: `PUT /v1/transports/{transport_route_id}`. */
  updateTransportRoute: {
    path: {
      /** Id of the route. */
      transport_route_id: string;
    };
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: UpdateTransportRouteRequest;
    answer: TransportRoute;
  };
  /** Change a vehicle: `PATCH /v1/vehicles/{vehicle_id}`. */
  updateVehicle: {
    path: {
      /** Id of the vehicle. */
      vehicle_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateVehicleRequest;
    answer: Vehicle;
  };
  /** Change a vehicle consumption: `PATCH /v1/vehicles/{vehicle_id}/consumptions/{consumption_id}`. */
  updateVehicleConsumption: {
    path: {
      /** The vehicle. Its fuel, country, class, segment and size select the factor. */
      vehicle_id: string;
      /** Id of the consumption. */
      consumption_id: string;
    };
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: UpdateVehicleConsumptionRequest;
    answer: VehicleConsumption;
  };
  /** Change a waste: `PATCH /v1/wastes/{waste_id}`. */
  updateWaste: {
    path: {
      /** Id of the waste. */
      waste_id: string;
    };
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: UpdateWasteRequest;
    answer: Waste;
  };
  /** Change a waste water treatment: `PATCH /v1/waste-water-treatments/{id}`. */
  updateWasteWaterTreatment: {
    path: {
      /** Id of the treatment. */
      id: string;
    };
    headers?: {
      /** With `handling=strict` (RFC 7240) the records are calculated first. They are refused with 422, and nothing is stored, if a calculation would fail or be marked. `type` of a violation is `value_error.fitness.` with the name of the mark, or the code of the failure. A change that starts no calculation is not refused. Without this preference the records are stored and show their marks in `fitness`. With `decimals=string` decimals of the answer are texts. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
      /** Why records of locked periods may change (`409 PERIOD_LOCKED` without it). UTF-8; only for admins. The totals of the period stay as they are: `GET /v2/restatements` lists the change with the reason, and its amounts are kept apart until the period is unlocked. A reason has no effect on records without a locked day. */
      "Restatement-Reason"?: string;
    };
    body: UpdateWasteWaterTreatmentRequest;
    answer: WasteWaterTreatment;
  };
  /** Change a webhook endpoint: `PATCH /v2/webhook-endpoints/{endpoint_id}`. */
  updateWebhookEndpoint: {
    path: {
      /** Id of the endpoint. */
      endpoint_id: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
      /** The `ETag` of the record as the client knows it, or several. A record that another request has changed since is not changed (412 `PRECONDITION_FAILED`). */
      "If-Match"?: string;
    };
    body: UpdateWebhookEndpointRequest;
    answer: WebhookEndpoint;
  };
  /** Upload a file by a signed URL: `PUT /v1/files/presigned/{token}`. */
  uploadByPresignedUrl: {
    path: {
      /** Token of the URL. */
      token: string;
    };
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: Blob;
    answer: StoredFile;
  };
  /** Upload a file: `POST /v1/files/upload`. */
  uploadFile: {
    headers?: {
      /** With `decimals=string` decimals of the answer are texts with the same digits, for parsers that round numbers. Counts stay numbers, and files stay as they are. Other preferences have no effect. */
      Prefer?: string;
    };
    body: UploadFileRequest;
    answer: StoredFile;
  };
  /** Withdraw an invitation of an organization: `DELETE /v2/organizations/invitations/{id}`. */
  withdrawGroupInvitation: {
    path: {
      /** Id of the invitation. */
      id: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Withdraw an invitation of a person: `DELETE /v1/members/invitations/{id}`. */
  withdrawMemberInvitation: {
    path: {
      /** Id of the invitation. */
      id: string;
    };
    answer: undefined;
    dry: DryRun;
  };
  /** Withdraw an invitation to a project: `DELETE /v1/projects/{id}/invitations/{organization_id}`. */
  withdrawProjectInvitation: {
    path: {
      /** Id of the project. */
      id: string;
      /** The invited organization. */
      organization_id: string;
    };
    answer: undefined;
    dry: DryRun;
  };
}
