import { newId } from "@emissions/kit/process/id";
import { CertificateTechnology, CertificateType } from "@emissions/proto/activity/v1/certificate";
import { CertificateService } from "@emissions/proto/activity/v1/certificate_service";
import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { InvoiceStatus, InvoiceType } from "@emissions/proto/activity/v1/invoice_service";
import { PeriodLockService } from "@emissions/proto/activity/v1/period_lock_service";
import { FitnessMark } from "@emissions/proto/factors/v1/fitness";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, GJ, inputs, KWH, MWH, us } from "../activity.fixture.ts";
import {
  calculate,
  change,
  create,
  eachInvoiceTest,
  get,
  HEAT,
  invoices,
  other,
  priced,
  share,
} from "../invoice/invoice.fixture.ts";
import { UNMARKED } from "../records/preview.fixture.ts";
import { facility, group, plant } from "../waste/waste.fixture.ts";
import { certificates, certify, expectConsistent, match, matchesOf, mwhOf } from "./certificate.fixture.ts";

eachInvoiceTest();

const british = () => facility({ country: "GB" });
const kWh = (value: string) => ({ baseQuantity: { value }, unitId: KWH });
const ofYear = (year: number) => ({ startDate: `${year}-01-01`, endDate: `${year}-12-31` });
const lastInput = async (id: string) => (await inputs()).findLast(({ recordId }) => recordId === id)!;
const covered = async (id: string) =>
  (await lastInput(id)).certificates.map(({ mwh, quantity }) => [mwh!.value, quantity?.value ?? "rest"]);
const mismatches = async (id: string, ...ids: string[]) => {
  const { code, violations } = await refusalOf(match(id, ...ids));
  return [code, ...violations];
};

describe("a match by ids", () => {
  it("covers invoices in their order until the certificate is used up, and starts their calculation", async () => {
    const first = await create(kWh("600"));
    const second = await create(kWh("500.5"));
    await priced(first.id);
    const { id } = await certify({ emissionRate: { value: "12.50" } });
    const { certificate, matches, hasMore } = await match(id, second.id, first.id.toUpperCase());
    expect([certificate!.mwhUsed!.value, certificate!.mwhLeft!.value, hasMore]).toEqual(["1", "0", false]);
    expect(matches.map(({ invoiceId, mwh }) => [invoiceId, mwh!.value])).toEqual([
      [second.id, "0.5005"],
      [first.id, "0.4995"],
    ]);
    expect(await get(first.id)).toMatchObject({ status: InvoiceStatus.LOADING });
    expect((await get(first.id)).co2e).toBeUndefined();
    expect(await lastInput(second.id)).toMatchObject({ revision: 2, certificates: [{ certificateId: id }] });
    expect((await lastInput(first.id)).certificates).toMatchObject([
      {
        certificateId: id,
        technology: CertificateTechnology.WIND,
        country: "ES",
        year: 2025,
        mwh: { value: "0.4995" },
        quantity: { value: "499.5" },
        startDate: "2025-01-01",
        endDate: "2025-01-31",
        emissionRate: { value: "12.5" },
      },
    ]);
    expect(await covered(second.id)).toEqual([["0.5005", "rest"]]);
    expect(await matchesOf(id)).toEqual([
      [second.id, "0.5005"],
      [first.id, "0.4995"],
    ]);
    await calculate([{ recordId: first.id, revision: 2, co2e: "40" }]);
    expect(await get(first.id)).toMatchObject({ status: InvoiceStatus.ACTIVE, co2e: { value: "40" } });
  });

  it("is refused by the name of each mismatch, and nothing is stored", async () => {
    const good = await create();
    const heat = await create(HEAT);
    const elsewhere = await create({ facilityId: await british() });
    const earlier = await create(ofYear(2024));
    const shapeless = await create({ customEmissionFactorId: group(), unitId: HEAT.unitId });
    const full = await create();
    await match((await certify({ mwh: { value: "5" } })).id, full.id);
    const { id } = await certify();
    const missing = newId();
    const announced = (await inputs()).length;
    expect(await mismatches(id, good.id, heat.id, elsewhere.id, earlier.id, shapeless.id, full.id, missing)).toEqual([
      "INVOICE_NOT_ELECTRICITY",
      "body.invoice_ids.1 INVOICE_NOT_ELECTRICITY",
      "body.invoice_ids.2 CERTIFICATE_MARKET_MISMATCH",
      "body.invoice_ids.3 CERTIFICATE_YEAR_MISMATCH",
      "body.invoice_ids.4 INVOICE_UNIT_NOT_ENERGY",
      "body.invoice_ids.5 INVOICE_ALREADY_COVERED",
      "body.invoice_ids.6 value_error.not_found",
    ]);
    expect([await mwhOf(id), await matchesOf(id)]).toEqual([["0", "1"], []]);
    expect(await inputs()).toHaveLength(announced);
  });

  it("of a guarantee of origin covers a named invoice in another country of the AIB Hub; others and all do not", async () => {
    const french = await create({ facilityId: other, ...kWh("600") });
    const { id } = await certify();
    expect((await certificates().matchCertificate({ id })).matching!.matches).toEqual([]);
    await match(id, french.id);
    expect(await mwhOf(id)).toEqual(["0.6", "0.4"]);
    const rec = await certify({ type: CertificateType.REC });
    expect((await mismatches(rec.id, french.id))[0]).toBe("CERTIFICATE_MARKET_MISMATCH");
  });

  it("is refused for an invoice that would get nothing of a certificate that is used up", async () => {
    const [first, second] = [await create(kWh("1000")), await create(kWh("1"))];
    const { id } = await certify();
    const usedUp = ["CERTIFICATE_USED_UP", "body.invoice_ids.1 CERTIFICATE_USED_UP"];
    expect(await mismatches(id, first.id, second.id)).toEqual(usedUp);
    await match(id, first.id);
    expect(await mismatches(id, second.id)).toEqual(["CERTIFICATE_USED_UP", "body.invoice_ids.0 CERTIFICATE_USED_UP"]);
  });

  it("is refused for an invoice that does not exist, as for one of another organization", async () => {
    const { id } = await certify();
    const code = "REQUEST_VALIDATION_FAILED";
    expect(await mismatches(id, newId())).toEqual([code, "body.invoice_ids.0 value_error.not_found"]);
  });

  it("is refused with ids that are none, or come twice", async () => {
    const [{ id }, invoice] = [await certify(), await create()];
    expect((await refusalOf(match(id, "x"))).violations).toEqual(["body.invoice_ids type_error.uuid"]);
    const twice = await refusalOf(match(id, invoice.id, invoice.id.toUpperCase()));
    expect(twice.violations).toEqual(["body.invoice_ids value_error.list.unique_items"]);
  });

  it("adds to an earlier match of the invoice, and other certificates follow it", async () => {
    const invoice = await create(kWh("1000"));
    const { id } = await certify({ mwh: { value: "0.4" } });
    await match(id, invoice.id);
    const more = { id, mwh: { value: "0.5" }, updateMask: { paths: ["mwh"] } };
    await certificates().updateCertificate(more);
    const [again] = (await match(id, invoice.id)).matches;
    expect(again!.mwh!.value).toBe("0.5");
    const second = await certify();
    await match(second.id, invoice.id);
    expect(await mwhOf(second.id)).toEqual(["0.5", "0.5"]);
    expect(await covered(invoice.id)).toEqual([
      ["0.5", "500"],
      ["0.5", "rest"],
    ]);
  });

  it("covers an invoice of two years for the share of its days in the year of the certificate", async () => {
    const { id } = await create({ ...kWh("62"), startDate: "2024-12-01", endDate: "2025-01-31" });
    const certificate = await certify();
    await match(certificate.id, id);
    expect(await mwhOf(certificate.id)).toEqual(["0.031", "0.969"]);
    expect((await lastInput(id)).certificates).toMatchObject([{ startDate: "2025-01-01", endDate: "2025-01-31" }]);
    expect(await mismatches(certificate.id, id)).toEqual([
      "INVOICE_ALREADY_COVERED",
      "body.invoice_ids.0 INVOICE_ALREADY_COVERED",
    ]);
    const of2024 = await certify({ productionStartDate: "2024-01-01", productionEndDate: "2024-12-31" });
    await match(of2024.id, id);
    expect(await covered(id)).toEqual([
      ["0.031", "rest"],
      ["0.031", "rest"],
    ]);
  });

  it("counts units of energy in MWh, rounded up where the ratio has no end", async () => {
    const tenth = await create({ baseQuantity: { value: "1" }, unitId: GJ });
    const whole = await create({ baseQuantity: { value: "0.5" }, unitId: MWH });
    const { id } = await certify({ mwh: { value: "0.6" } });
    const { matches } = await match(id, tenth.id, whole.id);
    expect(matches.map(({ mwh }) => mwh!.value)).toEqual(["0.277777777778", "0.322222222222"]);
    expect(await covered(tenth.id)).toEqual([["0.277777777778", "rest"]]);
    expect(await covered(whole.id)).toEqual([["0.322222222222", "0.322222222222"]]);
  });

  it("covers the part of each facility on its own", async () => {
    const shares = [share(plant, "0.25"), share(other, "0.75")];
    const spanish = await create({ ...kWh("1000"), facilityId: "", facilityPercentages: shares });
    const { id } = await certify();
    expect((await match(id)).matches).toMatchObject([{ invoiceId: spanish.id, mwh: { value: "0.25" } }]);
  });

  it("is not stored by a dry run, and not repeated by the same key", async () => {
    const [{ id }, invoice] = [await certify(), await create(kWh("1"))];
    const as = (headers: Record<string, string>) => activity.as(us, CertificateService, headers);
    const dry = (await as({ "dry-run": "true" }).matchCertificate({ id })).matching!;
    expect(dry.matches).toHaveLength(1);
    expect(await matchesOf(id)).toEqual([]);
    const key = { "idempotency-key": newId() };
    const [first, second] = [await as(key).matchCertificate({ id }), await as(key).matchCertificate({ id })];
    expect(second).toEqual(first);
    expect((await get(invoice.id)).id).toBe(first.matching!.matches[0]!.invoiceId);
    expect((await lastInput(invoice.id)).revision).toBe(2);
  });
});

describe("a strict match", () => {
  const strict = () => activity.as(us, CertificateService, { handling: "strict" });

  it("is refused with the marks that its invoices would have, and nothing is stored", async () => {
    const [{ id }, first, second] = [await certify(), await create(kWh("1")), await create(kWh("1"))];
    const request = { id, invoiceIds: [first.id, second.id] };
    activity.calc.answer = () => ({ ...UNMARKED, fitness: [FitnessMark.CO2_ONLY] });
    const { violations } = await refusalOf(strict().matchCertificate(request));
    expect(violations).toEqual(["body value_error.fitness.co2_only"]);
    expect([await mwhOf(id), await matchesOf(id)]).toEqual([["0", "1"], []]);
    activity.calc.answer = () => UNMARKED;
    await strict().matchCertificate({ ...request, invoiceIds: [first.id] });
    expect(await covered(first.id)).toHaveLength(1);
  });

  it.each(["facilities", "invoices", "certificates"])("is calculated while another request holds %s", async (table) => {
    const invoice = await create(kWh("600"));
    const [one, two] = [await certify({ mwh: { value: "0.25" }, emissionRate: { value: "2.50" } }), await certify()];
    await match(one.id, invoice.id);
    let matched: Promise<unknown> | undefined;
    await activity.db.asService(us.organizationId, async ({ tx }) => {
      await tx`select 1 from ${tx(table)} for update`;
      matched = strict().matchCertificate({ id: two.id });
      await expect.poll(() => activity.calc.calls.length).toBe(1);
    });
    await matched;
    expect(await covered(invoice.id)).toEqual([
      ["0.25", "250"],
      ["0.35", "rest"],
    ]);
    expect(activity.calc.calls).toEqual([[await lastInput(invoice.id)]]);
  });

  it("adds to the match that the invoice has, as it is announced", async () => {
    const [invoice, { id }] = [await create(kWh("100")), await certify()];
    await match(id, invoice.id);
    await change(invoice.id, kWh("250"), "base_quantity");
    await strict().matchCertificate({ id, invoiceIds: [invoice.id] });
    expect(await covered(invoice.id)).toEqual([["0.25", "rest"]]);
    expect(activity.calc.calls).toEqual([[await lastInput(invoice.id)]]);
  });

  it("is calculated again when an invoice changes meanwhile, and is refused when it changes each time", async () => {
    const [invoice, { id }] = [await create(kWh("100")), await certify()];
    let amount = 200;
    const grow = () => change(invoice.id, kWh(String(amount++)), "base_quantity");
    activity.calc.meanwhile = grow;
    expect(await refusalOf(strict().matchCertificate({ id }))).toMatchObject({ code: "RECORD_CHANGED_MEANWHILE" });
    expect(await matchesOf(id)).toEqual([]);
    activity.calc.calls.length = 0;
    activity.calc.meanwhile = async () => void (activity.calc.calls.length === 1 && (await grow()));
    const { matching } = await strict().matchCertificate({ id });
    expect(matching!.matches.map(({ mwh }) => mwh!.value)).toEqual(["0.203"]);
    expect(activity.calc.calls).toHaveLength(2);
  });

  it("sent again under its key is answered as the first time, without calc", async () => {
    const [, { id }] = [await create(kWh("100")), await certify()];
    const once = activity.as(us, CertificateService, { handling: "strict", "idempotency-key": newId() });
    const [first, ...more] = await Promise.all([1, 2, 3].map(() => once.matchCertificate({ id })));
    activity.calc.isAway = true;
    for (const again of [...more, await once.matchCertificate({ id })]) expect(again).toEqual(first);
    expect(await matchesOf(id)).toHaveLength(1);
  });
});

describe("a match without ids", () => {
  it("covers all that fit in the order of their first day, until the certificate is used up", async () => {
    const march = await create({ ...kWh("300"), startDate: "2025-03-01", endDate: "2025-03-31" });
    const january = await create(kWh("300"));
    const february = await create({ ...kWh("300"), startDate: "2025-02-01", endDate: "2025-02-28" });
    await create(HEAT);
    await create({ facilityId: other });
    await create(ofYear(2024));
    const held = await create(kWh("1"));
    await change(held.id, { status: InvoiceStatus.INACTIVE }, "status");
    const [one, two] = [await certify({ mwh: { value: "0.4" } }), await certify()];
    const first = await match(one.id);
    expect(first.hasMore).toBe(false);
    expect(await matchesOf(one.id)).toEqual([
      [january.id, "0.3"],
      [february.id, "0.1"],
    ]);
    await match(two.id);
    expect(await matchesOf(two.id)).toEqual([
      [february.id, "0.2"],
      [march.id, "0.3"],
    ]);
    expect(await match(two.id)).toMatchObject({ matches: [], hasMore: false });
    expect(await mwhOf(two.id)).toEqual(["0.5", "0.5"]);
  });

  it("leaves invoices of locked periods as they are; by their ids it is refused", async () => {
    const { id: locked } = await create(kWh("300"));
    await priced(locked);
    const open = await create({ ...kWh("300"), startDate: "2025-03-01", endDate: "2025-03-31" });
    await activity.as(us, PeriodLockService).lockPeriod({ startDate: "2025-01-01", endDate: "2025-01-31" });
    const { id } = await certify();
    await match(id);
    expect(await matchesOf(id)).toEqual([[open.id, "0.3"]]);
    expect(await refusalOf(match(id, locked))).toMatchObject({ code: "PERIOD_LOCKED" });
    expect(await mwhOf(id)).toEqual(["0.3", "0.7"]);
  });
});

describe("MWh are given back", () => {
  it("by the deletion of a match, and the invoice is calculated without it", async () => {
    const invoice = await create(kWh("600"));
    const { id } = await certify();
    const matchId = (await match(id, invoice.id)).matches[0]!.id;
    await certificates().deleteCertificateMatch({ id, matchId });
    expect([await mwhOf(id), await covered(invoice.id)]).toEqual([["0", "1"], []]);
    expect((await lastInput(invoice.id)).revision).toBe(3);
    const again = certificates().deleteCertificateMatch({ id, matchId });
    expect(await refusalOf(again)).toMatchObject({ code: "CERTIFICATE_MATCH_NOT_FOUND" });
  });

  it("by the deletion of the certificate", async () => {
    const invoice = await create(kWh("600"));
    const { id } = await certify();
    await match(id, invoice.id);
    await certificates().deleteCertificate({ id });
    expect(await covered(invoice.id)).toEqual([]);
    expect(await activity.rows(us, "certificate_matches")).toEqual([]);
  });

  it("not while the invoice is in a locked period", async () => {
    const invoice = await create(kWh("600"));
    const { id } = await certify();
    const matchId = (await match(id, invoice.id)).matches[0]!.id;
    await calculate([{ recordId: invoice.id, revision: 2, co2e: "1" }]);
    await activity.as(us, PeriodLockService).lockPeriod(ofYear(2025));
    for (const attempt of [
      () => certificates().deleteCertificateMatch({ id, matchId }),
      () => certificates().deleteCertificate({ id }),
      () => invoices().deleteInvoice({ id: invoice.id }),
      () => change(invoice.id, kWh("1"), "base_quantity"),
    ])
      expect(await refusalOf(attempt())).toMatchObject({ code: "PERIOD_LOCKED" });
    expect(await mwhOf(id)).toEqual(["0.6", "0.4"]);
  });

  it.each<[what: string, remove: (id: string) => Promise<unknown>]>([
    ["its deletion", (id) => invoices().deleteInvoice({ id })],
    ["a bulk deletion", (ids) => invoices().deleteInvoices({ ids: [ids] })],
    ["the deletion of its facility", () => activity.as(us, FacilityService).deleteFacility({ facilityId: plant })],
  ])("by an invoice that ends with %s", async (_, remove) => {
    const invoice = await create(kWh("600"));
    const { id } = await certify();
    await match(id, invoice.id);
    await remove(invoice.id);
    expect([await mwhOf(id), await matchesOf(id)]).toEqual([["0", "1"], []]);
  });

  it.each<[what: string, values: () => object | Promise<object>, paths: string[], used: string]>([
    ["a smaller amount", () => kWh("250.125"), ["base_quantity"], "0.250125"],
    ["a larger amount", () => kWh("5000"), ["base_quantity"], "0.6"],
    ["another unit", () => ({ unitId: GJ, baseQuantity: { value: "1.8" } }), ["unit_id", "base_quantity"], "0.5"],
    ["days of another year", () => ofYear(2024), ["start_date", "end_date"], "0"],
    ["days of two years", () => ({ startDate: "2024-12-01" }), ["start_date"], "0.3"],
    ["a facility in another country of the Hub", () => ({ facilityId: other }), ["facility_id"], "0.6"],
    ["a facility in another market", async () => ({ facilityId: await british() }), ["facility_id"], "0"],
  ])("by a change of the invoice to %s", async (_, values, paths, used) => {
    const invoice = await create(kWh("600"));
    const { id } = await certify();
    await match(id, invoice.id);
    await change(invoice.id, await values(), ...paths);
    expect((await mwhOf(id))[0]).toBe(used);
    const announced = (await covered(invoice.id)).map(([mwh]) => mwh);
    expect(announced).toEqual(used === "0" ? [] : [used]);
    await expectConsistent();
  });

  it("by the later matches of an invoice first", async () => {
    const invoice = await create(kWh("600"));
    const [one, two] = [await certify({ mwh: { value: "0.25" } }), await certify()];
    for (const { id } of [one, two]) await match(id, invoice.id);
    await change(invoice.id, kWh("300"), "base_quantity");
    expect([await mwhOf(one.id), await mwhOf(two.id)]).toEqual([
      ["0.25", "0"],
      ["0.05", "0.95"],
    ]);
    await change(invoice.id, kWh("100"), "base_quantity");
    expect([await mwhOf(one.id), await mwhOf(two.id)]).toEqual([
      ["0.1", "0.15"],
      ["0", "1"],
    ]);
  });

  it("not by a change of texts or a new calculation", async () => {
    const invoice = await create(kWh("600"));
    const { id } = await certify();
    await match(id, invoice.id);
    await change(invoice.id, { cups: "ES1" }, "cups");
    await invoices().recalculateInvoices({ invoiceIds: [invoice.id], activityCategories: [3] });
    expect(await covered(invoice.id)).toEqual([["0.6", "rest"]]);
    expect(await mwhOf(id)).toEqual(["0.6", "0.4"]);
  });
});

describe("a certificate that invoices use", () => {
  it("keeps market, production, technology and rate, and as many MWh as they use", async () => {
    const { id } = await certify({ emissionRate: { value: "5.5" } });
    await match(id, (await create(kWh("600"))).id);
    const patch = (values: object, path: string) =>
      certificates().updateCertificate({ id, ...values, updateMask: { paths: [path] } });
    for (const [values, path] of [
      [{ country: "FR" }, "country"],
      [{ technology: CertificateTechnology.SOLAR }, "technology"],
      [{ productionEndDate: "2025-04-01" }, "production_end_date"],
      [{ emissionRate: { value: "5" } }, "emission_rate"],
      [{ mwh: { value: "0.59" } }, "mwh"],
    ] as const)
      expect(await refusalOf(patch(values, path))).toMatchObject({ code: "CERTIFICATE_IN_USE" });
    await patch({ emissionRate: { value: "5.50" } }, "emission_rate");
    await patch({ mwh: { value: "0.6" } }, "mwh");
    expect(await mwhOf(id)).toEqual(["0.6", "0"]);
  });
});

it("only electricity has certificates", async () => {
  const heat = await create({ ...HEAT, type: InvoiceType.HEAT });
  expect((await lastInput(heat.id)).certificates).toEqual([]);
});
