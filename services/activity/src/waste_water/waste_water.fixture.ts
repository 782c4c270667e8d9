/** A treatment that is right. */
export const treatmentOf = (facilityId: string) => ({
  facilityId,
  name: "Municipal plant",
  startDate: "2025-01-01",
  endDate: "2025-01-31",
  quantity: { value: "340.50" },
});
