/**
 * What goods are called, by what that says of them. Longer names count before the words in them: a wine glass is no wine. Case, accents
 * and plurals don't matter.
 */
export const NAMES = {
  nothing: `tasting room, tasting bar, tasting lounge, la tour, tour de, party pack, class of, world class, free shipping, free delivery,
    shipping included, bourbon barrel, rum barrel, whiskey barrel`,
  gift_card: 'gift card, giftcard, egift card, gift certificate, gift voucher, egift',
  tasting: 'tasting, flight, tour, experience, pairing',
  event: `event, ticket, dinner, supper, luncheon, concert, festival, party, gala, wedding, class, masterclass, seminar, workshop, yoga,
    music, movie night, trivia, bingo, comedy, paint and sip, sip and paint, grape stomp, admission, fundraiser, venue rental,
    room rental, facility rental, facility fee, site fee`,
  reservation: 'reservation, booking, appointment, deposit, cabana',
  club_fee: `wine club, membership, subscription, club fee, club due, club membership, club sign up, club enrollment`,
  shipping: 'shipping, freight, postage, delivery, handling, ice pack, insulated packaging',
  // A glass is no bottle, and belongs to what is served.
  served: `by the glass, by glass, btg, glass of, glass pour, pour, carafe, wine slushie, frose, mimosa, spritz, spritzer, sangria,
    mulled wine`,
  other: `bottle deposit, can deposit, container deposit, keg deposit, crv, corkage, engraving, donation, gratuity, surcharge,
    service charge, bulk wine, custom crush, vodka, gin, whiskey, whisky, bourbon, rum, tequila, mezcal, brandy, grappa, liqueur, spirit`,
  merch: `merch, merchandise, apparel, clothing, accessory, glassware, stemware, barware, drinkware, glasses, wine glass, logo glass,
    tasting glass, stemless glass, etched glass, crystal glass, champagne glass, souvenir glass, pint glass, shot glass, flute, goblet,
    corkscrew, wine key, opener, bottle opener, decanter, aerator, stopper, bottle stopper, pourer, wine pourer, foil cutter, coravin,
    wine rack, wine fridge, wine chiller, chiller, cooler, bottle carrier, bottle bag, wine bag, tote, tote bag, bottle tote, wine tote,
    water bottle, shirt, tee, t shirt, tshirt, polo, hoodie, sweatshirt, sweater, jacket, vest, hat, cap, beanie, visor, sock, scarf,
    bandana, apron, towel, tea towel, blanket, pillow, candle, soap, lotion, lip balm, book, cookbook, journal, tasting journal,
    tasting notes, notebook, calendar, poster, art print, postcard, greeting card, playing cards, puzzle, board game, mug, coffee mug,
    tumbler, coaster, cutting board, serving board, cheese knife, tray, ornament, magnet, keychain, sticker, jewelry, earring, necklace,
    bracelet, sunglasses, gift, gift box, gift set, gift basket, gift bag, gift wrap, gift card box, gift card holder, gift card sleeve, gift card envelope,
    souvenir, swag, decor, home decor, houseware,
    kitchenware`,
  food: `food, prepared food, snack, cheese, cheese board, charcuterie, chocolate, truffle, olive, olive oil, vinegar, honey, jam, jelly,
    marmalade, sauce, mustard, salsa, salt, spice, seasoning, nuts, almond, walnut, cracker, bread, flatbread, pizza, sandwich, panini,
    salad, soup, burger, taco, fries, cookie, cake, cupcake, desserts, caramel, candy, fudge, ice cream, gelato, bakery, pastry,
    appetizer, entree, small plate, picnic, lunch, lunch box, brunch, breakfast, grazing, beverage, drink, soft drink, beer, ale,
    ipa, lager, stout, pilsner, cider, hard cider, seltzer, cocktail, mocktail, margarita, martini, negroni, moscow mule, old fashioned,
    bloody mary, coffee, espresso, latte, tea, lemonade, soda, club soda, cola, juice, grape juice, kombucha, sparkling water,
    mineral water, bottled water, sparkling cider`,
  wine: `sparkling, champagne, cava, cremant, brut, pet nat, blanc de blancs, blanc de noirs, port, sherry, madeira, late harvest, ice wine,
    icewine, fortified, claret, meritage, gsm, bordeaux, bourgogne, burgundy, chianti, barolo, barbaresco, brunello, rioja, chablis,
    sancerre, beaujolais, amarone, super tuscan, rosato, rosado, field blend, rhone blend, bordeaux blend, proprietary red,
    proprietary blend, cuvee, varietal, bottle, half bottle, large format, magnum, double magnum, jeroboam, mixed case, half case,
    wine case, case of, library wine, library release, club shipment, wine club shipment, club release, club selection, club allocation,
    club pack, club wine`,
} as const

/** They tell only where nothing else is said: `Estate` is wine, `Estate Honey` is not, and `Home Block` is a vineyard. */
export const WHOLE_NAMES = {
  merch: 'home, game, map',
  food: 'kitchen, pantry',
  wine: 'estate, reserve, blend, library, cellar, vintage, single vineyard, vineyard designate, case, current release',
} as const

/** They are wine at the end of a name or before one of `FOLLOWERS`: `Estate Red`, but not `Red Barn`. */
export const COLORS = 'red, white, rose'

export const FOLLOWERS = `blend, bottle, box, bundle, case, cellar, collection, cuvee, duo, list, menu, offer, pack, red, retail, rose, sale,
  sampler, selection, set, shop, sparkling, special, store, trio, white, by, from, of`

/** Of bottles, in a name in lower case. */
export const BOTTLE_SIZE = /\b(?:(?:187|375|750) ?ml|(?:37[.,]5|75|150) ?cl|(?:0[.,]75|1[.,]5|3|6|9) ?l)\b/

export const VINTAGE = /\b(?:19[5-9]\d|20[0-4]\d)\b/
