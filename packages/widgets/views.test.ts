import { expect, test } from 'vitest'
import { findFixture } from './fixtures.ts'
import { allKpis } from './kit/joined-rows.ts'
import { ALL_WIDGETS, WIDGETS } from './registry.ts'
import { findView } from './views.tsx'

test.each(ALL_WIDGETS.map(({ type }) => type))('%s has a view and a sample', (type) => {
  expect(findView(type)).not.toBeNull()
  expect(findFixture(type)).not.toBeNull()
})

test.each(WIDGETS.map((widget) => [widget.type, widget] as const))(
  'the sample of %s has the columns of its plan',
  (type, widget) => {
    const fixture = findFixture(type)
    const plan = widget.planOf(fixture?.settings)
    const { rows, joined } = plan
    const columns = [...(rows?.columns ?? []), ...(joined?.rows.columns.slice(rows?.groupBy.length ?? 0) ?? [])]
    expect(fixture?.data.columns.map(({ columnId }) => columnId)).toEqual(columns.map(({ columnId }) => columnId))
    expect(fixture?.data.kpis.map(({ metric }) => metric)).toEqual(allKpis(plan).map(({ metric }) => metric))
    expect(fixture?.compareRange === null).toBe(plan.compare === null)
  },
)

test('returns null for an unknown type', () => {
  expect([findView('unknownWidget'), findFixture('unknownWidget')]).toEqual([null, null])
})
