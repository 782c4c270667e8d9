/** The bytes of the answer. A longer one is an error; stream it with `response` instead. */
export async function bytesOf(response: Response, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > bytesMax) throw new RangeError(`The answer has more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

export const textOf = async (response: Response, bytesMax: number): Promise<string> =>
  new TextDecoder().decode(await bytesOf(response, bytesMax));
