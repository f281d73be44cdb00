import { addDays, dayNumber, diffDays, earlierDay, type LocalDay } from '#domain/ranges/local-day.ts'
import { ACCOUNT } from '../../account/metric.ts'
import { customerSalesFigure } from '../../account/reported-figures.ts'
import { defineInsight, estimated, type InsightBase } from '../../insight/define-insight.ts'
import { computed, countedFigure } from '../../insight/figure.ts'
import type { CustomerHistory, CustomersOverTime } from '../../insight/inputs.ts'
import { isOne } from '../../language/phrases.ts'
import { median, quantile } from '../../statistics/location.ts'
import { normalBelow } from '../../statistics/tails.ts'

/** Top customers who are overdue by their own order interval: created by `lapsingInsight`. */
export interface LapsingCustomersInsight extends InsightBase {
  readonly kind: 'lapsingCustomers'
  /** in descending order of spend */
  readonly customers: readonly LapsingCustomer[]
}

interface LapsingCustomer {
  readonly customerId: string
  readonly lastOrder: LocalDay
  readonly daysSince: number
  /** median days between this customer's orders */
  readonly usualDays: number
  /** share of similar gaps that would be over by now */
  readonly returnedByNow: number
  /** spend of the last two years net of refunds, minor units */
  readonly spent: number
}

/** Orders on different days needed to estimate an interval. */
const FEWEST_ORDERS = 4
const TWO_YEARS = 730
const DAYS_A_YEAR = 365
/** Share of top customers by spend among the buyers of the two years. */
const TOP_SHARE = 0.2
/** Days since the last order between which a customer is lapsing: on time before, lost after. */
const OVERDUE_QUANTILE = 0.9
const LEAST_DAYS = 30
const LONGEST_DAYS = 540
const MOST_NAMED = 25
/** Weight of the population in number of own gaps. */
const PRIOR_GAPS = 4

interface Rhythm {
  readonly customer: CustomerHistory
  readonly last: number
  readonly spent: number
  /** logarithms of the days between orders */
  readonly gaps: readonly number[]
}

const rhythmOf = (customer: CustomerHistory, today: number): Rhythm | null => {
  const recent = customer.orders
    .map(({ day, amount }) => ({ day: dayNumber(day), amount }))
    .filter(({ day }) => day < today && day >= today - TWO_YEARS)
  const days = [...new Set(recent.flatMap(({ day, amount }) => (amount > 0 ? [day] : [])))].sort((a, b) => a - b)
  const last = days.at(-1)
  if (last === undefined) return null
  const spent = recent.reduce((sum, { amount }) => sum + amount, 0)
  const gaps = days.slice(1).map((day, at) => Math.log(day - (days[at] ?? day)))
  return { customer, last, spent, gaps }
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const varianceAbout = (values: readonly number[], mean: number): number =>
  values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length)

/** Share of gaps like this customer's that are over within `days`: own variance, shrunk towards that of the population. */
const overWithin = (days: number, gaps: readonly number[], scatterOfAll: number): number => {
  const mean = meanOf(gaps)
  const own = varianceAbout(gaps, mean)
  const scatter = (own * gaps.length + scatterOfAll * PRIOR_GAPS) / (gaps.length + PRIOR_GAPS)
  return normalBelow((Math.log(days) - mean) / Math.sqrt(scatter * (1 + 1 / gaps.length)))
}

/** The top customers who are overdue by their own order interval, in descending order of spend. */
const lapsingCustomers = ({ customers, today }: Omit<CustomersOverTime, 'from'>): LapsingCustomer[] => {
  const now = dayNumber(today)
  const rhythms = customers.map((customer) => rhythmOf(customer, now)).filter((rhythm) => rhythm !== null)
  const steady = rhythms.filter(({ gaps }) => gaps.length >= FEWEST_ORDERS - 1)
  if (steady.length === 0) return []
  const top = quantile(
    rhythms.map(({ spent }) => spent),
    1 - TOP_SHARE,
  )
  const scatterOfAll = Math.max(0.05, median(steady.map(({ gaps }) => varianceAbout(gaps, meanOf(gaps)))))
  return steady
    .filter(({ spent, last }) => spent >= top && now - last >= LEAST_DAYS && now - last <= LONGEST_DAYS)
    .map(({ customer, last, gaps, spent }): LapsingCustomer => {
      const daysSince = now - last
      return {
        customerId: customer.customerId,
        lastOrder: lastOrderOf(customer, today),
        daysSince,
        usualDays: Math.round(Math.exp(median(gaps))),
        returnedByNow: overWithin(daysSince, gaps, scatterOfAll),
        spent,
      }
    })
    .filter(({ returnedByNow }) => returnedByNow >= OVERDUE_QUANTILE)
    .sort((a, b) => b.spent - a.spent)
    .slice(0, MOST_NAMED)
}

/** Spending of less than a year is not scaled up to one. */
const yearsOf = (days: number): number => Math.max(1, Number((days / DAYS_A_YEAR).toFixed(2)))

const lastOrderOf = ({ orders }: CustomerHistory, today: LocalDay): LocalDay =>
  orders.reduce((latest, { day, amount }) => (amount > 0 && day < today && day > latest ? day : latest), '')

/** Null if no top customer is overdue. */
const lapsingInsight = (input: CustomersOverTime): LapsingCustomersInsight | null => {
  const customers = lapsingCustomers(input)
  const [first] = customers
  if (first === undefined) return null
  const { today } = input
  const knownDays = Math.min(TWO_YEARS, diffDays(input.from, today))
  const earliest = customers.reduce((day, { lastOrder }) => earlierDay(day, lastOrder), first.lastOrder)
  const range = { from: addDays(today, -TWO_YEARS), until: today }
  const years = estimated('years', yearsOf(knownDays), 'count', 'yearsOfOrders')
  const each = customers.map(({ customerId, spent }, at) => {
    const whole = customerSalesFigure({ id: `person${at + 1}.spent`, value: spent }, customerId, range)
    const yearly = computed({ id: `person${at + 1}.yearlySpend`, unit: 'price', rule: 'ratio', of: [whole, years] })
    return { whole, yearly }
  })
  const yearly = computed({
    id: 'yearlySpend',
    unit: 'money',
    rule: 'sum',
    of: each.map((person) => person.yearly),
  })
  const of = { subject: ACCOUNT, range: null }
  return {
    kind: 'lapsingCustomers',
    key: `lapsingCustomers ${today.slice(0, 7)}`,
    subject: ACCOUNT,
    period: { from: earliest, until: today },
    customers,
    figures: [
      countedFigure('customers', customers.length, { what: 'number of customers listed', ...of }),
      yearly,
      countedFigure(
        'longest',
        diffDays(earliest, today),
        { what: 'days since the earliest last order', ...of },
        'days',
      ),
      years,
      countedFigure('knownDays', knownDays, { what: 'days of orders used', ...of }, 'days'),
      ...each.flatMap((person) => [person.whole, person.yearly]),
    ],
    stake: Math.round(yearly.value),
    confidence: Math.min(...customers.map(({ returnedByNow }) => returnedByNow)),
    unusual: null,
  }
}

const isShort = (figures: LapsingCustomersInsight['figures']): boolean =>
  figures.some(({ id, value }) => id === 'knownDays' && value < DAYS_A_YEAR)

export const lapsingCustomersInsight = defineInsight('lapsingCustomers', 'Lapsing top customers', {
  description: 'Top customers who are overdue for an order.',
  icon: 'IconUserQuestion',
  peopleTitle: 'Customers',
  inputs: ['customers'],
  detect: ({ customers }, { history }) => {
    const insight = lapsingInsight({ customers, from: history.from, today: history.until })
    return insight === null ? [] : [insight]
  },
  describe: ({ figures }) => ({
    title: 'Top customers overdue for an order',
    sentences: [
      `{customers} ${isOne(figures, 'customers') ? 'customer' : 'customers together'} spent {yearlySpend} ${isShort(figures) ? 'over the past {knownDays} days' : 'a year'}.`,
    ],
    unusual: 'Almost all of their past gaps between orders were shorter.',
    advice: ['Write to each by name, and mention the wine that they bought last.'],
    tone: 'bad',
  }),
  actions: () => [{ kind: 'people', label: 'Open the list' }],
  outcome: () => 'orders',
  extraFigures: ({ customers }) =>
    customers.flatMap(({ daysSince, usualDays }, at) => [
      estimated(`person${at + 1}.daysSince`, daysSince, 'days', 'daysSinceLastOrder'),
      estimated(`person${at + 1}.usualDays`, usualDays, 'days', 'ownRhythm'),
    ]),
  people: ({ customers }) => customers.map(({ customerId }) => ({ id: customerId, detail: null, reasons: [] })),
  figureLabels: {
    customers: 'Customers',
    yearlySpend: 'Spent per year',
    spent: 'Spent, last two years',
    years: 'Years',
    knownDays: 'Days of orders used',
    longest: 'Longest gap, days',
    daysSince: 'Days since last order',
    usualDays: 'Usual days between orders',
  },
  methods: {
    daysSinceLastOrder: 'Days from the customer’s last order to the day of the analysis.',
    ownRhythm: 'The median number of days between this customer’s orders.',
    yearsOfOrders: 'The number of years of orders used, at most two; less than one counts as one.',
    twoYears: 'The number of years of orders used.',
    spentInTwoYears: 'Non-club net sales in the last two years, per year.',
  },
})
