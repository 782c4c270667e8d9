import { divide, parse, plain, roundKg } from "@emissions/quantity/decimal";
import type { RunTotals } from "./queries.ts";

/** The share of a leg in the emissions of its run, by tonne-kilometres (ISO 14083). Null while they are not known. */
export function shareOf(tkm: string | null, { run, tonneKilometres, co2e, energyProvisionCo2e }: RunTotals) {
  if (tkm === null || co2e === null || energyProvisionCo2e === null || parse(tonneKilometres).isZero()) return null;
  const of = (kg: string) => roundKg(divide(parse(kg).times(parse(tkm)), parse(tonneKilometres)));
  const [all, provision] = [of(co2e), of(energyProvisionCo2e)];
  return {
    run: run.replace(/^run:/, ""),
    runTkm: { value: tonneKilometres },
    runCo2e: { value: co2e },
    co2e: { value: plain(all) },
    operationCo2e: { value: plain(all.minus(provision)) },
    energyProvisionCo2e: { value: plain(provision) },
    formula: `${tkm} / ${tonneKilometres} * ${co2e}`,
  };
}
