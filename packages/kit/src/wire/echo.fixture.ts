import { create, createFileRegistry, type DescService } from "@bufbuild/protobuf";
import type { GenService } from "@bufbuild/protobuf/codegenv2";
import {
  FileDescriptorProtoSchema,
  file_google_protobuf_wrappers,
  type StringValueSchema,
} from "@bufbuild/protobuf/wkt";

type Text = typeof StringValueSchema;

/** A service with a method of each kind of stream. */
type Echo = GenService<{
  say: { methodKind: "unary"; input: Text; output: Text };
  getSaid: { methodKind: "unary"; input: Text; output: Text };
  split: { methodKind: "server_streaming"; input: Text; output: Text };
  join: { methodKind: "client_streaming"; input: Text; output: Text };
  chat: { methodKind: "bidi_streaming"; input: Text; output: Text };
}>;

const method = (name: string, clientStreaming: boolean, serverStreaming: boolean) => ({
  name,
  inputType: ".google.protobuf.StringValue",
  outputType: ".google.protobuf.StringValue",
  clientStreaming,
  serverStreaming,
});

const file = create(FileDescriptorProtoSchema, {
  name: "echo.proto",
  package: "echo.v1",
  syntax: "proto3",
  dependency: ["google/protobuf/wrappers.proto"],
  service: [
    {
      name: "EchoService",
      method: [
        method("Say", false, false),
        method("GetSaid", false, false),
        method("Split", false, true),
        method("Join", true, false),
        method("Chat", true, true),
      ],
    },
  ],
});

export const EchoService = createFileRegistry(file, () => file_google_protobuf_wrappers).getService(
  "echo.v1.EchoService",
) as DescService as Echo;
