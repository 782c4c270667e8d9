import { z } from "zod";
import { InvalidRecord } from "./batch.ts";
import { FALLBACK, objectParser, type Parser } from "./fast-parser.ts";
import { isExactNumber } from "./json-validator.ts";
import { VIOLATIONS_MAX, type Violation, violationsOf } from "./violations.ts";

/** An invalid record in the message of a batch. */
interface Rejected {
  rejected: { loc: string[]; msg: string; type: string }[];
}

/**
 * The records of a batch, each parsed by itself. Violations of one record are passed to the service in its place. The
 * service adds the errors of the other records, so that a client gets all of them at once.
 */
export const recordsOf = <R extends z.ZodObject>(record: R, max: number) =>
  z
    .array(z.unknown())
    .min(1)
    .max(max)
    .transform(parseAll(record))
    .meta({ items: described(record) });

function described(record: z.ZodObject): object {
  const { $schema: _, ...schema } = z.toJSONSchema(record, { io: "input", unrepresentable: "any" });
  return schema;
}

function parseAll<R extends z.ZodObject>(record: R) {
  const parse = objectParser(record);
  return (items: unknown[]) => {
    // The limit, and one more to show that there are further violations. Each later record keeps one violation.
    let left = VIOLATIONS_MAX + 1;
    return items.map((item) => {
      const one = parseRecord(record, parse, item);
      if (!isRejected(one)) return one;
      const rejected = one.rejected.slice(0, Math.max(left, 1));
      left -= rejected.length;
      return { rejected };
    });
  };
}

const isRejected = (one: object): one is Rejected => "rejected" in one;

function parseRecord<R extends z.ZodObject>(record: R, parse: Parser, item: unknown): z.output<R> | Rejected {
  if (item instanceof InvalidRecord) return { rejected: item.violations.map(inWords) };
  const parsed = parse(item);
  if (parsed !== FALLBACK) return parsed as z.output<R>;
  const result = record.safeParse(isExactNumber(item) ? Number(item.exact) : item, { reportInput: true });
  return result.success ? result.data : { rejected: violationsOf(result.error.issues, "body").map(inWords) };
}

const inWords = ({ loc, msg, type }: Omit<Violation, "loc"> & { loc: readonly (string | number)[] }) => ({
  loc: loc.map(String),
  msg,
  type,
});
