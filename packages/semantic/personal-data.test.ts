import { describe, expect, test } from 'vitest'
import type { CustomField } from '#domain/custom-fields.ts'
import { REPORT_TYPES } from './catalog/catalog.ts'
import { isPersonalQuery, namesPersonalColumn } from './personal-data.ts'
import type { ColumnCondition, SemanticQuery } from './query.ts'

const plain = (columnId: string) => ({ columnId, aggregation: 'None' }) as const

const salesBy = (columnId: string, more: Partial<SemanticQuery> = {}): SemanticQuery => ({
  reportType: 'Orders',
  columns: [plain(columnId), plain('netSales')],
  grain: 'groups',
  groupBy: [columnId],
  filter: null,
  range: null,
  sort: [],
  top: null,
  page: null,
  ...more,
})

/** What sounds like a person, and tells of none. */
const IMPERSONAL = [
  'customerGroup',
  'customerSince',
  'isRepeatCustomer',
  'customerType',
  'firstOrder',
  'memberTenure',
  'zip3',
]
const SOUNDS_PERSONAL = /customer|e-?mail|phone|address|birth|postal|zip|city|team member|staff|employee|guest name/i

test('every column that sounds like a person is marked as personal', () => {
  const unmarked = REPORT_TYPES.flatMap(({ reportType, columns }) =>
    columns.flatMap((column) => {
      if (column.kind !== 'dimension' || column.isPersonal || column.type === 'boolean' || column.part) return []
      if (IMPERSONAL.some((id) => column.columnId.startsWith(id))) return []
      const sounds = [column.columnId, column.displayName].some((text) => SOUNDS_PERSONAL.test(text))
      return sounds ? [`${reportType}.${column.columnId}`] : []
    }),
  )
  expect(unmarked).toEqual([])
})

test.each([
  ['grouped by channel', salesBy('channel')],
  ['grouped by ZIP area', salesBy('zip3')],
  ['with a count of customers', salesBy('channel', { columns: [{ columnId: 'customerId', aggregation: 'Count' }] })],
  ['without groups', salesBy('channel', { columns: [plain('netSales')], groupBy: [] })],
  ['of products as records', salesBy('productTitle', { reportType: 'Products', grain: 'records', groupBy: [] })],
])('a query %s is not personal', (_what, query) => {
  expect(isPersonalQuery(query)).toBe(false)
})

const ofPeopleWho = (filter: ColumnCondition): SemanticQuery['filter'] => {
  const events = { of: 'Orders', filters: [filter], dates: null }
  const none = { comparison: 'Equal', value: 0 } as const
  return { and: [{ history: { ...events, which: 'any', count: none, after: { ...events, sameDay: false } } }] }
}

test('a query about people who did something is as personal as the columns that say what', () => {
  const web = { columnId: 'channel', comparison: 'Equal', value: 'web' } as const
  expect(isPersonalQuery(salesBy('channel', { filter: ofPeopleWho(web) }))).toBe(false)
  expect(isPersonalQuery(salesBy('channel', { filter: ofPeopleWho(byName) }))).toBe(true)
})

const byName = { columnId: 'CustomerName', comparison: 'Equal', value: 'Jane Doe' } as const
const topCustomers = {
  columnId: 'customerName',
  top: 5,
  by: plain('netSales'),
  direction: 'desc',
  filter: null,
  range: null,
} as const

test.each<[string, SemanticQuery]>([
  ['grouped by customer', salesBy('customerName')],
  ['grouped by team member', salesBy('teamMember')],
  ['grouped by order', salesBy('orderNumber')],
  [
    'of the first customer by name',
    salesBy('channel', { columns: [{ columnId: 'customerName', aggregation: 'Min' }] }),
  ],
  ['of order records', salesBy('channel', { grain: 'records', groupBy: [] })],
  ['filtered to a customer', salesBy('channel', { filter: { or: [{ and: [byName] }] } })],
  ['with groups filtered by a customer', salesBy('channel', { having: byName })],
  ['sorted by customer', salesBy('channel', { sort: [{ columnId: 'customerName', direction: 'asc' }] })],
  ['with the rest of the top customers', salesBy('channel', { beyondLimits: [topCustomers] })],
  ['of an unknown type', salesBy('channel', { reportType: 'Guests' })],
  ['by an unknown column', salesBy('shoeSize')],
])('a query %s is personal', (_what, query) => {
  expect(isPersonalQuery(query)).toBe(true)
})

describe('custom fields', () => {
  const field = (record: CustomField['record']): CustomField => ({
    key: 'custom_nickname',
    label: 'Nickname',
    record,
    type: 'text',
  })

  test.each([
    ['customers', 'Customers', true],
    ['orders', 'Orders', true],
    ['products', 'Products', false],
  ] as const)('of %s are personal: %s', (record, reportType, isPersonal) => {
    const query = salesBy('custom_nickname', {
      reportType,
      columns: [plain('custom_nickname')],
      customFields: [field(record)],
    })
    expect(isPersonalQuery(query)).toBe(isPersonal)
    expect(namesPersonalColumn({ groupColumns: ['Custom_Nickname'] }, [field(record)])).toBe(isPersonal)
  })
})

test.each([
  [{ title: 'Sales', definition: { columns: [{ columnId: 'netSales' }] } }, false],
  [{ definition: { filters: [{ columnId: 'email', value: 'jane@example.com' }] } }, true],
  [{ definition: { groupColumns: ['CustomerName'] } }, true],
])('%j names a personal column: %s', (props, expected) => {
  expect(namesPersonalColumn(props, [])).toBe(expected)
})
