/** Blanks, hyphens, dots and everything else besides letters and digits. */
const SEPARATORS = /[^\p{L}\p{N}]/gu;

/**
 * The one spelling of a license plate that the organization's vehicles are compared by: capital letters and digits. Accents
 * stay, because a German "MÜ" and "MU" are different districts. Full-width forms become the usual ones (NFKC).
 */
export const plateKey = (licensePlate: string): string =>
  licensePlate.normalize("NFKC").toUpperCase().replaceAll(SEPARATORS, "").normalize("NFKC");
