/** Limit of an answer of the provider, after decompression. */
const ANSWER_BYTES_MAX = 1_048_576;

/** `fetch` with a limit of the answer. The caller's signal limits the time, the body included. */
export async function providerFetch(url: string, options: RequestInit): Promise<Response> {
  const { status, headers, body } = await fetch(url, options);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > ANSWER_BYTES_MAX) throw new TypeError("The answer of the provider is too large.");
    pieces.push(piece);
  }
  return new Response(bytes === 0 ? null : Buffer.concat(pieces), { status, headers });
}
