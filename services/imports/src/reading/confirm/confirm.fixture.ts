import { createClient, createRouterTransport } from "@connectrpc/connect";
import { activity, allTests, IBERDROLA, us } from "@emissions/activity/activity.fixture";
import { facility } from "@emissions/activity/waste/waste.fixture";
import { EnergySupplierService, EnergySupplierType } from "@emissions/proto/factors/v1/energy_supplier_service";
import { FileService } from "@emissions/proto/imports/v1/file_service";
import { ReadingService } from "@emissions/proto/imports/v1/reading_service";
import { startImports } from "../../imports.fixture.ts";
import { readingTests } from "../reading.fixture.ts";

const supplier = { id: IBERDROLA, name: "Iberdrola", country: "ES", type: EnergySupplierType.ELECTRICITY };
const factors = createRouterTransport((router) => {
  router.service(EnergySupplierService, {
    listEnergySuppliers: ({ country }) => ({ suppliers: country === "ES" ? [supplier] : [] }),
  });
});

/** Starts the service with the real activity service behind it. */
export function confirmationTests(): void {
  allTests();
  readingTests(async () => {
    const imports = await startImports({ activity: activity.transport, factors });
    activity.context.files = createClient(FileService, imports.transport);
    activity.context.readings = createClient(ReadingService, imports.transport);
    return { imports, us };
  });
}

/** Facilities of the organization in Spain, with shares. */
export const shares = async (...percentages: string[]) =>
  Promise.all(percentages.map(async (value) => ({ id: await facility(), percentage: { value } })));
