import { type VersionedRow, versionedResource } from "@emissions/kit/db/row-versions";
import { CertificateService } from "@emissions/proto/activity/v1/certificate_service";
import { EmployeeService } from "@emissions/proto/activity/v1/employee_service";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { LogisticHubService } from "@emissions/proto/activity/v1/logistic_hub_service";
import { MemberService } from "@emissions/proto/activity/v1/member_service";
import { OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import { OwnWorkforceService } from "@emissions/proto/activity/v1/own_workforce_service";
import { OwnWorkforceTrainingService } from "@emissions/proto/activity/v1/own_workforce_training_service";
import { PeriodLockService } from "@emissions/proto/activity/v1/period_lock_service";
import { ProjectService } from "@emissions/proto/activity/v1/project_service";
import { SoldProductPeriodService } from "@emissions/proto/activity/v1/sold_product_period_service";
import { SoldProductService } from "@emissions/proto/activity/v1/sold_product_service";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { SurveyRowService } from "@emissions/proto/activity/v1/survey_row_service";
import { SurveyService } from "@emissions/proto/activity/v1/survey_service";
import { VehicleService } from "@emissions/proto/activity/v1/vehicle_service";

/** Rows that `If-Match` names. Records compare versions in their store. A result changes no row but that of a survey. */
export const versionedRows: readonly VersionedRow[] = [
  ...[
    FacilityService,
    VehicleService,
    SupplierService,
    EmployeeService,
    OwnWorkforceService,
    OwnWorkforceTrainingService,
    ProjectService,
    SurveyService,
    CertificateService,
    PeriodLockService,
    LogisticHubService,
    SoldProductService,
    SoldProductPeriodService,
  ].map(versionedResource),
  { service: SurveyRowService, table: "survey_rows", methods: ["getSurveyRow", "deleteSurveyRow"] },
  {
    service: MemberService,
    table: "members",
    field: "userId",
    key: "user_id",
    methods: ["getMember", "updateMember", "removeMember"],
  },
  {
    service: OrganizationService,
    table: "organizations",
    owner: "id",
    methods: ["getOrganization", "updateOrganization"],
  },
];
