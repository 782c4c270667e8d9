import { folded } from "../words.ts";
import { pairsIn } from "./pairs.ts";

/** The box that says from which sources the electricity of the supplier comes. */
const MIX =
  /\b(?:(?:fuel|energy|energie|generation) mix|mix energeti\w+|stromkennzeichnung|energietragermix|\w*strommix|environmental impact|impacto (?:medio)?ambiental|umweltauswirkung\w*|(?:orig[ei]\w+|sources?|herkunft|mezcla|barreja|mix|mistura|fonti|fontes|fonts)\b.*(?:energ|ele[ct]tri|eletri|strom|nacional|national|nazional|comercializador))/;
const SOURCE =
  /\b(?:renovables?|renewables?|erneuerbar\w*|renouvelables?|rinnovabil[ei]|renovave(?:l|is)|nuclear|nuclea[ir]re|kernenergie|kernkraft|carbon|coal|kohle|charbon|carbone|carvao|carbo|eolica|wind|windkraft|solar|hidraulica|hydro\w*|idroelettric\w*|cogeneracion|cogeneration|cogeracao|cogeneracio|gas natural|natural gas|erdgas|gaz naturel|gas naturale|gaz|gas|fuel(?: ?oil)?|petroleum|oil|biomas\w*|residuos|wastes?|abfall|dechets|rifiuti|otras|others?|sonstige|autres|altre|outras)\b/;
/** Lines of the box below its heading. */
const MIX_LINES_MAX = 15;

/** The lines without the origin of electricity, whose fuels are not what is billed. */
export function withoutMix(lines: readonly string[]): string[] {
  let left = 0;
  return lines.filter((line) => {
    const words = folded(line);
    if (pairsIn(line).length > 0) {
      left = 0;
      return true;
    }
    if (MIX.test(words)) {
      left = MIX_LINES_MAX;
      return false;
    }
    left--;
    const isSource = SOURCE.test(words);
    return !(isSource && (words.includes("%") || left >= 0));
  });
}
