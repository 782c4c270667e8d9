/** Headers of files that say who pays the carrier. */
export const PAYERS = ["payer", "freight payer", "freight paid by", "pagador", "portes", "pagado por"];
