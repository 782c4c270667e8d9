import { QUANTITY } from "../apply-factor.ts";
import { byFactor } from "../by-factor.ts";

/** kg = room_nights * factor; see README.md. */
export const hotelStays = byFactor(
  "hotel-stays/2",
  { scope: 3, part: "travel" },
  { ...QUANTITY, quantity: "room_nights" },
);
