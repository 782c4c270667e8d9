import type { ServiceImpl } from "@connectrpc/connect";
import { SectorScheme, type SectorService } from "@emissions/proto/factors/v1/sector_service";
import { derived } from "../catalogue/derived.ts";
import { findSupplierSector, unambiguous } from "../catalogue/sector-codes.ts";
import type { Context } from "../context.ts";
import { searchedPage } from "../search.ts";
import { editionOf } from "../selection/lookup/edition.ts";

const SCHEMES: Readonly<Record<string, SectorScheme>> = {
  nace_rev2: SectorScheme.NACE,
  uk_sic_2007: SectorScheme.SIC,
  naics_2017: SectorScheme.NAICS,
  nace_rev2_1: SectorScheme.NACE_REV2_1,
  naics_2022: SectorScheme.NAICS_2022,
};

/** Names of the classifications whose codes can have two meanings. */
const NAMES: Readonly<Record<string, string>> = {
  nace_rev2: "NACE Rev. 2",
  uk_sic_2007: "UK SIC",
  nace_rev2_1: "NACE Rev. 2.1",
};

/** Purchases cannot name a section: it is too broad for a factor. */
const listed = derived(({ sectorRows, sectors: { editions } }) =>
  sectorRows
    .filter(({ level }) => level !== "section")
    .map(({ scheme, code, level, title }) => {
      const name = editions.otherMeaning.has(code) ? NAMES[scheme] : undefined;
      const unambiguousCode = name === undefined ? code : `${name} ${code}`;
      const text = `${unambiguousCode} ${code.replace(/\D/g, "")} ${title}`;
      const sector = { scheme: SCHEMES[scheme] ?? SectorScheme.UNSPECIFIED, code, name: title, level, unambiguousCode };
      return { sector, text };
    })
    .sort((a, b) => a.sector.scheme - b.sector.scheme || (a.sector.code < b.sector.code ? -1 : 1)),
);

export const sectorHandlers = ({ catalogue }: Pick<Context, "catalogue">): ServiceImpl<typeof SectorService> => ({
  listSectors: async ({ scheme: filter, page, ...request }, call) => {
    const all = listed(await catalogue.current(call));
    const inScheme = all.filter(({ sector: { scheme } }) => filter === SectorScheme.UNSPECIFIED || scheme === filter);
    const { rows, total } = searchedPage(inScheme, { ...request, page: page || 1 }, ({ text }) => text);
    return { sectors: rows.map(({ sector }) => sector), total };
  },

  lookUpSector: async ({ codeType, code, sectorEdition }, call) => {
    const { sectors } = await catalogue.current(call);
    const edition = editionOf({ sectorEdition, asksEdition: true });
    const found = unambiguous(findSupplierSector(sectors, codeType, code, edition));
    if (found === null) return {};
    return { sector: { scheme: SCHEMES[found.scheme]!, code: found.code, name: found.title } };
  },
});
