import { describe, expect, test } from 'vitest'
import { ReportDefinition, type ReportDefinitionInput } from '#contract/report-definition.ts'
import { SavedReportInput } from '#contract/saved-reports.ts'
import { ORDERS } from './orders-type.fixture.ts'
import { emptyDraft, toDefinition, toDraft } from './report-draft.ts'

const definition = (input: Partial<ReportDefinitionInput>): ReportDefinition =>
  ReportDefinition.parse({ reportType: 'Orders', columns: [{ columnId: 'netSales' }], ...input })

const again = (input: Partial<ReportDefinitionInput>) => toDefinition(ORDERS, toDraft(ORDERS, definition(input)))

describe('normal form of definitions', () => {
  test('resolves names in any case, and columnNames, to columnIds', () => {
    const { columns, groupColumns, filters, orderColumns } = again({
      columns: [{ columnName: 'CHANNEL' }, { columnId: 'NetSales' }],
      groupColumns: ['Channel'],
      filters: [{ columnName: 'OrderId', value: '7' }],
      orderColumns: [{ columnName: 'NetSales', direction: 'desc' }],
    })
    expect(columns.map(({ columnId }) => columnId)).toEqual(['channel', 'netSales'])
    expect(groupColumns).toEqual(['channel'])
    expect(filters?.[0]?.columnId).toBe('orderId')
    expect(orderColumns).toEqual([{ columnId: 'netSales', direction: 'desc' }])
  })

  test('folds columnOrder and aggregations into the columns', () => {
    const { columns } = again({
      columns: [{ columnId: 'channel' }, { columnId: 'netSales' }],
      groupColumns: ['channel'],
      columnOrder: ['netSales', 'channel'],
      aggregations: [{ columnId: 'netSales', aggregation: 'Max' }],
    })
    expect(columns.map(({ columnId, aggregation }) => [columnId, aggregation])).toEqual([
      ['netSales', 'Max'],
      ['channel', 'None'],
    ])
  })

  test('keeps conditions on people', () => {
    const history = [{ of: 'Orders', which: 'first', filters: [{ columnId: 'channel', value: 'pos' }] } as const]
    const input = { history: history.map((one) => ({ ...one, filters: [...one.filters] })) }
    expect(again(input).history).toEqual(definition(input).history)
    expect(again({})).not.toHaveProperty('history')
  })

  test('keeps a hidden group as a group', () => {
    expect(again({ groupColumns: ['channel'] }).groupColumns).toEqual(['channel'])
  })

  test.each([
    ['a column that the order leaves out is not shown, and stays a group', undefined, ['netSales']],
    ['but one that a link names stays', '/reports/orders/list?f.channel=Equal:{channel}', ['netSales', 'channel']],
  ])('%s', (_what, hyperlink, shown) => {
    const { columns, groupColumns } = again({
      columns: [{ columnId: 'channel' }, { columnId: 'netSales', ...(hyperlink ? { hyperlink } : {}) }],
      groupColumns: ['channel'],
      columnOrder: ['netSales'],
    })
    expect(columns.map(({ columnId }) => columnId)).toEqual(shown)
    expect(groupColumns).toEqual(['channel'])
  })

  test('keeps calculated columns, and the top N of columns that are grouped by', () => {
    const calculations: ReportDefinitionInput['calculations'] = [
      { columnId: 'own', displayName: 'Own', kind: 'rank', of: { columnId: 'netSales' }, along: 'channel' },
      { columnId: 'unused', displayName: 'Unused', of: { columnId: 'netSales' } },
    ]
    const groupLimits = [
      { columnId: 'Channel', top: 3, by: { columnId: 'netSales' } },
      { columnId: 'state', top: 3, by: { columnId: 'netSales' } },
    ]
    const columns = [{ columnId: 'channel' }, { columnId: 'own' }]
    const kept = again({ columns, calculations, groupColumns: ['channel'], groupLimits })
    expect(kept.calculations).toMatchObject([{ columnId: 'own', along: 'channel' }])
    expect(kept.groupLimits).toMatchObject([{ columnId: 'channel', top: 3 }])
  })

  test('keeps unknown parts as they were written', () => {
    expect(again({ columns: [{ columnId: 'gone' }] }).columns[0]?.columnId).toBe('gone')
  })

  test('keeps records and groups apart', () => {
    expect(toDraft(ORDERS, definition({})).isGrouped).toBe(false)
    expect(toDraft(ORDERS, definition({ columns: [{ columnId: 'netSales', aggregation: 'Sum' }] })).isGrouped).toBe(
      true,
    )
  })
})

test('reading a written definition gives the same draft', () => {
  const draft = toDraft(
    ORDERS,
    definition({
      name: 'By channel',
      description: 'Of this year',
      columns: [
        { columnId: 'channel', displayName: 'Where' },
        { columnId: 'netSales', format: 'integer', total: false },
      ],
      groupColumns: ['channel'],
      filters: [{ columnId: 'channel', comparison: 'NotEqual', value: 'web' }],
      filterOperator: 'Or',
      relativeDateFilter: { relativeRange: 'ThisYear', columnName: 'OrderDate' },
      top: 5,
      requiresFilter: true,
      chart: { kind: 'pie', x: 'channel', series: ['netSales'] },
    }),
  )
  expect(toDraft(ORDERS, SavedReportInput.parse(toDefinition(ORDERS, draft)))).toEqual(draft)
})

test('a new report of a type is valid except for its name', () => {
  const input = toDefinition(ORDERS, { ...emptyDraft(ORDERS), name: 'New' })
  expect(SavedReportInput.parse(input)).toMatchObject({
    columns: [{ columnId: 'netSales' }],
    relativeDateFilter: { relativeRange: 'Last30Days' },
  })
})

test('groups without a group column are one row, not records', () => {
  const { columns, groupColumns } = toDefinition(ORDERS, emptyDraft(ORDERS))
  expect(groupColumns).toEqual([])
  expect(columns.map(({ aggregation }) => aggregation)).toEqual(['Sum'])
  const records = toDefinition(ORDERS, { ...emptyDraft(ORDERS), isGrouped: false })
  expect(records.columns.map(({ aggregation }) => aggregation)).toEqual(['None'])
})
