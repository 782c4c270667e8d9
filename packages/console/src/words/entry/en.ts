/** Words of forms for new records. */
export const entry = {
  "entry.purchases": "Record a purchase",
  "entry.invoices": "Record an invoice",
  "entry.wastes": "Record a waste",
  "entry.waste_water_treatments": "Record waste water",
  "entry.hotel_stays": "Record a hotel stay",
  "entry.business_travels": "Record a business travel",
  "entry.vehicle_consumptions": "Record a consumption of a vehicle",
  "entry.transports": "Record a transport",
  "entry.logistics_requests": "Record a logistics request",
  "entry.logistics_recharges": "Record a logistics recharge",
  "entry.commuting_periods": "Record a commuting period",
  "entry.sold_product_sales": "Record a sale",
  "entry.item": "Section {number}",
  "entry.other": "New record",
  "entry.none": "Records of this kind are created by imports and by the API.",
  "entry.mayNot": "Your role ({role}) cannot record activities in this organization.",
  "entry.amount": "Amount",
  "entry.money": "Money, without tax",
  "entry.physical": "Physical quantity",
  "entry.sector":
    "Search by activity, or write a code of NACE, UK SIC or NAICS. A code that changed its meaning needs its edition: NACE Rev. 2.1 46.71.",
  "entry.more": "More values",
  "entry.save": "Save",
  "code.INVALID_TRANSPORT_COMBINATION":
    "A section has a vehicle, a size or a drive that its mode of transport does not have.",
};
