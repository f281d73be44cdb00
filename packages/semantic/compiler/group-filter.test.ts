import { expect, test } from 'vitest'
import { asking, loadWinery } from '#warehouse/conformance/loaded-winery.fixture.ts'
import { membershipRow } from '#warehouse/duckdb/sample-rows.fixture.ts'

test('a group without records of the filtered measure is part of the total', async () => {
  const winery = await loadWinery({
    memberships: [
      membershipRow({ source_id: 'now', club_name: 'Reserve', time_basis: 'local', signup: '2026-03-10 10:00:00' }),
      // after today, so not yet counted as a member
      membershipRow({ source_id: 'soon', club_name: 'Cellar', time_basis: 'local', signup: '2026-03-11 10:00:00' }),
    ],
  })
  const query = {
    ...asking({
      reportType: 'Memberships',
      ask: [],
      groupBy: ['clubName'],
      range: { columnId: 'signupDate', from: '2026-03-10', until: '2026-03-12' },
    }),
    columns: [
      { columnId: 'clubName', aggregation: 'None' },
      { columnId: 'signups', aggregation: 'Count' },
    ] as const,
    having: { columnId: 'onHold', comparison: 'Equal', value: 0 } as const,
  }
  expect(await winery.rows(query)).toEqual([
    ['Cellar', 1],
    ['Reserve', 1],
  ])
  expect(await winery.totals(query)).toEqual([2])
})
