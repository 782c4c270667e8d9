import { createLogger } from "@emissions/kit/process/log";
import { ReadingStatus as Status } from "@emissions/proto/imports/v1/reading_service";
import { until } from "@emissions/testkit/poll";
import { expect, it } from "vitest";
import { GOLDEN } from "./reading/golden/golden.fixture.ts";
import { begin, get, imports, readingTests } from "./reading/reading.fixture.ts";
import { background, sweeps } from "./service.ts";

readingTests();
const log = createLogger({ service: "imports", level: "silent" });
const contextOf = (documentsIn: "here" | "elsewhere" | "only") => ({ ...imports.context, documentsIn });
const sweepsOf = (documentsIn: "here" | "elsewhere" | "only") => sweeps(contextOf(documentsIn)).map(({ name }) => name);

const isRead = (status: Status) => status !== Status.PENDING && status !== Status.READING;

it("documents are read by a process without other work, and not by one that leaves them to it", async () => {
  const { id } = await begin(GOLDEN[0]!.bytes, "a.xml");
  expect(background(contextOf("elsewhere"), log)).toEqual([imports.context.runner]);
  const readers = background(contextOf("only"), log);
  await until("the document is read", async () => isRead((await get(id)).status));
  await Promise.all(readers.map((reader) => reader.stop()));
  expect(readers).not.toContain(imports.context.runner);
  expect([sweepsOf("only"), sweepsOf("elsewhere")]).toEqual([[], sweepsOf("here")]);
});
