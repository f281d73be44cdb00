import { expect, test } from 'vitest'
import { filledFields, missingFields, type TargetField, toChoices, toMapping } from './field-choice.ts'

const aField = (name: string, required: boolean): TargetField => ({
  name,
  label: name,
  required,
  type: 'text',
  description: '',
  codes: null,
})
const fields = [aField('orderId', true), aField('sku', true), aField('brand', false)]

const proposed = {
  orderId: 'InvoiceNo',
  orderDate: { column: 'InvoiceDate', format: 'MM/DD/YYYY H:mm' },
  currency: { default: 'GBP' },
  channel: { column: 'Where', values: { Newsletter: 'web' } },
  customerId: { columns: ['Name', 'City'] },
}

test('choices round-trip to their mapping', () => {
  expect(toMapping(toChoices(proposed))).toEqual({
    orderId: { column: 'InvoiceNo' },
    orderDate: { column: 'InvoiceDate', format: 'MM/DD/YYYY H:mm' },
    currency: { column: null, default: 'GBP' },
    channel: { column: 'Where', values: { Newsletter: 'web' } },
    customerId: { columns: ['Name', 'City'] },
  })
})

test('blank columns of a composed value are left out', () => {
  const choice = { column: 'Date', joined: ['', 'Name', ''], format: '', default: '', values: {} }
  expect(toMapping({ orderId: choice })).toEqual({ orderId: { columns: ['Date', 'Name'] } })
  expect(toMapping({ orderId: { ...choice, joined: [''] } })).toEqual({ orderId: { column: 'Date' } })
})

test('omits a field without column and default from the mapping', () => {
  expect(toMapping({ sku: { column: '', joined: [], format: 'YYYY', default: '', values: {} } })).toEqual({})
})

test('a required field is missing without a column or default', () => {
  const names = (choices: Parameters<typeof missingFields>[1]) => missingFields(fields, choices).map(({ name }) => name)
  expect(names({})).toEqual(['orderId', 'sku'])
  expect(names(toChoices({ orderId: 'InvoiceNo', sku: { default: 'unknown' } }))).toEqual([])
})

test('filled fields keep the order of the kind', () => {
  expect(filledFields(fields, toChoices({ brand: 'Brand', orderId: 'No' })).map(({ name }) => name)).toEqual([
    'orderId',
    'brand',
  ])
})
