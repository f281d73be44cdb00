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
    'members on hold and when they come off, members on hold and when they end, members on hold and when it ends, members on hold and when they come back, members on hold and until when, on hold and until when, on hold and when their hold ends, members on hold and when their hold ends, members on hold right now and when their hold ends, on hold right now and when their hold ends',
    [key('list'), noun('holdEnd'), filter('isCurrent', 'IsTrue')],
  ],
  ['discounted orders, orders that were discounted', [noun('order'), key('with'), measure('discount')]],
  ['extra, anything extra, something extra', [key('not'), noun('release')]],
  ['bottles sold per week, units sold per week', [measure('unitsSold'), grain('Week')]],
  ['members whose hold ends, members whose holds end', [key('list'), noun('holdEnd')]],
  [
    'average tasting fee, average tasting price, average price of a tasting',
    [ratio('netSales', 'unitsSold'), filter('itemKind', 'Equal', 'tasting')],
  ],
  [
    'make per reservation, made per reservation, make per booking, make per tasting, earn per reservation',
    [ratio('revenue', 'reservationCount')],
  ],
  ['make per visitor, make per guest, earn per visitor, earn per guest', [measure('revenuePerGuest')]],
  ['make per order, made per order, earn per order', [measure('averageOrder')]],
  ['retention', [measure('memberRetention')], 0.5],
  ['join year, joining year', [dimension('signupYear')]],
  ['join quarter, joining quarter', [dimension('signupQuarter')]],
  ['join month, joining month', [dimension('signupMonth')]],
  [
    'upcoming reservations, reservations coming up, future reservations, upcoming bookings',
    [key('list'), noun('reservation'), filter('status', 'Equal', 'reserved')],
  ],
  ['inactive members', [noun('cancellation')]],
  ['inactive members', [noun('onHoldMember')]],
  ['spend more per order', [key('comparative'), measure('averageOrder')]],
  [
    'biggest single order, largest single order, highest single order, single biggest order, single largest order, biggest one order, single highest order',
    [
      { kind: 'rank', count: 1, direction: 'desc', of: 'subject' },
      { kind: 'noun', noun: 'order', isPlural: false },
    ],
  ],
  [
    `
    pickup and shipping, pickup vs shipping, pick up vs ship, pick up and ship, shipping and pickup, pickup or shipping,
    shipping vs pickup, ship vs pickup, pickup versus shipping, pickup vs ship, pickup and ship, ship and pickup,
    pickup vs shipped, shipped vs pickup, pickup and shipped`,
    [dimension('deliveryMethod')],
  ],
  [
    'before they cancel, before cancelling, before canceling, before they leave, before they quit, before leaving, before quitting, before they cancelled, at cancellation, when they cancel, when they leave, at the time of cancellation, of members who cancel, of members who cancelled, of members who canceled, of members who left, of cancelled members, of canceled members, for cancelled members, for canceled members, for members who cancelled, for members who canceled, for members who left',
    [filter('cancelledDate', 'IsNotNull')],
  ],
  [
    'average value of a club shipment, average club shipment, average club order, value of a club shipment',
    [filter('channel', 'Equal', 'club'), measure('averageOrder')],
  ],
  ['average shipment value, value per order', [measure('averageOrder')]],
  [
    `reservation cancellation rate, booking cancellation rate, cancellation rate for reservations, cancellation rate of reservations, cancellation rate for bookings`,
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
  ['busiest times', [rank('desc'), grain('Weekday')]],
  ['busiest times', [rank('desc'), grain('Hour')]],
  ['slowest times', [rank('asc'), grain('Weekday')]],
  ['slowest times', [rank('asc'), grain('Hour')]],
  [
    `do guests spend, money per guest, average guest spend, guest spend, each guest spends, do visitors spend`,
    [measure('revenuePerGuest')],
  ],
  [
    `
    collect for shipping, collected for shipping, collect in shipping, collected in shipping, charge for shipping,
    charged for shipping, make on shipping, made on shipping, people pay us for shipping, pay us for shipping,
    pay for shipping, paid for shipping, pay in shipping, paid in shipping, shipping did we charge, shipping we charged, shipping cost we charged, shipping costs we charged,
    charge in shipping, charged in shipping`,
    [measure('shipping')],
  ],
  [
    'customers pay, customers paid, customers actually pay, customers actually paid, people paid, paid in total, charged customers, charge customers',
    [measure('total')],
  ],
  [
    'big spenders, high rollers, whales, vips, vip customers, vip, high value customers, most valuable customers, big buyers, heavy buyers, best buyers, good customers, our good customers, great customers',
    [rank('desc'), noun('customer')],
  ],
  [
    "whats selling, what's selling, what is selling, whats hot, what's hot, what is hot, whats popular, what's popular, whats trending, what's trending, what is trending, whats moving, what's moving, what sells, what sells well, whats selling well, what's selling well, whats selling best, what's selling best",
    [key('which'), noun('product'), rank('desc')],
  ],
  [
    "whats not selling, what's not selling, whats not moving, what's not moving, what isnt selling, what isn't selling",
    [
      key('which'),
      noun('product'),
      rank('asc', 'amount'),
      measure('weeklyUnits'),
      { kind: 'limit', comparison: 'GreaterThan', value: 0, unit: null },
      measure('onHand'),
    ],
  ],
  [
    'how fast is the, how fast is our, how fast is, how fast are, how quickly is, how quickly does, how fast does',
    [measure('weeklyUnits')],
  ],
  [
    'what changed most, what changed the most, what has changed most, what has changed the most, what changed',
    [key('why'), measure('netSales')],
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
    `
    net member growth, member growth, net members, net new members, growth in members, gaining or losing members,
    gain or lose members, gaining or losing, losing more members than we gain, losing more members than we are gaining,
    gaining more members than we lose, more cancellations than signups, signups minus cancellations, signups less cancellations, joins minus cancels,
    net club growth, net adds, net additions, net gain, gain or lose, gained or lost, club growth, membership growth,
    net growth, more signups than cancellations, more members joining than leaving, growing or shrinking our club`,
    [
      noun('signup'),
      key('and'),
      noun('cancellation'),
      key('and'),
      { kind: 'measure', ids: ['signups'], minus: ['cancellations'] },
    ],
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
    `
    average spend per member, spend per member, average spend per club member, spend per club member, average member spend,
    do members spend, do our members spend, do club members spend, does a member spend, does the average member spend,
    sales per member, revenue per member, sales per club member, revenue per club member, average sales per member`,
    [ratio('netSales', 'customerCount'), filter('isClubMember', 'IsTrue')],
  ],
  [
    'spend per order, spent per order, spend per transaction, spend per purchase, spend per ticket',
    [measure('averageOrder')],
  ],
  ['average lifetime of a member, member lifetime, lifetime of a member', [measure('tenureDays')]],
  [
    'when will we run out of, how many weeks of, weeks of stock of, weeks left of, how long will our, how long will the',
    [measure('weeksOnHand')],
  ],
  [
    'arent moving, isnt moving, not moving, arent selling, isnt selling, not selling, dont sell, doesnt sell',
    [rank('asc'), measure('unitsSold')],
  ],
  [
    `been a member the longest, longest members, most loyal members, longest memberships, stayed the longest`,
    [noun('member'), rank('asc', 'date')],
  ],
  [
    'rejoined, joined again, came back to the club',
    [state('join'), { kind: 'limit', comparison: 'GreaterThanOrEqual', value: 2, unit: 'times' }],
  ],
  ['stay, stays, stick around, stay with us, stay on average, stay with us on average', [measure('tenureDays')]],
  ['including tax and shipping, including tax, with tax and shipping, with tax', [measure('total')]],
  ['by who signed them up, by who signed up, by who sold it, by who, by whom', [key('by'), dimension('teamMember')]],
  ['sell out, sells out, run out, runs out', [measure('weeksOnHand')], 0.3],
  ['when will, when do we, when does the, when do the', [{ kind: 'stop' }], 0.3],
  [
    'dead stock, dead inventory, overstock, overstocked, excess stock, excess inventory, too much stock, too much inventory, too much of, sitting on too much of',
    [noun('product'), rank('desc', 'amount'), measure('weeksOnHand'), key('and'), measure('onHand')],
  ],
  ['charged', [measure('processed')], 0.6],
  [
    'charged skipped and declined, charged skipped declined, charged skipped or declined, charged vs skipped vs declined, processed skipped and declined, charged declined and skipped, charged declined skipped',
    [measure('processed'), key('and'), measure('skipped'), key('and'), measure('declined')],
  ],
  ['healthy', [key('how')]],
  ['best people', [key('who'), rank('desc')]],
  [
    'whose first order was, whose first purchase was, whose first order is, whose first order came',
    [key('who'), key('first'), noun('order')],
  ],
  ['total billed, billed, amount billed, total invoiced, invoiced', [measure('total')]],
  [
    'club signups came out of tastings, signups came out of tastings, signups from tastings, club signups from tastings, signups out of tastings, club signups came from tastings, signups came from tastings',
    [measure('clubSignups')],
  ],
  [
    'how many weeks will the, how many weeks will our, how many weeks does the, how many weeks do we have of',
    [measure('weeksOnHand')],
  ],
  ['busier', [key('comparative'), measure('guests')]],
  [
    'still members, still a member, still active, still club members, are still members',
    [filter('status', 'NotEqual', 'cancelled')],
  ],
  [
    `my people, our people, my staff, our staff, my team, our team, the team, the staff, my employees, our employees, of my people,
    of our people, of my staff, of our staff, of my team, of our team, staff members, team`,
    [dimension('teamMember')],
  ],
  ['everyone else, everybody else, all others', [filter('isClubMember', 'IsFalse')]],
  ['weekdays', [filter('isWeekend', 'IsFalse')], 0.5],
  [
    'free shipping, no shipping charge, shipped free, shipping was free, free delivery, free ground shipping',
    [
      filter('deliveryMethod', 'Equal', 'ship'),
      { kind: 'limit', comparison: 'LessThanOrEqual', value: 0, unit: null },
      measure('shipping'),
    ],
  ],
  ['make the most on', [rank('desc'), measure('grossProfit')]],
  [
    `club conversion, club conversion rate, conversion from tasting to club signup, tasting to club signup conversion, conversion from tasting to club, conversion rate from tasting to club, conversion rate tasting to club, conversion tasting to club, tasting to club conversion, tasting to club conversion rate, conversion of tastings to club, tasting room to club conversion, conversion to club, club signup rate, signup rate, sign up rate`,
    [measure('signupConversion')],
  ],
  ['our total, whats our total, total take, our take, the take, total haul, grand total', [measure('netSales')]],
  [
    'who is coming, whos coming, who comes, who is visiting, whos visiting, who is expected, whos expected',
    [key('who'), { kind: 'verb', verb: 'visit' }],
  ],
  [
    `a member stays, months a member stays, number of months a member stays, number of months members stay, how many months members stay, how many months do members stay, how long does a member stay, how long does a member stay with us, how long do members stay, how long do members stay with us, how long do members stay on average`,
    [measure('tenureDays')],
  ],
  [TYPES_OF_CUSTOMERS, [dimension('customerType')]],
  [
    'funnel, tasting funnel, visit funnel, guest funnel, visitor funnel, conversion funnel, sales funnel, tasting room funnel',
    [
      measure('guests'),
      key('and'),
      measure('bottlePurchases'),
      key('and'),
      measure('clubSignups'),
      key('and'),
      measure('contacts'),
    ],
  ],
  ['tippers, tipper', [noun('customer'), measure('tip')]],
]
