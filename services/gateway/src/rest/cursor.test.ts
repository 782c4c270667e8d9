import { NEXT_CURSOR, PAGE_CURSOR } from "@emissions/kit/wire/headers";
import { serve } from "@emissions/kit/wire/services";
import { PurchaseSchema, PurchaseService } from "@emissions/proto/activity/v1/purchase_service";
import { describe, expect, it } from "vitest";
import { as } from "../../test/access.ts";
import { gateway } from "../../test/gateway.ts";
import { SAMPLE_ID, sample } from "../../test/samples.ts";

type Call = { requestHeader: Headers; responseHeader: Headers };
const PAGES = ["first", "second", "last"];

/** The cursors that the service got. */
let asked: string[] = [];

/** Has three pages. */
const purchases = {
  listPurchases: (_: object, { requestHeader, responseHeader }: Call) => {
    const cursor = requestHeader.get(PAGE_CURSOR) ?? "first";
    asked.push(cursor);
    const at = PAGES.indexOf(cursor);
    if (at < PAGES.length - 1) responseHeader.set(NEXT_CURSOR, PAGES[at + 1]!);
    return { purchases: [sample(PurchaseSchema)], summary: { total: 3 } };
  },
};
const { app } = await gateway({ handlers: [serve(PurchaseService, purchases as never)] });
const get = (url: string) => app.inject({ url, headers: as("editor") });
const refusals = async (url: string) => {
  const answer = await get(url);
  const violations = answer.json<{ detail: { loc: string[]; type: string }[] }>().detail;
  return [answer.statusCode, ...violations.map(({ loc, type }) => `${loc.join(".")} ${type}`)];
};

describe("the next page of a list", () => {
  it("is linked until the last page, with all parameters but the place of the page", async () => {
    asked = [];
    let url: string | undefined = "/v1/purchases?page=1&size=1&search=a%3E%22b";
    while (url !== undefined) {
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      url = /^<([^<>"]*)>; rel="next"$/.exec(String(answer.headers.link))?.[1];
      if (url) expect(url).toBe(`/v1/purchases?size=1&search=a%3E%22b&cursor=${PAGES[asked.length]}`);
    }
    expect(asked).toEqual(PAGES);
  });

  it("is linked without parameters too", async () => {
    expect((await get("/v1/purchases")).headers.link).toBe('</v1/purchases?cursor=second>; rel="next"');
  });

  it("has no number", async () => {
    const url = "/v1/purchases?cursor=second";
    expect(await refusals(`${url}&page=1`)).toEqual([422, "query.page value_error.extra"]);
    expect(await refusals(`${url}&page[]=1`)).toEqual([422, "query.page value_error.extra"]);
    expect(await refusals(`${url}&format=csv`)).toContain(422);
  });

  it.each(["", "a%20b", "%0A", "ñ", "a=", "a".repeat(4_097)])(
    "is not at a cursor of other characters or length (%#)",
    async (cursor) => {
      expect(await refusals(`/v1/purchases?cursor=${cursor}`)).toEqual([422, "query.cursor value_error.cursor"]);
    },
  );

  it("is not linked where the URL is too long for a header, and such a walk does not begin", async () => {
    const ids = (name: string) => Array.from({ length: 100 }, () => `${name}=${SAMPLE_ID}`).join("&");
    const url = `/v1/purchases?${ids("organization_id")}&${ids("file_id")}`;
    const answer = await get(url);
    expect([answer.statusCode, answer.headers.link]).toEqual([200, undefined]);
    expect(await refusals(`${url}&cursor=second`)).toEqual([422, "query.cursor value_error.cursor"]);
  });

  it("of a list without cursors cannot be asked for", async () => {
    expect(await refusals("/v1/countries?cursor=second")).toEqual([422, "query.cursor value_error.extra"]);
  });
});
