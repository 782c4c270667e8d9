/** Words of forms for new records. */
export const entry = {
  "entry.purchases": "Record a purchase",
  "entry.invoices": "Record an invoice",
  "entry.wastes": "Record a waste",
  "entry.waste_water_treatments": "Record waste water",
  "entry.hotel_stays": "Record a hotel stay",
  "entry.business_travels": "Record a business travel",
  "entry.vehicle_consumptions": "Record a consumption of a vehicle",
  "entry.other": "New record",
  "entry.none": "Records of this kind are created by imports and by the API.",
  "entry.mayNot": "Your role ({role}) cannot record activities in this organization.",
  "entry.amount": "Amount",
  "entry.money": "Money, without tax",
  "entry.physical": "Physical quantity",
  "entry.sector": "Search by activity, or write a code of NACE, UK SIC or NAICS.",
  "entry.more": "More values",
  "entry.save": "Save",
};
