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
 * What unary calls give to grpc-js in place of messages, in both directions. It holds what it was given until the engine
 * forgets the HTTP/2 stream, which takes a full collection: seconds. A list of fifty records would be a third of a
 * megabyte of small objects, copied by each collection in between; bytes are not.
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
