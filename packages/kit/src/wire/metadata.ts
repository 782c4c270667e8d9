import { decodeBinaryHeader, encodeBinaryHeader } from "@connectrpc/connect";
import { Metadata } from "@grpc/grpc-js";

/** Names of HTTP/2 and of gRPC itself, which grpc-js writes. */
const PROTOCOL = /^(:|grpc-(?!status-details-bin$)|(content-type|te|host|connection|user-agent|content-length)$)/;

/** Binary metadata is base64 text in Connect and a buffer in grpc-js. Its names end in -bin in both. */
export function toMetadata(headers: Headers): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of headers) {
    if (PROTOCOL.test(name)) continue;
    if (!name.endsWith("-bin")) metadata.set(name, value);
    else for (const part of value.split(",")) metadata.add(name, Buffer.from(decodeBinaryHeader(part.trim())));
  }
  return metadata;
}

export function toHeaders(metadata: Metadata): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(metadata.toJSON())) {
    if (name.startsWith(":")) continue;
    for (const value of values) {
      headers.append(name, typeof value === "string" ? value : encodeBinaryHeader(value));
    }
  }
  return headers;
}
