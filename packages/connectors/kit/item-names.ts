import type { ItemKind } from '#domain/commerce.ts'

/** Names that stores use for goods. The first match counts: a wine tasting is a tasting, a gift certificate is not a gift. */
const WORDS: readonly (readonly [ItemKind, RegExp])[] = [
  ['gift_card', /\bgift ?(cards?|certificates?)\b/i],
  ['club_fee', /\b(club (fees?|dues)|memberships?)\b/i],
  ['tasting', /\b(tastings?|flights?|tours?)\b/i],
  ['reservation', /\b(reservations?|bookings?|deposits?)\b/i],
  ['event', /\b(events?|tickets?|dinners?|concerts?)\b/i],
  ['shipping', /\b(shipping|freight|postage)\b/i],
  ['merch', /\b(merch(andise)?|apparel|clothing|shirts?|hats?|glassware|accessor(y|ies)|candles?|books?|gifts?)\b/i],
  ['food', /\b(foods?|snacks?|cheeses?|chocolates?|olive oils?|charcuterie|pantry)\b/i],
  [
    'wine',
    /\b(wines?|reds?|whites?|sparkling|champagne|port|dessert|magnums?|bottles?|library|cellar|cases?|varietals?)\b|\bros(e|é)s?(?![a-z])/i,
  ],
]

/** The kind that a name says; null: none. */
export const kindIn = (text: string): ItemKind | null => WORDS.find(([, words]) => words.test(text))?.[0] ?? null

const VINTAGE = /\b(?:19[5-9]\d|20[0-4]\d)\b/

/** The year in a wine's name; null if there is none. */
export const vintageIn = (title: string): string | null => VINTAGE.exec(title)?.[0] ?? null
