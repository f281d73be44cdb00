import { expect, test } from 'vitest'
import { describeHistory } from './describe-history.ts'

type Described = Parameters<typeof describeHistory>[0]

const say = (condition: Partial<Described>): string =>
  describeHistory({ of: 'Orders', which: 'any', filters: [], dates: null, ...condition })

const is = (columnId: string, value: string | number) => ({ columnId, comparison: 'Equal', value }) as const
const count = (comparison: NonNullable<Described['count']>['comparison'], value: number) => ({ comparison, value })

test.each<[string, Partial<Described>]>([
  ['who ordered', {}],
  ['who ordered at least twice last year', { dates: 'LastYear', count: count('GreaterThanOrEqual', 2) }],
  ['who ordered exactly once', { count: count('Equal', 1) }],
  ['who ordered fewer than 3 times in the last 180 days', { dates: 'Last180Days', count: count('LessThan', 3) }],
  ['who didn’t order since Mar 1, 2026', { dates: '2026-03-01/', count: count('Equal', 0) }],
  ['who didn’t order before Mar 1, 2026', { dates: '/2026-03-01', count: count('LessThan', 1) }],
  ['who had a reservation on Mar 1, 2026', { of: 'Reservations', dates: '2026-03-01/2026-03-02' }],
  ['who had a reservation during Mar 1 – Mar 31, 2026', { of: 'Reservations', dates: '2026-03-01/2026-04-01' }],
  ['who bought Pinot Noir', { of: 'OrderLines', filters: [is('varietal', 'Pinot Noir')] }],
  [
    'who ordered with net sales of at least 100 and product that contains Rosé at most twice',
    {
      filters: [
        { columnId: 'netSales', comparison: 'GreaterThanOrEqual', value: 100 },
        { columnId: 'product', comparison: 'Contains', value: 'Rosé' },
      ],
      count: count('LessThanOrEqual', 2),
    },
  ],
  ['whose first order was in the tasting room', { which: 'first', filters: [is('channel', 'pos')] }],
  ['whose last order was online last month', { which: 'last', filters: [is('channel', 'web')], dates: 'LastMonth' }],
  ['whose last order was before Jan 1, 2026', { which: 'last', dates: '/2026-01-01' }],
  [
    'whose first membership was with no cancellation date',
    {
      of: 'Memberships',
      which: 'first',
      filters: [{ columnId: 'cancelledDate', comparison: 'IsNull', value: null }],
    },
  ],
  ['who joined a club', { of: 'Memberships', which: 'last' }],
  [
    'who ordered online after the day they kept a reservation last year',
    {
      filters: [is('channel', 'web')],
      after: {
        of: 'Reservations',
        filters: [{ columnId: 'heldOn', comparison: 'IsNotNull', value: null }],
        dates: 'LastYear',
        sameDay: false,
      },
    },
  ],
])('says %s', (sentence, condition) => {
  expect(say(condition)).toBe(sentence)
})

test('says the same of a query’s condition, with its days', () => {
  const condition = {
    of: 'Orders',
    which: 'any',
    filters: [is('channel', 'club')],
    dates: { from: '2026-01-01', until: null },
    count: count('Equal', 0),
  } as const
  expect(describeHistory(condition)).toBe('who didn’t order through the club since Jan 1, 2026')
})
