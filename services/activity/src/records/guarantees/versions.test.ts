import { newId } from "@emissions/kit/process/id";
import { EXPECTED_VERSIONS } from "@emissions/kit/wire/headers";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { purchases } from "../../purchase/purchase.ts";
import { eachKind, records } from "./records-of.fixture.ts";
import { versionOf as recordVersion } from "./version.fixture.ts";

eachKind("the version of a $one", ({ kind, service, one }) => {
  /** One kind with many requests is enough: all have the same statements. */
  const atOnce = kind === purchases ? 50 : 5;
  const versionOf = (id: string) => recordVersion({ service, one, by: records.us, id });
  const expecting = (...versions: string[]) => records.withHeaders({ [EXPECTED_VERSIONS]: versions.join(" ") });
  const change = (id: string, text: string, ...versions: string[]) =>
    expecting(...versions).change(id, { [records.text]: text }, records.column(records.text));
  const failed = { code: "PRECONDITION_FAILED" };

  it("changes with a change of the record, and not with its result", async () => {
    const { id } = await records.add();
    const first = await versionOf(id);
    await records.calculate({ id });
    expect([first.length > 0, await versionOf(id)]).toEqual([true, first]);
    await change(id, "second", "other", first);
    const second = await versionOf(id);
    expect(second).not.toBe(first);
    expect(await refusalOf(change(id, "third", first))).toMatchObject(failed);
    expect((await records.get(id))[records.text]).toBe("second");
  });

  it("that is not the expected one forbids the deletion", async () => {
    const { id } = await records.add();
    const version = await versionOf(id);
    await records.changeText(id, "changed");
    expect(await refusalOf(expecting(version).remove(id))).toMatchObject(failed);
    expect(await refusalOf(expecting("").remove(id))).toMatchObject(failed);
    await expecting(await versionOf(id)).remove(id);
    expect(await refusalOf(records.get(id))).toMatchObject({ code: records.notFound });
  });

  it("of a missing record is not compared", async () => {
    expect(await refusalOf(expecting("any").remove(newId()))).toMatchObject({ code: records.notFound });
    expect(await refusalOf(change(newId(), "x", "any"))).toMatchObject({ code: records.notFound });
  });

  it("is changed by one of many that expect it", async () => {
    const { id } = await records.add();
    const version = await versionOf(id);
    const changes = Array.from({ length: atOnce }, (_, n) => change(id, `change ${n}`, version));
    const codes = await Promise.all(
      changes.map((changed) =>
        changed.then(
          () => "changed",
          async (error) => (await refusalOf(Promise.reject(error))).code,
        ),
      ),
    );
    expect(codes.filter((code) => code === "changed")).toHaveLength(1);
    // Under load some wait too long for the lock of the row.
    const refusals = new Set([failed.code, "RESOURCE_LOCKED"]);
    expect(codes.filter((code) => refusals.has(code))).toHaveLength(atOnce - 1);
  });
});
