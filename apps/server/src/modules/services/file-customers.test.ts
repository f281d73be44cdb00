import { expect, test } from 'vitest'
import { csvImports } from './csv-import.fixture.ts'

const { importText, rows } = await csvImports()

const customersOf = async (file: string) => {
  await importText(file, { kind: 'orders' })
  return rows(
    'SELECT customer_source_id, customer_name, count(*)::INTEGER FROM orders GROUP BY 1, 2 ORDER BY 1 NULLS LAST, 2',
  )
}

test('a column “Customer” with names has the customers’ names, and the email identifies them', async () => {
  const file = [
    'Order ID,Order Date,Customer,Email,Total',
    '1,2026-05-03,Ada Quill,Ada@example.com,10.00',
    '2,2026-05-04,"Lund, Mara",mara@example.com,20.00',
    '3,2026-05-05,Ada Quill,ada@example.com ,30.00',
    '4,2026-05-06,Walk-in,none,40.00',
  ].join('\n')
  expect(await customersOf(file)).toEqual([
    ['ada@example.com', 'Ada Quill', 2],
    ['mara@example.com', 'Lund, Mara', 1],
    [null, 'Walk-in', 1],
  ])
})

test('without ID and email, customers are known by their names, and nobody by what stands for none', async () => {
  const file = [
    'Order ID,Order Date,Customer name,Total',
    '1,2026-05-03,Ada Quill,10.00',
    '2,2026-05-04,Walk-in customer,20.00',
    '3,2026-05-05,Ada Quill,30.00',
    '4,2026-05-06,N/A,40.00',
    '5,2026-05-06,Guestmann Otto,40.00',
    '6,2026-05-06,—,1.00',
    '7,2026-05-06,Walk-Ins,1.00',
    '8,2026-05-06,n.a.,1.00',
    '9,2026-05-06,POS Customer,1.00',
    '10,2026-05-06,李,1.00',
  ].join('\n')
  expect(await customersOf(file)).toEqual([
    ['Ada Quill', 'Ada Quill', 2],
    ['Guestmann Otto', 'Guestmann Otto', 1],
    ['李', '李', 1],
    [null, 'N/A', 1],
    [null, 'POS Customer', 1],
    [null, 'Walk-Ins', 1],
    [null, 'Walk-in customer', 1],
    [null, 'n.a.', 1],
    [null, '—', 1],
  ])
})

test('an email identifies a customer whose ID stands for nobody', async () => {
  const file = [
    'Order ID,Order Date,Customer ID,Email,Total',
    '1,2026-05-03,77,ada@example.com,10.00',
    '2,2026-05-04,guest,Mara@example.com,20.00',
    '3,2026-05-05,,mara@example.com,30.00',
    '4,2026-05-06,guest,,40.00',
  ].join('\n')
  expect(await customersOf(file)).toEqual([
    ['77', null, 1],
    ['mara@example.com', null, 2],
    [null, null, 1],
  ])
})

test.each([
  ['First Name,Last Name', 'Ada,Quill', 'Mara,Lund'],
  ['Name', 'Ada Quill', 'Mara Lund'],
])('columns “%s” name the customers of a list of sales', async (columns, ada, mara) => {
  const file = `Date,${columns},Amount\n2026-05-03,${ada},10.00\n2026-05-04,${mara},20.00\n2026-05-05,${ada},5.00\n`
  expect(await customersOf(file)).toEqual([
    ['Ada Quill', 'Ada Quill', 2],
    ['Mara Lund', 'Mara Lund', 1],
  ])
})
