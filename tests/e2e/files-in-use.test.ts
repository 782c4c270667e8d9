import { newId } from "@emissions/kit/process/id";
import { beforeAll, describe, expect, it } from "vitest";
import { type Answer, type Backend, type Caller, finished, unitIds } from "../support/backend.ts";
import { sharedBackend } from "../support/shared-backend.ts";

const DATABASES = "/v1/emission-factors/custom-databases";
const STAY = { check_in_date: "2025-03-30", check_out_date: "2025-04-02", country: "GB" };
/** Requests and deletions at the same moment; an organization has at most 20 unfinished uploads. */
const PAIRS = 15;

let backend: Backend;
let us: Caller;

beforeAll(async () => {
  backend = await sharedBackend();
  us = backend.caller("holding");
});

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}, as = us) =>
  backend.call(method, path, { as, body, headers });

async function upload(as = us): Promise<string> {
  const body = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nproof\r\n--x--\r\n';
  return (await send("POST", "/v1/files", body, { "content-type": "multipart/form-data; boundary=x" }, as)).json.id;
}

const remove = (fileId: string) => send("DELETE", `/v1/files/${fileId}`);
const stay = (file_id: string) => send("POST", "/v1/hotel-stays", { ...STAY, file_id });
const refusal = ({ status, json }: Answer) => [status, json.code, json.detail];
const inUse = (detail: string) => [409, "FILE_IN_USE", detail];

describe("a file", () => {
  it("that records and factors name is deleted only after them", async () => {
    const fileId = await upload();
    const { id } = (await stay(fileId)).json;
    expect(refusal(await remove(fileId))).toEqual(inUse("1 record names the file."));

    const records = [STAY, STAY].map((one) => ({ ...one, file_id: fileId }));
    const batch = await send("POST", "/v2/hotel-stays", { records }, { "idempotency-key": newId() });
    await finished(backend, us, batch.json.id);
    const database = `${DATABASES}/${(await send("POST", DATABASES, { name: "Ours" })).json.id}`;
    const version = `${database}/versions/${(await send("POST", `${database}/versions`, { name: "2025" })).json.id}`;
    const factor = (
      await send("POST", `${version}/records`, {
        name: "Gas",
        unit_id: (await unitIds(backend, us))("kg"),
        tag: "simple",
        activity_categories: ["wastes"],
        factors: [{ gas_type: "co2e", value: "1" }],
      })
    ).json.id;
    const evidence = `${version}/records/${factor}/evidence`;
    expect((await send("POST", evidence, { file_ids: [fileId] })).status).toBe(200);
    expect(refusal(await remove(fileId))).toEqual(inUse("3 records and 1 custom factor name the file."));

    const { items } = (await send("GET", `/v1/hotel-stays?file_id[]=${fileId}`)).json;
    for (const { id: named } of items) await send("DELETE", `/v1/hotel-stays/${named}`);
    expect(items.map((item: { id: string }) => item.id)).toContain(id);
    expect(refusal(await remove(fileId))).toEqual(inUse("1 custom factor names the file."));
    await send("DELETE", `${evidence}/${fileId}`);
    expect((await remove(fileId)).status).toBe(204);
    expect((await remove(fileId)).status).toBe(404);
  });

  it("of another organization is as unknown to a record as one that does not exist", async () => {
    const answers = await Promise.all([await upload(backend.caller("outsider")), newId()].map(stay));
    for (const { status, json } of answers) {
      expect([status, json.detail]).toEqual([
        422,
        [{ loc: ["body", "file_id"], msg: "does not exist", type: "value_error.not_found" }],
      ]);
    }
  });

  it("is either deleted or named when both are requested at the same moment", async () => {
    const files = await Promise.all(Array.from({ length: PAIRS }, () => upload()));
    const pairs = await Promise.all(
      files.map(async (fileId) => {
        const [named, deleted] = await Promise.all([stay(fileId), remove(fileId)]);
        return `${named.status} ${deleted.status}`;
      }),
    );
    expect(pairs.filter((pair) => pair !== "201 409" && pair !== "422 204")).toEqual([]);
  });
});
