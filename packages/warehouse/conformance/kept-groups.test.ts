import { expect, test } from 'vitest'
import { membershipRow } from '../duckdb/sample-rows.fixture.ts'
import { asking, loadWinery } from './loaded-winery.fixture.ts'

test('a group that a column brings is part of the total, also where the measure that groups are kept by has none of it', async () => {
  const winery = await loadWinery({
    memberships: [
      membershipRow({ source_id: 'now', club_name: 'Reserve', time_basis: 'local', signup: '2026-03-10 10:00:00' }),
      // After today, hence in no count of members yet.
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
