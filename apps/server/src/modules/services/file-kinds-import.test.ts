import { expect, test } from 'vitest'
import { PLATFORM_HEADERS } from '#connectors/csv/platform-headers.fixture.ts'
import type { PlatformExportName } from '#connectors/csv/platforms.ts'
import { ORDINARY_ITEMS } from '#domain/item-kind/ordinary-items.fixture.ts'
import { csvImports } from './csv-import.fixture.ts'

const { importText, nextAccount, rows } = await csvImports()

/** A platform's export file with all of its columns, some of them empty. */
const platformFile = (name: PlatformExportName, records: readonly Readonly<Record<string, string>>[]): string => {
  const header = PLATFORM_HEADERS[name]
  const lines = records.map((record) => header.map((column) => `"${record[column] ?? ''}"`).join(','))
  return `${header.join(',')}\n${lines.join('\n')}\n`
}

test('Shopify orders: applies values of the first row of an order to all of its lines', async () => {
  const line = (name: string, title: string, quantity: string, price: string, sku: string) => ({
    Name: name,
    Email: 'ann@a.example',
    'Lineitem name': title,
    'Lineitem quantity': quantity,
    'Lineitem price': price,
    'Lineitem sku': sku,
  })
  const first = {
    'Created at': '2026-03-08 01:30:00 -0800',
    'Financial Status': 'paid',
    'Fulfillment Status': 'fulfilled',
    Currency: 'USD',
    Taxes: '7.10',
    Shipping: '15.00',
    Source: 'web',
    'Shipping Province': 'CA',
  }
  const file = platformFile('shopify_orders', [
    { ...line('#1001', 'Pinot', '2', '40.00', 'PN'), ...first },
    line('#1001', 'Corkscrew', '1', '9.50', ''),
    { ...line('#1002', 'Pinot', '1', '40.00', 'PN'), ...first, 'Financial Status': 'voided' },
  ])
  expect(await importText(file)).toMatchObject({ accepted: 3, rejected: 0 })
  const columns =
    'source_id, ordered_utc::VARCHAR, channel, payment_status, tax, shipping, net_sales, state, customer_source_id'
  expect(await rows(`SELECT ${columns} FROM orders ORDER BY 1`)).toEqual([
    ['#1001', '2026-03-08 09:30:00', 'web', 'paid', 710, 1500, 8950, 'CA', 'ann@a.example'],
    ['#1002', '2026-03-08 09:30:00', 'web', 'cancelled', 710, 1500, 0, 'CA', 'ann@a.example'],
  ])
  expect(await rows("SELECT count(*) FROM order_lines WHERE sku = 'Corkscrew'")).toEqual([[1]])
})

test('Square item details: reads dollars, a separate time zone, and refunds as separate orders', async () => {
  const sale = {
    Date: '2026-03-14',
    Time: '17:05:09',
    'Time Zone': 'Eastern Time (US & Canada)',
    Item: 'Flight',
    Qty: '2.0',
    SKU: 'TST',
    Discounts: '-$6.00',
    'Net Sales': '$54.00',
    'Transaction ID': 't1',
    'Payment ID': 'p1',
    'Event Type': 'Payment',
  }
  const refund = {
    ...sale,
    Qty: '-2.0',
    Discounts: '$6.00',
    'Net Sales': '($54.00)',
    'Payment ID': 'p2',
    'Event Type': 'Refund',
  }
  await importText(platformFile('square_items', [sale, refund]))
  const columns = 'source_id, ordered_utc::VARCHAR, is_refund, order_type, subtotal, discount, net_sales'
  expect(await rows(`SELECT ${columns} FROM orders ORDER BY 1`)).toEqual([
    ['p1', '2026-03-14 21:05:09', false, 'regular', 6000, 600, 5400],
    ['p2', '2026-03-14 21:05:09', true, 'refund', -6000, -600, -5400],
  ])
})

test('Square transactions: become orders with one line each', async () => {
  const record = {
    Date: '2026-03-14',
    Time: '5:05 PM',
    'Time Zone': 'Pacific Time (US & Canada)',
    'Gross Sales': '$1,060.00',
    Discounts: '($60.00)',
    'Net Sales': '$1,000.00',
    Tax: '$80.00',
    Tip: '$20.00',
    'Total Collected': '$1,100.00',
    'Transaction ID': 't1',
    'Payment ID': 'p1',
    'Event Type': 'Payment',
    'Staff Name': 'Kim',
  }
  await importText(platformFile('square_transactions', [record]))
  const columns =
    'order_number, ordered_local::VARCHAR, subtotal, discount, tax, tip, total, net_sales, is_counted, team_member'
  expect(await rows(`SELECT ${columns} FROM orders`)).toEqual([
    ['t1', '2026-03-14 17:05:00', 106_000, 6000, 8000, 2000, 110_000, 100_000, true, 'Kim'],
  ])
})

test('a file of orders gives the cost of the goods of each', async () => {
  const file =
    'Order ID,Order date,Net amount,Cost of goods\nA,2026-01-01,60,22\nB,2026-01-02,-30,11\nC,2026-01-03,20,\n'
  await importText(file, { kind: 'orders' })
  const costs = 'SELECT source_id, cost_of_goods, costed_sales, uncosted_sales FROM orders ORDER BY 1'
  expect(await rows(costs)).toEqual([
    ['A', 2200, 6000, 0],
    ['B', -1100, -3000, 0],
    ['C', null, 0, 2000],
  ])
})

test('Commerce7 products are imported', async () => {
  const record = {
    Title: 'Estate Pinot',
    SKU: 'PN-22',
    Type: 'Wine',
    Department: 'Wine',
    Vendor: 'Stave',
    Price: '48.00',
    'Cost of Good': '11',
  }
  await importText(platformFile('commerce7_products', [record]))
  const columns = 'source_id, title, category, brand, item_kind, price, cost, currency'
  expect(await rows(`SELECT ${columns} FROM products`)).toEqual([
    ['PN-22', 'Estate Pinot', 'Wine', 'Stave', 'wine', 4800, 1100, 'USD'],
  ])
})

test('a file’s own words for item kinds are read as categories of platforms are', async () => {
  const filed = ORDINARY_ITEMS.flatMap(([category, title, kind]) =>
    category !== null && title === 'No. 7' ? [{ category, kind }] : [],
  )
  const lines = filed.map(({ category }, index) => `${index},"${category}",No. 7`)
  await importText(`SKU,Item kind,Title\n${lines.join('\n')}\n`, { kind: 'products' })
  expect(await rows('SELECT sku, item_kind FROM products ORDER BY sku::INTEGER')).toEqual(
    filed.map(({ kind }, index) => [String(index), kind]),
  )
})

test('a kind that the mapping gives to a word comes before what the word says', async () => {
  const mapping = { sku: 'SKU', productTitle: 'Title', itemKind: { column: 'Type', values: { Reds: 'merch' } } }
  await importText('SKU,Type,Title\nA,Reds,Tee\nB,Whites,Estate\nC,,Estate\n', { kind: 'products', mapping })
  expect(await rows('SELECT sku, item_kind FROM products ORDER BY sku')).toEqual([
    ['A', 'merch'],
    ['B', 'wine'],
    ['C', 'wine'],
  ])
})

test.each([
  [
    'customers',
    'Customer ID,First name,Last name,Email,Birth date,Zip\nc1,Ann,Lee,ann@a.example,2/28/1970,94558\nc1,Anna,Lee,,2/28/1970,\n',
    'SELECT source_id, name, email, birth::VARCHAR, postal_code FROM customers',
    [['c1', 'Anna Lee', null, '1970-02-28', null]],
  ],
  [
    'customers',
    'Customer ID,Name,Tier\nc1,Ann Lee,Gold\nc2,Bo Day,\n',
    'SELECT source_id, customer_group FROM customers ORDER BY 1',
    [
      ['c1', 'Gold'],
      ['c2', null],
    ],
  ],
  [
    'inventory',
    'SKU,Location,On hand,Reserved,Allocated\nPN,Cellar,120,6,24\nPN,Shop,12,,\n',
    'SELECT sku, location, on_hand::DOUBLE, available::DOUBLE FROM inventory ORDER BY 2',
    [
      ['PN', 'Cellar', 120, 90],
      ['PN', 'Shop', 12, 12],
    ],
  ],
  [
    'memberships',
    'Membership ID,Club,Customer ID,Signup date,Cancelled date,Cancellation reason\nm1,Estate,c1,2024-05-18,,\nm2,Estate,c2,2024-05-18,2025-01-02,Moving\n',
    'SELECT source_id, club_name, status, signup_local::VARCHAR, cancelled_local::VARCHAR FROM memberships ORDER BY 1',
    [
      ['m1', 'Estate', 'active', '2024-05-18 00:00:00', null],
      ['m2', 'Estate', 'cancelled', '2024-05-18 00:00:00', '2025-01-02 00:00:00'],
    ],
  ],
  [
    'reservations',
    'Reservation ID,Reservation date,Guests,Status,Experience\nr1,2026-03-01 11:00,4,Checked In,Estate Tour\nr2,2026-03-01 12:00,2,Waved,Flight\n',
    'SELECT source_id, guests, status, status_raw, is_visit FROM reservations ORDER BY 1',
    [
      ['r1', 4, 'checked_in', 'Checked In', true],
      ['r2', 2, 'other', 'Waved', false],
    ],
  ],
  [
    'orders',
    'Order ID,Date,Subtotal,Discount,Tax,Item count\no1,2026-03-01,100,10.00,8.25,3\no2,2026-03-02,-40,,,1\n',
    'SELECT source_id, net_sales, total, is_refund, item_count::DOUBLE FROM orders ORDER BY 1',
    [
      ['o1', 9000, 9825, false, 3],
      ['o2', -4000, -4000, true, -1],
    ],
  ],
])('imports a file of %s', async (kind, file, sql, expected) => {
  const accountId = nextAccount()
  const result = await importText(file, {}, { accountId })
  expect([result.rejected, Object.keys(result.staged)[0]]).toEqual([0, kind])
  expect(await rows(sql)).toEqual(expected)
  expect((await importText(file, {}, { accountId })).changed).toBe(false)
})

test('rejects an orders file that contains order lines', async () => {
  const file = 'Order ID,Date,Total\no1,2026-03-01,100\no1,2026-03-01,100\n'
  const { problems, staged } = await importText(file, { kind: 'orders' })
  expect(staged).toEqual({})
  expect(problems).toEqual([
    {
      line: 3,
      column: 'Order ID',
      value: 'o1',
      message: 'This order ID stands in more than one row. Import a file of lines as order lines',
    },
  ])
})

test('reads numbers with a decimal comma when the mapping specifies it', async () => {
  const file = 'Order ID;Order date;SKU;Quantity;Unit price\nA;2026-01-01;S;1;1.234,50\n'
  const mapping = {
    orderId: 'Order ID',
    orderDate: 'Order date',
    sku: 'SKU',
    quantity: 'Quantity',
    unitPrice: { column: 'Unit price', format: '1.234,56' },
  }
  await importText(file, { kind: 'order_lines', mapping })
  expect(await rows('SELECT net_sales FROM orders')).toEqual([[123_450]])
})

const GUEST_LINES = `Ticket,Date,Time,Item,Item type,Qty,Amount,Email,Financial status,Guests
1,2026-03-07,11:00,Flight,Tasting,2,50,ann@a.example,paid,2
1,2026-03-07,11:00,Pinot,Wine,1,48,ann@a.example,paid,
2,2026-03-07,12:30,Flight,Tasting,4,100,,paid,4
3,2026-03-07,13:00,Pinot,Wine,1,48,,paid,
4,2026-03-07,14:00,Flight,Tasting,3,75,,void,3
5,2026-03-07,15:00,Flight,Tasting,-2,-50,,paid,2
`

const visits = () =>
  rows(
    `SELECT source_id, reserved_local::VARCHAR, status, guests, is_visit, bottle_guests, customer_source_id, revenue
     FROM reservations ORDER BY 1`,
  )

test('paid sales with guests become visits of order lines, and a later file corrects them', async () => {
  const accountId = nextAccount()
  await importText(GUEST_LINES, {}, { accountId })
  expect(await visits()).toEqual([
    ['order:1', '2026-03-07 11:00:00', 'closed_out', 2, true, 2, 'ann@a.example', 9800],
    ['order:2', '2026-03-07 12:30:00', 'closed_out', 4, true, 0, null, 10_000],
  ])
  const [header, , , second] = GUEST_LINES.split('\n')
  await importText(`${header}\n${second?.replace(/4$/, '0')}\n`, {}, { accountId })
  expect((await visits()).at(1)).toEqual(['order:2', '2026-03-07 12:30:00', 'cancelled', 0, false, 0, null, 0])
})

test('paid orders with guests become visits', async () => {
  const file = `Order ID,Date,Net sales,Guests,Email
1,2026-03-07,98,2,ann@a.example
2,2026-03-07,20,,
3,2026-03-07,-20,2,
`
  await importText(file)
  expect((await visits()).map((row) => [row[0], row[3], row[4], row[6], row[7]])).toEqual([
    ['order:1', 2, true, 'ann@a.example', 9800],
  ])
})

test('a column of tax goes before those of single rates', async () => {
  const file = 'Order ID,Order Date,Tax,Total,Tax 1,Tax 2\n1,2026-05-03,5.00,105.00,3.00,2.00\n'
  await importText(file, { kind: 'orders' })
  expect(await rows('SELECT net_sales::INTEGER, tax::INTEGER FROM orders')).toEqual([[10_000, 500]])
})

test.each(['Tax 5%', 'tax_5%', 'VAT (19.5 %)', 'GST 5'])('a column “%s” has the tax', async (name) => {
  const file = `Order ID,Order Date,${name},Total\n1,2026-05-03,5.00,105.00\n2,2026-05-04,2.50,52.50\n`
  await importText(file, { kind: 'orders' })
  expect(await rows('SELECT sum(net_sales)::INTEGER, sum(tax)::INTEGER FROM orders')).toEqual([[15_000, 750]])
})

test('a tax of which some cells are words is a tax; “exempt” is none, and other words are named', async () => {
  const file =
    'Order ID,Order Date,Tax,Total\n1,2026-05-03,5.00,105.00\n2,2026-05-04,exempt,52.50\n3,2026-05-04,some,52.50\n4,2026-05-04,2.50,52.50\n5,2026-05-04,2.50,52.50\n'
  const { rejected, problems } = await importText(file, { kind: 'orders' })
  expect([rejected, problems]).toEqual([
    1,
    [{ line: 4, column: 'Tax', value: 'some', message: 'This isn’t an amount' }],
  ])
})

/** Tax, shipping and total paid of each order, in cents. */
const chargesOf = async (records: string) => {
  const file = `Order ID,Order Date,SKU,Quantity,Price,Tax,Shipping\n${records}`
  await importText(file, { kind: 'order_lines' })
  return rows('SELECT tax::INTEGER, shipping::INTEGER, total::INTEGER FROM orders ORDER BY source_id')
}

test('charges of each line are added up, and charges of the order count once', async () => {
  const records = [
    '1,2026-05-03,A,1,100.00,8.00,12.00',
    '1,2026-05-03,B,1,50.00,4.00,12.00',
    '2,2026-05-04,A,1,100.00,8.00,0.00',
    '2,2026-05-04,B,1,10.00,0.80,0.00',
    '3,2026-05-04,A,1,100.00,8.00,',
    '3,2026-05-04,A,1,100.00,8.00,9.00',
  ].join('\n')
  expect(await chargesOf(records)).toEqual([
    [1_200, 1_200, 17_400],
    [880, 0, 11_880],
    [1_600, 900, 22_500],
  ])
})

test('a charge that is the same in all lines of an order is the order’s, though one order differs', async () => {
  const records = [
    '1,2026-05-03,A,1,100.00,12.00,',
    '1,2026-05-03,B,1,50.00,12.00,',
    '2,2026-05-04,A,1,100.00,16.00,',
    '2,2026-05-04,B,1,100.00,16.00,',
    '3,2026-05-04,A,1,100.00,8.00,',
    '3,2026-05-04,B,1,10.00,8.80,',
  ].join('\n')
  expect((await chargesOf(records)).map(([tax]) => tax)).toEqual([1_200, 1_600, 800])
})

test('a file whose amounts are all in another currency is refused, wherever the currency stands', async () => {
  const file = 'Order ID,Order Date,Total\n1,2026-05-03,10.00\n'
  const mapping = { orderId: 'Order ID', orderDate: { column: 'Order Date', format: 'YYYY-MM-DD' }, total: 'Total' }
  const importIn = (currency: string) =>
    importText(file, { kind: 'orders', mapping: { ...mapping, currency: { column: null, default: currency } } })
  await expect(importIn('EUR')).rejects.toThrow(/All amounts are in EUR, but the account’s currency is USD/)
  expect((await importIn('USD')).accepted).toBe(1)
})
