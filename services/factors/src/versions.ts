import { usual, type VersionedRow } from "@emissions/kit/db/row-versions";
import { CustomDatabaseService } from "@emissions/proto/factors/v1/custom_database_service";
import { CustomGroupService } from "@emissions/proto/factors/v1/custom_group_service";

/** Rows that `If-Match` names. Changes of evidence, of factors of a group and of revisions change these rows, too. */
export const versionedRows: readonly VersionedRow[] = [
  { service: CustomGroupService, table: "custom_groups", methods: usual("CustomGroup") },
  {
    service: CustomDatabaseService,
    table: "custom_databases",
    field: "databaseId",
    methods: usual("CustomDatabase"),
  },
  { service: CustomDatabaseService, table: "custom_versions", field: "sourceId", methods: usual("CustomVersion") },
  {
    service: CustomDatabaseService,
    table: "custom_records",
    field: "recordId",
    methods: ["getCustomRecord", "updateCustomRecord"],
  },
];
