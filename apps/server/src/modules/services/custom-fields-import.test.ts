import { expect, test } from 'vitest'
import type { CustomColumn, ImportSettingsInput } from '#contract/imports.ts'
import { HOSTILE_TEXTS } from '#testkit/corpora/hostile-texts.ts'
import { csvImports } from './csv-import.fixture.ts'

const { importText, nextAccount, rows } = await csvImports()

const customOf = async (table: string): Promise<unknown[]> =>
  (await rows(`SELECT custom FROM ${table} ORDER BY source_id`)).map(([custom]) =>
    typeof custom === 'string' ? JSON.parse(custom) : custom,
  )

const LINES = `Order,Date,Sku,Qty,Amount,Customer ID,Gift note,Barrel,Freight,Points,Refunded
o1,2026-03-01,A,1,10,c1,Happy day,12.50,"$3.10",100,
o1,2026-03-01,B,2,20,c1,,1,,,
o2,2026-03-02,A,1,10,c1,Cheers,,4,250,10
`

const MAPPING = {
  orderId: 'Order',
  orderDate: 'Date',
  sku: 'Sku',
  quantity: 'Qty',
  lineAmount: 'Amount',
  customerId: 'Customer ID',
}

const CUSTOM_COLUMNS: CustomColumn[] = [
  { column: 'Gift note', record: 'orders', label: 'Gift note', type: 'text' },
  { column: 'Freight', record: 'orders', label: 'Freight', type: 'money' },
  { column: 'Barrel', record: 'order_lines', label: 'Barrel', type: 'number' },
  { column: 'Points', record: 'customers', label: 'Points', type: 'number' },
  { column: 'Qty', record: 'products', label: 'Case', type: 'number' },
]

const KEYS = ['custom_giftnote', 'custom_freight', 'custom_barrel', 'custom_points', 'custom_case']

test('a file of order lines fills fields of orders, lines, customers, and products; the first row with a value counts', async () => {
  const settings: ImportSettingsInput = { kind: 'order_lines', mapping: MAPPING, customFields: CUSTOM_COLUMNS }
  await importText(LINES, settings, { customFieldKeys: KEYS })
  expect(await customOf('orders')).toEqual([
    { custom_giftnote: 'Happy day', custom_freight: '310' },
    { custom_giftnote: 'Cheers', custom_freight: '400' },
  ])
  expect(await customOf('order_lines')).toEqual([{ custom_barrel: '12.5' }, { custom_barrel: '1' }, null])
  expect(await customOf('customers')).toEqual([{ custom_points: '100' }])
  expect(await customOf('products')).toEqual([{ custom_case: '1' }, { custom_case: '2' }])
})

test('a refund made of a column repeats the texts of its order, and not what adds up', async () => {
  const mapping = { ...MAPPING, refundedAmount: 'Refunded' }
  const settings: ImportSettingsInput = { kind: 'order_lines', mapping, customFields: CUSTOM_COLUMNS }
  await importText(LINES, settings, { customFieldKeys: KEYS })
  expect(await rows(`SELECT custom FROM orders WHERE is_refund`)).toEqual([
    [JSON.stringify({ custom_giftnote: 'Cheers' })],
  ])
})

test('a file of orders fills fields of orders and customers', async () => {
  const text = `Order,Date,Net,Customer ID,Ship by,Insured,Tier\no1,2026-03-01,10,c1,04/30/2026,Yes,Gold\no2,2026-03-02,10,c1,,no,Silver\n`
  const customFields: CustomColumn[] = [
    { column: 'Ship by', record: 'orders', label: 'Ship by', type: 'date', format: 'MM/DD/YYYY' },
    { column: 'Insured', record: 'orders', label: 'Insured', type: 'boolean' },
    { column: 'Tier', record: 'customers', label: 'Tier', type: 'text' },
  ]
  const mapping = { orderId: 'Order', orderDate: 'Date', netAmount: 'Net', customerId: 'Customer ID' }
  const keys = ['custom_shipby', 'custom_insured', 'custom_tier']
  const settings: ImportSettingsInput = { kind: 'orders', mapping, customFields }
  await importText(text, settings, { customFieldKeys: keys })
  expect(await customOf('orders')).toEqual([
    { custom_shipby: '2026-04-30', custom_insured: 'true' },
    { custom_insured: 'false' },
  ])
  expect(await customOf('customers')).toEqual([{ custom_tier: 'Gold' }])
})

test('importing the file again changes nothing, and an empty cell removes the value', async () => {
  const accountId = nextAccount()
  const file = (tier: string) => `Customer ID,Tier,Score\nc1,${tier},5\n`
  const customFields: CustomColumn[] = [
    { column: 'Score', record: 'customers', label: 'Score', type: 'number' },
    { column: 'Tier', record: 'customers', label: 'Tier', type: 'text' },
  ]
  const settings: ImportSettingsInput = {
    kind: 'customers',
    mapping: { customerId: 'Customer ID' },
    customFields,
  }
  const options = { accountId, customFieldKeys: ['custom_score', 'custom_tier'] }
  await importText(file('Gold'), settings, options)
  expect(await importText(file('Gold'), settings, options)).toMatchObject({ changed: false })
  await importText(file(''), settings, options)
  expect(await customOf('customers')).toEqual([{ custom_score: '5' }])
})

test('a text of any kind is stored as it is written, apart from the blanks around it', async () => {
  const texts = HOSTILE_TEXTS.filter((text) => text.trim() !== '' && text.isWellFormed() && !/[\r\n\0]/.test(text))
  const lines = texts.map((text, index) => `p${String(index).padStart(4, '0')},"${text.replaceAll('"', '""')}"`)
  const customFields: CustomColumn[] = [{ column: 'Note', record: 'products', label: 'Note', type: 'text' }]
  const settings: ImportSettingsInput = {
    kind: 'products',
    mapping: { sku: 'Sku', productTitle: 'Sku' },
    customFields,
  }
  await importText(`Sku,Note\n${lines.join('\n')}\n`, settings, { customFieldKeys: ['custom_note'] })
  const sql = `SELECT json_extract_string(custom, '$.custom_note') FROM products ORDER BY source_id`
  const stored = (await rows(sql)).map(([text]) => text)
  expect(stored).toEqual(texts.map((text) => text.replace(/^\p{Zs}+|\p{Zs}+$/gu, '')))
})

test.each([
  ['number', 'about 5', 'This isn’t a number'],
  ['number', '1000000000000', 'This isn’t a number'],
  ['money', '5 bottles', 'This isn’t an amount'],
  ['date', '2026-02-30', 'This isn’t a date in the format YYYY-MM-DD'],
  ['boolean', 'maybe', 'This isn’t yes or no'],
] as const)('a cell that is no %s is a problem of its line: %s', async (type, value, message) => {
  const customFields: CustomColumn[] = [
    { column: 'X', record: 'customers', label: 'X', type, ...(type === 'date' ? { format: 'YYYY-MM-DD' } : {}) },
  ]
  const settings: ImportSettingsInput = {
    kind: 'customers',
    mapping: { customerId: 'Customer ID' },
    customFields,
  }
  const { rejected, problems } = await importText(`Customer ID,X\nc1,${value}\n`, settings, {
    customFieldKeys: ['custom_x'],
  })
  expect({ rejected, problems }).toEqual({ rejected: 1, problems: [{ line: 2, column: 'X', value, message }] })
})

test.each([
  ['products', { sku: 'Sku', productTitle: 'Sku' }, 'orders', 'Rows of this file have no such records'],
  ['orders', { orderId: 'Sku', orderDate: 'Sku', netAmount: 'Sku' }, 'customers', 'Choose a column for Customer ID'],
] as const)('a file of %s without them refuses fields of %s', async (kind, mapping, record, message) => {
  const customFields: CustomColumn[] = [{ column: 'X', record, label: 'X', type: 'text' }]
  const asked = importText('Sku,X\n1,1\n', { kind, mapping, customFields })
  await expect(asked).rejects.toThrow(message)
})
