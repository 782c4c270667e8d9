import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, it } from "vitest";
import { echo, failure, heads } from "./echo-server.fixture.ts";
import { notFound, refusalIn } from "./errors.ts";

async function* texts(...values: string[]) {
  for (const value of values) yield { value };
}

async function collect(messages: AsyncIterable<{ value: string }>): Promise<string[]> {
  const values: string[] = [];
  for await (const { value } of messages) values.push(value);
  return values;
}

describe("streams", () => {
  it("carry many messages to the caller, with header and trailer", async () => {
    const { client } = await echo({
      async *split({ value }, call) {
        call.responseHeader.set("parts", "many");
        for (const value_ of value.split(" ")) yield { value: value_ };
        call.responseTrailer.set("done", "yes");
      },
    });
    const { kept, ...options } = heads();
    expect(await collect(client.split({ value: "a b c" }, options))).toEqual(["a", "b", "c"]);
    expect(kept.header.get("parts")).toBe("many");
    expect(kept.trailer.get("done")).toBe("yes");
  });

  it("carry more messages to the handler than any buffer holds", async () => {
    const chunk = "x".repeat(64 * 1024);
    const { client } = await echo({
      async join(requests) {
        let length = 0;
        for await (const { value } of requests) length += value.length;
        return { value: String(length) };
      },
    });
    const reply = await client.join(texts(...Array.from({ length: 200 }, () => chunk)));
    expect(reply.value).toBe(String(200 * chunk.length));
  });

  it("carry messages in both directions at once", async () => {
    const { client } = await echo({
      async *chat(requests) {
        for await (const { value } of requests) yield { value: `${value}?` };
      },
    });
    expect(await collect(client.chat(texts("a", "b")))).toEqual(["a?", "b?"]);
  });

  it("end with the refusal of the handler, after the messages before it", async () => {
    const { client } = await echo({
      async *split() {
        yield { value: "a" };
        throw notFound("rest");
      },
    });
    const seen: string[] = [];
    const error = await failure(
      (async () => {
        for await (const { value } of client.split({ value: "" })) seen.push(value);
      })(),
    );
    expect(seen).toEqual(["a"]);
    expect(refusalIn(error)?.code).toBe("REST_NOT_FOUND");
  });

  it("may be answered before all messages were sent", async () => {
    const { client } = await echo({
      async join(requests) {
        for await (const { value } of requests) throw notFound(value);
        return { value: "" };
      },
    });
    const error = await failure(client.join(texts(...Array.from({ length: 500 }, () => "x".repeat(16 * 1024)))));
    expect(error.code).toBe(Code.NotFound);
  });

  it("end for the handler when the caller cancels", async () => {
    const stopped = Promise.withResolvers<unknown>();
    const { client } = await echo({
      async *split(_, call) {
        call.signal.addEventListener("abort", () => stopped.resolve(call.signal.reason));
        for (;;) {
          yield { value: "more" };
          await new Promise((resolve) => setImmediate(resolve));
        }
      },
    });
    const abort = new AbortController();
    const error = await failure(
      (async () => {
        for await (const { value } of client.split({ value: "" }, { signal: abort.signal })) if (value) abort.abort();
      })(),
    );
    expect(error.code).toBe(Code.Canceled);
    expect(await stopped.promise).toBeInstanceOf(ConnectError);
  });
});
