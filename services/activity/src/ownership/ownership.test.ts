import type { MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import type { Principal } from "@emissions/kit/wire/principal";
import {
  BoundaryApproach,
  FinancialControl,
  OwnershipService,
  type OwnershipShareSchema,
} from "@emissions/proto/activity/v1/ownership_service";
import { Decimal, plain } from "@emissions/quantity/decimal";
import { addDays, daysIn } from "@emissions/quantity/period";
import { refusalOf } from "@emissions/testkit/in-memory";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { activity, allTests, us } from "../activity.fixture.ts";
import type { NodeRow } from "../organization/queries.ts";
import { buy } from "../purchase/purchase.fixture.ts";
import { holdingsOf, type ShareRow } from "./boundary.ts";

allTests();

type Share = MessageInitShape<typeof OwnershipShareSchema>;

const ownership = (by: Principal = us) => activity.as(by, OwnershipService);
const share = (startDate: string, equity: string, control = true): Share => ({
  startDate,
  equityShare: { value: equity },
  operationalControl: control,
  financialControl: control,
});
const childOf = (parent: Principal, name = "Child") =>
  activity.organization({ parentId: parent.organizationId, accepted: true, name });
const seeing = (parent: Principal, ...below: Principal[]): Principal => ({
  ...parent,
  descendants: below.map(({ organizationId }) => organizationId),
});

describe("the shares in a child", () => {
  it("are replaced as a whole, and count it as a whole when they are deleted", async () => {
    const child = await childOf(us);
    const id = child.organizationId;
    await ownership().putOwnership({ id, shares: [share("2024-07-01", "0.6"), share("2023-01-01", "1.0000")] });
    const stored = (await ownership().getOwnership({ id })).ownership!;
    expect(stored.shares.map(({ startDate, equityShare }) => [startDate, equityShare!.value])).toEqual([
      ["2023-01-01", "1"],
      ["2024-07-01", "0.6"],
    ]);
    await ownership().putOwnership({ id, shares: [share("2025-01-01", "0")] });
    expect((await ownership().getOwnership({ id })).ownership!.shares).toHaveLength(1);
    await ownership().deleteOwnership({ id });
    expect((await ownership().getOwnership({ id })).ownership!.shares).toEqual([]);
  });

  it("belong to the organization directly above it: others find nothing", async () => {
    const [child, stranger] = [await childOf(us), await activity.organization()];
    const grandchild = await childOf(child);
    for (const [by, id] of [
      [us, grandchild.organizationId],
      [us, stranger.organizationId],
      [us, us.organizationId],
      [child, us.organizationId],
      [stranger, child.organizationId],
      [us, newId()],
    ] as const) {
      for (const attempt of [
        () => ownership(by).getOwnership({ id }),
        () => ownership(by).putOwnership({ id, shares: [] }),
        () => ownership(by).deleteOwnership({ id }),
      ])
        expect(await refusalOf(attempt())).toMatchObject({ code: "ORGANIZATION_NOT_FOUND" });
    }
  });

  const good = share("2024-01-01", "1");
  it.each([
    ["a share above 1", [good, share("2025-01-01", "1.0001")], "shares.1.equity_share value_error.number.not_le"],
    ["a negative share", [share("2024-01-01", "-0.1")], "shares.0.equity_share value_error.number.not_ge"],
    ["five decimals", [good, share("2025-01-01", "0.12345")], "shares.1.equity_share value_error.decimal.max_places"],
    ["no share", [{ startDate: "2024-01-01" }], "shares.0.equity_share value_error.missing"],
    ["no day", [share("2024-02-30", "1")], "shares.0.start_date value_error.date"],
    ["two entries of one day", [good, share("2025-01-01", "1"), good], "shares.2.start_date value_error.duplicate"],
    [
      "too many entries",
      Array.from({ length: 101 }, (_, n) => share(addDays("2020-01-01", n), "1")),
      "shares value_error.list.max_items",
    ],
  ])("are refused at their place with %s", async (_, shares, said) => {
    const { organizationId: id } = await childOf(us);
    const { violations } = await refusalOf(ownership().putOwnership({ id, shares }));
    expect(violations).toEqual([`body.${said}`]);
  });
});

describe("the boundary", () => {
  const range = { startDate: "2024-01-01", endDate: "2024-12-31" };

  it("multiplies shares down the group, by day, and leaves out days without one", async () => {
    const top = await activity.organization({ name: "Top" });
    const middle = await childOf(top, "Middle");
    const leaf = await childOf(middle, "Leaf");
    await ownership(top).putOwnership({
      id: middle.organizationId,
      shares: [share("2024-03-01", "0.6"), share("2024-10-01", "0.5")],
    });
    await ownership(middle).putOwnership({ id: leaf.organizationId, shares: [share("2020-01-01", "0.25", false)] });
    const ask = async (approach: BoundaryApproach) =>
      (
        await ownership(seeing(top, middle, leaf)).getBoundary({ ...range, approach, includeChildren: true })
      ).holdings.map(({ name, startDate, endDate, share }) => [name, startDate, endDate, share!.value]);
    expect(await ask(BoundaryApproach.EQUITY)).toEqual([
      ["Top", "2024-01-01", "2024-12-31", "1"],
      ["Middle", "2024-03-01", "2024-09-30", "0.6"],
      ["Middle", "2024-10-01", "2024-12-31", "0.5"],
      ["Leaf", "2024-03-01", "2024-09-30", "0.15"],
      ["Leaf", "2024-10-01", "2024-12-31", "0.125"],
    ]);
    expect(await ask(BoundaryApproach.OPERATIONAL)).toEqual([
      ["Top", "2024-01-01", "2024-12-31", "1"],
      ["Middle", "2024-03-01", "2024-09-30", "1"],
      ["Middle", "2024-10-01", "2024-12-31", "1"],
    ]);
  });

  it.each([
    { approach: BoundaryApproach.OPERATIONAL, inside: { Operated: "1" } },
    { approach: BoundaryApproach.FINANCIAL, inside: { Controlled: "1", Joint: "0.5" } },
    { approach: BoundaryApproach.EQUITY, inside: { Operated: "0.5", Controlled: "0.5", Joint: "0.5" } },
  ])("by approach $approach has $inside inside", ({ approach, inside }) => {
    const controls = { Operated: "none", Controlled: "full", Joint: "joint" } as const;
    const names = Object.keys(controls) as (keyof typeof controls)[];
    const nodes = ["Top", ...names].map((name) => ({ id: name, parentId: name === "Top" ? null : "Top", name }));
    const shares = names.map((childId) => ({
      organizationId: "Top",
      childId,
      startDate: range.startDate,
      equityShare: "0.5",
      operationalControl: childId === "Operated",
      financialControl: controls[childId],
    }));
    const holdings = holdingsOf({ root: "Top", nodes, shares, approach, range });
    expect(Object.fromEntries(holdings.map(({ name, share }) => [name, plain(share)]))).toEqual({
      Top: "1",
      ...inside,
    });
  });

  // Corporate Standard, chapter 3: partners with joint financial control account for a joint venture by equity share.
  it("takes a jointly controlled child by its share under financial control, from the day on that states it", async () => {
    const top = await activity.organization({ name: "Top" });
    const child = await childOf(top, "Venture");
    const stated = (startDate: string, equity: string, financialControlKind: FinancialControl): Share => ({
      startDate,
      equityShare: { value: equity },
      operationalControl: true,
      financialControlKind,
    });
    const shares = [
      stated("2024-01-01", "0.8", FinancialControl.FULL),
      stated("2024-04-01", "0.5", FinancialControl.JOINT),
      stated("2024-10-01", "0.1", FinancialControl.NONE),
    ];
    const { ownership: stored } = await ownership(top).putOwnership({ id: child.organizationId, shares });
    expect(stored!.shares.map((one) => [one.financialControlKind, one.financialControl])).toEqual([
      [FinancialControl.FULL, true],
      [FinancialControl.JOINT, true],
      [FinancialControl.NONE, false],
    ]);
    const ask = async (approach: BoundaryApproach) => {
      const request = { ...range, approach, includeChildren: true };
      const { holdings } = await ownership(seeing(top, child)).getBoundary(request);
      return holdings.slice(1).map(({ startDate, endDate, share }) => [startDate, endDate, share!.value]);
    };
    expect(await ask(BoundaryApproach.FINANCIAL)).toEqual([
      ["2024-01-01", "2024-03-31", "1"],
      ["2024-04-01", "2024-09-30", "0.5"],
    ]);
    expect((await ask(BoundaryApproach.OPERATIONAL)).map(([, , share]) => share)).toEqual(["1", "1", "1"]);
  });

  it("reads rows and requests of the last release, whose control is a boolean", async () => {
    const { organizationId: id } = await childOf(us);
    const sent = [share("2024-01-01", "0.5"), share("2025-01-01", "0.5", false)];
    const kinds = async () =>
      (await ownership().getOwnership({ id })).ownership!.shares.map(({ financialControlKind: kind }) => kind);
    await ownership().putOwnership({ id, shares: sent });
    expect(await kinds()).toEqual([FinancialControl.FULL, FinancialControl.NONE]);
    await activity.db.asService(
      us.organizationId,
      ({ tx }) => tx`update ownership_shares set financial_control_kind = null where child_id = ${id}`,
    );
    expect(await kinds()).toEqual([FinancialControl.FULL, FinancialControl.NONE]);
  });

  it("has an organization without stated shares as a whole, and no children by default", async () => {
    const top = await activity.organization({ name: "Top" });
    const child = await childOf(top, "Child");
    const all = await ownership(seeing(top, child)).getBoundary({ ...range, includeChildren: true });
    expect(all.holdings).toMatchObject([
      { name: "Top", stated: true },
      { name: "Child", parentId: top.organizationId, share: { value: "1" }, stated: false },
    ]);
    expect((await ownership(seeing(top, child)).getBoundary(range)).holdings).toHaveLength(1);
  });

  it("counts the records of the range that wait for a result", async () => {
    const before = (await ownership().getBoundary(range)).waitingRecords;
    await buy({ purchaseDate: "2024-05-01" });
    await buy({ purchaseDate: "2025-01-01" });
    expect((await ownership().getBoundary(range)).waitingRecords).toBe(before + 1);
  });

  it("of any group and day has the product of the shares from the root down", () => {
    const day = fc.integer({ min: -200, max: 800 }).map((days) => addDays("2024-01-01", days));
    const entries = fc.uniqueArray(fc.tuple(day, fc.integer({ min: 0, max: 10_000 })), {
      maxLength: 4,
      selector: ([d]) => d,
    });
    const group = fc.array(fc.tuple(fc.nat(), entries), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(group, day, fc.integer({ min: 0, max: 400 }), (children, from, length) => {
        const nodes: NodeRow[] = [{ id: "0", parentId: null, name: "0" }];
        const shares: ShareRow[] = [];
        for (const [index, [parent, dated]] of children.entries()) {
          const [id, parentId] = [String(index + 1), String(parent % (index + 1))];
          nodes.push({ id, parentId, name: id });
          for (const [startDate, part] of dated.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
            const equityShare = plain(new Decimal(part).times("0.0001"));
            shares.push({
              organizationId: parentId,
              childId: id,
              startDate,
              equityShare,
              operationalControl: true,
              financialControl: "full",
            });
          }
        }
        const days = { startDate: from, endDate: addDays(from, length) };
        const held = holdingsOf({ root: "0", nodes, shares, approach: BoundaryApproach.EQUITY, range: days });
        for (let n = 0; n < daysIn(days.startDate, days.endDate); n += 13) {
          const on = addDays(from, n);
          for (const { id } of nodes) {
            const found = held.filter((one) => one.organizationId === id && one.startDate <= on && one.endDate >= on);
            expect(found.length).toBeLessThanOrEqual(1);
            expect(plain(found[0]?.share ?? new Decimal(0))).toBe(plain(shareOn(id, on, { nodes, shares })));
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});

/** The product of the shares on one day. */
function shareOn(id: string, day: string, group: { nodes: readonly NodeRow[]; shares: readonly ShareRow[] }): Decimal {
  const { parentId } = group.nodes.find((node) => node.id === id)!;
  if (parentId === null) return new Decimal(1);
  const own = group.shares.filter(({ childId }) => childId === id);
  const applies = own.findLast(({ startDate }) => startDate <= day);
  const share = own.length === 0 ? new Decimal(1) : new Decimal(applies?.equityShare ?? 0);
  return share.times(shareOn(parentId, day, group));
}
