import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { NIL_ID, newId } from "@emissions/kit/process/id";
import { CommutingType } from "@emissions/proto/activity/v1/commuting_period_service";
import { Co2eStatus } from "@emissions/proto/activity/v1/list";
import { SurveyRowSource, SurveyRowStatus } from "@emissions/proto/activity/v1/survey_row";
import { SurveyRowListService } from "@emissions/proto/activity/v1/survey_row_list_service";
import { CommuteTransport } from "@emissions/proto/factors/v1/commute";
import { TravelFuel } from "@emissions/proto/factors/v1/travel";
import { refusalOf } from "@emissions/testkit/in-memory";
import { describe, expect, it } from "vitest";
import { activity, eachTest, us } from "../activity.fixture.ts";
import { EXPORTED_MAX } from "../list/export-size.ts";
import { MESSAGE_ROWS } from "./export.ts";
import { surveyRowList } from "./list.ts";
import { type SampleRow, storeRows, storeSurvey } from "./rows.fixture.ts";

eachTest();

const client = (by = us) => activity.as(by, SurveyRowListService);
const store = (rows: SampleRow[], by = us) =>
  activity.db.asService(by.organizationId, (write) => storeRows(write, rows));
const at = (text: string) => timestampFromDate(new Date(text));

async function list(request: object = {}, by = us) {
  const { rows, ...summary } = await client(by).listSurveyRows({ size: 100, ...request });
  return { ...summary, rows, names: rows.map(({ name, email, id }) => name ?? email ?? id) };
}

async function exported(request: object, by = us) {
  const messages = await client(by).exportSurveyRows(request);
  for (const { rows } of messages) expect(rows.length).toBeLessThanOrEqual(MESSAGE_ROWS);
  return messages.flatMap(({ rows }) => rows);
}

const CAR = { transportType: "car", fuelType: "petrol", carpool: true, co2e: "622.75", origin: "Ávila" };
const samples = (surveyId: string, fileId: string, projectId: string): SampleRow[] => [
  { name: "Ana", email: "ana@a.example", surveyId, commutes: [CAR], sentAt: new Date("2025-02-01T10:00:00.123456Z") },
  {
    name: "Béla",
    externalId: "E-7",
    periodStart: "2025-03-01",
    commutes: [{ co2e: "1" }, CAR],
    source: "qr",
    timesSent: 0,
  },
  {
    name: "Cid",
    periodStart: "2024-03-01",
    fileId,
    fileName: "Rows.csv",
    source: "file",
    updatedAt: new Date("2025-08-01"),
  },
  { name: "dan", periodStart: "2024-01-01", projectId, source: "manual", status: "blank" },
  {
    periodStart: "2023-01-01",
    commutes: [{ transportType: "telecommuting", commutingType: "in_labore", telecommutingDays: [0, 4] }],
  },
];

describe("the list of survey rows", () => {
  it("has every filter, alone and together", async () => {
    const fileId = activity.store.add(us.organizationId, "Rows.csv");
    const projectId = newId();
    const surveyId = await activity.db.asService(us.organizationId, (write) => storeSurvey(write, "Commutes"));
    const ids = await store(samples(surveyId, fileId, projectId));
    const cases: [object, string[]][] = [
      [{}, ["Béla", "Ana", "Cid", "dan", ids[4]!]],
      [{ search: "bela" }, ["Béla"]],
      [{ search: "A@A.EX" }, ["Ana"]],
      [{ search: "e-7" }, ["Béla"]],
      [{ projectId: [projectId] }, ["dan"]],
      [{ status: [SurveyRowStatus.PENDING] }, ["Cid"]],
      [{ status: [SurveyRowStatus.PENDING, SurveyRowStatus.BLANK] }, ["Cid", "dan"]],
      [{ source: [SurveyRowSource.QR, SurveyRowSource.FILE] }, ["Béla", "Cid"]],
      [{ fileId: [fileId] }, ["Cid"]],
      [{ fileId: [NIL_ID], status: [SurveyRowStatus.BLANK] }, ["dan"]],
      [{ surveyId: [surveyId] }, ["Ana"]],
      [{ periodStartFrom: "2024-03-01", periodStartTo: "2025-01-01" }, ["Ana", "Cid"]],
      [{ sentFrom: at("2025-02-01T10:00:00.123Z"), sentTo: at("2025-02-01T10:00:00.123Z") }, ["Ana"]],
      [{ sentFrom: at("2025-02-01T10:00:00.124Z") }, []],
      [{ answeredFrom: at("2025-07-01T10:00:00Z") }, ["Béla", "Ana", ids[4]!]],
      [{ answeredTo: at("2025-07-01T09:59:59Z") }, []],
      [{ createdAtTo: at("2025-01-01T00:00:00Z") }, []],
      [{ createdAtFrom: at("2025-01-01T00:00:00Z"), status: [SurveyRowStatus.BLANK] }, ["dan"]],
      [{ commutingType: [CommutingType.IN_LABORE] }, [ids[4]!]],
      [{ transportType: [CommuteTransport.CAR] }, ["Béla", "Ana"]],
      [{ transportType: [CommuteTransport.CAR], source: [SurveyRowSource.QR] }, ["Béla"]],
      [{ fuelType: [TravelFuel.PETROL, TravelFuel.DIESEL] }, ["Béla", "Ana"]],
      [{ fuelType: [TravelFuel.DIESEL] }, []],
      [{ co2eStatus: Co2eStatus.CALCULATED }, ["Béla", "Ana"]],
      [{ co2eStatus: Co2eStatus.NOT_CALCULATED }, ["Cid", "dan", ids[4]!]],
      [{ page: 2, size: 2 }, ["Cid", "dan"]],
      [{ page: 9 }, []],
    ];
    for (const [request, names] of cases)
      expect((await list(request)).names, String(Object.keys(request))).toEqual(names);
  });

  it("shows the values of a commute only when it is the only one", async () => {
    const surveyId = await activity.db.asService(us.organizationId, (write) => storeSurvey(write, "Commutes"));
    await store(samples(surveyId, newId(), newId()));
    const { rows } = await list();
    expect(rows[0]).toMatchObject({
      externalId: "E-7",
      commutesCount: 2,
      co2e: { value: "623.75" },
    });
    expect(rows[1]).toMatchObject({
      organization: { id: us.organizationId, name: "Organization" },
      survey: { id: surveyId, name: "Commutes" },
      anonymous: false,
      timesSent: 1,
      commutesCount: 1,
      commute: {
        commutingType: CommutingType.IN_ITINERE,
        transportType: CommuteTransport.CAR,
        fuelType: TravelFuel.PETROL,
        totalKm: { value: "15" },
        weeklyTravels: [0, 1, 2, 3, 4],
        telecommutingDays: [],
        carpool: true,
        origin: "Ávila",
      },
    });
    expect(rows[2]).toMatchObject({
      file: { name: "Rows.csv" },
      commutesCount: 0,
    });
    expect(rows[4]).toMatchObject({
      anonymous: true,
      commute: { telecommutingDays: [0, 4] },
    });
    const [several, one, none, , anonymous] = rows;
    const absent = [several!.commute, none!.commute, one!.file, none!.survey, anonymous!.email, anonymous!.name];
    expect(absent.every((value) => value === undefined)).toBe(true);
  });

  it("sorts by every column in both directions, and ties always in the same order", async () => {
    const surveyId = await activity.db.asService(us.organizationId, (write) => storeSurvey(write, "Commutes"));
    await store(samples(surveyId, newId(), newId()));
    await store(samples(surveyId, newId(), newId()));
    for (const key of Object.keys(surveyRowList.sorts!)) {
      for (const sort of [key, `-${key}`]) {
        const whole = (await list({ sort: [sort] })).rows.map(({ id }) => id);
        const pages = await Promise.all([1, 2].map((page) => list({ sort: [sort], page, size: 7 })));
        expect(whole).toHaveLength(10);
        expect(
          pages.flatMap(({ rows }) => rows.map(({ id }) => id)),
          sort,
        ).toEqual(whole);
        if (sort === key) continue;
        const rows = await exported({ sort: [sort], rowIds: whole });
        expect(
          rows.map(({ id }) => id),
          sort,
        ).toEqual(whole);
      }
    }
    expect(Object.keys(surveyRowList.sorts!)).toHaveLength(27);
  });

  it.each([
    ["name", ["Ana", "Béla", "Cid", "dan", null]],
    ["-name", ["dan", "Cid", "Béla", "Ana", null]],
    ["co2e", ["Ana", "Béla", "Cid", "dan", null]],
    ["-carpool", ["Ana", null, "dan", "Cid", "Béla"]],
    ["transport_type", ["Ana", null, "Béla", "Cid", "dan"]],
    ["-file", ["Cid", null, "dan", "Béla", "Ana"]],
    ["created_at", ["Ana", "Béla", "Cid", "dan", null]],
  ])("sorted by %s has rows without a value at the end", async (sort, names) => {
    const surveyId = await activity.db.asService(us.organizationId, (write) => storeSurvey(write, "Commutes"));
    await store(samples(surveyId, newId(), newId()));
    expect((await list({ sort: [sort] })).rows.map(({ name }) => name ?? null)).toEqual(names);
  });

  it("reports all invalid parameters together", async () => {
    const request = { size: 101, sort: ["id"], surveyId: ["x"], periodStartFrom: "2025-02-30", organizationId: ["y"] };
    expect(await refusalOf(client().listSurveyRows(request))).toMatchObject({
      violations: [
        "query.size value_error.number.not_le",
        "query.survey_id type_error.uuid",
        "query.period_start_from value_error.date",
        "query.sort type_error.enum",
        expect.stringContaining("organization_id type_error.uuid"),
      ],
    });
  });

  it("has the accepted organizations below in the group view, and no others", async () => {
    const child = await activity.organization({ parentId: us.organizationId, accepted: true, name: "Child" });
    const stranger = await activity.organization({ parentId: us.organizationId });
    const [[ours], [theirs]] = await Promise.all([
      store([{ name: "A" }]),
      store([{ name: "B" }], child),
      store([{}], stranger),
    ]);
    const group = { ...us, descendants: [child.organizationId] };
    expect((await list({}, group)).names).toEqual(["A"]);
    for (const sort of [["organization"], ["-name"], ["commuting_type"]]) {
      const all = await list({ includeChildren: true, sort }, group);
      expect([all.total, all.names.toSorted()]).toEqual([2, ["A", "B"]]);
    }
    const rows = await exported({ includeChildren: true, rowIds: [ours, theirs], sort: ["name"] }, group);
    expect(rows.map(({ organization }) => organization?.name)).toEqual(["Organization", "Child"]);
    const narrowed = { includeChildren: true, organizationId: [child.organizationId] };
    expect((await list(narrowed, group)).names).toEqual(["B"]);
    expect((await list({ organizationId: [stranger.organizationId], includeChildren: true }, group)).names).toEqual([]);
  });
});

describe("the hash of the list", () => {
  it("depends on organizations and filters, and not on page, order, language and rows", async () => {
    await store([{ name: "A" }]);
    const { filterHash } = await list({ status: [1, 2] });
    expect(filterHash).toMatch(/^[0-9a-f]{16}$/);
    for (const same of [{ page: 3 }, { size: 1 }, { sort: ["-survey"] }, { language: "en" }, { status: [2, 1, 2] }])
      expect((await list({ status: [1, 2], ...same })).filterHash).toBe(filterHash);
    await store([{ name: "B" }]);
    expect((await list({ status: [1, 2] })).filterHash).toBe(filterHash);
    const others = [{}, { status: [1] }, { status: [1, 2], search: "a" }, { status: [1, 2], includeChildren: true }];
    const child = await activity.organization({ parentId: us.organizationId, accepted: true });
    const hashes = others.map(
      async (other) => (await list(other, { ...us, descendants: [child.organizationId] })).filterHash,
    );
    expect(new Set([filterHash, ...(await Promise.all(hashes))]).size).toBe(5);
    expect((await list({ status: [1, 2] }, child)).filterHash).not.toBe(filterHash);
  });
});

describe("the export", () => {
  it("has the rows of the list in its order, without the excluded ones", async () => {
    const ids = await store(
      Array.from({ length: 1_203 }, (_, n) => ({ name: `N${n % 7}`, status: n % 2 ? "blank" : "pending" })),
    );
    const filters = { status: [SurveyRowStatus.BLANK], sort: ["-name"] };
    const { filterHash } = await list(filters);
    const inOrder = [];
    for (let page = 1; page <= 7; page += 1) inOrder.push(...(await list({ ...filters, page })).rows);
    expect(inOrder).toHaveLength(601);
    expect(await exported({ ...filters, filterHash })).toEqual(inOrder);
    const excludedIds = [inOrder[3]!.id, ids[0]!, newId()];
    const left = inOrder.filter((_, index) => index !== 3);
    expect(await exported({ ...filters, filterHash, excludedIds })).toEqual(left);
  });

  it("of ticked rows skips unknown and foreign ids, and ignores the filters", async () => {
    const stranger = await activity.organization();
    const [[a, b], [foreign]] = await Promise.all([store([{ name: "A" }, { name: "B" }]), store([{}], stranger)]);
    const rows = await exported({ rowIds: [a, newId(), foreign, b, a], sort: ["name"], search: "no such row" });
    expect(rows.map(({ name }) => name)).toEqual(["A", "B"]);
    expect(await exported({ rowIds: [newId()] })).toEqual([]);
  });

  it("has no rows when none match", async () => {
    const { filterHash } = await list();
    expect(await exported({ filterHash })).toEqual([]);
  });

  it("refuses other parameters than those of the hash", async () => {
    const { filterHash } = await list({ status: [1] });
    const stranger = await activity.organization();
    const refusals = await Promise.all([
      refusalOf(exported({ filterHash })),
      refusalOf(exported({ filterHash, status: [1], search: "a" })),
      refusalOf(exported({ filterHash, status: [1] }, stranger)),
      refusalOf(exported({ filterHash: "0123456789abcdef", status: [1] })),
    ]);
    expect(refusals.map(({ code }) => code)).toEqual(Array(4).fill("FILTER_HASH_MISMATCH"));
  });

  it.each([
    ["neither ids nor a hash", {}, ["body.row_ids value_error.selection"]],
    ["both", { rowIds: [NIL_ID], filterHash: "0123456789abcdef" }, ["body.row_ids value_error.selection"]],
    [
      "excluded ids without a hash",
      { rowIds: [NIL_ID], excludedIds: [NIL_ID] },
      ["body.excluded_ids value_error.selection"],
    ],
    ["more than 5,000 ids", { rowIds: Array(5_001).fill(NIL_ID) }, ["body.row_ids value_error.list.max_items"]],
    [
      "more than 5,000 excluded ids",
      { filterHash: "0123456789abcdef", excludedIds: Array(5_001).fill(NIL_ID) },
      ["body.excluded_ids value_error.list.max_items"],
    ],
    ["a malformed id", { rowIds: ["x"] }, ["body.row_ids type_error.uuid"]],
  ])("refuses %s", async (_what, request, violations) => {
    expect(await refusalOf(exported(request))).toMatchObject({ code: "REQUEST_VALIDATION_FAILED", violations });
  });

  it("refuses more than 50,000 rows before the first one", async () => {
    await activity.db.asService(
      us.organizationId,
      ({ tx, org }) => tx`
        insert into survey_rows (organization_id, id, period_start, period_end, source)
        select ${org}, gen_random_uuid(), '2025-01-01', '2025-12-31', 'file' from generate_series(1, ${EXPORTED_MAX + 1})`,
    );
    const { filterHash, rows, total } = await list();
    expect(total).toBe(EXPORTED_MAX + 1);
    expect(await refusalOf(exported({ filterHash }))).toMatchObject({ code: "TOO_MANY_ROWS" });
    expect(await exported({ filterHash, excludedIds: [rows[0]!.id] })).toHaveLength(EXPORTED_MAX);
  });
});
