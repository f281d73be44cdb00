import { expect } from 'vitest'
import { ImportCheck } from '#contract/imports.ts'
import { testApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { serviceCalls } from './service-calls.fixture.ts'

const t = await testApp({ env: { RATE_LIMITS: 'off' } })
const { addService, stage, upload, ended, imported } = serviceCalls(t)
const test = t.test.extend('service', ({ member }) => addService(member))

const COLUMNS = 'Order ID,Order Date,SKU,Quantity,Unit price,Tax,Payment status'
/** Tax is the order's, so it stands in one of its rows. */
const ROWS = [
  'A-1,2026-03-01 10:00:00,PN,2,40.00,7.10,paid',
  'A-1,2026-03-01 10:00:00,CH,1,30.50,,',
  'A-2,2026-03-02 11:30:00,PN,1,40.00,3.00,pending',
  'A-3,2026-03-09 23:30:00,PN,-1,40.00,-3.00,paid',
  'A-4,2026-03-05 09:00:00,CH,4,25.25,9.90,paid',
]
const FILE = [COLUMNS, ...ROWS].join('\n')
const SETTINGS = { kind: 'order_lines' } as const

// Paid: A-1 110.50 + tax 7.10, A-4 101.00 + 9.90; refund A-3 −40.00 − 3.00. A-2 is open and counts in no sum.
const USD = { currency: 'USD', orders: 2, refunds: 1, open: 1, canceled: 0, netSales: 171.5, total: 185.5 }
const TOTALS = { firstDay: '2026-03-01', lastDay: '2026-03-09', currencies: [USD] }

const check = async ({ token }: Pick<Member, 'token'>, serviceId: string, body: object): Promise<ImportCheck> => {
  const answer = await t.call('POST', `/service/${serviceId}/check`, { token, body: { ...SETTINGS, ...body } })
  return ImportCheck.parse(answer.json())
}

const stagedFile = async (member: Member, serviceId: string, text: string): Promise<string> =>
  (await stage(member, serviceId, text)).json<{ fileId: string }>().fileId

const orders = async ({ accountId }: Member) =>
  (await t.rows(accountId, 'SELECT count(*)::INTEGER FROM orders'))[0]?.[0]

test('a check counts rows, orders, days and sums before anything is written', async ({ member, service: { id } }) => {
  const fileId = await stagedFile(member, id, FILE)
  const { rows, totals, overlaps } = await check(member, id, { fileId })
  expect(rows).toEqual({ read: 5, accepted: 5, rejected: 0 })
  expect(totals).toMatchObject({ ...TOTALS, rows: { orders: 4, order_lines: 5 } })
  expect(overlaps).toEqual([])
  expect(await orders(member)).toBe(0)
})

test('a check says what each kind of goods has of the net sales', async ({ member, service: { id } }) => {
  const lines = [
    '1,2026-03-01,M,Merlot,2,80.00',
    '2,2026-03-01,S,Logo Shirt,1,25.50',
    '2,2026-03-01,M,Merlot,-1,-40.00',
  ]
  const fileId = await stagedFile(
    member,
    id,
    ['Order ID,Order Date,SKU,Item,Quantity,Line amount', ...lines].join('\n'),
  )
  const { kinds } = await check(member, id, { fileId })
  expect(kinds).toEqual([
    { kind: 'wine', amount: 40 },
    { kind: 'merch', amount: 25.5 },
  ])
})

test('freight as a line is shipping, and the bridge says so', async ({ member, service: { id } }) => {
  const lines = [
    '1,2026-03-01,Merlot 2022,2,80.00',
    '1,2026-03-01,Freight - Ground,1,19.00',
    '2,2026-03-02,Postage,1,5.00',
  ]
  const text = ['Order ID,Order Date,Item,Quantity,Line amount', ...lines].join('\n')
  const { totals, bridges } = await check(member, id, { fileId: await stagedFile(member, id, text) })
  expect(totals.currencies).toMatchObject([{ orders: 2, netSales: 85, total: 104 }])
  expect(bridges).toMatchObject([{ written: 104, steps: [{ amount: -19 }], result: 85, unexplained: 0 }])
})

test('a check counts what can be imported when rows have problems', async ({ member, service: { id } }) => {
  const fileId = await stagedFile(member, id, `${FILE}\nA-5,2026-03-05 09:00:00,CH,many,25.25,1.00,paid`)
  const { rows, totals } = await check(member, id, { fileId })
  expect(rows).toEqual({ read: 6, accepted: 5, rejected: 1 })
  expect(totals.currencies).toEqual([USD])
})

test('a check of a mapping that cannot work names the problem', async ({ member, service: { id } }) => {
  const fileId = await stagedFile(member, id, FILE)
  const body = { fileId, kind: 'order_lines', mapping: { orderId: 'Order ID' } }
  const answer = await t.call('POST', `/service/${id}/check`, { token: member.token, body })
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'service.file_invalid'])
})

test('a run keeps its totals from the file and from the store, and what the other system says', async ({ member }) => {
  const { id } = await addService(member)
  const expected = { orders: 2, netSales: 171.5 }
  const run = await imported(member, id, FILE, { ...SETTINGS, expected: JSON.stringify(expected) })
  expect(run.controlTotals).toMatchObject(TOTALS)
  expect(run.storedTotals).toMatchObject(TOTALS)
  expect(run.expected).toEqual(expected)
})

test('stored totals are those of the imported orders alone', async ({ member, service: { id } }) => {
  await imported(member, id, FILE, SETTINGS)
  const run = await imported(member, id, [COLUMNS, ROWS[4]].join('\n'), SETTINGS)
  expect(run.storedTotals?.currencies).toEqual([
    { ...USD, orders: 1, refunds: 0, open: 0, netSales: 101, total: 110.9 },
  ])
})

test('a check counts orders that another service has, and the file can be imported into that service', async () => {
  const member = await t.register()
  const first = await addService(member)
  await imported(member, first.id, FILE, SETTINGS)
  const second = await addService(member)
  // A-4 has the same number on another day: a different order.
  const other = [COLUMNS, ...ROWS.slice(0, 4), 'A-4,2026-04-05 09:00:00,CH,4,25.25,9.90,paid'].join('\n')
  const fileId = await stagedFile(member, second.id, other)
  const { overlaps } = await check(member, second.id, { fileId })
  expect(overlaps).toEqual([{ serviceId: first.id, name: first.name, orders: 3, acceptsFiles: true }])
  expect(await orders(member)).toBe(4)

  const body = { ...SETTINGS, fileId, into: first.id }
  const started = await t.call('POST', `/service/${second.id}/import`, { token: member.token, body })
  const run = await ended(member, first.id, started.json<{ runId: string }>().runId)
  expect(run.status).toBe('succeeded')
  expect(await orders(member)).toBe(4)
})

test('an import of orders that largely exist in another service is refused, unless it says what to do', async () => {
  const member = await t.register()
  const first = await addService(member)
  await imported(member, first.id, FILE, SETTINGS)
  const second = await addService(member)
  const refused = await upload(member, second.id, FILE, SETTINGS)
  const message = `4 of the 4 orders already exist in ${first.name}. Replace them, or keep both.`
  expect([refused.statusCode, refused.json().errors[0]]).toMatchObject([409, { code: 'service.orders_exist', message }])
  const fileId = await stagedFile(member, second.id, FILE)
  const start = (body: object) =>
    t.call('POST', `/service/${second.id}/import`, { token: member.token, body: { ...SETTINGS, fileId, ...body } })
  expect((await start({})).statusCode).toBe(409)
  expect(await orders(member)).toBe(4)

  const replaced = (await start({ duplicates: 'replace' })).json<{ runId: string; serviceId: string }>()
  expect(replaced.serviceId).toBe(first.id)
  expect((await ended(member, first.id, replaced.runId)).status).toBe('succeeded')
  expect(await orders(member)).toBe(4)

  await imported(member, second.id, FILE, { ...SETTINGS, duplicates: 'keep' })
  expect(await orders(member)).toBe(8)
})

test('an import of a few orders that exist in another service is not refused', async ({ member }) => {
  await imported(member, (await addService(member)).id, [COLUMNS, ROWS[4]].join('\n'), SETTINGS)
  const others = Array.from({ length: 10 }, (_, index) => `B-${index},2026-03-05 09:00:00,CH,1,5.00,,paid`)
  const run = await imported(member, (await addService(member)).id, [COLUMNS, ROWS[4], ...others].join('\n'), SETTINGS)
  expect([run.status, run.counts.accepted]).toEqual(['succeeded', 11])
})

test('several files of one upload are one import, and a problem names its file and line', async ({ member }) => {
  const { id } = await addService(member)
  const [first = '', ...rest] = ROWS
  const files = [
    ['march.csv', [COLUMNS, first].join('\n')],
    ['april.csv', [COLUMNS, ...rest].join('\n')],
  ] as const
  const run = await imported(member, id, files, SETTINGS)
  expect([run.fileName, run.counts.read]).toEqual(['march.csv, april.csv', 5])
  expect(run.storedTotals).toMatchObject(TOTALS)
  const bad = [files[0], ['april.csv', `${COLUMNS}\nB-1,2026-03-01,PN,two,1.00,,paid`]] as const
  const failed = await imported(member, id, bad, SETTINGS)
  expect([failed.status, failed.errors]).toMatchObject([
    'failed',
    [{ line: 2, column: 'Quantity', message: 'april.csv: This isn’t a number' }],
  ])
})

test('the settings of a chosen import are proposed for a file with more columns', async ({ member }) => {
  const { id } = await addService(member)
  const mapping = {
    orderId: 'Order ID',
    orderDate: 'Order Date',
    sku: 'SKU',
    quantity: 'Quantity',
    lineAmount: 'Unit price',
  }
  const run = await imported(member, id, FILE, { ...SETTINGS, mapping: JSON.stringify(mapping) })
  const fileId = await stagedFile(member, id, [COLUMNS, ...ROWS].map((row) => `${row},x`).join('\n'))
  const preview = async (body: object) =>
    (await t.call('POST', `/service/${id}/preview`, { token: member.token, body: { fileId, ...body } })).json()
  expect(await preview({ reuseRun: run.id })).toMatchObject({ mapping, saved: { fileName: 'orders.csv' } })
  expect((await preview({})).saved).toBe(null)
  const stranger = await t.register()
  const other = await addService(stranger)
  const foreign = await stagedFile(stranger, other.id, FILE)
  const body = { fileId: foreign, reuseRun: run.id }
  const answer = await t.call('POST', `/service/${other.id}/preview`, { token: stranger.token, body })
  expect(answer.json().saved).toBe(null)
})

test('a file cannot be imported into a service of another account', async () => {
  const [member, stranger] = [await t.register(), await t.register()]
  const { id } = await addService(member)
  const foreign = await addService(stranger)
  const fileId = await stagedFile(member, id, FILE)
  const body = { ...SETTINGS, fileId, into: foreign.id }
  expect((await t.call('POST', `/service/${id}/import`, { token: member.token, body })).statusCode).toBe(404)
})

test('an upload whose expected totals are no JSON is refused', async ({ member, service: { id } }) => {
  const answer = await upload(member, id, FILE, { ...SETTINGS, expected: 'three' })
  expect([answer.statusCode, answer.json().errors[0].field]).toEqual([400, 'expected'])
})

test('the account knows the local days of its first and last order, of all services', async () => {
  const member = await t.register({ timeZone: 'America/Los_Angeles' })
  const span = async () => (await t.call('GET', '/account/data-span', { token: member.token })).json()
  expect(await span()).toBe(null)
  for (const text of [FILE, [COLUMNS, 'B-1,2019-07-04 23:59:00,CH,1,25.25,,paid'].join('\n')]) {
    await imported(member, (await addService(member)).id, text, SETTINGS)
  }
  expect(await span()).toEqual({ first: '2019-07-04', last: '2026-03-09' })
})

test('the amounts of the file are led to net sales step by step', async ({ member, service: { id } }) => {
  const { bridges } = await check(member, id, { fileId: await stagedFile(member, id, FILE) })
  expect(bridges).toEqual([
    {
      measure: 'netSales',
      columns: ['Quantity', 'Unit price'],
      written: 211.5,
      steps: [{ text: 'Unpaid orders', amount: -40 }],
      result: 171.5,
      unexplained: 0,
    },
  ])
})

test('refunds, canceled orders, skipped rows and tax in the prices are steps of their own', async ({ member }) => {
  const { id } = await addService(member)
  const file = [
    'Order ID,Order Date,Order type,Net amount,Tax,Total,Payment status',
    '1,2026-05-03,Sale,120.00,10.80,130.80,paid',
    '2,2026-05-03,Sale,80.00,7.20,87.20,canceled',
    '3,2026-05-04,Refund,50.00,4.50,54.50,paid',
    '4,2026-05-04,Sale,30.00,two,32.70,paid',
    '5,2026-05-04,Sale,11.90,1.90,11.90,paid',
  ].join('\n')
  const { bridges } = await check(member, id, { fileId: await stagedFile(member, id, file), kind: 'orders' })
  expect(bridges).toEqual([
    {
      measure: 'netSales',
      columns: ['Net amount'],
      written: 291.9,
      steps: [
        { text: 'Rows with problems, which are skipped', amount: -30 },
        { text: 'Rows of type Refund, which are money back', amount: -100 },
        { text: 'Tax included in the prices', amount: -1.9 },
        { text: 'Canceled orders', amount: -80 },
      ],
      result: 80,
      unexplained: 0,
    },
    {
      measure: 'total',
      columns: ['Total'],
      written: 317.1,
      steps: [
        { text: 'Rows with problems, which are skipped', amount: -32.7 },
        { text: 'Rows of type Refund, which are money back', amount: -109 },
        { text: 'Canceled orders', amount: -87.2 },
      ],
      result: 88.2,
      unexplained: 0,
    },
  ])
})

test('discounts in percent leave no cent unexplained', async ({ member, service: { id } }) => {
  const lines = Array.from({ length: 9 }, (_, index) => `${index},2026-05-03,P,1,10.0${index},15%`)
  const file = ['Order ID,Order date,SKU,Quantity,Unit price,Discount', ...lines].join('\n')
  const { bridges } = await check(member, id, { fileId: await stagedFile(member, id, file) })
  expect(bridges.map(({ written, unexplained }) => [written, unexplained])).toEqual([[90.36, 0]])
})

test('what an order’s total does not come to is left unexplained', async ({ member, service: { id } }) => {
  const file = [
    'Order ID,Order date,SKU,Quantity,Unit price,Item kind,Order discount,Refunded amount,Tax,Shipping,Order total',
    'A,2026-05-03,P,1,10.00,Wine,3.00,34.16,2.16,5.00,34.16',
    'A,2026-05-03,R,1,20.00,Wine,3.00,34.16,2.16,5.00,34.16',
    'B,2026-05-03,G,1,50.00,Gift Card,,,,,50.00',
    'C,2026-05-04,P,1,15.00,Wine,,,,,16.00',
  ].join('\n')
  const { bridges } = await check(member, id, { fileId: await stagedFile(member, id, file) })
  expect(bridges.map(({ measure, written, result, unexplained }) => [measure, written, result, unexplained])).toEqual([
    ['netSales', 95, 15, 0],
    ['total', 134.32, 65, -1],
  ])
  expect(bridges.map(({ steps }) => steps)).toEqual([
    [
      { text: 'Discounts of whole orders', amount: -3 },
      { text: 'Refunded amounts', amount: -27 },
      { text: 'Gift cards', amount: -50 },
    ],
    [
      { text: 'Totals repeated in the lines of an order', amount: -34.16 },
      { text: 'Refunded amounts', amount: -34.16 },
    ],
  ])
})

// Made-up receipts of a till whose numbers start again each day: 85.00 on the first day and 70.00 on the second.
const TILL = 'Order Number,Order Date,SKU,Item,Quantity,Unit Price'
const FIRST_DAY = [TILL, '1001,2026-05-01,PN-19,Estate Pinot,2,30.00', '1002,2026-05-01,CH-20,Ridge Chardonnay,1,25.00']
const SECOND_DAY = [TILL, '1001,2026-05-02,RS-21,Creek Blush,2,20.00', '1002,2026-05-02,PN-19,Estate Pinot,1,30.00']
const BY_DATE = JSON.stringify({
  ...{ orderId: { columns: ['Order Number', 'Order Date'] }, orderDate: 'Order Date' },
  ...{ sku: 'SKU', productTitle: 'Item', quantity: 'Quantity', unitPrice: 'Unit Price' },
})

const sales = async ({ accountId }: Member) => {
  const sql = 'SELECT count(*)::INTEGER, sum(net_sales)::INTEGER FROM orders'
  return (await t.rows(accountId, sql))[0]
}

test('orders that would replace those of another day are named before anything is stored', async ({ member }) => {
  const { id } = await addService(member)
  const second = SECOND_DAY.join('\n')
  await imported(member, id, FIRST_DAY.join('\n'), SETTINGS)
  const question =
    'Order 1001 of 2026-05-02 has the same ID as an order of 2026-05-01, and so does 1 other. If your numbering restarts, combine the date with the order ID. If the orders were corrected, replace them'
  expect((await check(member, id, { fileId: await stagedFile(member, id, second) })).conflict).toBe(question)
  const refused = await imported(member, id, second, SETTINGS)
  expect([refused.status, refused.errors.map(({ message }) => message)]).toEqual(['failed', [question]])
  expect(await sales(member)).toEqual([2, 8500])

  expect((await imported(member, id, second, { ...SETTINGS, mapping: BY_DATE })).status).toBe('succeeded')
  expect(await sales(member)).toEqual([4, 15_500])
})

test('orders that a person says were corrected are replaced', async ({ member, service: { id } }) => {
  await imported(member, id, FIRST_DAY.join('\n'), SETTINGS)
  const run = await imported(member, id, SECOND_DAY.join('\n'), { ...SETTINGS, conflicts: 'replace' })
  expect([run.status, await sales(member)]).toEqual(['succeeded', [2, 7000]])
})

test.each([
  ['their date alone', FIRST_DAY.map((row) => row.replace('05-01', '05-03'))],
  ['their amounts on the same day', FIRST_DAY.map((row) => row.replace('30.00', '35.00'))],
  ['nothing', FIRST_DAY],
])('orders that come again and change %s are not asked about', async (_, again) => {
  const member = await t.register()
  const { id } = await addService(member)
  await imported(member, id, FIRST_DAY.join('\n'), SETTINGS)
  expect((await imported(member, id, again.join('\n'), SETTINGS)).status).toBe('succeeded')
})
