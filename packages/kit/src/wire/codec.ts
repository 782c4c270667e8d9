import { type DescMessage, type DescMethod, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";

/** What grpc-js needs to know of a method. */
export interface Codec {
  readonly path: string;
  encodeRequest(message: Message): Buffer;
  decodeRequest(bytes: Buffer): Message;
  encodeResponse(message: Message): Buffer;
  decodeResponse(bytes: Buffer): Message;
}

/**
 * Unary calls give grpc-js bytes in place of messages, in both directions. grpc-js refers to what it was given until a
 * full collection frees the HTTP/2 stream, seconds later. The message of a list of fifty records is a third of a
 * megabyte of small objects, which every collection in between would copy; bytes are not copied.
 */
export const asBytes = (bytes: Buffer): Buffer => bytes;

const codecs = new WeakMap<DescMethod, Codec>();

export function codecOf(method: DescMethod): Codec {
  const known = codecs.get(method);
  if (known !== undefined) return known;
  const codec = {
    path: `/${method.parent.typeName}/${method.name}`,
    encodeRequest: encoder(method.input),
    decodeRequest: decoder(method.input),
    encodeResponse: encoder(method.output),
    decodeResponse: decoder(method.output),
  };
  codecs.set(method, codec);
  return codec;
}

const decoder = (desc: DescMessage) => (bytes: Buffer) => fromBinary(desc, bytes);

const encoder = (desc: DescMessage) => (message: Message) => {
  const bytes = toBinary(desc, message);
  // grpc-js wants a Buffer: a view of the same memory, not a copy.
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};
