import { enumText } from "@emissions/kit/wire/enum";
import { CertificateTypeSchema } from "@emissions/proto/activity/v1/certificate";
import { FactorMethod, YearMeaning } from "@emissions/proto/factors/v1/selection_service";
import { unitId } from "@emissions/quantity/catalogue-id";
import { type ResolvedFactor, toResolved } from "../factor/resolver.ts";
import { CERTIFICATES, type PartInput, technologyOf } from "./part.ts";

const MWH = "MWh";

/** The factor that a certificate states itself. Null for any other part: the factors service answers for it. */
export function statedFactor({ certificate, quantity }: PartInput): ResolvedFactor | null {
  const rate = certificate?.emissionRate;
  if (certificate === null || rate === undefined) return null;
  const type = enumText(CertificateTypeSchema, certificate.type);
  const factor = {
    id: certificate.certificateId,
    revision: 1,
    name: `Electricity with certificates: ${technologyOf(certificate)}`,
    category: CERTIFICATES,
    key: technologyOf(certificate),
    region: certificate.country,
    year: certificate.year,
    yearMeaning: YearMeaning.DATA,
    unitId: unitId(MWH),
    unit: MWH,
    values: { co2e: rate },
    source: `Stated by the certificate (${type})`,
    method: FactorMethod.SUPPLIER_SPECIFIC,
  };
  const { multiplyBy, divideBy } = certificate;
  const fromUnit = quantity?.unit ?? "";
  return toResolved({
    factor,
    conversion: fromUnit === MWH ? [] : [{ fromUnit, toUnit: MWH, multiplyBy: multiplyBy!, divideBy: divideBy! }],
    candidates: [{ rank: 1, chosen: true, reason: "Chosen: the certificate states it.", factor }],
    fitness: { origin: certificate.country },
  });
}
