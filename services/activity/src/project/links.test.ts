import type { MessageInitShape } from "@bufbuild/protobuf";
import { newId } from "@emissions/kit/process/id";
import { GroupService } from "@emissions/proto/activity/v1/group_service";
import { InvoiceService } from "@emissions/proto/activity/v1/invoice_service";
import {
  type LogisticsRequestFilterSchema,
  LogisticsRequestService,
  LogisticsRequestStatus,
} from "@emissions/proto/activity/v1/logistics_request_service";
import {
  type LinkRecordsByFiltersRequestSchema,
  ProjectEntityType,
  ProjectService,
} from "@emissions/proto/activity/v1/project_service";
import { refusalOf } from "@emissions/testkit/in-memory";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { activity, us } from "../activity.fixture.ts";
import { create as createInvoice, eachInvoiceTest } from "../invoice/invoice.fixture.ts";
import { storeShipments } from "../logistics_request/shipments.fixture.ts";

eachInvoiceTest();

type Filter = MessageInitShape<typeof LogisticsRequestFilterSchema>;
const { LOGISTICS_REQUESTS, INVOICES, FILE_READINGS } = ProjectEntityType;
const projects = (by = us) => activity.as(by, ProjectService);
const requests = () => activity.as(us, LogisticsRequestService);
const create = async () =>
  (await projects().createProject({ name: "Report", responsibleUserId: us.userId })).project!.id;
const list = (filter: Filter) => requests().listLogisticsRequests({ filter });
const hashOf = async (filter: Filter) => (await list(filter)).filterHash;
const byFilters = (
  id: string,
  filterHash: string,
  more: Omit<MessageInitShape<typeof LinkRecordsByFiltersRequestSchema>, "id"> = {},
) => projects().linkRecordsByFilters({ id, entityType: LOGISTICS_REQUESTS, filterHash, ...more });
const linkMatching = async (id: string, filter: Filter) =>
  (await byFilters(id, await hashOf(filter), { logisticsRequests: filter })).links!;
const linked = () => activity.rows<{ entityType: string; entityId: string; projectId: string }>(us, "project_links");

describe("links by filters", () => {
  it("link all records that match, once", async () => {
    const id = await create();
    await storeShipments({ client: "Acme" }, 3);
    await storeShipments({ client: "Other" });
    expect(await linkMatching(id, { client: "Acme" })).toMatchObject({ changed: 3, total: 3 });
    expect(await linkMatching(id, { client: "Acme" })).toMatchObject({ changed: 0, total: 3 });
    expect(await linkMatching(id, {})).toMatchObject({ changed: 1, total: 4 });
    expect((await list({ projectId: id })).total).toBe(4);
  });

  it("link invoices", async () => {
    const id = await create();
    const { id: invoiceId } = await createInvoice();
    const { filterHash } = await activity.as(us, InvoiceService).listInvoices({});
    const { links } = await byFilters(id, filterHash, { entityType: INVOICES });
    expect(links).toMatchObject({ entityType: INVOICES, changed: 1, total: 1 });
    expect(await linked()).toMatchObject([{ entityType: "invoices", entityId: invoiceId }]);
  });

  it("are refused when the set or the filters are not those of the hash, and then link nothing", async () => {
    const id = await create();
    await storeShipments({ client: "Acme" });
    const seen = await hashOf({ client: "Acme" });
    const codes = [
      await refusalOf(byFilters(id, seen)),
      await refusalOf(byFilters(id, seen, { logisticsRequests: { client: "Acme", projectId: id } })),
    ].map(({ code }) => code);
    await storeShipments({ client: "Acme" });
    codes.push((await refusalOf(byFilters(id, seen, { logisticsRequests: { client: "Acme" } }))).code);
    expect(codes).toEqual(Array(3).fill("FILTER_HASH_MISMATCH"));
    expect(await linked()).toEqual([]);
  });

  it.each([
    ["no kind", { entityType: ProjectEntityType.UNSPECIFIED }, "body.entity_type value_error.missing"],
    ["readings with those of invoices", { entityType: FILE_READINGS, invoices: {} }, "body.invoices value_error.extra"],
    ["the filters of another kind", { invoices: {} }, "body.invoices value_error.extra"],
    [
      "a wrong filter",
      { logisticsRequests: { filterBy: ["client=Acme"] } },
      "body.logistics_requests.filter_by value_error",
    ],
    [
      "deleted records",
      { logisticsRequests: { status: [LogisticsRequestStatus.INACTIVE] } },
      "body.logistics_requests.status value_error",
    ],
  ])("of %s are refused", async (_, more, said) => {
    const refused = await refusalOf(byFilters(await create(), "a3f1c2e4b5d6a7b8", more));
    expect(refused.violations).toEqual([said]);
  });

  it("of another organization's project are not found", async () => {
    const id = await create();
    const stranger = await activity.organization();
    const filterHash = await hashOf({});
    const call = projects(stranger).linkRecordsByFilters({ id, entityType: LOGISTICS_REQUESTS, filterHash });
    expect((await refusalOf(call)).code).toBe("PROJECT_NOT_FOUND");
  });

  it("and deletions at the same time leave no link without a record", async () => {
    const id = await create();
    const ids = await storeShipments({}, 40);
    const seen = await hashOf({});
    const calls = ids.slice(0, 8).map((one) => requests().deleteLogisticsRequest({ id: one }));
    await Promise.allSettled([byFilters(id, seen), ...calls, byFilters(id, seen)]);
    await linkMatching(id, {});
    const left = (await linked()).map(({ entityId }) => entityId);
    expect(left.toSorted()).toEqual(ids.slice(8).toSorted());
  });

  it("link more records than one statement takes", async () => {
    const id = await create();
    await storeShipments({}, 10_001);
    expect(await linkMatching(id, {})).toMatchObject({ changed: 10_001, total: 10_001 });
  });
});

describe("nothing is left behind", () => {
  it("when a record is deleted by id, by filters or with a job", async () => {
    const id = await create();
    const { id: invoiceId } = await createInvoice();
    await projects().linkRecords({ id, entityType: INVOICES, entityIds: [invoiceId] });
    await storeShipments({}, 3);
    await linkMatching(id, {});
    await activity.as(us, InvoiceService).deleteInvoice({ id: invoiceId });
    await requests().deleteLogisticsRequestsByFilters({ filterHash: await hashOf({}) });
    expect(await linked()).toEqual([]);
  });

  it("when the project is deleted; its records stay", async () => {
    const [id, other] = [await create(), await create()];
    await storeShipments({}, 3);
    await linkMatching(id, {});
    await linkMatching(other, {});
    const { organization } = await activity
      .as(us, GroupService)
      .createChildOrganization({ name: "North", country: "SE" });
    await projects().inviteToProject({ id, organizationId: organization!.id, allowedViews: [] });
    await projects().deleteProject({ id });
    expect((await linked()).map(({ projectId }) => projectId)).toEqual([other, other, other]);
    expect(await activity.rows(us, "project_invitations")).toEqual([]);
    expect((await list({})).total).toBe(3);
  });
});

const CLIENTS = ["Acme", "Best", "Core"];
const step = fc.oneof(
  fc.record({ kind: fc.constant("store" as const), client: fc.constantFrom(...CLIENTS) }),
  fc.record({ kind: fc.constantFrom("link" as const, "unlink" as const, "delete" as const), at: fc.nat(20) }),
  fc.record({ kind: fc.constant("linkByFilters" as const), client: fc.constantFrom(...CLIENTS) }),
);

it("after any links, unlinks and deletions, the list of the project has exactly its records", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const id = await create();
      const records = new Map<string, string>();
      const inProject = new Set<string>();
      for (const one of steps) {
        if (one.kind === "store") {
          const [stored] = await storeShipments({ client: `${one.client} ${id}` });
          records.set(stored!, one.client);
        } else if (one.kind === "linkByFilters") {
          await linkMatching(id, { client: `${one.client} ${id}` });
          for (const [record, client] of records) if (client === one.client) inProject.add(record);
        } else {
          const chosen = [...records.keys()][one.at];
          if (chosen === undefined) continue;
          const sent = { id, entityType: LOGISTICS_REQUESTS, entityIds: [chosen] };
          if (one.kind === "link") await projects().linkRecords(sent);
          else if (one.kind === "unlink") await projects().unlinkRecords(sent);
          else await requests().deleteLogisticsRequest({ id: chosen });
          if (one.kind === "link") inProject.add(chosen);
          else inProject.delete(chosen);
          if (one.kind === "delete") records.delete(chosen);
        }
      }
      const { logisticsRequests, total } = await list({ projectId: id });
      expect(logisticsRequests.map((one) => one.id).toSorted()).toEqual([...inProject].toSorted());
      expect(total).toBe(inProject.size);
      const rest = await projects().unlinkRecords({ id, entityType: LOGISTICS_REQUESTS, entityIds: [newId()] });
      expect(rest.links!.total).toBe(inProject.size);
    }),
    { numRuns: 12 },
  );
});
