import { CertificateTechnologySchema, CertificateTypeSchema } from "@emissions/proto/activity/v1/certificate";
import {
  type CertificateFilter,
  CertificateStateSchema,
  type ListCertificateMatchesRequest,
} from "@emissions/proto/activity/v1/certificate_service";
import { anyId, anyOf, anyText, fromDay, fromInstant, toDay, toInstant } from "../list/filters.ts";
import type { List } from "../list/list.ts";

export const certificateList: List<CertificateFilter> = {
  table: "certificates",
  search: "search_text",
  filters: {
    type: anyOf("type", CertificateTypeSchema),
    technology: anyOf("technology", CertificateTechnologySchema),
    country: anyText("country"),
    productionFrom: fromDay("production_end_date"),
    productionTo: toDay("production_start_date"),
    state: anyOf((tx) => tx`case when mwh_used < mwh then 'available' else 'used_up' end`, CertificateStateSchema),
    fileId: anyId("file_id"),
    createdAtFrom: fromInstant("created_at"),
    createdAtTo: toInstant("created_at"),
  },
  order: [{ by: "production_start_date", descending: true }],
  sorts: { production_start_date: "production_start_date", mwh: "mwh", created_at: "id" },
};

export const matchList: List<ListCertificateMatchesRequest> = {
  table: "certificate_matches",
  filters: { id: anyCertificate() },
  // Ids are made in the order of time.
  order: [{ by: "created_at" }],
};

function anyCertificate() {
  const { text, where } = anyId("certificate_id");
  return {
    text: (sent: string) => text([sent]),
    where: (tx: Parameters<typeof where>[0], sent: string) => where(tx, [sent]),
  };
}
