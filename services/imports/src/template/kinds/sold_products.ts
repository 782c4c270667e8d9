import { EntityType } from "@emissions/proto/activity/v1/record_events";
import { SoldProductSaleService } from "@emissions/proto/activity/v1/sold_product_sale_service";
import { FILE_FIELDS } from "../common-columns.ts";
import { describeTemplate } from "../derive.ts";
import { named } from "../words.ts";

/** Sales of one product in one country have one period, so each example has a country of its own. */
const example = (country: string, quantity: string) => ({
  product_name: "{sold_product}",
  start_date: "{year}-01-01",
  end_date: "{year}-12-31",
  country,
  quantity,
  external_id: `SALE-${country}`,
});

export const soldProducts = describeTemplate({
  id: "sold_products",
  labels: { en: "Sales of products", es: "Ventas de productos", ca: "Vendes de productes" },
  entityType: EntityType.SOLD_PRODUCT_SALES,
  method: SoldProductSaleService.method.createSoldProductSales,
  records: "records",
  isPersonal: false,
  // The API finds products by name, so ids would be a second column for the same.
  leftOut: [...FILE_FIELDS, "product_id"],
  columns: {
    product_name: {
      ...named("Product", "Producto", "Producte", [
        "product name",
        "article",
        "item",
        "sku",
        "artículo",
        "nombre del producto",
      ]),
      required: true,
    },
    country: named("Country of use", "País de uso", "País d'ús", ["country", "país", "market", "mercado"]),
    quantity: named("Units sold", "Unidades vendidas", "Unitats venudes", [
      "quantity",
      "units",
      "sales",
      "cantidad",
      "unidades",
      "ventas",
      "quantitat",
    ]),
  },
  examples: [example("ES", "1000"), example("FR", "450"), example("DE", "320")],
});
