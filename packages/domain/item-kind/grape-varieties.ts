/**
 * Grape varieties that labels name, with their usual short names. Sources: the X-Wines data set (github.com/rogerioxavier/X-Wines, CC0)
 * and the names approved for labels in the United States (27 CFR § 4.91), without those that more often name something else, such as
 * Delaware, Diamond and Isabella.
 */
export const GRAPE_VARIETIES = `
Aglianico, Agiorgitiko, Albariño, Aleatico, Alicante Bouschet, Aligoté, Altesse, Alvarelhão, Alvarinho, Aragonez, Arinto, Arneis,
Assyrtiko, Auxerrois, Azal, Baco Noir, Barbera, Bastardo, Black Spanish, Blanc du Bois, Blaufränkisch, Bobal, Bonarda, Bourboulenc,
Brachetto, Cab, Cab Franc, Cab Sauv, Cabernet, Cabernet Franc, Cabernet Sauvignon, Canaiolo, Cannonau, Carignan, Carignane, Cariñena,
Carmenère, Carricante, Catarratto, Catawba, Cayuga, Chambourcin, Charbono, Chard, Chardonel, Chardonnay, Chasselas, Chenin,
Chenin Blanc, Ciliegiolo, Cinsault, Cinsaut, Clairette, Colombard, Colorino, Concord, Cortese, Corvina, Corvinone, Corot Noir,
Counoise, Crljenak, Cynthiana, De Chaunac, Dolcetto, Dornfelder, Durif, Erbaluce, Falanghina, Fernão Pires, Fiano, Foch,
Folle Blanche, Frappato, Freisa, French Colombard, Friulano, Frontenac, Fumé Blanc, Furmint, Gamay, Gamay Noir, Garganega, Garnacha,
Gewürztraminer, Glera, Godello, Graciano, Grauburgunder, Grechetto, Grenache, Grenache Blanc, Grignolino, Grüner, Grüner Veltliner,
Hárslevelű, Inzolia, Itasca, Kadarka, Kékfrankos, Kerner, Koshu, La Crescent, Lagrein, Lambrusco, Lemberger, Léon Millot, Limnio,
Loureiro, Macabeo, Malbec, Malvasia, Maréchal Foch, Marquette, Marsanne, Mataro, Mazuelo, Melon de Bourgogne, Mencía, Merlot,
Monastrell, Mondeuse, Montepulciano, Moscato, Moschofilero, Mourvèdre, Müller-Thurgau, Muscadelle, Muscadine, Muscat, Muskat,
Nebbiolo, Negroamaro, Nerello Mascalese, Nero d’Avola, Niagara, Norton, Noiret, Orange Muscat, Palomino, Parellada, Pedro Ximénez,
Petit Manseng, Petit Verdot, Petite Sirah, Picpoul, Pignoletto, Pinot, Pinot Blanc, Pinot Grigio, Pinot Gris, Pinot Meunier,
Pinot Noir, Pinotage, Piquepoul, Plavac Mali, Primitivo, Prosecco, Rabigato, Raboso, Refosco, Ribolla Gialla, Riesling, Rkatsiteli,
Robola, Roditis, Rondinella, Roussanne, Ruby Cabernet, Sagrantino, Sangiovese, Saperavi, Sauv Blanc, Sauvignon, Sauvignon Blanc,
Sauvignon Gris, Savagnin, Scheurebe, Schiava, Scuppernong, Sémillon, Seyval, Seyval Blanc, Shiraz, Silvaner, Sousão, Souzão,
Spätburgunder, St. Croix, St. Laurent, Sylvaner, Syrah, Tannat, Tempranillo, Teroldego, Tinta Amarela, Tinta Barroca, Tinta Cão,
Tinta Madeira, Tinta Roriz, Tinto Cão, Torrontés, Touriga, Touriga Franca, Touriga Nacional, Traminette, Traminer, Trebbiano,
Trincadeira, Trousseau, Ugni Blanc, Valdiguié, Verdejo, Verdelho, Verdicchio, Vermentino, Vernaccia, Vidal, Vidal Blanc, Vignoles,
Vinhão, Viognier, Viura, Weissburgunder, Welschriesling, Xarel·lo, Xinomavro, Zin, Zinfandel, Zweigelt`
