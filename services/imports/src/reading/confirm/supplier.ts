import { type CallOptions, Code, ConnectError } from "@connectrpc/connect";
import { refuse, violation } from "@emissions/kit/wire/checks";
import type { ConfirmReadingRequest } from "@emissions/proto/imports/v1/reading_service";
import type { Context } from "../../context.ts";
import type { ReadingRow } from "../queries.ts";
import { folded } from "../words.ts";

/** Spain publishes a mix for each supplier, so its invoices need one. */
const SUPPLIER_REQUIRED_IN = "ES";
const AT_ONCE_MAX = 10;

interface Confirmation {
  reading: ReadingRow;
  request: ConfirmReadingRequest;
}

/** The supplier that the caller has sent, or the one with the printed name in the country of the facilities. */
export async function supplierOf(
  context: Pick<Context, "energySuppliers" | "facilities">,
  { reading: { supplierName }, request: { supplierId, facilities } }: Confirmation,
  options: CallOptions,
): Promise<string | undefined> {
  if (supplierId !== undefined) return supplierId;
  const ids = facilities.map(({ id }) => id);
  const countries = await countriesOf(context, ids, options);
  const [country] = countries;
  if (countries.size === 1 && supplierName !== null) {
    const { suppliers } = await context.energySuppliers.listEnergySuppliers({ country: country! }, options);
    const found = suppliers.filter(({ name }) => isNamed(supplierName, name));
    if (found.length === 1) return found[0]!.id;
  }
  if (countries.has(SUPPLIER_REQUIRED_IN)) {
    const msg = "field required: the printed supplier is none of GET /v1/energy-suppliers";
    refuse([violation("supplier_id", "value_error.missing", msg)]);
  }
  return undefined;
}

/** Names of companies with their legal form, such as "Iberdrola Clientes, S.A.U.", contain the name in the catalogue. */
function isNamed(printed: string, name: string): boolean {
  const words = (text: string) =>
    ` ${folded(text)
      .replace(/[^\p{L}\d]+/gu, " ")
      .trim()} `;
  return words(printed).includes(words(name));
}

async function countriesOf(
  { facilities }: Pick<Context, "facilities">,
  ids: readonly string[],
  options: CallOptions,
): Promise<ReadonlySet<string>> {
  const countries = new Set<string>();
  for (let at = 0; at < ids.length; at += AT_ONCE_MAX) {
    const some = ids.slice(at, at + AT_ONCE_MAX).map(async (facilityId, index) => {
      const { facility } = await facilities.getFacility({ facilityId }, options).catch((error) => {
        if (!(error instanceof ConnectError) || error.code !== Code.NotFound) throw error;
        const loc = ["body", "facilities", String(at + index), "id"];
        return refuse([{ loc, type: "value_error.not_found", msg: "does not exist" }]) as never;
      });
      countries.add(facility!.country);
    });
    await Promise.all(some);
  }
  return countries;
}
