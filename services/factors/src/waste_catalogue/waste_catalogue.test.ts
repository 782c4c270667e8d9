import { type Client, ConnectError, createClient } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { refusalIn } from "@emissions/kit/wire/errors";
import { SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { WasteCatalogueService } from "@emissions/proto/factors/v1/waste_catalogue_service";
import { catalogueId } from "@emissions/quantity/catalogue-id";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seededCatalogue } from "../catalogue/seeded.fixture.ts";
import { rdCodeOf, spaced } from "./rules.ts";

let seeded: Awaited<ReturnType<typeof seededCatalogue>>;
let wastes: Client<typeof WasteCatalogueService>;
beforeAll(async () => {
  seeded = await seededCatalogue();
  wastes = createClient(WasteCatalogueService, seeded.transport);
});
afterAll(() => seeded.database.drop());

const BATCH = 500;
const ler = (code: string) => catalogueId("ler", code);
const treatmentsOf = async (code: string) => {
  const { codes } = await wastes.listRdCodes({ lerCodeId: ler(code) });
  return codes.map(({ code }) => code);
};
const found = async (search: string, hazardous?: boolean) => {
  const { codes } = await wastes.listLerCodes({ search, ...(hazardous !== undefined && { hazardous }) });
  return codes.map(({ code }) => code);
};

describe("R/D codes", () => {
  it("are the 28 operations of the directive and R14, with unique names", async () => {
    const { codes } = await wastes.listRdCodes({});
    const numbered = (letter: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${letter}${String(at + 1).padStart(2, "0")}`);
    expect(codes.map(({ code }) => code)).toEqual([...numbered("D", 15), ...numbered("R", 14)]);
    expect(new Set(codes.map(({ name }) => name)).size).toBe(29);
    expect(codes.filter(({ name, description }) => !/^[a-z_]+$/.test(name) || !description)).toEqual([]);
    expect(codes.map(({ id }) => id)).toEqual(codes.map(({ code }) => catalogueId("rd", code)));
    expect(codes.find(({ code }) => code === "R14")).toMatchObject({ name: "preparation_for_reuse" });
  });

  it("can be filtered by the treatments that have a factor", async () => {
    expect(await treatmentsOf("150101")).toEqual(expect.arrayContaining(["D01", "R03"]));
    expect(await treatmentsOf("150101")).not.toContain("R04");
    expect(await treatmentsOf("010101")).toEqual([]);
    expect((await wastes.listRdCodes({ lerCodeId: newId() })).codes).toEqual([]);
    expect((await wastes.listRdCodes({ lerCodeId: ler("150101").toUpperCase() })).codes).not.toEqual([]);
  });

  it("agree with what a calculation accepts, for every pair of the catalogue", async () => {
    const selection = createClient(SelectionService, seeded.transport);
    const { codes: kinds } = await wastes.listLerCodes({});
    const { codes: treatments } = await wastes.listRdCodes({});
    const pairs = kinds.flatMap((kind) => treatments.map((treatment) => ({ kind, treatment })));
    expect(pairs).toHaveLength(842 * 29);

    const unitId = seeded.snapshot.unitsByCode.get("kg")!.id;
    const accepted: string[] = [];
    for (let at = 0; at < pairs.length; at += BATCH) {
      const batch = pairs.slice(at, at + BATCH);
      const { resolutions } = await selection.resolveFactors({
        selections: batch.map(({ kind, treatment }) => ({
          selector: { kind: { case: "waste", value: { lerCodeId: kind.id, rdCodeId: treatment.id } } },
          unitId,
          referenceDate: "2025-06-30",
        })),
      });
      for (const [n, { factor }] of resolutions.entries()) {
        if (factor) accepted.push(`${batch[n]!.kind.code} ${batch[n]!.treatment.code}`);
      }
    }

    const offered: string[] = [];
    for (const { id, code } of kinds) {
      const { codes } = await wastes.listRdCodes({ lerCodeId: id });
      offered.push(...codes.map((treatment) => `${code} ${treatment.code}`));
    }
    expect(offered).toEqual(accepted);
    expect(accepted).toHaveLength(488);
  });
});

describe("LER codes", () => {
  it("are 842, of which 408 are hazardous, in order", async () => {
    const all = await found("");
    expect(all).toHaveLength(842);
    expect(all).toEqual(all.toSorted());
    expect(await found("", true)).toHaveLength(408);
    expect(await found("", false)).toHaveLength(842 - 408);
  });

  it("have digits in pairs, and their chapter", async () => {
    const { codes } = await wastes.listLerCodes({ search: "150110" });
    expect(codes).toMatchObject([
      {
        id: ler("150110"),
        code: "15 01 10",
        name: "Packaging containing residues of or contaminated by hazardous substances",
        hazardous: true,
      },
    ]);
    expect(codes[0]!.description).toContain("Packaging (including separately collected municipal packaging waste)");
  });

  it.each([
    ["150101", ["15 01 01"]],
    ["15 01 01", ["15 01 01"]],
    [" 15 01  01 ", ["15 01 01"]],
    ["15 01 10*", ["15 01 10"]],
    ["paper and cardboard 20", ["20 01 01"]],
    ["CARDBOARD Páper 2001", ["20 01 01"]],
    ["99 99 99", []],
    ["no such waste", []],
    ["%", []],
  ])('are found by "%s"', async (search, codes) => {
    expect(await found(search)).toEqual(codes);
  });

  it("are found by the start of a code, and by words of a chapter", async () => {
    const packaging = await found("15 01");
    expect(packaging.length).toBeGreaterThan(8);
    expect(packaging.filter((code) => !code.startsWith("15 01"))).toEqual([]);
    expect(await found("1501")).toEqual(packaging);
    expect(await found("separately collected municipal packaging")).toEqual(packaging);
    expect(await found("1501", true)).toEqual(["15 01 10", "15 01 11"]);
  });
});

describe("pairs that have a factor", () => {
  const list = (request: object) => wastes.listWasteFactors({ page: 1, size: 100, ...request });

  it("are listed once per region", async () => {
    const first = await list({ region: "GLO" });
    expect([first.total, first.factors.length]).toEqual([488, 100]);
    const all = [...first.factors];
    for (let page = 2; all.length < first.total; page++) all.push(...(await list({ region: "GLO", page })).factors);
    const names = all.map(({ lowCode, rdCode }) => `${lowCode} ${rdCode}`);
    expect(new Set(names).size).toBe(488);
    expect(names).toEqual(names.toSorted());
    expect((await list({ page: 99 })).factors).toEqual([]);
  });

  it.each(["150101", "15 01 01"])("can be filtered by %s and a treatment", async (lowCode) => {
    for (const rdCode of ["R03", "R3"]) {
      const { factors, total } = await list({ region: "GLO", lowCode, rdCode });
      expect(total).toBe(1);
      expect(factors).toMatchObject([
        { lowCode: "15 01 01", rdCode: "R03", rdName: "organic_recycling", region: "GLO" },
      ]);
      expect(factors[0]!.lowName).toContain("aper");
    }
  });

  it("have the factor that a selection chooses", async () => {
    const { factors } = await list({ region: "GLO", lowCode: "150101", rdCode: "R03" });
    const { resolutions } = await createClient(SelectionService, seeded.transport).resolveFactors({
      selections: [
        {
          selector: {
            kind: { case: "waste", value: { lerCodeId: ler("150101"), rdCodeId: catalogueId("rd", "R03") } },
          },
          unitId: seeded.snapshot.unitsByCode.get("t")!.id,
          referenceDate: "2026-06-30",
        },
      ],
    });
    expect(resolutions[0]?.factor?.id).toBe(factors[0]!.id);
  });

  it("have pages of 50 by default and 100 at most", async () => {
    const { factors, total } = await wastes.listWasteFactors({ region: "GLO" });
    expect([factors.length, total]).toEqual([50, 488]);
    for (const request of [{ size: 101 }, { size: -1 }, { page: -1 }]) {
      const error = await list(request).then(() => expect.fail(), ConnectError.from);
      expect(refusalIn(error)?.code).toBe("REQUEST_VALIDATION_FAILED");
    }
  });

  it.each([{ region: "FR" }, { lowCode: "010101" }, { rdCode: "R99" }, { rdCode: "nonsense" }])(
    "are none for %o",
    async (request) => {
      expect(await list(request)).toMatchObject({ factors: [], total: 0 });
    },
  );
});

describe("LookUpWasteCodes", () => {
  it("returns codes in the order of the ids, without unknown ones", async () => {
    const [a, b] = [ler("200101"), ler("010101")];
    const answer = await wastes.lookUpWasteCodes({
      lerCodeIds: [a, newId(), b.toUpperCase(), "150101"],
      rdCodeIds: [catalogueId("rd", "R13"), "", catalogueId("rd", "D01")],
    });
    expect(answer.lerCodes.map(({ code }) => code)).toEqual(["20 01 01", "01 01 01"]);
    expect(answer.rdCodes.map(({ code }) => code)).toEqual(["R13", "D01"]);
  });

  it.each([
    { lerCodeIds: Array.from({ length: 1001 }, () => ler("150101")) },
    { rdCodeIds: Array.from({ length: 101 }, () => catalogueId("rd", "R03")) },
  ])("limits the number of ids", async (request) => {
    const error = await wastes.lookUpWasteCodes(request).then(() => expect.fail(), ConnectError.from);
    expect(refusalIn(error)?.violations[0]?.type).toBe("value_error.list.max_items");
  });
});

it.each([
  ["R3", "R03"],
  ["r03", "R03"],
  ["D15", "D15"],
  ["R3X", "R3X"],
])("%s is read as %s", (text, code) => expect(rdCodeOf(text)).toBe(code));

it("six digits are formatted in pairs", () => expect(spaced("150101")).toBe("15 01 01"));
