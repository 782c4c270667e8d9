/**
 * Countries with a publication of fuels of their own. Ids do not depend on the country, and no name means two fuels, so
 * names of all publications are found for any facility.
 */
export const FUEL_COUNTRIES = ["ES", "GB", "US", "IE", "NZ"];
