import { Code, ConnectError } from "@connectrpc/connect";
import { newId } from "@emissions/kit/process/id";
import { refusalIn } from "@emissions/kit/wire/errors";
import { servicePrincipal } from "@emissions/kit/wire/principal";
import { describe, expect, it } from "vitest";
import { as, group, groupFactor, user } from "./custom.fixture.ts";
import {
  above,
  client,
  ours,
  own,
  resolve,
  seeded,
  selection,
  theirs,
  units,
  withCatalogue,
} from "./custom-query.fixture.ts";

withCatalogue();

describe("a custom factor is visible", () => {
  it.each<{ what: string; by: () => ReturnType<typeof user>; owner?: string; seen: boolean }>([
    { what: "by its organization", by: () => user(above), seen: true },
    { what: "by its organization as named owner", by: () => user(above), owner: above, seen: true },
    { what: "by a descendant organization", by: () => user(ours, [above]), seen: true },
    {
      what: "by a descendant organization that names the owner",
      by: () => user(ours, [above]),
      owner: above,
      seen: true,
    },
    { what: "by no other organization", by: () => user(theirs), seen: false },
    { what: "by no other organization that names the owner", by: () => user(theirs), owner: above, seen: false },
    { what: "by a service that names the owner", by: () => servicePrincipal(theirs), owner: above, seen: true },
    { what: "by no service without a named owner", by: () => servicePrincipal(theirs), seen: false },
  ])("$what: $seen", async ({ by, owner = "", seen }) => {
    const [id, groupId] = [await own({}, above), await group(seeded.db, above)];
    await groupFactor(seeded.db, above, groupId, { unitId: units.kg });
    const code = seen ? "" : "CUSTOM_FACTOR_NOT_FOUND";
    for (const kind of [{ record: id }, { group: groupId }]) {
      expect((await resolve(kind, { by: by(), owner })).failureCode).toBe(code);
      // Also after a call of the owner put it in the cache.
      await resolve(kind, { by: user(above), revision: 1 });
      expect((await resolve(kind, { by: by(), owner, revision: 1 })).failureCode).toBe(
        "group" in kind && seen ? "CUSTOM_FACTOR_NOT_VALID" : code,
      );
    }
  });
});

describe("a batch of custom selectors", () => {
  it("is answered in order, also for two revisions and upper-case ids", async () => {
    const [a, b] = [await own({ gases: { co2e: "1" } }), await own({ gases: { co2e: "2" } })];
    const id = await group(seeded.db, ours);
    await groupFactor(seeded.db, ours, id, { unitId: units.kg, gases: { co2e: "3" } });
    const selections = [{ group: id }, { record: b }, { record: a.toUpperCase() }, { record: newId() }, { record: b }];
    const { resolutions } = await client.resolveFactors(
      { selections: selections.map((kind, at) => selection(kind, { revision: at === 4 ? 1 : 0 })) },
      as(user(ours)),
    );
    const results = resolutions.map(({ failureCode, factor }) => failureCode || factor?.values?.co2e?.value);
    expect(results).toEqual(["3", "2", "1", "CUSTOM_FACTOR_NOT_FOUND", "2"]);
  });

  it.each([
    { what: "an invalid record id", value: { recordId: "x" }, loc: "record_id" },
    { what: "no record", value: {}, loc: "record_id" },
    { what: "an invalid owner id", value: { recordId: newId(), organizationId: "'; drop" }, loc: "organization_id" },
    { what: "a negative revision", value: { recordId: newId(), revision: -1 }, loc: "revision" },
  ])("with $what is refused", async ({ value, loc }) => {
    const selections = [{ selector: { kind: { case: "customRecord" as const, value } }, referenceDate: "2024-01-01" }];
    const error = await client
      .resolveFactors({ selections }, as(user(ours)))
      .then(() => expect.fail(), ConnectError.from);
    expect(error.code).toBe(Code.InvalidArgument);
    expect(refusalIn(error)?.violations.map((violation) => violation.loc)).toEqual([
      ["selections", "0", "selector", loc],
    ]);
  });
});
