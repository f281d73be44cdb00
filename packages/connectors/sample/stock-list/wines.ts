/**
 * Wines of the sample winery. Names, grapes and kinds are from X-Wines (CC0 1.0); the wineries named here are fictional.
 * Prices are in minor units; `weight` is how often a bottle is chosen; `age` is years from harvest to release, null for
 * wines without vintage.
 */
const makeStyle = (
  code: string,
  name: string,
  category: 'Red Wine' | 'White Wine' | 'Rosé' | 'Sparkling' | 'Dessert Wine',
  varietal: string,
  brand: string,
  price: number,
  weight: number,
  age: number | null,
) => ({ code, name, category, varietal, brand, price, weight, age })

export type WineStyle = ReturnType<typeof makeStyle>

const OWN_BRAND = 'Larkmoor Estate'
const SECOND = 'Little Lark'

const ROWS: readonly Parameters<typeof makeStyle>[] = [
  ['PNE', 'Estate Pinot Noir', 'Red Wine', 'Pinot Noir', OWN_BRAND, 4200, 100, 2],
  ['PNL', 'Lauréne Pinot Noir', 'Red Wine', 'Pinot Noir', OWN_BRAND, 6800, 34, 3],
  ['PNH', 'Haven Pinot Noir', 'Red Wine', 'Pinot Noir', OWN_BRAND, 5600, 40, 2],
  ['CSV', 'The Visionary Cabernet Sauvignon', 'Red Wine', 'Cabernet Sauvignon', OWN_BRAND, 9500, 22, 3],
  ['CSE', 'Cabernet Sauvignon', 'Red Wine', 'Cabernet Sauvignon', OWN_BRAND, 5400, 70, 2],
  ['CSP', 'Premiere Cabernet Sauvignon', 'Red Wine', 'Cabernet Sauvignon', OWN_BRAND, 12500, 9, 3],
  ['CFR', 'Reserva Cabernet Franc', 'Red Wine', 'Cabernet Franc', OWN_BRAND, 4600, 36, 2],
  ['CFP', 'Pedroni Vineyard Cabernet Franc', 'Red Wine', 'Cabernet Franc', OWN_BRAND, 5800, 18, 2],
  ['SYR', 'Coyote Canyon Reserve Syrah', 'Red Wine', 'Syrah/Shiraz', OWN_BRAND, 4800, 42, 2],
  ['ZIN', 'Old Vine Zinfandel', 'Red Wine', 'Zinfandel', OWN_BRAND, 3800, 46, 2],
  ['MER', 'Origem Merlot', 'Red Wine', 'Merlot', OWN_BRAND, 3600, 38, 2],
  ['MLB', 'Gran Malbec', 'Red Wine', 'Malbec', OWN_BRAND, 4400, 26, 2],
  ['LAC', 'Lacrau Field Blend', 'Red Wine', 'Red Blend', OWN_BRAND, 3900, 30, 2],
  ['RCP', 'Ricarico Prestige Cuvée', 'Red Wine', 'Red Blend', OWN_BRAND, 7200, 14, 3],
  ['NEB', 'Langhe Nebbiolo', 'Red Wine', 'Nebbiolo', OWN_BRAND, 5200, 12, 3],
  ['CHU', 'Unwooded Chardonnay', 'White Wine', 'Chardonnay', OWN_BRAND, 2800, 62, 1],
  ['CHR', 'Reserva Chardonnay', 'White Wine', 'Chardonnay', OWN_BRAND, 4200, 44, 2],
  ['RIE', 'Private Reserve Riesling', 'White Wine', 'Riesling', OWN_BRAND, 2600, 54, 1],
  ['PGR', 'The Falcon Pinot Gris', 'White Wine', 'Pinot Gris', OWN_BRAND, 2600, 58, 1],
  ['SBL', 'Barrel Select Fumé Blanc', 'White Wine', 'Sauvignon Blanc', OWN_BRAND, 3000, 34, 1],
  ['FIA', 'Fiano', 'White Wine', 'Fiano', OWN_BRAND, 3200, 12, 1],
  ['ROS', 'Rosé of Pinot Noir', 'Rosé', 'Pinot Noir', OWN_BRAND, 2700, 76, 1],
  ['RCG', 'Cinsault-Grenache Rosé', 'Rosé', 'Grenache', OWN_BRAND, 2900, 24, 1],
  ['SPB', 'Extra Brut Cuvée Spéciale', 'Sparkling', 'Sparkling Blend', OWN_BRAND, 4900, 40, 3],
  ['SPR', 'Select Rosé Brut', 'Sparkling', 'Sparkling Blend', OWN_BRAND, 5200, 22, 3],
  ['LHR', 'Lou Mansengou Late Harvest', 'Dessert Wine', 'Petit Manseng', OWN_BRAND, 3800, 10, 2],
  ['PRT', 'White Reserve Port', 'Dessert Wine', 'Port Blend', OWN_BRAND, 4200, 8, null],
  ['LLR', 'Regional Red', 'Red Wine', 'Red Blend', SECOND, 2200, 64, 2],
  ['LLW', 'Maré Alta White', 'White Wine', 'White Blend', SECOND, 1900, 60, 1],
  ['LLP', 'La Primavera Rosé', 'Rosé', 'Rosé Blend', SECOND, 1900, 44, 1],
  ['LLZ', 'Zweigelt', 'Red Wine', 'Zweigelt', SECOND, 2400, 16, 1],
  ['BDF', 'La Tinaja Albariño', 'White Wine', 'Albariño', 'Bodega del Faro', 3100, 12, 1],
  ['BDS', 'Rare Cream Sherry', 'Dessert Wine', 'Palomino', 'Bodega del Faro', 3400, 5, null],
  ['CTC', 'Barolo Riserva', 'Red Wine', 'Nebbiolo', 'Cantina Tre Colli', 8800, 6, 4],
  ['CTB', "Nicolon Barbera d'Alba", 'Red Wine', 'Barbera', 'Cantina Tre Colli', 3200, 14, 2],
  ['CTM', "Dulcis Moscato d'Asti", 'Dessert Wine', 'Muscat/Moscato', 'Cantina Tre Colli', 2300, 16, 1],
  ['WST', 'Black Label Saar Riesling', 'White Wine', 'Riesling', 'Weingut Steinbruch', 3300, 12, 1],
  ['WSL', 'Felix Lemberger Trocken', 'Red Wine', 'Lemberger', 'Weingut Steinbruch', 3000, 6, 2],
  ['DLB', 'Fleurie La Madone', 'Red Wine', 'Gamay Noir', 'Domaine Lebrun', 3400, 10, 2],
  ['DLC', "Chablis 1er Cru 'Montmains'", 'White Wine', 'Chardonnay', 'Domaine Lebrun', 4800, 9, 2],
]

export const WINE_STYLES = ROWS.map((row) => makeStyle(...row))
