import { expect, test } from 'vitest'
import { unmappedColumns } from './custom-columns.ts'

const HEADER = ['Order', 'Note', 'Barrel', 'Wine color', 'Customer tier']
const file = (rows: readonly (readonly string[])[]) => ({ columns: HEADER, sample: rows })
const mapping = { orderId: 'Order', customerId: 'Order' }

test('a column with one value per order is proposed for orders, others for lines; names tell products and customers', () => {
  const rows = [
    ['o1', 'Gift', '1', 'Red', 'Gold'],
    ['o1', 'Gift', '2', 'White', 'Gold'],
    ['o2', '', '3', 'Red', 'Silver'],
  ]
  expect(unmappedColumns(file(rows), 'order_lines', mapping).map(({ column, record }) => [column, record])).toEqual([
    ['Note', 'orders'],
    ['Barrel', 'order_lines'],
    ['Wine color', 'products'],
    ['Customer tier', 'customers'],
  ])
})

test('nothing is proposed for mapped columns, nor for kinds without custom fields', () => {
  const all = {
    ...mapping,
    teamMember: 'Note',
    category: { column: 'Barrel' },
    brand: 'Wine color',
    state: 'Customer tier',
  }
  expect(unmappedColumns(file([]), 'order_lines', all)).toEqual([])
  expect(unmappedColumns(file([]), 'inventory', {})).toEqual([])
})

test.each([
  ['Open', ['yes', 'No', 'Y'], 'boolean'],
  ['Weight', ['1', '2.5', '1,200.25', '-3'], 'number'],
  ['Cost', ['1', '2.5'], 'money'],
  ['Paid', ['$1.00', '$1,200.00'], 'money'],
  ['Bottled', ['2026-01-02', '2025-12-31'], 'date'],
  ['Bottled', ['01/02/2026', '02/03/2026'], 'date'],
  ['Code', ['00123', '00124'], 'text'],
  ['Barcode', ['4006381333931', '4006381333948'], 'text'],
  ['Mixed', ['1', 'one'], 'text'],
  ['Empty', [], 'text'],
])('the column %s with %j is proposed as %s', (column, values, type) => {
  const head = { columns: ['Customer ID', column], sample: values.map((value) => ['c1', value]) }
  const [proposed] = unmappedColumns(head, 'customers', { customerId: 'Customer ID' })
  expect(proposed).toEqual({ column, record: 'customers', label: column, type })
})
