import { expect, test } from 'vitest'
import { excluding, filteredBy } from './mark-filters.ts'

const mark = (row: Record<string, string | boolean | null>) => ({ row, label: 'Mark', measure: 'netSales' })
const is = (columnId: string, ...values: (string | null)[]) => ({ columnId, values, exclude: false })
const not = (columnId: string, ...values: (string | null)[]) => ({ columnId, values, exclude: true })
const JUNE = { dateColumn: 'orderDate', days: { from: '2026-06-03', until: '2026-06-18' } }
const days = (from: string, until: string) => ({ range: { kind: 'days', from, until } })

test.each([
  ['a day', { orderDay: '2026-06-13' }, days('2026-06-13', '2026-06-14')],
  ['a week that began before the range', { orderWeek: '2026-06-01' }, days('2026-06-03', '2026-06-08')],
  ['a month that has not ended', { orderMonth: '2026-06' }, days('2026-06-03', '2026-06-18')],
  [
    'a month of another date',
    { signupMonth: '2026-06' },
    { filters: [is('state', 'CA'), is('signupMonth', '2026-06')] },
  ],
  ['a value', { channel: 'web' }, { filters: [is('state', 'CA'), is('channel', 'web')] }],
  ['a blank', { teamMember: null }, { filters: [is('state', 'CA'), is('teamMember', null)] }],
  ['yes or no', { isWeekend: true }, { filters: [is('state', 'CA'), is('isWeekend', 'true')] }],
  [
    'a part of a stacked bar',
    { orderDay: '2026-06-13', channel: 'web' },
    { ...days('2026-06-13', '2026-06-14'), filters: [is('state', 'CA'), is('channel', 'web')] },
  ],
] as const)('filters by %s', (_, row, expected) => {
  expect(filteredBy([is('state', 'CA')], mark(row), JUNE)).toEqual(expected)
})

test.each([
  ['a value', { channel: 'web' }, [not('channel', 'pos', 'web')]],
  [
    'the part of a stacked bar by its series',
    { orderDay: '2026-06-13', channel: 'web' },
    [not('channel', 'pos', 'web')],
  ],
  ['a day', { orderDay: '2026-06-13' }, [not('channel', 'pos'), not('orderDay', '2026-06-13')]],
] as const)('excludes %s in addition to what is excluded', (_, row, expected) => {
  expect(excluding([not('channel', 'pos')], mark(row), JUNE)).toEqual({ filters: expected })
})
