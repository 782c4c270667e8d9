import { create } from "@bufbuild/protobuf";
import { NIL_ID } from "@emissions/kit/process/id";
import { WasteValuesSchema } from "@emissions/proto/activity/v1/waste_service";
import { expect, it } from "vitest";
import { valueColumns, valuesReader } from "./columns.ts";

const FILE = "0197F3A0-0000-7000-8000-000000000001";

it("the all-zero id of a file stands for no file, as in filters", () => {
  const read = valuesReader<{ fileId: string | null }>(valueColumns(WasteValuesSchema));
  const sent = (fileId: string) => create(WasteValuesSchema, { origin: { fileId } });
  expect([NIL_ID, FILE].map((fileId) => read(sent(fileId)).fileId)).toEqual([null, FILE.toLowerCase()]);
});
