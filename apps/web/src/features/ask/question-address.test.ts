import { expect, test } from 'vitest'
import { ReportDefinition } from '#contract/reports.ts'
import { parseSearch, stringifySearch } from '#web/app/plain-search.ts'
import { builderAddress, definitionIn } from './question-address.ts'

const DEFINITION = ReportDefinition.parse({
  reportType: 'Orders',
  name: 'Sales & tips, “2025” = 100 %?',
  columns: [{ columnId: 'state' }, { columnId: 'netSales' }],
  groupColumns: ['state'],
  filters: [{ columnId: 'teamMember', comparison: 'Equal', value: 'Zoë & Co' }],
})

test('a definition comes back from the address whole', () => {
  const { definition } = parseSearch(stringifySearch(builderAddress(DEFINITION).search))
  expect(definitionIn(String(definition))).toEqual(DEFINITION)
})

test.each(['', 'null', '{', '[]', '{"reportType":"Orders"}', '{"reportType":"Orders","columns":[{"columnId":1}]}'])(
  'an address that holds no definition is none: %s',
  (text) => {
    expect(definitionIn(text)).toBeNull()
  },
)
