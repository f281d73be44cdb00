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

test('days and a comparison of a question are asked for in the builder and kept by the address once it is saved', () => {
  const view = askedView({ definition: DEFINITION, ...DAYS, compare: 'previousYear' })
  const said = { ...DAYS, relativeDate: 'OrderDate-None', compare: 'previousYear' }
  expect(viewRequest(view, draftOf(DEFINITION))).toEqual(said)
  expect(viewSearch(view, draftOf(DEFINITION))).toEqual(said)
})

test('what a definition says by itself is not said twice', () => {
  expect(viewSearch(askedView({ definition: DEFINITION }), draftOf(DEFINITION))).toEqual({})
})

test('all dates are compared with nothing', () => {
  const view = askedView({ definition: DEFINITION, compare: 'previousYear' })
  expect(viewRequest(view, draftOf(DEFINITION))).toEqual({})
})
