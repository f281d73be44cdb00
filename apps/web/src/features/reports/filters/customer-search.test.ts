import { expect, test } from 'vitest'
import { splitSearch, withSearch } from './customer-search.tsx'
import type { ReportFilter } from './report-filter.ts'

const inTexas: ReportFilter = { columnId: 'state', comparison: 'Equal', value: 'TX' }
const named = (value: string): ReportFilter => ({ columnId: 'customerName', comparison: 'Contains', value })

test.each([
  ['adds a search', [inTexas], ' ada ', [inTexas, named('ada')]],
  ['replaces the search', [named('ada'), inTexas], 'bea', [inTexas, named('bea')]],
  ['ends the search', [named('ada'), inTexas], '', [inTexas]],
])('%s', (_, filters, text, expected) => expect(withSearch(filters, text)).toEqual(expected))

test('reads the search from the filters', () => {
  expect(splitSearch([inTexas, named('ada')])).toEqual({ text: 'ada', others: [inTexas] })
  expect(splitSearch([inTexas])).toEqual({ text: '', others: [inTexas] })
})
