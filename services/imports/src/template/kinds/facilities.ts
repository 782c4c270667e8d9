import { FacilityService } from "@emissions/proto/activity/v1/facility_service";
import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { describeTemplate } from "../derive.ts";
import { named } from "../words.ts";

export const facilities = describeTemplate({
  id: "facilities",
  labels: { en: "Facilities", es: "Centros", ca: "Centres" },
  entityType: EntityType.FACILITIES,
  method: FacilityService.method.createFacilities,
  records: "records",
  isPersonal: false,
  leftOut: [],
  columns: {
    name: named("Name", "Nombre", "Nom", [
      "facility",
      "facility name",
      "site",
      "centro",
      "nombre del centro",
      "sede",
      "centre",
    ]),
    type: named("Type", "Tipo", "Tipus", ["facility type", "kind", "tipo de centro", "uso"]),
    country: {
      ...named("Country", "País", "País", ["country code", "nation", "código de país"]),
      reference: "country",
    },
    address: named("Address", "Dirección", "Adreça", ["postal address", "street", "domicilio"]),
    logistic_factor: {
      ...named("Share of logistics", "Factor logístico", "Factor logístic", ["logistic factor", "logistics factor"]),
      default: "0.8",
    },
    categories: named("Categories", "Categorías", "Categories", ["category", "categoría"]),
    cups_list: named("Supply points (CUPS)", "CUPS", "CUPS", ["supply point", "meter", "punto de suministro"]),
    external_id: named("External ID", "ID externo", "ID extern", [
      "code",
      "facility code",
      "código",
      "id",
      "código del centro",
    ]),
    grid_zone: named("Zone of the grid", "Zona de la red", "Zona de la xarxa", ["grid zone", "subregion", "zona"]),
  },
  examples: [
    {
      name: "Example plant north",
      type: "factory",
      country: "ES",
      address: "Calle Mayor 1, Bilbao",
      categories: "electricity; wastes",
      cups_list: "ES0021000000000001JN",
      external_id: "FACILITY-1",
    },
    {
      name: "Example office",
      type: "office",
      country: "FR",
      address: "Rue Neuve 12, Lyon",
      categories: "electricity",
      external_id: "FACILITY-2",
    },
    {
      name: "Example warehouse",
      type: "warehouse",
      country: "GB",
      logistic_factor: "1",
      categories: "electricity; heat",
      external_id: "FACILITY-3",
    },
  ],
});
