import type { ServiceImpl } from "@connectrpc/connect";
import { SectorScheme, type SectorService } from "@emissions/proto/factors/v1/sector_service";
import { derived } from "../catalogue/derived.ts";
import { findSupplierSector } from "../catalogue/sector-codes.ts";
import type { Context } from "../context.ts";
import { searchedPage } from "../search.ts";

const SCHEMES: Readonly<Record<string, SectorScheme>> = {
  nace_rev2: SectorScheme.NACE,
  uk_sic_2007: SectorScheme.SIC,
  naics_2017: SectorScheme.NAICS,
};

/** Purchases cannot name a section: it is too broad for a factor. */
const listed = derived(({ sectorRows }) =>
  sectorRows
    .filter(({ level }) => level !== "section")
    .map(({ scheme, code, level, title }) => {
      const text = `${code} ${code.replace(/\D/g, "")} ${title}`;
      return { sector: { scheme: SCHEMES[scheme] ?? SectorScheme.UNSPECIFIED, code, name: title, level }, text };
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

  lookUpSector: async ({ codeType, code }, call) => {
    const found = findSupplierSector((await catalogue.current(call)).sectors, codeType, code);
    if (found === null) return {};
    return { sector: { scheme: SCHEMES[found.scheme]!, code: found.code, name: found.title } };
  },
});
