/** Values for the examples of answers about published editions. */
export const EDITIONS: Readonly<Record<string, unknown>> = {
  "Edition.publisher": "DESNZ",
  "Edition.title": "Greenhouse gas reporting: conversion factors 2026 (flat file, version 1.2)",
  "Edition.version": "1.2",
  "Edition.printed_on": "2026-07-10",
  "Edition.published_on": "2026-07-31",
  "Edition.sha256": "a9a455ab396dae226d510c7be6233748416d490c41a5d20f3dc7a0c45feecd5e",
  "Edition.url": "https://www.gov.uk/government/collections/government-conversion-factors-for-company-reporting",
  "Edition.licence": "OGL v3.0",
  "Edition.retrieved_on": "2026-11-28",
  "Edition.reading": "transcribed",
  "Edition.correction": "Blanks that the first flat file of June 2026 printed as 0",
  "Edition.follows": "desnz-2025",
  "Edition.current": true,
  "Edition.datasets": ["defra-2026", "waste-defra-2026", "materials/2026"],
  "Edition.categories": ["electricity_location", "fuels"],
  "Edition.factors": 5670,
  "EditionChangeList.compared_with": "desnz-2025",
  "RecalculationOffer.sources": [
    "UK Government GHG Conversion Factors for Company Reporting 2025, material use (DESNZ)",
  ],
};
