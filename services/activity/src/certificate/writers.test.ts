import { FacilityRelocatedSchema, FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { activity, KWH, us } from "../activity.fixture.ts";
import { facilityConsumers } from "../facility/consumers.ts";
import { change, create, eachInvoiceTest, invoices } from "../invoice/invoice.fixture.ts";
import { kinds } from "../kinds.ts";
import { handleAll } from "../records/records.fixture.ts";
import { plant } from "../waste/waste.fixture.ts";
import { certificates, certify, expectConsistent, match, matchesOf, mwhOf } from "./certificate.fixture.ts";

eachInvoiceTest();

const WRITERS = 20;
/** Refusals of a writer that came second. */
const SECOND = [
  "CERTIFICATE_USED_UP",
  "INVOICE_ALREADY_COVERED",
  "CERTIFICATE_MATCH_NOT_FOUND",
  "INVOICE_NOT_FOUND",
  "REQUEST_VALIDATION_FAILED",
  "RECORD_CHANGED_MEANWHILE",
  "RESOURCE_LOCKED",
];

const random = (max: number) => Math.floor(Math.random() * max);
const kWh = (value: number) => ({ baseQuantity: { value: String(value) }, unitId: KWH });

/** Runs a write. A refusal must be one of a writer that came second. */
const attempt = (write: Promise<unknown>) =>
  write.then(
    () => "done",
    async (error) => {
      const { code } = await refusalOf(Promise.reject(error));
      expect(SECOND).toContain(code);
      return code;
    },
  );

it("20 writers at once never use a MWh of one certificate twice", async () => {
  const all = await Promise.all(Array.from({ length: WRITERS }, () => create(kWh(100))));
  const { id } = await certify({ mwh: { value: "0.75" } });
  const outcomes = await Promise.all(all.map((invoice) => attempt(match(id, invoice.id))));
  expect(outcomes.filter((outcome) => outcome === "done").length).toBeLessThanOrEqual(8);
  for (const invoice of all)
    if (outcomes[all.indexOf(invoice)] === "RESOURCE_LOCKED") await attempt(match(id, invoice.id));
  await expectConsistent();
  expect(await mwhOf(id)).toEqual(["0.75", "0"]);
  expect((await matchesOf(id)).map(([, mwh]) => mwh).sort()).toEqual(["0.05", ...Array(7).fill("0.1")]);
});

it("20 writers that match, change and delete leave exactly the MWh that invoices have", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push((await create(kWh(100 + random(900)))).id);
  const own: string[] = [];
  for (let n = 0; n < 4; n++) own.push((await certify({ mwh: { value: `0.${100 + random(900)}` } })).id);
  const oneOf = (from: string[]) => from[random(from.length)]!;
  const writes = [
    () => match(oneOf(own)),
    () => match(oneOf(own), oneOf(ids)),
    () => change(oneOf(ids), kWh(1 + random(1_000)), "base_quantity"),
    () => change(oneOf(ids), { startDate: `2024-1${random(3)}-01` }, "start_date"),
    () => invoices().deleteInvoice({ id: oneOf(ids) }),
    async () => {
      const id = oneOf(own);
      const { matches } = await certificates().listCertificateMatches({ id });
      if (matches.length > 0)
        await certificates().deleteCertificateMatch({ id, matchId: oneOf(matches.map((one) => one.id)) });
    },
  ];
  for (let round = 0; round < 5; round++) {
    await Promise.all(Array.from({ length: WRITERS }, () => attempt(writes[random(writes.length)]!())));
    await expectConsistent();
  }
  const stored = await activity.rows<{ id: string; quantity: string }>(us, "invoices");
  const matches = await activity.rows<{ invoiceId: string; mwh: string }>(us, "certificate_matches");
  for (const { invoiceId } of matches) {
    const invoice = stored.find(({ id }) => id === invoiceId)!;
    const mwh = matches.filter((one) => one.invoiceId === invoiceId).reduce((sum, one) => sum + Number(one.mwh), 0);
    expect(mwh).toBeLessThanOrEqual(Number(invoice.quantity) / 1_000 + 1e-11);
  }
});

it("the database refuses a use beyond the MWh of a certificate, whatever writes it", async () => {
  const [{ id }, invoice] = [await certify(), await create()];
  const insert = activity.db.asService(
    us.organizationId,
    ({ tx, org }) => tx`
      insert into certificate_matches (organization_id, id, certificate_id, invoice_id, mwh)
      values (${org}, gen_random_uuid(), ${id}, ${invoice.id}, 1.000000000001)`,
  );
  await expect(insert).rejects.toThrow("certificates_not_overused");
});

it("a facility that moves to another market gives back the MWh of its invoices", async () => {
  const invoice = await create(kWh(600));
  const { id } = await certify();
  await match(id, invoice.id);
  const facilities = activity.as(us, FacilityService);
  await facilities.updateFacility({ facilityId: plant, country: "GB", updateMask: { paths: ["country"] } });
  await handleAll(FacilityRelocatedSchema, facilityConsumers(activity.context, kinds));
  expect([await mwhOf(id), await matchesOf(id)]).toEqual([["0", "1"], []]);
});
