import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fromBinary } from "@bufbuild/protobuf";
import {
  type DescriptorProto,
  type EnumDescriptorProto,
  type FileDescriptorProto,
  FileDescriptorSetSchema,
} from "@bufbuild/protobuf/wkt";

/** Field numbers of descriptor.proto on the path to a commented element. */
const IN_FILE = { message: 4, enum: 5, service: 6 };
const IN_MESSAGE = { field: 2, nested: 3, enum: 4 };
const FIRST = 2;

/** Comments of the protos by full name: `emissions.activity.v1.Purchase.quantity`. */
export function readComments(): ReadonlyMap<string, string> {
  const image = createRequire(import.meta.url).resolve("@emissions/proto/image.binpb");
  const { file } = fromBinary(FileDescriptorSetSchema, readFileSync(image));
  const comments = new Map<string, string>();
  for (const one of file) {
    const texts = textsOf(one);
    for (const [name, path] of namesIn(one)) {
      const text = texts.get(path.join());
      if (text !== undefined) comments.set(name, text);
    }
  }
  return comments;
}

function textsOf({ sourceCodeInfo }: FileDescriptorProto): Map<string, string> {
  const said = (sourceCodeInfo?.location ?? []).filter(({ leadingComments }) => leadingComments !== "");
  return new Map(
    said.map(({ path, leadingComments }) => [path.join(), leadingComments.trim().replaceAll(/\s*\n\s*/g, " ")]),
  );
}

type Named = [name: string, path: number[]];

function namesIn(file: FileDescriptorProto): Named[] {
  return [
    ...file.messageType.flatMap((message, at) => namesInMessage(message, file.package, [IN_FILE.message, at])),
    ...file.enumType.flatMap((one, at) => namesInEnum(one, file.package, [IN_FILE.enum, at])),
    ...file.service.flatMap(({ name, method }, at): Named[] => [
      [`${file.package}.${name}`, [IN_FILE.service, at]],
      ...method.map(
        (one, index): Named => [`${file.package}.${name}.${one.name}`, [IN_FILE.service, at, FIRST, index]],
      ),
    ]),
  ];
}

function namesInMessage(message: DescriptorProto, parent: string, path: number[]): Named[] {
  const name = `${parent}.${message.name}`;
  return [
    [name, path],
    ...message.field.map((field, at): Named => [`${name}.${field.name}`, [...path, IN_MESSAGE.field, at]]),
    ...message.nestedType.flatMap((one, at) => namesInMessage(one, name, [...path, IN_MESSAGE.nested, at])),
    ...message.enumType.flatMap((one, at) => namesInEnum(one, name, [...path, IN_MESSAGE.enum, at])),
  ];
}

function namesInEnum({ name, value }: EnumDescriptorProto, parent: string, path: number[]): Named[] {
  const values = value.map((one, at): Named => [`${parent}.${name}.${one.name}`, [...path, FIRST, at]]);
  return [[`${parent}.${name}`, path], ...values];
}
