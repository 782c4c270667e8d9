import type { ServiceImpl } from "@connectrpc/connect";
import { fieldChanges } from "@emissions/kit/db/audit";
import { lockReferences } from "@emissions/kit/db/external-references";
import type { Tx } from "@emissions/kit/db/transactions";
import { isId, newId, newIds } from "@emissions/kit/process/id";
import { type Check, checkId, refuse, violation } from "@emissions/kit/wire/checks";
import { conflict, notFound } from "@emissions/kit/wire/errors";
import { principalOf } from "@emissions/kit/wire/principal";
import type { CertificateService } from "@emissions/proto/activity/v1/certificate_service";
import { parse } from "@emissions/quantity/decimal";
import { checkBatchSize, refuseBatch, schemaInvalid } from "../batch.ts";
import type { Context } from "../context.ts";
import { withCursor } from "../list/cursor.ts";
import { selectList } from "../list/page.ts";
import { parseListQuery, parsePartialListQuery } from "../list/query.ts";
import { checkFile, lookUpFiles } from "../records/files.ts";
import { recordWrite } from "../records/record-write.ts";
import { changesIn } from "../records/rules.ts";
import { certificateList, matchList } from "./list.ts";
import { INVOICES_MAX, match, matchedInputs } from "./match.ts";
import { lockMatching, type MatchRow, selectMatchesOf, toMatch } from "./match-queries.ts";
import {
  type CertificateRow,
  insertCertificates,
  selectCertificate,
  toCertificate,
  updateCertificate,
} from "./queries.ts";
import { release, removeCertificate } from "./release.ts";
import { COLUMNS, changesUse, checkCertificate, type NewCertificate, readValues } from "./rules.ts";

const CERTIFICATES_MAX = 1_000;

export const certificateHandlers = (context: Context): ServiceImpl<typeof CertificateService> => ({
  ...creation(context),
  ...single(context),
  ...matching(context),
});

function creation({ db, countries, files }: Context) {
  return {
    createCertificate: async (request, call) => {
      const values = readValues(request.values ?? {});
      const [known, looked] = await Promise.all([countries.all(), lookUpFiles(files, call, [values])]);
      refuse(checkCertificate(values, known));
      return db.write(call, request, async ({ tx, org, principal, about }) => {
        refuse(checkFile(values, await lockReferences(tx, org, looked)));
        const id = newId();
        about(id);
        const [row] = await insertCertificates(tx, org, principal.userId, [{ ...values, id }]);
        return { certificate: toCertificate(row!) };
      });
    },

    createCertificates: async (request, call) => {
      const { records, rejected } = request;
      checkBatchSize("records", records.length, CERTIFICATES_MAX);
      const certificates = records.map((record) => readValues(record));
      const [known, looked] = await Promise.all([countries.all(), lookUpFiles(files, call, certificates)]);
      const violationsAt = new Map(rejected.map(({ index, violations }) => [index, violations]));
      const found = certificates.map((values, index) => violationsAt.get(index) ?? checkCertificate(values, known));
      refuseBatch(found.map(schemaInvalid));
      return db.write(call, request, async ({ tx, org, principal, about }) => {
        const held = await lockReferences(tx, org, looked);
        refuseBatch(certificates.map((values) => schemaInvalid(checkFile(values, held))));
        const ids = newIds(certificates.length);
        for (const id of ids) about(id);
        const named = certificates.map((values, at) => ({ ...values, id: ids[at]! }));
        const rows = await insertCertificates(tx, org, principal.userId, named);
        return { items: rows.map(toCertificate), total: rows.length };
      });
    },
  } satisfies Partial<ServiceImpl<typeof CertificateService>>;
}

function single(context: Context) {
  const { db, countries, files } = context;
  return {
    getCertificate: ({ id }, call) =>
      db.read(call, async (tx, org) => ({
        certificate: toCertificate(found(isId(id) && (await selectCertificate(tx, org, id)))),
      })),

    listCertificates: async (request, call) => {
      const sent = { ...request.filter, ...request.options } as object;
      const query = withCursor(parsePartialListQuery(certificateList, sent, principalOf(call)), call);
      const { rows, ...summary } = await db.read(call, (tx) => selectList<CertificateRow>(tx, query), query.view);
      return { certificates: rows.map(toCertificate), summary };
    },

    updateCertificate: async (request, call) => {
      const { id, updateMask, values = {} } = request;
      const changes = changesIn<NewCertificate>(COLUMNS, updateMask, { values: readValues(values), more: {} });
      const [known, looked] = await Promise.all([countries.all(), lookUpFiles(files, call, [changes])]);
      return db.write(call, request, async ({ tx, org, about }) => {
        const held = await lockReferences(tx, org, looked);
        const before = found(isId(id) && (await selectCertificate(tx, org, id, "lock")));
        const after = { ...before, ...changes };
        refuse([...checkCertificate(after, known), ...checkFile(changes, held)]);
        refuseChangeOfUse(before, after);
        about(id, fieldChanges(before, after, { fields: Object.keys(changes) }));
        return { certificate: toCertificate(await updateCertificate(tx, org, id, after)) };
      });
    },

    deleteCertificate: (request, call) =>
      db.write(call, request, async (write) => {
        const { id } = request;
        if (!isId(id) || !(await removeCertificate(context, write, id))) throw notFound("certificate");
        write.about(id);
        return {};
      }),
  } satisfies Partial<ServiceImpl<typeof CertificateService>>;
}

function matching(context: Context) {
  const { db, preview, units } = context;
  const writeRecords = recordWrite({ db, preview });
  return {
    matchCertificate: async (request, call) => {
      refuse(checkIds(request.invoiceIds));
      const catalogue = await units.all();
      const ids = request.invoiceIds.map((id) => id.toLowerCase());
      const matchingOf = async (tx: Tx, org: string) => {
        const certificate = found(isId(request.id) && (await selectCertificate(tx, org, request.id)));
        return { context, certificate, units: catalogue };
      };
      return writeRecords(call, request, {
        prepare: async (tx, org) => matchedInputs({ ...(await matchingOf(tx, org)), tx, org }, ids),
        store: async (write, results) => {
          const one = await matchingOf(write.tx, write.org);
          const { certificate, matches, hasMore } = await match(write, one, ids, results);
          write.about(certificate.id, fieldChanges(one.certificate, certificate, { fields: ["mwhUsed"] }));
          return {
            matching: { certificate: toCertificate(certificate), matches: matches.map(toMatch), hasMore },
          };
        },
      });
    },

    listCertificateMatches: async (request, call) => {
      const { id } = request;
      const { rows, total } = await db.read(call, async (tx, org) => {
        found(isId(id) && (await selectCertificate(tx, org, id)));
        return selectList<MatchRow>(tx, parseListQuery(matchList, request, principalOf(call)));
      });
      return { matches: rows.map(toMatch), total };
    },

    deleteCertificateMatch: (request, call) =>
      db.write(call, request, async (write) => {
        const { id, matchId } = request;
        const { tx, org } = write;
        await lockMatching(tx, org);
        const certificate = found(isId(id) && (await selectCertificate(tx, org, id)));
        const matches = isId(matchId) ? await selectMatchesOf(tx, org, id, matchId) : [];
        if (matches.length === 0) throw notFound("certificate match");
        await release(context, write, matches);
        const after = (await selectCertificate(tx, org, id))!;
        write.about(id, fieldChanges(certificate, after, { fields: ["mwhUsed"] }));
        return {};
      }),
  } satisfies Partial<ServiceImpl<typeof CertificateService>>;
}

function checkIds(ids: readonly string[]): Check[] {
  if (ids.length > INVOICES_MAX)
    return [violation("invoice_ids", "value_error.list.max_items", `at most ${INVOICES_MAX} ids`)];
  if (new Set(ids.map((id) => id.toLowerCase())).size < ids.length)
    return [violation("invoice_ids", "value_error.list.unique_items", "an invoice comes twice")];
  return ids.flatMap((id) => checkId("invoice_ids", id));
}

/** Results of invoices depend on these fields. */
function refuseChangeOfUse(before: CertificateRow, after: CertificateRow): void {
  const isUsed = !parse(before.mwhUsed).isZero();
  if (isUsed && changesUse(before, after))
    throw conflict("CERTIFICATE_IN_USE", "Invoices use the certificate, so its market, production and factor stay.");
  if (parse(after.mwh).lt(before.mwhUsed)) throw conflict("CERTIFICATE_IN_USE", "Invoices use more MWh than that.");
}

function found(row: CertificateRow | null | false): CertificateRow {
  if (!row) throw notFound("certificate");
  return row;
}
