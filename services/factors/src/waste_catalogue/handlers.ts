import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import { checkedPageOf } from "@emissions/kit/db/page";
import { invalid } from "@emissions/kit/wire/errors";
import type {
  LerCodeSchema,
  RdCodeSchema,
  WasteCatalogueService,
  WasteFactorSchema,
} from "@emissions/proto/factors/v1/waste_catalogue_service";
import type { LerRow, RdRow } from "../catalogue/codes.ts";
import type { Context } from "../context.ts";
import { lerMatcher, pairsOf, rdCodeOf, spaced, type WastePair } from "./rules.ts";

const LER_IDS_MAX = 1_000;
const RD_IDS_MAX = 100;

/** The lists are the same for every organization and in memory. */
export const wasteCatalogueHandlers = ({ catalogue }: Context): ServiceImpl<typeof WasteCatalogueService> => ({
  listRdCodes: async ({ lerCodeId }, call) => {
    const snapshot = await catalogue.current(call);
    const codes = [...snapshot.rdById.values()];
    if (lerCodeId === "") return { codes: codes.map(toRdCode) };
    const ler = snapshot.lerById.get(lerCodeId.toLowerCase());
    const treatments = ler && pairsOf(snapshot).globalTreatments.get(ler.code);
    return { codes: codes.filter(({ code }) => treatments?.has(code)).map(toRdCode) };
  },

  listLerCodes: async ({ search, hazardous }, call) => {
    const { lerById } = await catalogue.current(call);
    const matches = lerMatcher(search);
    const wanted = (row: LerRow) => (hazardous === undefined || row.hazardous === hazardous) && matches(row);
    return { codes: [...lerById.values()].filter(wanted).map(toLerCode) };
  },

  listWasteFactors: async (request, call) => {
    const { limit, offset } = checkedPageOf(request);
    const lowCode = request.lowCode.replaceAll(" ", "");
    const rdCode = rdCodeOf(request.rdCode);
    const found = pairsOf(await catalogue.current(call)).all.filter(
      ({ factor, ler, rd }) =>
        (request.region === "" || factor.region === request.region) &&
        (lowCode === "" || ler.code === lowCode) &&
        (rdCode === "" || rd?.code === rdCode),
    );
    return { factors: found.slice(offset, offset + limit).map(toWasteFactor), total: found.length };
  },

  lookUpWasteCodes: async ({ lerCodeIds, rdCodeIds }, call) => {
    if (lerCodeIds.length > LER_IDS_MAX) throw tooMany("ler_code_ids", LER_IDS_MAX);
    if (rdCodeIds.length > RD_IDS_MAX) throw tooMany("rd_code_ids", RD_IDS_MAX);
    const { lerById, rdById } = await catalogue.current(call);
    const found = <R>(rows: ReadonlyMap<string, R>, ids: string[]) =>
      ids.flatMap((id) => rows.get(id.toLowerCase()) ?? []);
    return {
      lerCodes: found(lerById, lerCodeIds).map(toLerCode),
      rdCodes: found(rdById, rdCodeIds).map(toRdCode),
    };
  },
});

const tooMany = (field: string, max: number) =>
  invalid([{ loc: [field], msg: `at most ${max} ids at once`, type: "value_error.list.max_items" }]);

const toRdCode = ({ id, code, name, description }: RdRow): MessageInitShape<typeof RdCodeSchema> => ({
  id,
  code,
  name,
  ...(description !== null && { description }),
});

const toLerCode = (row: LerRow): MessageInitShape<typeof LerCodeSchema> => ({
  id: row.id,
  code: spaced(row.code),
  name: row.name,
  description: descriptionOf(row),
  hazardous: row.hazardous,
});

const toWasteFactor = ({ factor, ler, rd }: WastePair): MessageInitShape<typeof WasteFactorSchema> => ({
  id: factor.id,
  lowCode: spaced(ler.code),
  lowName: ler.name,
  lowDescription: descriptionOf(ler),
  ...(rd && { rdCode: rd.code, rdName: rd.name, ...(rd.description !== null && { rdDescription: rd.description }) }),
  region: factor.region,
});

const descriptionOf = ({ chapter, subchapter }: LerRow) => `${chapter}: ${subchapter}`;
