import { newId } from "@emissions/kit/process/id";
import { servicePrincipal } from "@emissions/kit/wire/principal";
import { CertificateTechnology, CertificateType } from "@emissions/proto/activity/v1/certificate";
import { CertificateState } from "@emissions/proto/activity/v1/certificate_service";
import { FileUseService } from "@emissions/proto/imports/v1/file_use_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, us } from "../activity.fixture.ts";
import { create, eachInvoiceTest } from "../invoice/invoice.fixture.ts";
import { certificates, certify, goOf, match } from "./certificate.fixture.ts";

eachInvoiceTest();

const GAS = { technology: CertificateTechnology.NATURAL_GAS, type: CertificateType.PPA };

describe("a certificate", () => {
  it("is stored, shown, changed and deleted", async () => {
    const sent = { mwh: { value: "12.345678901234" }, registry: "CNMC", plant: "Wind farm 7", externalId: "GO-1" };
    const created = await certify(sent);
    expect(created).toMatchObject({
      organizationId: us.organizationId,
      ...goOf(sent),
      mwhUsed: { value: "0" },
      mwhLeft: sent.mwh,
      uploadedBy: us.userId,
    });
    const { id } = created;
    expect((await certificates().getCertificate({ id })).certificate).toEqual(created);
    const change = { id, registry: "AIB", updateMask: { paths: ["registry", "plant"] } };
    const { certificate } = await certificates().updateCertificate(change);
    expect(certificate).toMatchObject({ registry: "AIB", mwh: sent.mwh });
    expect(certificate!.plant).toBeUndefined();
    await certificates().deleteCertificate({ id });
    expect(await refusalOf(certificates().getCertificate({ id }))).toMatchObject({ code: "CERTIFICATE_NOT_FOUND" });
    const rows = await activity.rows<{ id: string; action: string; entityId: string }>(us, "audit_log");
    const audited = rows.filter(({ entityId }) => entityId === id).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(audited.map(({ action }) => action)).toEqual([
      "CreateCertificate",
      "UpdateCertificate",
      "DeleteCertificate",
    ]);
  });

  it.each([
    ["no amount", { mwh: undefined }, "mwh value_error.missing"],
    ["an amount of zero", { mwh: { value: "0" } }, "mwh value_error.number.not_gt"],
    ["13 decimals", { mwh: { value: "0.1234567890123" } }, "mwh value_error.decimal.max_places"],
    ["an unknown country", { country: "XX" }, "country value_error.country"],
    [
      "a production that ends before it starts",
      { productionEndDate: "2025-02-28" },
      "production_end_date end_date_before_start_date",
    ],
    ["a production of two years", { productionEndDate: "2026-01-01" }, "production_end_date value_error.calendar_year"],
    ["natural gas without an emission rate", GAS, "emission_rate value_error.missing"],
    [
      "natural gas with an emission rate of zero",
      { ...GAS, emissionRate: { value: "0.0" } },
      "emission_rate value_error.number.not_gt",
    ],
    ["no technology", { technology: 0 }, "technology value_error.missing"],
    ["an unknown file", { fileId: newId() }, "file_id value_error.not_found"],
  ])("is refused with %s", async (_, change, violation) => {
    expect((await refusalOf(certify(change))).violations).toEqual([`body.${violation}`]);
    expect(await activity.rows(us, "certificates")).toEqual([]);
  });

  it("of another organization does not exist", async () => {
    const { id } = await certify();
    const them = certificates(await activity.organization());
    for (const attempt of [
      () => them.getCertificate({ id }),
      () => them.updateCertificate({ id, registry: "x", updateMask: { paths: ["registry"] } }),
      () => them.deleteCertificate({ id }),
      () => them.matchCertificate({ id }),
      () => them.listCertificateMatches({ id }),
      () => them.deleteCertificateMatch({ id, matchId: newId() }),
      () => certificates().getCertificate({ id: newId() }),
    ])
      expect(await refusalOf(attempt())).toMatchObject({ code: "CERTIFICATE_NOT_FOUND" });
    expect((await them.listCertificates({})).total).toBe(0);
  });
});

describe("a batch of certificates", () => {
  it("is stored whole, in its order", async () => {
    const records = [goOf({ externalId: "a" }), goOf({ externalId: "b" }), goOf({ externalId: "c" })];
    const { items, total } = await certificates().createCertificates({ records });
    expect([items.map(({ externalId }) => externalId), total]).toEqual([["a", "b", "c"], 3]);
  });

  it("is refused whole, with the place of each violation", async () => {
    const refusal = await refusalOf(certificates().createCertificates({ records: [goOf(), goOf(GAS)] }));
    expect(refusal).toMatchObject({
      code: "BULK_RECORDS_REJECTED",
      violations: ["body.records.1.emission_rate SCHEMA_INVALID"],
    });
    expect(await activity.rows(us, "certificates")).toEqual([]);
  });
});

describe("the list of certificates", () => {
  it("is filtered, sorted and has a hash of its set", async () => {
    const wind = await certify({ externalId: "GO-1" });
    const gas = await certify({
      ...GAS,
      emissionRate: { value: "400" },
      productionStartDate: "2025-02-01",
      mwh: { value: "9" },
    });
    const french = await certify({ country: "FR", productionStartDate: "2024-03-01", productionEndDate: "2024-03-01" });
    const list = async (filter: object, options: object = {}) => {
      const { certificates: rows, total } = await certificates().listCertificates({ ...filter, ...options });
      return [rows.map(({ id }) => id), total];
    };
    expect(await list({})).toEqual([[wind.id, gas.id, french.id], 3]);
    expect(await list({ type: [CertificateType.PPA] })).toEqual([[gas.id], 1]);
    expect(await list({ technology: [CertificateTechnology.WIND], country: ["FR"] })).toEqual([[french.id], 1]);
    expect(await list({ productionFrom: "2025-03-31" })).toEqual([[wind.id, gas.id], 2]);
    expect(await list({ productionTo: "2025-02-01" })).toEqual([[gas.id, french.id], 2]);
    expect(await list({ search: "go-1" })).toEqual([[wind.id], 1]);
    expect(await list({}, { sort: ["mwh", "-production_start_date"], size: 1, page: 3 })).toEqual([[gas.id], 3]);
    await match(wind.id, (await create({ startDate: "2025-01-01", endDate: "2025-12-31" })).id);
    expect(await list({ state: [CertificateState.USED_UP] })).toEqual([[wind.id], 1]);
    expect(await list({ state: [CertificateState.AVAILABLE] })).toEqual([[gas.id, french.id], 2]);
    const hash = async () => (await certificates().listCertificates({ country: ["ES"] })).filterHash;
    const before = await hash();
    expect(before).toMatch(/^[0-9a-f]{16}$/);
    await certificates().deleteCertificate({ id: gas.id });
    expect(await hash()).not.toBe(before);
  });
});

it("a file that a certificate names is in use", async () => {
  const fileId = activity.store.add(us.organizationId, "cancellation.pdf");
  const imports = activity.as(servicePrincipal(us.organizationId), FileUseService);
  await certify({ fileId });
  expect((await imports.countFileUses({ fileId })).records).toBe(1);
});
