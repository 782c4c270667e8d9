import { Conformance } from "@emissions/gateway/test/conformance";

/** The committed description of the API. */
export const description = Conformance.committed();

/** `fetch` of the gateway. Fails on an answer that the committed description does not describe. */
export async function checkedFetch(address: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(address, init);
  const { pathname, search } = new URL(address);
  const type = answer.headers.get("content-type");
  // Files are not read: their tests decide how.
  const text = type === null || /json/.test(type) ? await answer.clone().text() : "";
  description.check({
    method: init.method ?? "GET",
    url: pathname + search,
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    text,
    ...(typeof init.body === "string" && { sent: init.body }),
  });
  return answer;
}
