import { create, type DescMethodUnary } from "@bufbuild/protobuf";
import { HotelStaySchema, HotelStayService } from "@emissions/proto/activity/v1/hotel_stay_service";
import { InvoiceSchema, InvoiceService } from "@emissions/proto/activity/v1/invoice_service";
import { PurchaseSchema, PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { WasteSchema, WasteService } from "@emissions/proto/activity/v1/waste_service";
import {
  WasteWaterTreatmentSchema,
  WasteWaterTreatmentService,
} from "@emissions/proto/activity/v1/waste_water_treatment_service";
import { FitnessMark, FitnessMarksSchema } from "@emissions/proto/factors/v1/fitness";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

const kinds = [
  { path: "/v1/purchases", desc: PurchaseSchema, list: PurchaseService.method.listPurchases },
  { path: "/v1/wastes", desc: WasteSchema, list: WasteService.method.listWastes },
  { path: "/v1/invoices", desc: InvoiceSchema, list: InvoiceService.method.listInvoices },
  {
    path: "/v1/waste-water-treatments",
    desc: WasteWaterTreatmentSchema,
    list: WasteWaterTreatmentService.method.listWasteWaterTreatments,
  },
  { path: "/v1/hotel-stays", desc: HotelStaySchema, list: HotelStayService.method.listHotelStays },
];
const marked = kinds.map(({ desc }) => {
  const record = sample(desc);
  record.state!.fitness = create(FitnessMarksSchema, { marks: [FitnessMark.PROXY, FitnessMark.STALE_YEARS] });
  return record;
});
const [unmarked, withMarks] = await Promise.all([gateway(), gateway({ samples: marked })]);

const get = (url: string, from = unmarked.app) => from.inject({ url, headers: as("viewer") });

describe.each(kinds)("$path", ({ path, list }) => {
  it("shows the marks of a calculation by their names, and null without a result", async () => {
    const one = `${path}/${SAMPLE_ID}`;
    expect((await get(one, withMarks.app)).json().fitness).toEqual(["proxy", "stale_years"]);
    expect((await get(path, withMarks.app)).json().items[0].fitness).toEqual(["proxy", "stale_years"]);
    expect((await get(one)).json().fitness).toBeNull();
  });

  it("lists records with any of the marks in fitness[], and refuses others", async () => {
    const sent = () => unmarked.calls.lastRequest(list as DescMethodUnary) as unknown as { fitness: FitnessMark[] };
    expect((await get(`${path}?fitness[]=proxy&fitness[]=yearly_rate`)).statusCode).toBe(200);
    expect(sent().fitness).toEqual([FitnessMark.PROXY, FitnessMark.YEARLY_RATE]);
    expect((await get(`${path}?fitness=parts_missing`)).statusCode).toBe(200);
    expect(sent().fitness).toEqual([FitnessMark.PARTS_MISSING]);
    for (const wrong of ["good", "PROXY", "unspecified", ""]) {
      const answer = await get(`${path}?fitness[]=${wrong}`);
      const [{ loc, type }] = answer.json().detail;
      expect([answer.statusCode, loc, type]).toEqual([422, ["query", "fitness", 0], "type_error.enum"]);
    }
  });
});

it.each(["/v1/purchases", "/v1/waste", "/v1/invoices", "/v1/hotel-stays"])(
  "%s/unique-values lists marks",
  async (path) => {
    expect((await get(`${path}/unique-values?field=fitness`)).statusCode).toBe(200);
  },
);
