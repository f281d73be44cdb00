import { beforeAll, expect, test } from 'vitest'
import { ReportQuery } from '#contract/reports.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import { REPORTS } from '#reports/registry.ts'
import { compare } from '#semantic/transform/compare.ts'
import { page } from '#semantic/transform/page.ts'
import { onClickHouse } from './clickhouse-engine.fixture.ts'
import { expectAgreement } from './engines-agree.fixture.ts'
import { CALENDARS, type Engines, openSampleEngines } from './engines-filled.fixture.ts'

onClickHouse('every engine answers every built-in report the same', () => {
  let engines: Engines
  beforeAll(async () => {
    engines = await openSampleEngines()
  })

  test.each(
    REPORTS.flatMap((report) =>
      CALENDARS.map((settings) => ({ slug: `${report.group}/${report.slug}`, report, settings })),
    ),
  )('$slug with $settings.name', async ({ slug, report, settings }) => {
    const request = ReportQuery.parse({ definition: { builtin: slug }, compare: 'previousYear' })
    const { query, compareRange } = resolveReport({ ...request, definition: report.definition }, settings.context)
    const { rows } = await expectAgreement(engines, page(query, 1, 200), settings)
    expect(rows.length).toBeGreaterThan(0)
    const previous = compareRange && compare(query, compareRange)
    if (previous) await expectAgreement(engines, page(previous, 1, 200), settings)
    await expectAgreement(engines, { ...page(query, 2, 20), withoutClubOrders: true }, settings)
  })
})
