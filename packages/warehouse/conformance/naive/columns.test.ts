import { expect, test } from 'vitest'
import { REPORT_TYPES } from '#semantic/catalog/catalog.ts'
import { NAIVE_TYPES } from './report-types.ts'

test.each(REPORT_TYPES)('the judge knows every column of $reportType, what it is, and no other', (type) => {
  const judged = NAIVE_TYPES.find(({ name }) => name === type.reportType)?.columns ?? {}
  const kinds = Object.entries(judged).map(([columnId, { kind }]) => `${kind} ${columnId}`)
  expect(kinds.toSorted()).toEqual(type.columns.map(({ columnId, kind }) => `${kind} ${columnId}`).toSorted())
})
