/** Headers of files that say who pays the carrier. */
export const PAYERS = ["payer", "freight payer", "freight paid by", "pagador", "portes", "pagado por"];

/** Headers of the run of a vehicle. */
export const RUNS = ["run key", "round trip", "trip id", "viaje id", "ruta"];
