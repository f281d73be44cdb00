import type { Tag } from '../tag/tag.ts'
import type { NounName } from './nouns.ts'

const noun = (name: NounName): Tag => ({ kind: 'noun', noun: name, isPlural: true })
const measure = (...ids: string[]): Tag => ({ kind: 'measure', ids })
const ratio = (id: string, over: string): Tag => ({ kind: 'measure', ids: [id], over: [over] })
const rank = (direction: 'asc' | 'desc', of: 'subject' | 'amount' | 'date' = 'subject'): Tag => ({
  kind: 'rank',
  count: null,
  direction,
  of,
})
const key = (name: Extract<Tag, { kind: 'key' }>['key']): Tag => ({ kind: 'key', key: name })
const state = (name: Extract<Tag, { kind: 'state' }>['state']): Tag => ({ kind: 'state', state: name })
const grain = (name: string): Tag => ({ kind: 'grain', grain: name })

/** Phrases that mean several things at once. One that is listed twice may mean either. */
export const ENGLISH_PHRASES: readonly (readonly [phrases: string, tags: readonly Tag[]])[] = [
  [
    'spend more per order, spend less per order, spending more per order, spend more an order, spend more each order, spent more per order',
    [key('comparative'), measure('averageOrder')],
  ],
  [
    'biggest single order, largest single order, highest single order, single biggest order, single largest order, biggest one order, single highest order',
    [
      { kind: 'rank', count: 1, direction: 'desc', of: 'subject' },
      { kind: 'noun', noun: 'order', isPlural: false },
    ],
  ],
  [
    'before they cancel, before cancelling, before canceling, before they leave, before they quit, before leaving, before quitting, before they cancelled',
    [{ kind: 'filter', filters: [{ ids: ['cancelledDate'], comparison: 'IsNotNull', value: null }] }],
  ],
  [
    'average value of a club shipment, average club shipment, average club shipment value, average value of club shipments, average club order, average club order value, value of a club shipment',
    [{ kind: 'filter', filters: [{ ids: ['channel'], comparison: 'Equal', value: 'club' }] }, measure('averageOrder')],
  ],
  [
    'average value of an order, average value of orders, average value of an order placed, average shipment value, average value of a shipment, value per order, value of an average order',
    [measure('averageOrder')],
  ],
  [
    'no show rate, no show percentage, rate of no shows, no show percent, percent no shows, percentage of no shows, share of no shows, noshow rate',
    [key('share'), noun('reservation'), state('noShow')],
  ],
  [
    `reservation cancellation rate, cancellation rate for reservations, cancellation rate of reservations, booking cancellation rate,
    cancellation rate for bookings, cancellation rate for tastings, percent of reservations cancelled`,
    [key('share'), noun('reservation'), state('leave')],
  ],
  [
    'skip rate, skip percentage, percent skipped, percentage skipped, rate of skips',
    [ratio('skipped', 'membersEligible')],
  ],
  [
    'decline rate, declined rate, card decline rate, percent declined, decline percentage, payment failure rate, failed card rate',
    [ratio('declined', 'membersEligible')],
  ],
  ['hold rate, percent on hold, percentage on hold, share on hold', [ratio('onHold', 'activeMembers')]],
  [
    'when are we busiest, when is it busiest, when are we busy, when is it busy, busiest times, when do we get busy',
    [rank('desc'), grain('Weekday')],
  ],
  [
    'when are we busiest, when is it busiest, when are we busy, when is it busy, busiest times, when do we get busy',
    [rank('desc'), grain('Hour')],
  ],
  [
    'when are we slowest, when is it slowest, when are we slow, when is it slow, slowest times',
    [rank('asc'), grain('Weekday')],
  ],
  [
    'when are we slowest, when is it slowest, when are we slow, when is it slow, slowest times',
    [rank('asc'), grain('Hour')],
  ],
  [
    `does each guest spend, do guests spend, does a guest spend, does the average guest spend, do people spend per visit, average guest spend, guest spend,
    each guest spends, do visitors spend, does each visitor spend, do we make per guest, do we make off each guest, does a visitor spend, guests spend on average, spend per tasting guest`,
    [measure('revenuePerGuest')],
  ],
  [
    `collect for shipping, collected for shipping, collect in shipping, collected in shipping, charge for shipping, charged for shipping, make on shipping, made on shipping,
    charge customers for shipping, shipping did we charge, shipping we charged, charge in shipping, charged in shipping`,
    [measure('shipping')],
  ],
  [
    'customers pay, customers paid, customers actually pay, customers actually paid, people paid, paid in total, charged customers, charge customers',
    [measure('total')],
  ],
  [
    'big spenders, high rollers, whales, vips, vip customers, vip, high value customers, most valuable customers, big buyers, heavy buyers, best buyers',
    [rank('desc'), noun('customer')],
  ],
  [
    "whats selling, what's selling, what is selling, whats hot, what's hot, what is hot, whats popular, what's popular, whats trending, what's trending, what is trending, whats moving, what's moving, what sells, what sells well, whats selling well, what's selling well, what is selling well, whats selling best, what's selling best",
    [key('which'), noun('product'), rank('desc')],
  ],
  [
    "whats not selling, what's not selling, what is not selling, whats not moving, what's not moving, what isnt selling, what isn't selling",
    [key('which'), noun('product'), rank('asc')],
  ],
  ['best seller, best sellers, top seller, top sellers, bestsellers, bestseller', [rank('desc'), noun('product')]],
]
