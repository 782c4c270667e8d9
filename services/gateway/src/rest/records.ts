import { z } from "zod";
import { ASK, objectReader, type Reader } from "./quick.ts";
import { type Violation, violationsOf } from "./violations.ts";

/** A record that could not be read, as the messages of batches carry it. */
interface Rejected {
  rejected: { loc: string[]; msg: string; type: string }[];
}

/**
 * The records of a batch, each read by itself. What is wrong with one goes to the service in its place: only the
 * service can say what else is wrong with the others, and a client is told everything at once.
 */
export const recordsOf = <R extends z.ZodObject>(record: R, max: number) =>
  z
    .array(z.unknown())
    .min(1)
    .max(max)
    .transform(readAll(record))
    .meta({ items: described(record) });

function described(record: z.ZodObject): object {
  const { $schema: _, ...schema } = z.toJSONSchema(record, { io: "input", unrepresentable: "any" });
  return schema;
}

function readAll<R extends z.ZodObject>(record: R) {
  const quick = objectReader(record);
  return (items: unknown[]) => items.map((item) => read(record, quick, item));
}

function read<R extends z.ZodObject>(record: R, quick: Reader, item: unknown): z.output<R> | Rejected {
  const known = quick(item);
  if (known !== ASK) return known as z.output<R>;
  const result = record.safeParse(item, { reportInput: true });
  return result.success ? result.data : { rejected: violationsOf(result.error.issues, "body").map(inWords) };
}

const inWords = ({ loc, ...rest }: Violation) => ({ ...rest, loc: loc.map(String) });
