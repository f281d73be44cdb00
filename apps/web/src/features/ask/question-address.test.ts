import { expect, test } from 'vitest'
import { ReportDefinition } from '#contract/report-definition.ts'
import { parseSearch, stringifySearch } from '#web/app/urls.ts'
import { type AskedReport, askedIn, builderAddress } from './question-address.ts'

const DEFINITION = ReportDefinition.parse({
  reportType: 'Orders',
  name: 'Sales & tips, “2025” = 100 %?',
  columns: [{ columnId: 'state' }, { columnId: 'netSales' }],
  columnOrder: ['state', 'netSales'],
  groupColumns: ['state'],
  filters: [{ columnId: 'teamMember', comparison: 'Equal', value: 'Zoë & Co' }],
  orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
  relativeDateFilter: { relativeRange: 'ThisYear', columnName: 'orderDate' },
  top: 10,
})
const DAYS = { from: '2026-03-01', until: '2026-03-08' }

test.each<[string, AskedReport]>([
  ['a definition', { definition: DEFINITION }],
  ['a definition of days that no range names', { definition: DEFINITION, ...DAYS }],
  ['a comparison', { definition: DEFINITION, compare: 'previousYear' }],
  ['days and a comparison', { definition: DEFINITION, ...DAYS, compare: 'previousPeriod' }],
])('%s comes back from the address whole', (_, asked) => {
  expect(askedIn(parseSearch(stringifySearch(builderAddress(asked).search)))).toEqual(asked)
})

test.each(['', 'null', '{', '[]', '{"reportType":"Orders"}', '{"reportType":"Orders","columns":[{"columnId":1}]}'])(
  'an address that holds no definition is none: %s',
  (definition) => {
    expect(askedIn({ definition })).toBeNull()
  },
)

test.each([
  ['days out of order', { from: '2026-03-08', until: '2026-03-01' }],
  ['one day alone', { from: '2026-03-08' }],
  ['days of no calendar', { from: '2026-02-30', until: '2026-03-01' }],
  ['an unknown comparison', { compare: 'nextYear' }],
])('%s are left out', (_, search) => {
  expect(askedIn({ definition: JSON.stringify(DEFINITION), ...search })).toEqual({ definition: DEFINITION })
})
