import { conflict } from "@emissions/kit/wire/errors";

export const nameTaken = () =>
  conflict("LOGISTIC_HUB_ALREADY_EXISTS", "The organization has a hub with this name.", [
    { loc: ["body", "name"], msg: "the organization has a hub with this name", type: "value_error.name.exists" },
  ]);

export const hubInUse = () => conflict("LOGISTIC_HUB_IN_USE", "Logistics requests name the hub.");
