/** Four of them are one chunk of a stored file, and each is a multiple of the step of its positions. */
const PIECE_BYTES = 256 * 1024;

/** Bytes in pieces of one size; the last one may be shorter. A piece is valid until the next one is requested. */
export async function* inPieces(source: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let filled = 0;
  for await (const data of source) {
    for (let from = 0; from < data.length; ) {
      const taken = data.copy(piece, filled, from);
      from += taken;
      filled += taken;
      if (filled < PIECE_BYTES) continue;
      yield piece;
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}
