import type { Sweep } from "@emissions/kit/db/sweep";
import type { Consumer } from "@emissions/kit/messages/consume";
import type { Background } from "@emissions/kit/process/repeat";
import { type ServiceEntry, serve } from "@emissions/kit/wire/services";
import { CalculationService } from "@emissions/proto/calc/v1/calculation_service";
import { DashboardService } from "@emissions/proto/calc/v1/dashboard_service";
import { InventoryService } from "@emissions/proto/calc/v1/inventory_service";
import { LedgerService } from "@emissions/proto/calc/v1/ledger_service";
import { RecalculationService } from "@emissions/proto/calc/v1/recalculation_service";
import { RestatedAmountService } from "@emissions/proto/calc/v1/restatement_service";
import { TotalImpactService } from "@emissions/proto/calc/v1/total_impact_service";
import { WidgetService } from "@emissions/proto/calc/v1/widget_service";
import { calculationHandlers } from "./calculation/handlers.ts";
import type { Context } from "./context.ts";
import { dashboardConsumer } from "./dashboard/consumers.ts";
import { dashboardHandlers } from "./dashboard/handlers.ts";
import { inventoryHandlers } from "./inventory/handlers.ts";
import { ledgerHandlers } from "./ledger/handlers.ts";
import { recalculationConsumer } from "./recalculation/consumers.ts";
import { recalculationHandlers } from "./recalculation/handlers.ts";
import { recalculationSweep } from "./recalculation/sweep.ts";
import { startRecalculations } from "./recalculation/worker.ts";
import { recordConsumers } from "./record/consumers.ts";
import { lockConsumers } from "./restatement/consumers.ts";
import { restatedAmountHandlers } from "./restatement/handlers.ts";
import { totalImpactHandlers } from "./total_impact/handlers.ts";
import { totalsSweep } from "./total_impact/sweep.ts";
import { widgetHandlers } from "./widget/handlers.ts";

export const routes = (context: Context): ServiceEntry[] => [
  serve(CalculationService, calculationHandlers(context)),
  serve(TotalImpactService, totalImpactHandlers(context)),
  serve(InventoryService, inventoryHandlers(context)),
  serve(LedgerService, ledgerHandlers(context)),
  serve(RecalculationService, recalculationHandlers(context)),
  serve(RestatedAmountService, restatedAmountHandlers(context)),
  serve(WidgetService, widgetHandlers(context)),
  serve(DashboardService, dashboardHandlers(context)),
];

export const consumers = (context: Context): Consumer[] => [
  ...recordConsumers(context),
  ...lockConsumers,
  recalculationConsumer,
  dashboardConsumer,
];

export const sweeps = (context: Context): Sweep[] => [totalsSweep(context), recalculationSweep(context)];

export const background = (context: Context): Background[] => [startRecalculations(context)];
