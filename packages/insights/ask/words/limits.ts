import type { Limit } from '../read/meaning.ts'

const is = (columnId: string, value: string): Limit[] => [{ ids: [columnId], comparison: 'Equal', value }]
const isNot = (columnId: string, value: string): Limit[] => [{ ids: [columnId], comparison: 'NotEqual', value }]
const holds = (columnId: string, comparison: 'IsTrue' | 'IsFalse'): Limit[] => [
  { ids: [columnId], comparison, value: null },
]
const awaiting = (value: string): Limit[] => [...holds('isAwaiting', 'IsTrue'), ...is('deliveryMethod', value)]

/** Phrases that limit what is counted, separated by commas, with their limits. */
export const LIMIT_WORDS: readonly (readonly [words: string, limits: readonly Limit[]])[] = [
  [
    'tasting room, pos, in person, point of sale, in store, walk in, cellar door, in the tasting room',
    is('channel', 'pos'),
  ],
  [
    'web, online, website, ecommerce, e commerce, web store, webshop, web shop, online store, internet, web channel',
    is('channel', 'web'),
  ],
  [
    `
      through the club, through the wine club, from the club, from the wine club, club channel, from club,
      the wine club, the club`,
    is('channel', 'club'),
  ],
  ['phone, by phone, over the phone, telephone, phone channel', is('channel', 'phone')],
  ['event sales channel, event channel, at events, from events, event', is('channel', 'event')],
  ['marketplace, marketplaces', is('channel', 'marketplace')],
  ['wholesale, trade', is('channel', 'wholesale')],
  [
    `
      awaiting pickup, waiting for pickup, ready for pickup, to be picked up, waiting to be picked up, not picked up,
      not yet picked up, pending pickup, awaiting pick up, unclaimed`,
    awaiting('pickup'),
  ],
  [
    `
      awaiting shipment, waiting to ship, to ship, to be shipped, not shipped, not yet shipped, unshipped,
      waiting to be shipped, pending shipment, awaiting shipping, waiting for shipment`,
    [
      ...awaiting('ship'),
      ...isNot('complianceStatus', 'quarantined'),
      ...isNot('complianceStatus', 'void'),
      ...holds('isScheduled', 'IsFalse'),
    ],
  ],
  ['pickup, pick up, for pickup', is('deliveryMethod', 'pickup')],
  ['shipped, ship, for shipping, shipped to home', is('deliveryMethod', 'ship')],
  ['carry out, take away, carried out', is('deliveryMethod', 'carry_out')],
  ['unfulfilled', is('fulfillmentStatus', 'unfulfilled')],
  ['fulfilled', is('fulfillmentStatus', 'fulfilled')],
  ['partly fulfilled, partially fulfilled', is('fulfillmentStatus', 'partial')],
  ['quarantined, in compliance quarantine', is('complianceStatus', 'quarantined')],
  ['corporate', is('orderType', 'corporate')],
  ['no charge, complimentary, free of charge', is('orderType', 'no_charge')],
  ['exchange, exchanges', is('orderType', 'exchange')],
  ['wine', is('itemKind', 'wine')],
  ['merchandise, merch', is('itemKind', 'merch')],
  ['food', is('itemKind', 'food')],
  ['tasting fee, tasting fees', is('itemKind', 'tasting')],
  ['weekends, weekend, on weekends, at weekends, on the weekend', holds('isWeekend', 'IsTrue')],
  ['during the week, on weekdays', holds('isWeekend', 'IsFalse')],
  [
    `
      non members, non member, who are not members, not members, who are not club members, aren't members,
      who aren't members, nonmembers, who are not in the club, who are not in a club`,
    holds('isClubMember', 'IsFalse'),
  ],
  [
    `
      who are members, who are club members, that are members, who are wine club members, who are in the club,
      that are club members, in a club, who are in a club`,
    holds('isClubMember', 'IsTrue'),
  ],
  [
    `
      without club orders, excluding club orders, excluding club, without the club, without club, excluding the club,
      not counting club, except club, not counting the club, excluding wine club, without the wine club`,
    isNot('channel', 'club'),
  ],
  ['excluding wholesale, without wholesale, except wholesale, not counting wholesale', isNot('channel', 'wholesale')],
  ['excluding online, without online, excluding web, without web, except online, except web', isNot('channel', 'web')],
  [
    'excluding tasting room, without the tasting room, outside the tasting room, except the tasting room',
    isNot('channel', 'pos'),
  ],
  [
    'low stock, low inventory, running low, low on stock, almost out, running out, about to run out, low on inventory',
    [{ ids: ['weeksOnHand'], comparison: 'LessThan', value: 8 }],
  ],
  ['out of stock, sold out', [{ ids: ['available'], comparison: 'LessThanOrEqual', value: 0 }]],
  ['current, currently, open, right now, now, at the moment', holds('isCurrent', 'IsTrue')],
  ['no shows, no show, no-shows', is('status', 'no_show')],
  ['checked in', is('status', 'checked_in')],
  ['with club signup', holds('isClubMember', 'IsTrue')],
]

/** Weekdays in the plural only, since "Saturday" may mean one day. */
export const WEEKDAY_WORDS = [
  'mondays',
  'tuesdays',
  'wednesdays',
  'thursdays',
  'fridays',
  'saturdays',
  'sundays',
] as const
