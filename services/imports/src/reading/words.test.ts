import { expect, it } from "vitest";
import type { Category } from "./document.ts";
import { classify } from "./words.ts";

const NAMES: Record<Category, readonly string[]> = {
  electricity: [
    ...["Strom", "Arbeitspreis Strom", "Ökostrom HT", "Nachtstrom", "Wirkarbeit HT", "Electricity", "Électricité"],
    ...["Énergie active", "Luce", "Energia elettrica F1", "Energia attiva", "Eletricidade", "Energia ativa vazio"],
    ...["Electricitat", "Llum", "Energia activa", "Luz"],
  ],
  gas: [
    ...["Gaz", "Consommation gaz", "Gaz naturel", "Erdgas", "Gasverbrauch", "Arbeitspreis Gas", "Gaspreis", "Gas"],
    ...["Gas naturale", "Gás natural", "Gas natural", "Consum de gas", "Fornitura gas"],
  ],
  water: [
    ...["Eau", "Acqua", "Wasser", "Trinkwasser", "Wasserversorgung", "Abwasserentsorgung", "Entsorgung Abwasser"],
    ...["Schmutzwasser", "Água", "Aigua", "Eau potable", "Acquedotto", "Consumo de água", "Eaux usées"],
  ],
  fuel_delivery: [
    ...["Heizöl EL", "Dieselkraftstoff", "Fioul domestique", "Gazole", "Gasolio agricolo", "Gasóleo", "Gasoil C"],
    ...["Gasolina 95", "Benzin", "Flüssiggas", "Holzpellets", "Gasóleo rodoviário", "GPL", "Mazout", "Super E10"],
  ],
  wastes: [
    ...["Restmüll", "Abfall", "Gewerbeabfall", "Sperrmüll", "Altpapier", "Entsorgung Bauschutt", "Déchets"],
    ...["Ordures ménagères", "Rifiuti", "Smaltimento rifiuti", "Resíduos", "Lixo", "Residus", "Deixalles"],
  ],
  recharges: [
    ...["Kältemittel R-410A", "Fluide frigorigène", "Gás refrigerante R32", "Gas refrigerant", "Refrigerante R-134a"],
    ...["Nachfüllung R-410A", "Fluido refrigerante"],
  ],
};

it.each(Object.entries(NAMES).flatMap(([category, names]) => names.map((name) => [name, category])))(
  "%s is %s",
  (name, category) => {
    expect(classify(name)).toEqual({ category, uncertain: false });
  },
);
