/** Meanings of the words beside a number. */
type Meaning =
  | "billed"
  | "label"
  | "year"
  | "estimate"
  | "comparison"
  | "exported"
  | "selfConsumed"
  | "deduction"
  | "share"
  | "invoiced"
  | "forecast"
  | "bound"
  | "since"
  | "contract"
  | "noConsumption"
  | "tax"
  | "total"
  | "money";

interface Words {
  es: string;
  en: string;
  de: string;
  fr: string;
  it: string;
  pt: string;
  ca: string;
}

/** Patterns of folded words. Only `es` has the signs that all languages share. */
const WORDS: Record<Meaning, Words> = {
  /** The amount that the invoice is about. */
  billed: {
    es: "consumo total|total (?:del? )?(?:consumo|energia|kwh|m3|litros|peso)|consumo (?:del periodo|facturado)|(?:energia|electricidad|agua|gas|volumen) (?:consumid|facturad)[oa]",
    en: "total (?:consumption|usage|energy|volume|weight|kwh|units)|consumption total|(?:billed|metered|invoiced) (?:[a-z]+ )?(?:consumption|usage|volume|energy|units)|(?:energy|electricity|gas|water|units) (?:used|consumed|billed|supplied)",
    de: String.raw`gesamtverbrauch|gesamtmenge|(?:abgelesen|abgerechnet|berechnet|verrechnet|fakturiert)e[rs]? \w*(?:verbrauch|menge|energie)|verbrauch (?:gesamt|im (?:abrechnungs|liefer)?zeitraum)|summe (?:verbrauch|kwh)`,
    fr: "consommation (?:totale|facturee|(?:de|sur) la periode)|total (?:des? )?(?:consommations?|consomme|energie|kwh|m3)|(?:energie|electricite|eau|quantite|volume) (?:facture|consomme)e?|consommation (?:d'electricite|de gaz|d'eau) facturee",
    it: "consum[oi] (?:total[ei]|fatturat[oi]|(?:del|nel) periodo)|totale (?:consum[oi]|energia|kwh|mc|m3)|energia (?:fatturata|consumata|prelevata)",
    pt: "consumo (?:faturado|(?:do|no) periodo)|total (?:do |de )?(?:consumo|energia)|(?:energia|eletricidade|agua) (?:faturada|consumida)",
    ca: "consum (?:total|facturat|del periode)|total (?:del? |d')?(?:consum|energia)|(?:energia|electricitat|aigua) (?:facturada|consumida)",
  },
  label: {
    es: String.raw`consum[oi]s?|consumid[oa]|volumen|cantidad|peso|litros|recargas?|carga|entregad\w+|suministrad\w+|recogid\w+`,
    en: "consumption|usage|used|volume|quantity|qty|weight|litres|recharged|refill(?:ed)?|delivered|collected",
    de: String.raw`\w*verbrauch|verbraucht|\w*menge|anzahl|gewicht|geliefert\w*|nachgefullt|abgeholt|bezug|netzbezug`,
    fr: "consommations?|consommee?|quantite|qte|poids|livree?s?|recharge|collectee?s?|soutiree?",
    it: String.raw`prelievo|prelevata|quantita|consegnat\w+|ricarica|ritirat\w+`,
    pt: String.raw`quantidade|qtd|entregues?|fornecid\w+|recolhid\w+`,
    ca: String.raw`consum|quantitat|pes|lliurat\w*|subministrad\w+|volum|recollid\w+`,
  },
  /** Of a whole year, which may be the billed one. */
  year: {
    es: "anual(?:es)?|al ano|por ano|ultim[oa]s (?:12|doce|365) (?:meses|dias)|(?:12|doce) (?:ultimos )?meses|acumulad[oa]|interanual|ultimo ano",
    en: "annual(?:ly|i[sz]ed)?|yearly|(?:per|a|each) year|(?:12|twelve|365)[ -](?:months?|days)|year to date|cumulative",
    de: String.raw`jahres\w*|jahrlich\w*|(?:im|pro|je) jahr|(?:12|zwolf) monate?n?|kumuliert\w*`,
    fr: String.raw`annuel(?:le)?s?|(?:par|sur un) an|(?:12|douze) (?:derniers )?mois|cumul\w*|sur l'annee`,
    it: "annu[oiae]|annual[ei]|all'anno|(?:12|dodici) mesi|progressiv[oi]",
    pt: "anuais|ao ano|(?:12|doze) meses",
    ca: "anuals?|(?:a l'|per |l')any|(?:12|dotze) mesos|acumulat",
  },
  estimate: {
    es: "estimad[oa]s?|previst[oa]s?|prevision|proyectad[oa]s?|proyeccion",
    en: "estimated?|estimation|projected|projection|forecast|expected|predicted",
    de: String.raw`geschatzt\w*|schatz\w*|prognos\w*|voraussichtlich\w*|erwartet\w*|hochrechnung|hochgerechnet\w*`,
    fr: String.raw`estime\w*|estimation|previsionnel\w*|prevu\w*|projet\w+`,
    it: String.raw`stim[ae]|stimat\w|presunt\w|prevision[ei]`,
    pt: "estimativas?|projetad[oa]s?|previsao",
    ca: String.raw`estimat|estimacio|previst\w*|previsio|projectad?\w*`,
  },
  /** Averages, earlier periods, and people of the same kind or place. */
  comparison: {
    es: "medi[oa]s?|promedio|diari[oa]s?|historic[oa]s?|evolucion|comparativ[oa]s?|comparacion|(?:ano|periodo|mes|consumo|factura) (?:anterior|pasado)|mismo periodo|(?:[st]u|la|esta|misma) zona|vecin[oa]s?|codigo postal|hogares|vivienda|similares|barrio|ultimo consumo",
    en: "average|mean|typical|daily|history|historical|comparison|compared|(?:previous|last|same|prior) (?:year|period|month|bill|quarter|invoice|time)|(?:previous|last) (?:usage|consumption)|neighbou?rs?|neighbou?rhood|similar|your area|postcode|households?|regional|national",
    de: String.raw`\w*durchschnitt\w*|mittlere[rs]?|taglich\w*|pro tag|verlauf\w*|historie|historisch\w*|\w*vergleich\w*|vorjahr\w*|vorperiode|vormonat\w*|vorheri\w+|letzt\w+ (?:jahr\w*|monat\w*|rechnung|abrechnung|verbrauch|zeitraum)|nachbar\w*|\w*haushalte?n?|region\w*|gegend|postleitzahl`,
    fr: String.raw`moyen(?:ne)?s?|journali\w+|par jour|quotidien\w*|historique\w*|comparaison|comparati\w+|(?:annee|periode|mois|facture|consommation) (?:precedente?|derniere?)|derniere consommation|an(?:nee)? derni\w+|meme periode|voisin\w*|foyers?|similaires|quartier|commune|code postal`,
    it: String.raw`medi[ei]|giornalier\w+|storic[oi]\w*|confronto|andamento|(?:anno|periodo|mese|bolletta|consumo) (?:precedente|scorso)|stesso periodo|vicin[oi]|famiglie|zona|simili|quartiere`,
    pt: String.raw`comparacao|homologo|(?:ano|fatura|periodo|mes) passad[oa]|fatura anterior|mesmo periodo|vizinh\w+|(?:[st]ua|da) zona|bairro|semelhantes|familias|agregados`,
    ca: "mitja(?:na|n[ae]s)?|diaria?s?|evolucio|comparacio|(?:any|periode|mes|consum|factura) (?:anterior|passat)|mateix periode|veins?|veinat|(?:seva|teva) zona|barri|llars?|similars|codi postal|ultim consum",
  },
  /** Of the customer's own production. */
  exported: {
    es: String.raw`(?:suministrad\w+|entregad\w+|cedid\w+) a la red|vertid[oa]s?|excedent\w+|exporta\w+|inyectad\w+|generad\w+|generacion|producid\w+|produccion|autoconsum\w*|compensad\w+|compensacio`,
    en: "export(?:ed|s)?|feed-?in|to (?:the )?grid|fed (?:in|into|back)|surplus|generated|generation|self-? ?consum\\w+|(?:returned|sent|sold) (?:to|back)|injected|produced|production",
    de: String.raw`\w*eingespeist\w*|\w*einspeis\w*|ruckspeis\w*|ruckliefer\w*|uberschuss\w*|\w*erzeug\w*|eigenverbrauch\w*|produziert\w*|produktion`,
    fr: String.raw`inject\w+|excedent\w*|export\w+|revente|produi\w+|autoconsomm\w+|autoproduct\w+`,
    it: String.raw`immess\w|immission[ei]|cedut\w|eccedenz\w+|prodott\w|produzione|autoprodott\w|autoproduzione`,
    pt: String.raw`injetad\w+|injecao|produzid\w+|producao`,
    ca: String.raw`abocad\w+|abocament\w*|injectad\w+|injeccio|produid\w+|produccio|generacio`,
  },
  selfConsumed: {
    es: String.raw`autoconsum\w*`,
    en: String.raw`self-? ?consum\w+`,
    de: String.raw`eigenverbrauch\w*`,
    fr: String.raw`autoconsomm\w+`,
    it: "autoprodott\\w",
    pt: String.raw`autoconsumid\w+`,
    ca: String.raw`autoconsumid\w+`,
  },
  /** Discounts of quantity. */
  deduction: {
    es: String.raw`descuent\w*|bonifica\w+|deduc\w+|gratis|gratuit[oa]s?|creditos?`,
    en: "discount(?:ed)?|deduct\\w+|free|credit(?:ed|s)?|rebate",
    de: String.raw`\w*rabatt\w*|abzug\w*|abzuglich|nachlass|frei(?:menge|strom|kontingent)|\w*gutschrift\w*`,
    fr: String.raw`remises?|deduits?|offerts?|gratuit\w*`,
    it: String.raw`scont\w+|detra\w+|omaggio`,
    pt: String.raw`descont\w+|deduz\w+|acertos?`,
    ca: String.raw`descompt\w+`,
  },
  /** Beside an estimate: the estimate is billed. */
  invoiced: {
    es: "facturad[oa]s?",
    en: "billed|invoiced|charged",
    de: String.raw`(?:abgerechnet|berechnet|verrechnet|fakturiert)\w*`,
    fr: "facturee?s?",
    it: String.raw`fatturat\w`,
    pt: String.raw`faturad\w`,
    ca: "facturat",
  },
  /** Of the future. */
  forecast: {
    es: "previst[oa]s?|prevision|proyectad[oa]s?|esperad[oa]s?|pendientes? de facturar",
    en: "projected|projection|forecast|expected|predicted|unbilled",
    de: String.raw`prognos\w*|voraussichtlich\w*|erwartet\w*|hochrechnung|hochgerechnet\w*`,
    fr: String.raw`previsionnel\w*|prevu\w*|attendue?s?`,
    it: "previsione|attes[oi]",
    pt: "previsao",
    ca: "previsio",
  },
  /** Agreed, typical and extreme amounts, goals, and those of a whole building or of the grid. */
  bound: {
    es: String.raw`(?:consumo|energia|cantidad|volumen) (?:total )?(?:contratad[oa]|contractual|tipic[oa]|tipo|minim[oa]|maxim[oa]|objetivo|permitid[oa]|orientativ[oa])|de referencia|objetivo de|ahorr\w+|reactiva|perdidas?|edificio|comunidad|condominio|ciudad|municipio`,
    en: "contract(?:ed|ual)? (?:volume|quantity|usage|consumption)|reference|target|baseline|allowance|allowed|(?:minimum|maximum) (?:[a-z]+ )?(?:usage|consumption|volume|quantity)|lifetime|saved|savings?|reactive|lost|loss(?:es)?|building|all sites|community|city",
    de: String.raw`referenz\w*|ziel(?:verbrauch|menge|wert)|vertrags(?:menge|verbrauch)|laut vertrag|vertraglich\w*|typisch\w*|mindest(?:menge|verbrauch|abnahme)|(?:maximal|hochst)(?:e[rs]? )?(?:menge|verbrauch)|(?:ein)?gespart\w*|blind\w*|\w*verlust\w*|gebaude\w*|liegenschaft\w*|kundenanlage`,
    fr: "(?:consommation|volume) (?:contractuel(?:le)?|type|minimale?|maximale?)|de reference|objectif|economi(?:es?|see?s?)|reactive|pertes?|immeuble|copropriete|batiment",
    it: String.raw`consumo (?:contrattuale|tipo|tipico|minimo|massimo)|di riferimento|obiettivo|risparmi\w*|reattiva|perdit[ae]`,
    pt: "consumo (?:tipico|contratado|minimo|maximo)|reativa|poupanca|perdas|predio",
    ca: "consum (?:contractat|tipic|minim|maxim)|objectiu|estalvis?|perdues|edifici",
  },
  /** More than the bill covers. */
  since: {
    es: "desde (?:el |su )?(?:inicio|alta|principio)|ano (?:natural|en curso)|(?:12|doce)(?: ultimas)? facturas",
    en: "since (?:the )?(?:contract|start|beginning|installation|you|your (?:contract|first)|move)[a-z]*|to date|(?:12|twelve) bills",
    de: "seit (?:vertrags|jahres|liefer)?beginn|seit (?:einzug|inbetriebnahme)|bisher|bislang",
    fr: "depuis (?:le |l')?(?:debut|ouverture|mise)|a ce jour|(?:12|douze)(?: dernieres)? factures",
    it: "(?:da |dall')inizio|dal? attivazione|a oggi|ad oggi|(?:12|dodici) bollette",
    pt: "desde o inicio|ate (?:a data|hoje)|(?:12|doze)(?: ultimas)? faturas",
    ca: "des de l'inici|fins avui|(?:12|dotze)(?: ultimes)? factures",
  },
  /** Of a supply that several customers divide. */
  share: {
    es: String.raw`repart\w+|prorrat\w+|su parte|cuota parte|cuota de participacion`,
    en: String.raw`share|apportion\w*|pro ?rata`,
    de: String.raw`anteil\w*|\w+anteil|umlageschlussel`,
    fr: "quote-part|tantiemes",
    it: String.raw`quota parte|ripart\w+|millesim\w+`,
    pt: "quota-parte|rateio|permilagem",
    ca: "quota part",
  },
  /** Days of a contract, a tariff or a guarantee are not those of the supply. */
  contract: {
    es: "contrat[oa]s?|vigencia|validez|permanencia|oferta",
    en: String.raw`contract(?:ed|s)?|agreement|valid(?:ity)?|fixed (?:until|term)|guarantee\w*|offer`,
    de: String.raw`\w*vertrag\w*|laufzeit|gultig\w*|\w*garantie|bindung\w*|angebot`,
    fr: "contrat|engagement|validite|valable|offre",
    it: "contratto|validita|valid[oa]|offerta",
    pt: "validade|vigencia",
    ca: "contracte|validesa",
  },
  /** Readings of meters, powers, prices, tanks and factors. */
  noConsumption: {
    es: String.raw`lecturas?|anterior|potencias?|minim\w+|emisiones|co2|factor|precios?|pcs|deposito`,
    en: "(?:meter|opening|closing|start|end|present|current) reads?|readings?|previous|capacity|emissions|carbon|(?:unit )?price|unit rate|calorific|tank",
    de: String.raw`\w*stand|\w*ablesung\w*|abgelesen\w*|\w*leistung|(?!arbeitspreis)\w*preis\w*|brennwert|zustandszahl|emission\w*|tank\w*`,
    fr: String.raw`relev\w+|index|ancien|nouveau|puissance|prix|tarif|coefficient|cuve`,
    it: "lettur[ae]|potenza|prezzo|coefficiente|emissioni|serbatoio",
    pt: "leituras?|preco|emissoes|coeficiente",
    ca: "lectures|preu|emissions|coeficient|diposit",
  },
  /** Levies on an amount state it once more, and their bases are money. */
  tax: {
    es: "iva|igic|impuestos?|tasas?|canon|peajes?|cargos?|base imponible|alquiler|cuota",
    en: "vat|tax(?:es)?|lev(?:y|ies)|ccl|climate change levy|standing charge|network|distribution|duty",
    de: String.raw`mwst|ust|\w*steuer|umlagen?|\w*umlage|netznutzung\w*|\w*entgelte?|abgaben?|konzessions\w*|grundpreis|messung`,
    fr: "tva|taxes?|accise|contributions?|cspe|cta|acheminement|turpe|abonnement|redevances?",
    it: "imposta|imposte|accis[ae]|oneri|trasporto|canone|quota (?:fissa|potenza)",
    pt: "impostos?|taxas?|contribuicao|redes|acesso",
    ca: "impost(?:os)?|taxes|canon|peatges?|carrecs|lloguer",
  },
  /** The row of a table that adds the others. */
  total: {
    es: "total(?:es)?|suma",
    en: "sum",
    de: String.raw`summe|gesamt\w*|insgesamt`,
    fr: "totaux",
    it: "total[ei]|somma",
    pt: "totais|soma",
    ca: "totals",
  },
  money: {
    es: "[€£$]|eur(?:os?)?|usd|gbp|chf|importe|precios?|valor|coste?",
    en: "price|cost|charges?|net|gross|rate",
    de: String.raw`\w*preis|kosten|netto|brutto|\w*betrag`,
    fr: "prix|montant|tarif|ht|ttc|cout",
    it: "prezzo|importo|costo|imponibile",
    pt: "preco|custo|montante",
    ca: "preu|import|cost",
  },
};

/** Words of periods of a tariff. Their amounts are parts of the consumption. */
const PARTS: Words = {
  es: "punta|llano|valle|p[1-6]",
  en: "(?:day|night) (?:rate|units|usage|energy|electricity|consumption)|night|(?:on|off|mid)[ -]?peak|peak",
  de: "ht|nt|hochtarif|niedertarif|tagstrom|nachtstrom",
  fr: "hp|hc|hph|hch|hpe|hce|heures (?:pleines|creuses)(?: (?:hiver|ete))?|pointe",
  it: "f[123]|f23|fascia \\d",
  pt: "ponta|cheias?|(?:super )?vazio|fora de vazio",
  ca: "pla|vall",
};

const patternOf = (words: Words, flags = ""): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\d_])(?:${Object.values(words).join("|")})(?![\p{L}\d])`, `u${flags}`);

const PATTERNS = Object.fromEntries(
  Object.entries(WORDS).map(([meaning, words]) => [meaning, patternOf(words)]),
) as Record<Meaning, RegExp>;
const PART = patternOf(PARTS);

/** Whether folded text has a word of the meaning. */
export const says = (words: string, ...meanings: readonly Meaning[]): boolean =>
  meanings.some((meaning) => PATTERNS[meaning].test(words));

/** The period of a tariff that the folded text names. */
export const partIn = (words: string): string | null => PART.exec(words)?.[0] ?? null;
