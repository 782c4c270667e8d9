import { type DescMessage, type DescMethod, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";

/** Method definition for grpc-js. */
export interface Codec {
  readonly path: string;
  encodeRequest(message: Message): Buffer;
  decodeRequest(bytes: Buffer): Message;
  encodeResponse(message: Message): Buffer;
  decodeResponse(bytes: Buffer): Message;
}

/**
 * Unary calls give bytes to grpc-js, not messages. grpc-js keeps a reference until a full collection frees the HTTP/2
 * stream, seconds later. A list of fifty items is a third of a megabyte of small objects. Every collection in between
 * would copy them, but not bytes.
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
  // grpc-js needs a Buffer. This one is a view of the same memory.
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};
