import {
  create,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import { createClient, createRouterTransport, type ServiceImpl } from "@connectrpc/connect";
import { type Packed, unpack } from "@emissions/kit/db/packing";
import { Db } from "@emissions/kit/db/transactions";
import { consume, type Delivery } from "@emissions/kit/messages/deliveries";
import type { Work } from "@emissions/kit/messages/handle-events";
import { retryNext } from "@emissions/kit/messages/retry-deferred";
import { newId } from "@emissions/kit/process/id";
import { createLogger } from "@emissions/kit/process/log";
import { callAs, type Principal } from "@emissions/kit/wire/principal";
import { ProjectService } from "@emissions/proto/activity/v1/project_service";
import { WorkforceFigureService } from "@emissions/proto/activity/v1/workforce_figure_service";
import { CalculationService, RecordsCalculatedSchema } from "@emissions/proto/calc/v1/calculation_service";
import { DashboardService } from "@emissions/proto/calc/v1/dashboard_service";
import { InventoryService } from "@emissions/proto/calc/v1/inventory_service";
import { LedgerService } from "@emissions/proto/calc/v1/ledger_service";
import { RecalculationService } from "@emissions/proto/calc/v1/recalculation_service";
import { RestatedAmountService } from "@emissions/proto/calc/v1/restatement_service";
import { TotalImpactService } from "@emissions/proto/calc/v1/total_impact_service";
import { WidgetService } from "@emissions/proto/calc/v1/widget_service";
import { EventBatchSchema } from "@emissions/proto/common/v1/event";
import { SelectionService } from "@emissions/proto/factors/v1/selection_service";
import { testDatabase } from "@emissions/testkit/database";
import { inMemory } from "@emissions/testkit/in-memory";
import { adminOf, between } from "@emissions/testkit/principals";
import { factorResolver } from "./factor/resolver.ts";
import { consumers, routes } from "./service.ts";

const MIGRATIONS = new URL("../migrations/", import.meta.url);
const log = createLogger({ service: "calc", level: "silent" });

type LookUpProjects = NonNullable<ServiceImpl<typeof ProjectService>["lookUpProjects"]>;
export type SumContractDays = NonNullable<ServiceImpl<typeof WorkforceFigureService>["sumContractDays"]>;

/** The calc service with its own database and fakes of the factors service and of the projects of activity. */
export async function calcService(
  resolveFactors: ServiceImpl<typeof SelectionService>["resolveFactors"],
  lookUpProjects: LookUpProjects = () => ({}),
  sumContractDays: SumContractDays = () => ({}),
) {
  const database = await testDatabase("calc", [MIGRATIONS]);
  const db = new Db(database.sql);
  const factors = createRouterTransport(
    (router) => router.service(SelectionService, { resolveFactors }),
    between("calc", "factors"),
  );
  const resolver = factorResolver(createClient(SelectionService, factors));
  const activity = createRouterTransport(
    (router) => {
      router.service(ProjectService, { lookUpProjects });
      router.service(WorkforceFigureService, { sumContractDays });
    },
    between("calc", "activity"),
  );
  const context = {
    db,
    log,
    factors: resolver,
    projects: createClient(ProjectService, activity),
    workforce: createClient(WorkforceFigureService, activity),
  };
  const all = consumers(context);
  const workOf = (event: DescMessage): Work => {
    const consumer = all.find((each) => each.event.typeName === event.typeName)!;
    return { db, consumer, durable: `calc_${event.name}`, lane: "single", log, blocked: new Set() };
  };
  const { transport } = inMemory({ db, service: "calc", entries: routes(context) });

  return {
    ...database,
    db,
    workforce: context.workforce,
    resolver,
    calculations: createClient(CalculationService, transport),
    totals: createClient(TotalImpactService, transport),
    inventories: createClient(InventoryService, transport),
    ledgers: createClient(LedgerService, transport),
    recalculations: createClient(RecalculationService, transport),
    widgets: createClient(WidgetService, transport),
    restatements: createClient(RestatedAmountService, transport),
    dashboards: createClient(DashboardService, transport),
    /** Options of calls, of an admin of the organization if only its id is given. */
    by: (principal: Principal | string) => callAs(typeof principal === "string" ? adminOf(principal) : principal),
    /** Delivers messages to the consumer of their type as one batch. Returns whether each was acknowledged. */
    async deliver<D extends DescMessage>(event: D, messages: readonly Message<D>[]): Promise<Acknowledgement[]> {
      const acknowledgements: Acknowledgement[] = messages.map(() => "open");
      const deliveries = messages.map(
        (message, index): Delivery => ({
          data: batchOf(event, message),
          tries: 1,
          ack: () => {
            acknowledgements[index] = "done";
          },
          retry: () => {
            acknowledgements[index] = "retry";
          },
        }),
      );
      await consume(workOf(event), deliveries);
      return acknowledgements;
    },
    /** Handles the deferred events of an organization once more, whether or not they are due. */
    async retry(event: DescMessage, org: string): Promise<void> {
      const work = workOf(event);
      await db.asService(org, ({ tx }) => tx`update deferred_events set due_at = now() where organization_id = ${org}`);
      await retryNext(work, { consumer: work.durable, lane: work.lane, organizationId: org });
    },
    /** Deferred events of an organization, with their own failures. */
    deferred: (org: string) =>
      db.asService(
        org,
        ({ tx }) => tx<{ failures: number }[]>`select failures from deferred_events where organization_id = ${org}`,
      ),
    /** The published events of a type, of one organization. */
    async events<D extends DescMessage>(org: string, event: D): Promise<MessageShape<D>[]> {
      const rows = await db.asService(
        org,
        ({ tx }) => tx<Packed[]>`
          select payload, packed from outbox where organization_id = ${org} and type = ${event.typeName} order by id`,
      );
      return rows.map((row) => fromBinary(event, unpack(row)));
    },
    /** The published results, per message. */
    async announced() {
      const rows = await db.systemWide(
        (tx) => tx<Packed[]>`
          select payload, packed from outbox where type = ${RecordsCalculatedSchema.typeName} order by id`,
      );
      return rows.map((row) => fromBinary(RecordsCalculatedSchema, unpack(row)).results);
    },
  };
}

export type CalcService = Awaited<ReturnType<typeof calcService>>;

type Acknowledgement = "open" | "done" | "retry";

export interface Message<D extends DescMessage> {
  org: string;
  value: MessageInitShape<D>;
  /** Messages with the same id are one message. */
  id?: string;
}

function batchOf<D extends DescMessage>(event: D, { org, value, id = newId() }: Message<D>): Uint8Array {
  const payload = toBinary(event, create(event, value));
  return toBinary(
    EventBatchSchema,
    create(EventBatchSchema, { events: [{ id, organizationId: org, type: event.typeName, payload }] }),
  );
}
