import { readdir } from 'node:fs/promises'
import { expect } from 'vitest'
import { FilePreview } from '#contract/imports.ts'
import { testApp } from '#testkit/test-app.ts'
import { serviceCalls } from './service-calls.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' } })
const { test } = t
const { addService, upload, stage } = serviceCalls(t)

const rowsOf = (columns: string, row: (index: number) => string): string =>
  [columns, ...Array.from({ length: 20 }, (_, index) => row(index))].join('\n')

/** Nothing says what the names are. */
const UNCLEAR = rowsOf('Name,Date,Amount', (index) => `Ana ${index},2026-03-${10 + index},12.50`)
/** Orders whose customers repeat: read as customers, it would import five customers and no order. */
const ORDERS = rowsOf('CustomerID,Customer,Email,Order No,Order Date,Total', (index) =>
  [`C${index % 5}`, 'Ana', 'ana@mail.example', 900 + index, '2026-03-10', '12.50'].join(','),
)

const preview = async (text: string, body: Readonly<Record<string, unknown>> = {}) => {
  const member = await t.register()
  const { id } = await addService(member)
  const { fileId } = (await stage(member, id, text)).json<{ fileId: string }>()
  const answer = await t.call('POST', `/service/${id}/preview`, { token: member.token, body: { fileId, ...body } })
  return FilePreview.parse(answer.json())
}

test('a preview says what the file seems to be, how certain that is, and why', async () => {
  const { kind, detection } = await preview(ORDERS)
  expect(kind).toBe('orders')
  expect(detection).toMatchObject({ kind: 'orders', certainty: 'certain' })
  expect(detection.reasons).toContain('“Order No” is different in every row: a row is one order.')
})

test('a preview of a chosen kind still says what the file seems to be', async () => {
  const { kind, detection } = await preview(ORDERS, { kind: 'customers' })
  expect([kind, detection.kind]).toEqual(['customers', 'orders'])
})

test('an upload whose kind is unsure is refused by name, and nothing is kept or imported', async ({ member }) => {
  const { id } = await addService(member)
  const answer = await upload(member, id, UNCLEAR)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toEqual([
    {
      code: 'service.kind_unsure',
      field: 'kind',
      message: expect.stringMatching(
        /^It isn’t clear what this file contains: .*\(orders\).*\. Choose the file type\.$/,
      ),
    },
  ])
  const runs = await t.call('GET', `/service/${id}/runs`, { token: member.token })
  expect(runs.json()).toMatchObject({ total: 0 })
  expect(await readdir(await t.deps.warehouse.stagingFolder(member.accountId))).toEqual([])
})

test('an import of a staged file whose kind is unsure needs the kind', async ({ member }) => {
  const { id } = await addService(member)
  const { fileId } = (await stage(member, id, UNCLEAR)).json<{ fileId: string }>()
  const start = (body: object) =>
    t.call('POST', `/service/${id}/import`, { token: member.token, body: { fileId, ...body } })
  expect((await start({})).json().errors[0].code).toBe('service.kind_unsure')
  const mapping = { customerId: 'Name', name: 'Name' }
  expect((await start({ kind: 'customers', mapping })).statusCode).toBe(202)
})

test('a preview says which kind a word for goods becomes', async () => {
  const { values, rows } = await preview('SKU,Product title,Item kind\nA,No. 7,Reds\nB,No. 8,Curiosities\n', {
    kind: 'products',
  })
  expect(values.itemKind).toEqual([
    { value: 'Curiosities', rows: 1, amount: null, code: 'other' },
    { value: 'Reds', rows: 1, amount: null, code: 'wine' },
  ])
  expect(rows[0]).toMatchObject({ itemKind: 'wine' })
})

test('a question names the formats that may be its answer', async () => {
  const dated = await preview('Order ID,Order date,Net sales\n1,3/4/2026,10.00\n2,5/6/2026,20.00\n')
  expect(dated.problems).toMatchObject([{ field: 'orderDate', answers: ['MM/DD/YYYY', 'DD/MM/YYYY'] }])
  expect(dated.rows).toMatchObject([{ orderDate: '3/4/2026' }, { orderDate: '5/6/2026' }])
  const taxed = await preview('Order ID,Order date,Subtotal,Tax,Total\n1,2026-03-04,119.00,19.00,119.00\n')
  expect(taxed.problems).toMatchObject([{ field: 'tax', answers: ['added', 'inside', 'total'] }])
})
