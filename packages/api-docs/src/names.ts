import type { DescMessage } from "@bufbuild/protobuf";
import type { Route } from "@emissions/gateway/rest/route-spec";
import { flatFields } from "@emissions/kit/wire/fields";

export const operationId = ({ method, spec }: Route): string => spec.operation ?? method.localName;

/** Begins the names of schemas that belong to one operation: `CreatePurchase`. */
export const operationName = (route: Route): string => capitalized(operationId(route));

/** Services become tags: `WasteWaterTreatmentService` is `Waste Water Treatment`. */
export const tagOf = ({ method }: Route): string =>
  method.parent.name.replace(/Service$/, "").replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ");

/** "PurchaseService keeps the goods. ..." becomes "Keeps the goods.": names and calls of services are not public. */
export const tagText = (comment: string): string =>
  capitalized(comment.replace(/^\w+Service /, "").replace(/(?<=\.) .*$/, ""));

/** Of a nested object of a body: `TransportSectionValues` is `TransportSectionInput`. */
export const inputName = ({ name }: DescMessage): string => `${name.replace(/^New|Values$/g, "")}Input`;

/** `energy_per_use` becomes `EnergyPerUse`. */
export const pascal = (field: string): string => field.split("_").map(capitalized).join("");

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The message that an answer of the route shows, alone or as the items of a list. */
export function messageShown({ method, spec }: Route): DescMessage | undefined {
  const shown = [...flatFields(method.output).values()].find(({ field }) => field.localName === spec.returns)?.field;
  return shown?.message;
}
