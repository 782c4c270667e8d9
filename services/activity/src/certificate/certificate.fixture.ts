import { CertificateTechnology, CertificateType } from "@emissions/proto/activity/v1/certificate";
import { CertificateService } from "@emissions/proto/activity/v1/certificate_service";
import { activity, us } from "../activity.fixture.ts";

export const certificates = (as: typeof us = us) => activity.as(as, CertificateService);

/** A certificate that is right: 1 MWh of wind power in Spain in 2025. */
export const goOf = (more: object = {}) => ({
  type: CertificateType.GUARANTEE_OF_ORIGIN,
  technology: CertificateTechnology.WIND,
  mwh: { value: "1" },
  country: "ES",
  productionStartDate: "2025-03-01",
  productionEndDate: "2025-03-31",
  ...more,
});

export const certify = async (more: object = {}) => (await certificates().createCertificate(goOf(more))).certificate!;

export const match = async (id: string, ...invoiceIds: string[]) =>
  (await certificates().matchCertificate({ id, invoiceIds })).matching!;

/** Used and remaining MWh. */
export async function mwhOf(id: string): Promise<[used: string, left: string]> {
  const { certificate } = await certificates().getCertificate({ id });
  return [certificate!.mwhUsed!.value, certificate!.mwhLeft!.value];
}

/** The invoices that use a certificate, with their MWh. */
export async function matchesOf(id: string): Promise<[invoiceId: string, mwh: string][]> {
  const { matches } = await certificates().listCertificateMatches({ id });
  return matches.map(({ invoiceId, mwh }) => [invoiceId, mwh!.value]);
}

/** Each certificate uses exactly the MWh of its matches, and no more than it has. */
export async function expectConsistent(): Promise<{ id: string; mwhUsed: string }[]> {
  const rows = await activity.rows<{ id: string; mwh: string; mwhUsed: string }>(us, "certificates");
  const matches = await activity.rows<{ certificateId: string; mwh: string }>(us, "certificate_matches");
  for (const { id, mwh, mwhUsed } of rows) {
    const own = matches.filter(({ certificateId }) => certificateId === id);
    const sum = own.reduce((total, each) => total + BigInt(picoOf(each.mwh)), 0n);
    if (BigInt(picoOf(mwhUsed)) !== sum)
      throw new Error(`Certificate ${id} uses ${mwhUsed}, and its matches ${sum}e-12.`);
    if (sum > BigInt(picoOf(mwh))) throw new Error(`Certificate ${id} is used twice.`);
  }
  return rows;
}

/** Whole millionths of a millionth. */
function picoOf(text: string): string {
  const [whole, decimals = ""] = text.split(".");
  return `${whole}${decimals.padEnd(12, "0")}`;
}
