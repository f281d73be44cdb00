import { expect, test } from 'vitest'
import { ReportDefinition } from '#contract/report-definition.ts'
import { startFromAsked } from './builder-start.ts'
import { ORDERS } from './orders-type.fixture.ts'
import { toDefinition } from './report-draft.ts'
import { askedView, viewRequest, viewSearch } from './shown-view.ts'

const DEFINITION = ReportDefinition.parse({
  reportType: 'Orders',
  name: 'Sales',
  columns: [{ columnId: 'channel' }, { columnId: 'netSales' }],
  groupColumns: ['channel'],
  relativeDateFilter: { relativeRange: 'None', columnName: 'OrderDate' },
})
const DAYS = { from: '2026-03-01', until: '2026-03-08' }

test("opens a question's range in the builder and keeps it in the URL after a save", () => {
  const view = askedView({ definition: DEFINITION, ...DAYS })
  const said = { ...DAYS, relativeDate: 'OrderDate-None' }
  expect(viewRequest(view)).toEqual(said)
  expect(viewSearch(view)).toEqual(said)
})

test('omits what the definition already contains', () => {
  expect(viewSearch(askedView({ definition: DEFINITION }))).toEqual({})
})

test("saves a question's comparison with the report, but not for records", () => {
  const catalog = { builtin: [], reportTypes: [ORDERS] }
  const start = startFromAsked(catalog, { definition: DEFINITION, ...DAYS, compare: 'sameWeekdays' })
  if (start === null) throw new Error('no start')
  expect(toDefinition(ORDERS, start.draft).compare).toBe('sameWeekdays')
  expect(toDefinition(ORDERS, { ...start.draft, isGrouped: false }).compare).toBeNull()
})
