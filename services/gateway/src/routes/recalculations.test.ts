import { create } from "@bufbuild/protobuf";
import { isDryRun } from "@emissions/kit/db/idempotency";
import { conflict } from "@emissions/kit/wire/errors";
import { serve } from "@emissions/kit/wire/services";
import { AcceptanceService } from "@emissions/proto/activity/v1/acceptance_service";
import { GwpSet, OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import {
  type CreateRecalculationRequest,
  RecalculationDetailsSchema,
  RecalculationRunSchema,
  RecalculationService,
  RecalculationState as State,
} from "@emissions/proto/calc/v1/recalculation_service";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { as, OURS, type Who } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID } from "../../test/samples.ts";

let app: Awaited<ReturnType<typeof gateway>>["app"];
let requests: CreateRecalculationRequest[];
let state: State;
let locked: boolean;

const t = (value: string) => ({ value });
const details = (id: string | undefined, state: State) =>
  create(RecalculationDetailsSchema, {
    run: create(RecalculationRunSchema, {
      ...(id !== undefined && { id }),
      state,
      organizationId: OURS,
      criteria: {},
      createdAt: { seconds: 1_700_000_000n, nanos: 0 },
      unit: "tCO2e",
      gwpSet: GwpSet.AR6,
      co2eBefore: t("0.123456789012345678"),
      co2eAfter: t("0"),
    }),
  });

const handlers = [
  serve(OrganizationService, { getGwpSet: () => ({ gwpSet: GwpSet.AR6 }) }),
  serve(RecalculationService, {
    createRecalculation: (request, call) => {
      requests.push(request);
      const recalculation = isDryRun(call) ? details(undefined, State.PREVIEW) : details(SAMPLE_ID, State.CALCULATING);
      return { recalculation };
    },
    getRecalculation: ({ id }) => ({ recalculation: details(id, state) }),
  }),
  serve(AcceptanceService, {
    acceptRecalculation: () => {
      if (locked) throw conflict("PERIOD_LOCKED", "The period is locked.");
      return {};
    },
  }),
];

beforeAll(async () => {
  ({ app } = await gateway({ handlers }));
});
afterAll(() => app.close());
beforeEach(() => {
  requests = [];
  state = State.READY;
  locked = false;
});

const all = "/v2/recalculations";
const post = (url: string, payload: object = {}, who: Who = "admin") =>
  app.inject({ method: "POST", url, headers: as(who), payload });

describe("POST /v2/recalculations", () => {
  it("starts a run with the warming potentials of the organization", async () => {
    const payload = { entity_types: ["invoices"], years: [2024], marks: ["stale_years"] };
    const { statusCode, headers, body } = await post(all, payload);
    expect([statusCode, headers.location]).toEqual([202, `${all}/${SAMPLE_ID}`]);
    expect(body).toContain('"co2e_before":0.123456789012345678');
    expect(JSON.parse(body)).toMatchObject({ id: SAMPLE_ID, state: "calculating", gwp_set: "AR6" });
    expect(requests).toMatchObject([{ gwpSet: GwpSet.AR6, years: [2024] }]);
  });

  it("answers a dry run with the preview itself", async () => {
    const { statusCode, headers, body } = await post(`${all}?dry_run=true`);
    expect([statusCode, headers.location]).toEqual([200, undefined]);
    expect(JSON.parse(body)).toMatchObject({ id: null, state: "preview" });
  });

  it.each([
    ["gwp_set", { gwp_set: "AR6" }],
    ["entity_types", { entity_types: ["facilities"] }],
    ["factor_ids", { factor_ids: ["x"] }],
    ["years", { years: [24] }],
    ["marks", { marks: ["none"] }],
    ["start_date", { start_date: "2024-02-30" }],
    ["sources", { sources: Array(101).fill("DESNZ") }],
  ])("refuses an invalid %s", async (field, payload) => {
    const { statusCode, body } = await post(all, payload);
    expect([statusCode, requests]).toEqual([422, []]);
    expect(JSON.stringify(JSON.parse(body).errors ?? JSON.parse(body))).toContain(field);
  });
});

describe("POST /v2/recalculations/{id}/accept", () => {
  const accept = () => post(`${all}/${SAMPLE_ID}/accept`);

  it("answers with the run, which is accepting even if calc does not know yet", async () => {
    for (state of [State.READY, State.ACCEPTING]) {
      const { statusCode, body } = await accept();
      expect([statusCode, JSON.parse(body).state]).toEqual([202, "accepting"]);
    }
    state = State.ACCEPTED;
    expect(JSON.parse((await accept()).body)).toMatchObject({ state: "accepted" });
  });

  it("passes the refusal of a locked period on", async () => {
    locked = true;
    const { statusCode, body } = await accept();
    expect([statusCode, JSON.parse(body).code]).toEqual([409, "PERIOD_LOCKED"]);
  });
});

it.each(["", `/${SAMPLE_ID}/accept`, `/${SAMPLE_ID}/discard`])(
  "only admins may POST /v2/recalculations%s",
  async (path) => {
    const { statusCode, body } = await post(`${all}${path}`, {}, "editor");
    expect([statusCode, JSON.parse(body).code]).toEqual([403, "ORG_ADMIN_REQUIRED"]);
  },
);
