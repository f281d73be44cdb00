import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Cell, DrillResult, ReportResult } from '#contract/reports.ts'
import { serviceCalls } from '#server/modules/services/service-calls.fixture.ts'
import { volume } from '#testkit/lane.ts'
import { hasOnlineRetail, ONLINE_RETAIL_SETTINGS, onlineRetailText, parsePennies } from '#testkit/online-retail.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

interface Order {
  readonly id: string
  /** `YYYY-MM-DD HH:MM:SS` */
  readonly at: string
  readonly customer: string
  readonly country: string
  /** of the customer; 0 and up, null without one */
  place: number | null
  days: number | null
  first: string | null
  pennies: number
}

const isCounted = ({ id, pennies }: Order): boolean => !id.startsWith('C') && pennies > 0
const isEarlier = (a: Order, b: Order): boolean => a.at < b.at || (a.at === b.at && a.id < b.id)
const daysFrom = (from: string, until: string): number =>
  (Date.parse(until.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000

/** The orders of the file, each with its place among those of its customer, by loops. */
const readOrders = (csv: string): Order[] => {
  const orders = new Map<string, Order>()
  const rows: Record<string, string>[] = parse(csv, { columns: true })
  for (const row of rows) {
    const { InvoiceNo: id = '', InvoiceDate = '', CustomerID: customer = '', Country: country = '' } = row
    const order = orders.get(id) ?? {
      ...{ id, customer, country, at: InvoiceDate },
      ...{ place: null, days: null, first: null, pennies: 0 },
    }
    order.pennies += parsePennies(row)
    orders.set(id, order)
  }
  const byCustomer = Map.groupBy(orders.values(), ({ customer }) => customer)
  for (const [customer, own] of byCustomer) {
    if (customer === '') continue
    const counted = own.filter(isCounted).sort((a, b) => (isEarlier(a, b) ? -1 : 1))
    for (const order of own) {
      const before = counted.filter((one) => isEarlier(one, order))
      const previous = before.at(-1)
      order.place = before.length
      order.first = counted[0]?.at.slice(0, 10) ?? null
      order.days = previous && isCounted(order) ? daysFrom(previous.at, order.at) : null
    }
  }
  return [...orders.values()]
}

const customers = (orders: readonly Order[]): number => new Set(orders.map(({ customer }) => customer)).size
const pounds = (orders: readonly Order[]): number => orders.reduce((sum, { pennies }) => sum + pennies, 0) / 100

const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const [lower, upper] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2
}

const MEASURES = [
  ...['newCustomers', 'returningCustomers', 'newCustomerSales', 'returningCustomerSales', 'repeatRate'],
  ...['daysBetweenOrders', 'medianDaysBetweenOrders'],
]

/** The measures over some orders. */
const measured = (orders: readonly Order[]): (number | null)[] => {
  const counted = orders.filter((order) => isCounted(order) && order.customer !== '')
  const repeated = counted.filter(({ place }) => Number(place) > 0)
  const days = counted.flatMap((order) => order.days ?? [])
  return [
    customers(counted.filter(({ place }) => place === 0)),
    customers(repeated),
    pounds(orders.filter(({ place }) => place === 0)),
    pounds(orders.filter(({ place }) => Number(place) > 0)),
    counted.length === 0 ? null : customers(repeated) / customers(counted),
    days.length === 0 ? null : days.reduce((sum, value) => sum + value, 0) / days.length,
    median(days),
  ]
}

const t = await testApp({ env: { RATE_LIMITS: 'off' } })

describe.runIf(hasOnlineRetail)(
  'new and returning customers of a real file (needs the file next to the repository)',
  () => {
    let member: Member
    let orders: Order[]

    beforeAll(async () => {
      const lines = onlineRetailText().split('\n')
      // The first lines cover December 2010 and a part of January.
      const csv = lines.slice(0, volume({ normal: 50_000, full: lines.length })).join('\n')
      orders = readOrders(csv)
      member = await t.register({ currency: 'GBP', timeZone: 'Europe/London' })
      const calls = serviceCalls(t)
      const { id } = await calls.addService(member)
      await calls.imported(member, id, csv, ONLINE_RETAIL_SETTINGS)
    }, 600_000)

    const post = async (path: string, body: object): Promise<unknown> => {
      const response = await t.call('POST', path, { token: member.token, body })
      expect([response.statusCode, response.body.slice(0, 200)]).toEqual([200, response.body.slice(0, 200)])
      return response.json()
    }
    const answer = async (reportType: string, by: readonly string[], measures: readonly string[]) => {
      const definition = {
        reportType,
        columns: [...by, ...measures].map((columnId) => ({ columnId })),
        groupColumns: by,
        orderColumns: by.map((columnId) => ({ columnId })),
      }
      return ReportResult.parse(await post('/reports/query', { definition, pageSize: 500 }))
    }
    const close = (cells: readonly Cell[]) =>
      cells.map((cell) => (typeof cell === 'number' ? expect.closeTo(cell, 4) : cell))
    /** Rows by the values of `keys`, in their order, and the measures of their orders. */
    const byHand = (all: readonly Order[], ...keys: readonly ((order: Order) => string | null)[]) =>
      [...Map.groupBy(all, (order) => JSON.stringify(keys.map((key) => key(order))))]
        .map(([key, own]): [(string | null)[], Order[]] => [JSON.parse(key), own])
        .sort(([a], [b]) =>
          JSON.stringify(a).replaceAll('null', '"~"') < JSON.stringify(b).replaceAll('null', '"~"') ? -1 : 1,
        )

    const monthOf = ({ at }: Order) => at.slice(0, 7)
    const cohortOf = ({ first }: Order) => first?.slice(0, 7) ?? null
    const typeOf = ({ place }: Order) => (place === null ? 'unknown' : place === 0 ? 'new' : 'returning')

    test.each<[string, string, (order: Order) => string | null]>([
      ['month', 'orderMonth', monthOf],
      ['type of customer', 'customerType', typeOf],
      ['month of the first order', 'firstOrderMonth', cohortOf],
      ['country', 'country', ({ country }) => country],
    ])('measures by %s equal loops over the file', async (_, columnId, key) => {
      const { rows, totals } = await answer('Orders', [columnId], MEASURES)
      expect(rows).toEqual(byHand(orders, key).map(([keys, own]) => [...keys, ...close(measured(own))]))
      expect(totals.slice(1)).toEqual(close(measured(orders)))
    })

    test('a cohort table has the customers and sales of each first month in each later month', async () => {
      const { rows } = await answer('Orders', ['firstOrderMonth', 'orderMonth'], ['customerCount', 'netSales'])
      const expected = byHand(orders, cohortOf, monthOf).map(([keys, own]) => [
        ...keys,
        customers(own.filter((order) => isCounted(order) && order.customer !== '')),
        expect.closeTo(pounds(own), 4),
      ])
      expect(rows).toEqual(expected)
    })

    test('customers by the month of their first order, and who ordered again', async () => {
      const known = orders.filter(({ customer }) => customer !== '')
      const byMonth = byHand(known, cohortOf).map(([keys, own]) => [
        ...keys,
        customers(own),
        ...close(measured(own).slice(0, 5)),
      ])
      const { rows } = await answer('Customers', ['firstOrderMonth'], ['customerCount', ...MEASURES.slice(0, 5)])
      expect(rows).toEqual(byMonth)
      const again = [...Map.groupBy(known, ({ customer }) => customer).values()].map(
        (own) => own.filter(isCounted).length > 1,
      )
      const repeats = await answer('Customers', ['isRepeatCustomer'], ['customerCount'])
      expect(repeats.rows).toEqual([
        [false, again.filter((one) => !one).length],
        [true, again.filter((one) => one).length],
      ])
    })

    test('the orders behind the new customers of a month are their first orders, and prove the number', async () => {
      const month = '2010-12'
      const definition = {
        reportType: 'Orders',
        columns: [{ columnId: 'orderMonth' }, { columnId: 'newCustomers' }],
        groupColumns: ['orderMonth'],
      }
      const cell = { row: { orderMonth: month }, measure: 'newCustomers' }
      const drill = DrillResult.parse(await post('/reports/drill', { definition, cell, pageSize: 500 }))
      const first = orders.filter(
        (order) => monthOf(order) === month && order.place === 0 && isCounted(order) && order.customer !== '',
      )
      expect([drill.proof.matches, drill.proof.cell, drill.rowCount]).toEqual([true, first.length, first.length])
      const index = drill.columns.findIndex(({ columnId }) => columnId === 'orderId')
      const ids = new Set(first.map(({ id }) => id))
      expect(drill.rows.every((row) => ids.has(String(row[index])))).toBe(true)
    })
  },
)
