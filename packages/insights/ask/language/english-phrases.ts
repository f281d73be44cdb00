import { filterTag as filter, measureTag as measure, nounTag as noun, type Tag } from '../tag/tag.ts'

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

const BOTTLES_PER_CASE = 12

const dimension = (...ids: string[]): Tag => ({ kind: 'dimension', ids })

const combined = (first: readonly string[], joints: readonly string[], second: readonly string[]): string =>
  first
    .flatMap((one) =>
      second.flatMap((two) => joints.flatMap((joint) => [[one, joint, two].join(' '), [two, joint, one].join(' ')])),
    )
    .join(', ')

/** "new vs returning", before "customers" or alone. */
const TYPES_OF_CUSTOMERS = combined(
  ['new', 'first time', 'first timers'],
  ['vs', 'versus', 'and', 'or'],
  ['repeat', 'returning', 'existing', 'loyal'],
)

/** Phrases that mean several things at once. One that is listed twice may mean either. */
export const ENGLISH_PHRASES: readonly (readonly [phrases: string, tags: readonly Tag[], cost?: number])[] = [
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
    `pickup and shipping, pickup vs shipping, pick up vs ship, pick up and ship, shipping and pickup, pickup or shipping, shipping vs pickup,
    ship vs pickup, ship vs pick up, ship and pick up, pickup versus shipping, pickup vs ship, pickup and ship, ship and pickup, pickup vs shipped,
    shipped vs pickup, shipped vs picked up, picked up vs shipped, pickup and shipped, shipped and picked up, picked up and shipped`,
    [dimension('deliveryMethod')],
  ],
  [
    `bottles does the average order have, bottles does an average order have, bottles in the average order, bottles in an average order,
    bottles are in an average order, bottles are in the average order, bottles per average order`,
    [measure('unitsPerOrder')],
  ],
  ['when do holds end, when do the holds end, when are holds ending', [key('which'), noun('holdEnd')]],
  [
    'before they cancel, before cancelling, before canceling, before they leave, before they quit, before leaving, before quitting, before they cancelled',
    [filter('cancelledDate', 'IsNotNull')],
  ],
  [
    'average value of a club shipment, average club shipment, average club shipment value, average value of club shipments, average club order, average club order value, value of a club shipment',
    [filter('channel', 'Equal', 'club'), measure('averageOrder')],
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
    charge customers for shipping, people pay us for shipping, customers pay us for shipping, pay us for shipping, paid us for shipping, people pay for shipping, customers pay for shipping, pay for shipping, paid for shipping, pay in shipping, paid in shipping, shipping did we charge, shipping we charged, charge in shipping, charged in shipping`,
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
  [
    'by wine, per wine, by each wine, for each wine, each wine, by bottling, by label, wine by wine',
    [key('by'), filter('itemKind', 'Equal', 'wine'), noun('product')],
  ],
  [
    'cases, case, cases sold, 12 packs, case sales, nine liter cases',
    [{ kind: 'measure', ids: ['unitsSold'], per: BOTTLES_PER_CASE }],
  ],
  [
    'discount rate, discount percentage, discount percent, average discount rate, average discount percentage',
    [{ kind: 'measure', ids: ['discount', 'lineDiscount'], over: ['subtotal', 'netSales'] }],
  ],
  [
    `net member growth, member growth, net members, net change in members, net new members, growth in members,
    gaining or losing members, gaining members or losing members, gain or lose members, gained or lost members, gaining or losing,
    signups minus cancellations, signups less cancellations, joins minus cancels, signups net of cancellations,
    net club growth, net growth in members, net growth of members, net growth in the club, net change in the club, net change in club members, net adds, net additions, net gain,
    gain or lose, gained or lost, gain or lose any members, net gain in members, net gain of members, net loss of members, club growth, membership growth, net growth`,
    [noun('signup'), key('and'), noun('cancellation')],
  ],
  [
    `refund amount, refund amounts, refund dollars, refunded amount, dollars refunded, amount refunded, value of refunds,
    money refunded`,
    [filter('isRefund', 'IsTrue'), measure('netSales')],
  ],
  [
    'party size, average party size, group size, average group size, size of parties',
    [ratio('guests', 'reservationCount'), filter('heldOn', 'IsNotNull')],
  ],
  [
    'price per bottle, average price per bottle, average bottle price, bottle price, average selling price',
    [ratio('netSales', 'unitsSold')],
  ],
  [
    'spend per order, spent per order, spend per transaction, spend per purchase, spend per ticket',
    [measure('averageOrder')],
  ],
  [
    'average lifetime of a member, average lifetime of members, member lifetime, lifetime of a member',
    [measure('tenureDays')],
  ],
  [
    `when will we run out of, when do we run out of, when will we be out of, how long will we have, how long until we run out of,
    how many weeks of stock do we have of, how many weeks are left of`,
    [measure('weeksOnHand')],
  ],
  [
    'arent moving, isnt moving, not moving, arent selling, isnt selling, not selling, dont sell, doesnt sell',
    [rank('asc'), measure('unitsSold')],
  ],
  [
    `been a member the longest, been members the longest, been in the club the longest, been with us the longest,
    longest members, most loyal members, longest memberships, stayed the longest, been around the longest`,
    [noun('member'), rank('asc', 'date')],
  ],
  ['busier', [key('comparative'), measure('guests')]],
  [
    'still members, still a member, still active, still in the club, still club members, are still members',
    [filter('status', 'NotEqual', 'cancelled')],
  ],
  [
    `my people, our people, my staff, our staff, my team, our team, the team, the staff, my employees, our employees, of my people,
    of our people, of my staff, of our staff, of my team, of our team, staff members, team`,
    [dimension('teamMember')],
  ],
  ['weekdays', [filter('isWeekend', 'IsFalse')], 0.5],
  [
    'free shipping, no shipping charge, shipped free, shipping was free, free delivery, free ground shipping',
    [
      filter('deliveryMethod', 'Equal', 'ship'),
      { kind: 'limit', comparison: 'LessThanOrEqual', value: 0, unit: null },
      measure('shipping'),
    ],
  ],
  [
    'make the most on, made the most on, make the most money on, made the most money on, make the most off, make the most off of, make the most money off, make the most profit on, earn the most on, make most money on',
    [rank('desc'), measure('grossProfit')],
  ],
  [
    `tasting to club conversion, tasting to club conversion rate, conversion rate tasting to club, conversion from tasting to club, tasting to member conversion, club conversion, club conversion rate,
    conversion to club, conversion to the club, conversion rate to club, conversion rate to the club, guest to member conversion, visitor to member conversion, club signup rate, club sign up rate, signup rate, sign up rate`,
    [measure('signupConversion')],
  ],
  [
    'our total, whats our total, what was our total, total take, our take, the take, take for the day, total haul, grand total',
    [measure('netSales')],
  ],
  [
    'who is coming, whos coming, who comes, who will be coming, who is visiting, whos visiting, who is expected, whos expected, who do we expect, who are we expecting',
    [key('who'), { kind: 'verb', verb: 'visit' }],
  ],
  [
    `how long does a member stay, how long does a member stay with us, how long does a club member stay, how long does the average member stay, how long does an average member stay,
    how long do members stay with us, how long do members stay in the club, how long do people stay in the club, how long do people stay members, how long does a member last, how long do we keep members,
    how long do we keep a member, how long does someone stay in the club, how long does a membership last, how long do memberships last`,
    [measure('tenureDays')],
  ],
  [TYPES_OF_CUSTOMERS, [dimension('customerType')]],
  ['tippers, tipper', [noun('customer'), measure('tip')]],
]
