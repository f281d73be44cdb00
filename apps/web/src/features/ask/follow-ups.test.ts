import { expect, test } from 'vitest'
import { ReportDefinition } from '#contract/report-definition.ts'
import { followUpsFor } from './ask-field.tsx'

const definition = (fields: object) =>
  ReportDefinition.parse({ reportType: 'Orders', columns: [{ columnId: 'netSales', aggregation: 'Sum' }], ...fields })
const LAST_MONTH = { relativeDateFilter: { relativeRange: 'LastMonth', columnName: 'orderDate' } }
const BY_CHANNEL = { columns: [{ columnId: 'channel' }, { columnId: 'netSales' }], groupColumns: ['channel'] }

test.each([
  ['one number', LAST_MONTH, ['compare with last year', 'and last year?', 'by month', 'only the tasting room']],
  ['groups without dates', BY_CHANNEL, ['by month', 'only the tasting room', 'top 5', 'in total']],
  [
    'months of one channel',
    {
      columns: [{ columnId: 'orderMonth' }, { columnId: 'netSales' }],
      groupColumns: ['orderMonth'],
      filters: [{ columnId: 'channel', comparison: 'Equal', value: 'web' }],
    },
    ['all channels', 'in total'],
  ],
  ['a list', { columns: [{ columnId: 'orderId' }] }, ['how many?', 'only the tasting room']],
])('%s is offered what it does not show yet', (_, fields, offered) => {
  expect(followUpsFor({ definition: definition(fields) })).toEqual(offered)
})

test('a comparison is not offered twice', () => {
  expect(followUpsFor({ definition: definition(LAST_MONTH), compare: 'previousYear' })).toEqual([
    'by month',
    'only the tasting room',
  ])
})
