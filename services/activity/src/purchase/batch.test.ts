import type { Principal } from "@emissions/kit/wire/principal";
import { IngestJobService } from "@emissions/proto/activity/v1/ingest_job_service";
import { PurchaseService, PurchaseStatus, PurchaseType } from "@emissions/proto/activity/v1/purchase_service";
import { RecordsStoredSchema } from "@emissions/proto/activity/v1/record_events";
import { SupplierService } from "@emissions/proto/activity/v1/supplier_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { type Activity, eachTest, KG } from "../activity.fixture.ts";
import { chair, laptops } from "./purchase.fixture.ts";

let activity: Activity;
let us: Principal;

eachTest((ours) => {
  ({ activity, us } = ours);
});

const purchases = () => activity.as(us, PurchaseService);
async function supplier(principal = us) {
  const { createSupplier } = activity.as(principal, SupplierService);
  return (await createSupplier({ businessName: "Acme", country: "FR" })).supplier!.id;
}

describe("CreatePurchases", () => {
  it("stores all purchases with their defaults, and calculates them as a job", async () => {
    const supplierId = await supplier();
    const { job } = await purchases().createPurchases({
      records: [
        { ...laptops, supplierId, externalId: "row-1" },
        { ...chair, status: PurchaseStatus.INACTIVE, purchaseType: PurchaseType.AVERAGE_DATA },
      ],
    });
    expect(job).toMatchObject({ totalItems: 2 });
    const { items } = await activity.as(us, IngestJobService).listIngestJobItems({ jobId: job!.id });
    expect(items.map(({ externalId }) => externalId)).toEqual(["row-1", undefined]);
    const stored = (await purchases().listPurchases({})).purchases;
    expect(stored).toMatchObject([
      {
        id: items[0]!.entityId,
        productName: "Laptops",
        status: PurchaseStatus.ACTIVE,
        purchaseType: PurchaseType.SPEND_BASED,
        supplier: { id: supplierId },
        externalId: "row-1",
      },
      { productName: "Chair", status: PurchaseStatus.INACTIVE, purchaseType: PurchaseType.AVERAGE_DATA },
    ]);
    const inputs = (await activity.events(us, RecordsStoredSchema)).flatMap(({ records }) => records);
    expect(inputs).toMatchObject([
      { selector: { kind: { case: "spend", value: { country: "FR" } } }, excludedFromTotals: false },
      { selector: { kind: { case: "spend", value: { country: "ES" } } }, excludedFromTotals: true },
    ]);
  });

  it("stores none when one is invalid, and names each violation with its place", async () => {
    const theirs = await supplier(await activity.organization());
    const refused = await refusalOf(
      purchases().createPurchases({
        records: [
          laptops,
          { ...laptops, unitId: undefined },
          { ...laptops, supplierId: theirs },
          { ...laptops, unitId: KG, purchaseDate: "1969-12-31" },
        ],
      }),
    );
    expect(refused).toMatchObject({
      code: "BULK_RECORDS_REJECTED",
      violations: [
        "body.records.1 SCHEMA_INVALID",
        "body.records.2.supplier_id SCHEMA_INVALID",
        "body.records.3.purchase_date ACTIVITY_DATE_OUT_OF_RANGE",
        "body.records.3.unit_id SCHEMA_INVALID",
      ],
    });
    expect(await activity.rows(us, "purchases")).toEqual([]);
    expect(await activity.events(us, RecordsStoredSchema)).toEqual([]);
  });
});
