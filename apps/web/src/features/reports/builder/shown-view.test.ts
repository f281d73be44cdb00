import { expect, test } from 'vitest'
import { ReportDefinition } from '#contract/reports.ts'
import { ORDERS } from './orders-type.fixture.ts'
import { toDraft } from './report-draft.ts'
import { askedView, viewRequest, viewSearch } from './shown-view.ts'

const DEFINITION = ReportDefinition.parse({
  reportType: 'Orders',
  name: 'Sales',
  columns: [{ columnId: 'channel' }, { columnId: 'netSales' }],
  groupColumns: ['channel'],
  relativeDateFilter: { relativeRange: 'None', columnName: 'OrderDate' },
})
const DAYS = { from: '2026-03-01', until: '2026-03-08' }
const draftOf = (definition: ReportDefinition) => toDraft(ORDERS, definition)

test("opens a question's range and comparison in the builder and keeps them in the URL after a save", () => {
  const view = askedView({ definition: DEFINITION, ...DAYS, compare: 'previousYear' })
  const said = { ...DAYS, relativeDate: 'OrderDate-None', compare: 'previousYear' }
  expect(viewRequest(view, draftOf(DEFINITION))).toEqual(said)
  expect(viewSearch(view, draftOf(DEFINITION))).toEqual(said)
})

test('omits what the definition already contains', () => {
  expect(viewSearch(askedView({ definition: DEFINITION }), draftOf(DEFINITION))).toEqual({})
})

test('does not compare all dates', () => {
  const view = askedView({ definition: DEFINITION, compare: 'previousYear' })
  expect(viewRequest(view, draftOf(DEFINITION))).toEqual({})
})
