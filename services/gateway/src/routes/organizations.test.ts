import { GwpSet, OrganizationService } from "@emissions/proto/activity/v1/organization_service";
import { SectorEdition } from "@emissions/proto/factors/v1/sector_service";
import { RadiativeForcing } from "@emissions/proto/factors/v1/travel";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { MISSING_ID, SAMPLE_ID } from "../../test/samples.ts";

const { app, calls } = await gateway();
const url = `/v2/organizations/${SAMPLE_ID}`;
const patch = (payload: object, who: Parameters<typeof as>[0] = "admin") =>
  app.inject({ method: "PATCH", url, headers: as(who), payload });

it("five decimals of a share are refused at their place", async () => {
  const share = { start_date: "2024-01-01", operational_control: true, financial_control: true };
  const payload = {
    shares: [
      { ...share, equity_share: 0.5 },
      { ...share, equity_share: 0.12345 },
    ],
  };
  const answer = await app.inject({ method: "PUT", url: `${url}/shares`, headers: as("admin"), payload });
  const place = { loc: ["body", "shares", 1, "equity_share"], type: "value_error.decimal.max_places" };
  expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [place]]);
});

describe("the settings of an organization", () => {
  it("show the set of warming potentials by its name", async () => {
    const answer = await app.inject({ url, headers: as("viewer") });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ id: SAMPLE_ID, gwp_set: expect.stringMatching(/^AR[456]$/) });
  });

  it("are changed by an admin", async () => {
    const answer = await patch({ gwp_set: "AR4", name: "Renamed" });
    expect([answer.statusCode, answer.json().gwp_set]).toEqual([200, "AR4"]);
    expect(calls.lastRequest(OrganizationService.method.updateOrganization)).toMatchObject({
      id: SAMPLE_ID,
      gwpSet: GwpSet.AR4,
      name: "Renamed",
      updateMask: { paths: ["name", "gwp_set"] },
    });
  });

  it("have the recommendation of publishers for flights when null is sent", async () => {
    const { updateOrganization } = OrganizationService.method;
    expect((await patch({ radiative_forcing: "without" })).json()).toMatchObject({ radiative_forcing: "without" });
    expect(calls.lastRequest(updateOrganization)).toMatchObject({ radiativeForcing: RadiativeForcing.WITHOUT });
    expect((await patch({ radiative_forcing: null })).json()).toMatchObject({ radiative_forcing: null });
    expect(calls.lastRequest(updateOrganization)).toMatchObject({
      radiativeForcing: RadiativeForcing.UNSPECIFIED,
      updateMask: { paths: ["radiative_forcing"] },
    });
  });

  it("state no edition of sectors when null is sent", async () => {
    const { updateOrganization } = OrganizationService.method;
    const body = { sector_edition: "nace_rev2_1" };
    expect((await patch(body)).json()).toMatchObject(body);
    expect(calls.lastRequest(updateOrganization)).toMatchObject({ sectorEdition: SectorEdition.NACE_REV2_1 });
    expect((await patch({ sector_edition: null })).json()).toMatchObject({ sector_edition: null });
  });

  it.each(["editor", "viewer"] as const)("are not changed by the role %s", async (role) => {
    const answer = await patch({ gwp_set: "AR4" }, role);
    expect([answer.statusCode, answer.json().code]).toEqual([403, "FORBIDDEN"]);
  });

  it.each([
    ["another set", { gwp_set: "AR3" }, "body.gwp_set type_error.enum"],
    ["null", { gwp_set: null }, "body.gwp_set type_error.none.not_allowed"],
    ["an unknown choice", { radiative_forcing: "both" }, "body.radiative_forcing type_error.enum"],
    ["an unknown edition", { sector_edition: "nace_rev3" }, "body.sector_edition type_error.enum"],
    ["another field", { slug: "x" }, "body.slug value_error.extra"],
  ])("refuse %s", async (_what, body, problem) => {
    const answer = await patch(body);
    expect(answer.statusCode).toBe(422);
    expect(
      answer.json().detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join(".")} ${type}`),
    ).toEqual([problem]);
  });

  it("hide other organizations", async () => {
    const answer = await app.inject({ url: `/v2/organizations/${MISSING_ID}`, headers: as("admin") });
    expect([answer.statusCode, answer.json().code]).toEqual([404, "ORGANIZATION_NOT_FOUND"]);
  });
});
