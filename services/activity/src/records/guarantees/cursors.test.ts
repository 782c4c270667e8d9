import { createClient } from "@connectrpc/connect";
import { NEXT_CURSOR, PAGE_CURSOR } from "@emissions/kit/wire/headers";
import { callAs } from "@emissions/kit/wire/principal";
import { refusalOf } from "@emissions/testkit/in-memory";
import { expect, it } from "vitest";
import { activity } from "../../activity.fixture.ts";
import { eachKind, records } from "./records-of.fixture.ts";

eachKind("the list of a $one", ({ service, many }) => {
  const list = async (request: object, cursor: string | null) => {
    const client = createClient(service, activity.transport) as Record<string, (...sent: object[]) => Promise<object>>;
    let next: string | null = null;
    const page = await client[`list${many}`]!(request, {
      ...callAs(records.us),
      headers: cursor === null ? {} : { [PAGE_CURSOR]: cursor },
      onHeader: (headers: Headers) => {
        next = headers.get(NEXT_CURSOR);
      },
    });
    const rows = Object.values(page).find((value): value is { head: { id: string } }[] => Array.isArray(value))!;
    return { ids: rows.map(({ head }) => head.id), next: next as string | null };
  };

  it("is walked by cursors in both directions", async () => {
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push((await records.add()).id);
    for (const [sort, expected] of [
      ["created_at", ids],
      ["-created_at", ids.toReversed()],
    ] as const) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await list({ options: { sort: [sort], size: 2 }, sort: [sort], size: 2 }, cursor);
        seen.push(...page.ids);
        cursor = page.next;
      } while (cursor !== null);
      expect(seen).toEqual(expected);
    }
  });

  it("refuses the cursor of another organization", async () => {
    for (let n = 0; n < 2; n += 1) await records.add();
    const { next } = await list({ options: { size: 1 }, size: 1 }, null);
    const other = await activity.organization();
    const theirs = records.withHeaders({ [PAGE_CURSOR]: next! }, other).list();
    expect((await refusalOf(theirs)).violations).toEqual(["query.cursor value_error.cursor"]);
  });
});
