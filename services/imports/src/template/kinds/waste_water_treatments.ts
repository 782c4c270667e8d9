import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { WasteWaterTreatmentService } from "@emissions/proto/activity/v1/waste_water_treatment_service";
import { FILE_FIELDS, UNIT } from "../common-columns.ts";
import { describeTemplate } from "../derive.ts";

const example = (month: string, last: string, quantity: string) => ({
  facility_id: "{facility}",
  name: "Waste water",
  start_date: `{year}-${month}-01`,
  end_date: `{year}-${month}-${last}`,
  quantity,
  unit_id: "m3",
  external_id: `WATER-${month}`,
});

export const wasteWaterTreatments = describeTemplate({
  id: "waste_water_treatments",
  labels: {
    en: "Waste water treatments",
    es: "Tratamientos de aguas residuales",
    ca: "Tractaments d'aigües residuals",
  },
  entityType: EntityType.WASTE_WATER_TREATMENTS,
  method: WasteWaterTreatmentService.method.createWasteWaterTreatments,
  records: "records",
  isPersonal: false,
  leftOut: FILE_FIELDS,
  columns: { unit_id: { ...UNIT, default: "m3" } },
  examples: [example("01", "31", "120.5"), example("02", "28", "98"), example("03", "31", "110.25")],
});
