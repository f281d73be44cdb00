import { expect, test } from 'vitest'
import { REPORTS } from '#reports/built-in-reports.ts'
import { findReportType, REPORT_TYPES } from '#semantic/catalog/catalog.ts'
import { volume } from '#testkit/lane.ts'
import { COLUMN_KINDS } from './generated-sweeps.fixture.ts'
import { CUSTOM_FIELDS } from './reference/custom-fields.ts'
import { REFERENCE_TYPES } from './reference/report-types.ts'
import { compareGenerated } from './reference-run.fixture.ts'

test.each(REPORT_TYPES)('the reference evaluator has exactly the columns of $reportType', ({ reportType }) => {
  const kinds = (all: readonly { kind: string; columnId: string }[]) =>
    all.map(({ columnId, kind }) => `${kind} ${columnId}`).toSorted()
  const reference = REFERENCE_TYPES.find(({ name }) => name === reportType)?.columns ?? {}
  const named = Object.entries(reference).map(([columnId, { kind }]) => ({ columnId, kind }))
  expect(kinds(named)).toEqual(kinds(findReportType(reportType, CUSTOM_FIELDS)?.columns ?? []))
})

const AMOUNT = {
  runs: volume({ normal: 10, full: 500 }),
  types: REFERENCE_TYPES.length,
  kinds: COLUMN_KINDS.length,
  reports: REPORTS.length,
  people: volume({ normal: 3, full: 7 }),
}

compareGenerated('DuckDB', AMOUNT, async (_accountId, duckDb) => duckDb)
