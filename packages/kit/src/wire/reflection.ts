import { type DescFile, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import type { Server } from "@grpc/grpc-js";
import { ReflectionService } from "@grpc/reflection";
import type { ServiceEntry } from "./services.ts";

/** gRPC server reflection for command-line clients. */
export function addReflection(server: Server, services: readonly ServiceEntry[]): void {
  const files = new Map<string, Buffer>();
  for (const { service } of services) collect(service.file, files);
  const fileDescriptorProtos = [...files.values()];
  // The library takes descriptors in the shape of proto-loader, but reads only the files.
  const entry = { format: "Protocol Buffer 3 DescriptorProto", type: {}, fileDescriptorProtos } as const;
  const names = services.map(({ service }) => service.typeName);
  new ReflectionService({ emissions: entry }, { services: names }).addToServer(server);
}

function collect(file: DescFile, files: Map<string, Buffer>): void {
  if (files.has(file.name)) return;
  for (const dependency of file.dependencies) collect(dependency, files);
  files.set(file.name, Buffer.from(toBinary(FileDescriptorProtoSchema, file.proto)));
}
