import { expect, test } from 'vitest'
import type { z } from 'zod'
import { DrillRequest, ReportQuery } from '#contract/reports.ts'
import { checkInput } from './check-input.ts'

const columns = [{ columnId: 'netSales' }]
const cell = { measure: 'netSales' }

const fieldsOf = async (schema: z.ZodType, input: unknown): Promise<unknown> =>
  checkInput(schema, input).then(
    () => [],
    (failure: { items: readonly { field: string }[] }) => failure.items.map(({ field }) => field),
  )

test.each<[string, z.ZodType, object, string[]]>([
  [
    'an unknown format',
    ReportQuery,
    { definition: { reportType: 'Orders', columns: [{ columnId: 'netSales', format: 'evil' }] } },
    ['definition.columns[0].format'],
  ],
  [
    'several fields, each by name',
    ReportQuery,
    { definition: { reportType: 7, columns, orderColumns: [{ columnId: 'netSales', direction: 'up' }], top: 0 } },
    ['definition.reportType', 'definition.orderColumns[0].direction', 'definition.top'],
  ],
  ['a definition without columns', ReportQuery, { definition: { reportType: 'Orders' } }, ['definition.columns']],
  ['a slug that is not a string', ReportQuery, { definition: { builtin: 5 } }, ['definition.builtin']],
  [
    'the definition of a drill',
    DrillRequest,
    { definition: { reportType: 'Orders', columns, chart: { kind: 'evil' } }, cell },
    ['definition.chart.kind'],
  ],
  ['a drill without a cell', DrillRequest, { definition: { builtin: 'orders/list' } }, ['cell']],
  ['an input that fits several alternatives equally', ReportQuery, { definition: {} }, ['definition']],
  ['a null value', ReportQuery, { definition: null }, ['definition']],
])('names the invalid fields of the best-matching alternative: %s', async (_what, schema, input, fields) => {
  expect(await fieldsOf(schema, input)).toEqual(fields)
})
