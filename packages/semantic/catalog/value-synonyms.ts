import { nestedLookupTable } from '#domain/lookup-table.ts'
import type { Comparison } from '#domain/report-terms.ts'

/** A condition that a phrase stands for; the first of `ids` that a report type has is used. */
interface PhraseFilter {
  readonly ids: readonly string[]
  readonly comparison: Comparison
  readonly value: string | number | boolean | null
}

/** What questions call the codes of a column, in addition to their labels; phrases separated by commas. */
export const VALUE_SYNONYMS: Readonly<Record<string, Readonly<Record<string, string>>>> = nestedLookupTable({
  channel: {
    pos: `
      tasting room, pos, in person, point of sale, in store, walk in, cellar door, in the tasting room, tr, register,
      at the bar, tasting bar, over the counter, at the counter, poured over the counter, over the bar, onsite, on site, retail, front desk, hospitality, estate visits, the bar, on the floor, the floor, brick and mortar`,
    web: `
      web, online, website, ecommerce, e commerce, web store, webshop, web shop, online store, internet, web channel,
      ecom, e com, the site, our site, on line, web site, dtc online`,
    club: `
      club, wine club, through the club, through the wine club, from the club, from the wine club, club channel,
      from club, the wine club, the club, clubs, club side`,
    phone: 'phone, by phone, over the phone, telephone, phone channel, call in, phone orders channel, calls, telesales',
    event: 'event, events, event sales channel, event channel, at events, from events, offsite, off site',
    marketplace: 'marketplace, marketplaces, third party, vivino',
    wholesale: 'wholesale, trade, distributor, distributors, restaurants, b2b',
  },
  deliveryMethod: {
    pickup: 'pickup, pick up, for pickup, picked up, will call, pickups, pick ups, in store pickup',
    ship: 'shipped, ship, for shipping, shipped to home, ship to home, shipping orders, got shipped, mailed, delivered, sent, sent out, sent to customers, mailed out',
    carry_out: 'carry out, take away, carried out, carryout, cash and carry, walked out with, to go',
  },
  fulfillmentStatus: {
    unfulfilled: 'unfulfilled, not fulfilled, not yet fulfilled',
    fulfilled: 'fulfilled',
    partial: 'partly fulfilled, partially fulfilled',
  },
  complianceStatus: {
    quarantined: 'quarantined, in compliance quarantine, stuck in compliance, compliance hold, held for compliance',
  },
  orderType: {
    corporate: 'corporate, corporate gifts, corporate gifting',
    no_charge: 'no charge, complimentary, free of charge, comps, free orders',
    exchange: 'exchange, exchanges, exchanged',
  },
  itemKind: {
    wine: 'wine',
    merch: 'merchandise, merch, swag, gift shop, gifts, apparel',
    food: 'food, cheese, snacks, food items, charcuterie',
    tasting: 'tasting fee, tasting fees, tasting flights sold, fees for tastings',
    gift_card: 'gift card, gift cards, gift certificate, gift certificates',
    club_fee: 'club fee, club fees',
  },
  status: {
    checked_in: 'checked in',
  },
  isWeekend: {
    true: 'weekends, weekend, on weekends, at weekends, on the weekend, on weekend days',
    false: 'during the week, on weekdays, midweek, mid week, weekday',
  },
  isDiscounted: {
    true: 'had a discount, have a discount, got a discount, had discounts, were discounted, are discounted, when theres a discount, when there is a discount, when discounted',
    false: 'at full price, full price, undiscounted',
  },
  isRepeatCustomer: {
    false: `
      one time, bought once, ordered once, only bought once, only ordered once, just once, only purchased once, purchased once,
      bought only once, ordered only once, single order customers, single purchase customers`,
  },
  isClubMember: {
    true: `
      in a club, in the club, in the wine club, who are members, that are members, are members, are club members,
      club belonging, belong to the club, belong to a club, in our club, are in the club, club customers,
      member customers, enrolled in the club`,
    false: `
      non members, non member, nonmembers, nonmember, non club members, non club customers, not in the club,
      not in a club, not members, not club members, arent members, arent in the club, not a member, guests who are not members`,
  },
})

/** What questions call a name that many wineries have. Recognized where the account has the value. */
export const NICKNAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = nestedLookupTable({
  varietal: {
    'Cabernet Sauvignon': 'cab, cabs, cabernet, cab sauv, cab sav, cab sauvignon, cabernets',
    'Cabernet Franc': 'cab franc, franc',
    Chardonnay: 'chard, chards, chardonnays',
    Zinfandel: 'zin, zins, zinfandels',
    'Sauvignon Blanc': 'sauv blanc, sauvy b, sav blanc',
    'Pinot Noir': 'pinot noirs',
    'Pinot Gris': 'pinot grigio, grigio',
    Syrah: 'shiraz, syrahs',
    Gewürztraminer: 'gewurz, gewurtz',
    Rosé: 'rose, pink',
    Viognier: 'viog',
    Tempranillo: 'temp',
    'Petite Sirah': 'petite syrah, pet sirah, petit sirah',
    Sparkling: 'bubbles, bubbly',
  },
  category: { Sparkling: 'bubbles, bubbly, sparkling wine' },
})

const on = (columnId: string, comparison: Comparison, value: string | null = null): PhraseFilter => ({
  ids: [columnId],
  comparison,
  value,
})

const AWAITING: readonly PhraseFilter[] = [on('isAwaiting', 'IsTrue')]

/** Phrases for several conditions at once. */
export const FILTER_SYNONYMS: readonly (readonly [phrases: string, filters: readonly PhraseFilter[]])[] = [
  [
    `
    awaiting pickup, waiting for pickup, ready for pickup, to be picked up, waiting to be picked up, not picked up,
    not yet picked up, pending pickup, awaiting pick up, unclaimed, waiting on pickup, hasnt picked up, havent picked up,
    still to pick up, sitting for pickup, not been picked up, waiting for pick up, need to be picked up, yet to pick up,
    yet to be picked up, needs to pick up, need to pick up, has to pick up, have to pick up, havent come to pick up, hasnt come to pick up, havent been picked up, hasnt been picked up, need pickup, needs pickup`,
    [...AWAITING, on('deliveryMethod', 'Equal', 'pickup')],
  ],
  [
    `
    not shipped, not yet shipped, unshipped, havent shipped, hasnt shipped, havent been shipped, hasnt been shipped, yet to ship,
    havent gone out, hasnt gone out, not gone out, left to ship, still to be shipped, remaining to ship, not shipped yet`,
    [...AWAITING, on('deliveryMethod', 'Equal', 'ship')],
  ],
  [
    `
    awaiting shipment, waiting to ship, to ship, to be shipped, 
    waiting to be shipped, pending shipment, awaiting shipping, waiting for shipment, needs to ship, need to ship,
    need to be shipped, needs shipping,
    waiting on shipment, ready to ship, to go out, still to ship`,
    [
      ...AWAITING,
      on('deliveryMethod', 'Equal', 'ship'),
      on('complianceStatus', 'NotEqual', 'quarantined'),
      on('complianceStatus', 'NotEqual', 'void'),
      on('isScheduled', 'IsFalse'),
    ],
  ],
  [
    `
    awaiting, waiting, outstanding, not fulfilled yet, still open, backlog, awaiting fulfillment, waiting to be fulfilled,
    stuck, still sitting, still sitting here, still here, uncollected, not collected, unfilled, pending fulfillment, still waiting, are waiting, is waiting`,
    AWAITING,
  ],
  ['dtc, d2c, direct to consumer, direct', [on('channel', 'NotEqual', 'wholesale')]],
  ['current, open, currently active', [on('isCurrent', 'IsTrue')]],
  [
    'no customer, without a customer, without customer, with no customer, have no customer, not linked to a customer, no customer attached, anonymous, without a name attached',
    [on('customerType', 'Equal', 'unknown')],
  ],
]

/** Phrases that mean a short stock: products below this number of weeks on hand. */
export const LOW_STOCK = {
  weeks: 8,
  phrases: `
    low stock, low inventory, running low, low on stock, almost out, running out, about to run out, low on inventory,
    run out, runs out, running short, short on, nearly out, getting low, almost gone, nearly gone, going to run out,
    close to selling out, about to sell out, sell out soon, runway, need to reorder, low supply, out soon, run out soon,
    about out, reorder soon, low on, almost sold out, nearly sold out, be out of, should i reorder, should we reorder, need to order more, time to reorder, to reorder, order more of, needs reordering, sell out, selling out, run low, running out of, run out of, low`,
  outPhrases: 'out of stock, sold out, no stock, none left',
} as const
