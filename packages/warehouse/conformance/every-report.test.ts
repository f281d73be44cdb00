import { beforeAll, expect, test } from 'vitest'
import { ReportQuery } from '#contract/reports.ts'
import { REPORTS } from '#reports/built-in-reports.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import { compareOver, paginate } from '#semantic/query.ts'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { sample } from '#testkit/lane.ts'
import { expectAgreement } from './engines-agree.fixture.ts'
import { CALENDARS, type Engines, openSampleEngines, PLAIN_CALENDAR } from './engines-filled.fixture.ts'

onClickHouse('every engine answers every built-in report the same', () => {
  let engines: Engines
  beforeAll(async () => {
    engines = await openSampleEngines()
  })

  test.each(sample(REPORTS, 6))(
    '$group/$slug, under every calendar',
    { timeout: 60_000 },
    async ({ group, slug, definition }) => {
      const request = ReportQuery.parse({ definition: { builtin: `${group}/${slug}` }, compare: 'previousYear' })
      for (const settings of sample(CALENDARS, 2)) {
        const { query, comparison } = resolveReport({ ...request, definition }, settings.context)
        const { rows } = await expectAgreement(engines, paginate(query, 1, 200), settings)
        expect(rows.length).toBeGreaterThan(0)
        const previous = comparison?.range && compareOver(query, comparison?.range)
        if (previous) await expectAgreement(engines, paginate(previous, 1, 200), settings)
      }
      const { query } = resolveReport({ ...request, definition }, PLAIN_CALENDAR.context)
      await expectAgreement(engines, { ...paginate(query, 2, 20), withoutClubOrders: true }, PLAIN_CALENDAR)
    },
  )
})
