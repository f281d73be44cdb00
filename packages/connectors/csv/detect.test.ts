import { expect, test } from 'vitest'
import { parseDateFormat } from './date-format.ts'
import { detectFile } from './detect.ts'
import { detectDates } from './detect-dates.ts'
import { importFields } from './import-fields.ts'
import { FILE_KIND_NAMES, FILE_KINDS, missingFields } from './mapping.ts'
import { PLATFORM_HEADERS } from './platform-headers.fixture.ts'
import { detectPlatform, PLATFORM_EXPORTS, type PlatformExportName } from './platforms.ts'

const NAMES: readonly PlatformExportName[] = [
  'shopify_orders',
  'square_items',
  'square_transactions',
  'commerce7_products',
]

test.each(NAMES)('detects %s by its header in any order, with extra columns', (name) => {
  const header = PLATFORM_HEADERS[name]
  expect(detectPlatform(header)).toBe(name)
  expect(detectPlatform([...header].reverse())).toBe(name)
  expect(detectPlatform(['Extra', ...header.map((column) => column.toUpperCase()), 'More'])).toBe(name)
})

test.each(NAMES)('the mapping of %s is valid for its kind and its columns', (name) => {
  const { kind, mapping } = PLATFORM_EXPORTS[name]
  const header = PLATFORM_HEADERS[name]
  const { problems } = importFields({ columns: header, sample: [] }, kind, mapping)
  expect(problems).toEqual([])
})

test('returns null for an unknown header', () => {
  expect(detectPlatform(['Name', 'Email', 'Total'])).toBe(null)
})

test.each([
  [
    'order_lines',
    ['InvoiceNo', 'StockCode', 'Description', 'Quantity', 'InvoiceDate', 'UnitPrice', 'CustomerID', 'Country'],
  ],
  ['order_lines', ['order_id', 'order date', 'Item', 'SKU', 'Qty', 'Net Sales']],
  ['orders', ['Order Number', 'Date', 'Total', 'Tax', 'Customer']],
  ['customers', ['Customer ID', 'First Name', 'Last Name', 'Email', 'Birth Date']],
  ['products', ['SKU', 'Title', 'Vendor', 'Price']],
  ['inventory', ['SKU', 'Location', 'On Hand']],
  ['memberships', ['Membership ID', 'Club', 'Customer ID', 'Signup Date', 'Status']],
  ['reservations', ['Reservation ID', 'Reservation Date', 'Guests', 'Status']],
])('detects %s for a file with the columns %j', (kind, columns) => {
  expect(detectFile({ columns, sample: [] }, null).kind).toBe(kind)
})

const SALES = [
  ['Ann Lee', '2026-03-01', '120.50'],
  ['Kim Novak', '2026-03-01', '48.00'],
  ['Ann Lee', '2026-03-09', '60.25'],
]

test('a list of sales without an order ID gets one of its date, name and amount', () => {
  const { mapping, detected } = detectFile({ columns: ['Name', 'Date', 'Amount'], sample: SALES }, 'orders')
  expect(mapping).toEqual({
    orderId: { columns: ['Date', 'Name', 'Amount'] },
    customerId: 'Name',
    orderDate: { column: 'Date', format: 'YYYY-MM-DD' },
    customerName: 'Name',
    total: 'Amount',
  })
  expect(detected.certainty).not.toBe('certain')
})

test('an order ID is not composed where several columns may be the amount', () => {
  const head = { columns: ['Name', 'Date', 'Paid', 'Owed'], sample: SALES.map((row) => [...row, '1.50']) }
  expect(detectFile(head, 'orders').mapping).toMatchObject({ orderDate: { column: 'Date' }, customerName: 'Name' })
  expect(detectFile(head, 'orders').mapping.orderId).toBe(undefined)
})

test('proposes to unpivot columns that are named like channels', () => {
  const columns = ['Order #', 'Date', 'Tasting Room', 'Web Sales ($)', 'Wine club', 'Other']
  const sample = [
    ['1', '2026-03-01', '12.00', '', '0.00', ''],
    ['2', '2026-03-02', '', '14.50', '-', ''],
    ['3', '2026-03-03', '', '7.25', '30.00', ''],
  ]
  expect(detectFile({ columns, sample }, null)).toMatchObject({
    kind: 'orders',
    unpivot: ['Tasting Room', 'Web Sales ($)', 'Wine club', 'Other'],
    detected: { certainty: 'likely' },
    mapping: {
      orderId: { columns: ['Order #', 'Heading'] },
      orderNumber: 'Order #',
      channel: { column: 'Heading', values: { 'Web Sales ($)': 'web' } },
      netAmount: 'Value',
    },
  })
  expect(detectFile({ columns, sample }, null, null).unpivot).toBe(null)
  expect(detectFile({ columns, sample }, 'customers').unpivot).toBe(null)
})

test.each([
  ['has an amount for the row', ['Order #', 'Date', 'Web', 'Club', 'Total'], '25.00'],
  ['has a channel for the row', ['Order #', 'Date', 'Web', 'Club', 'Channel'], 'POS'],
  ['has one such column', ['Order #', 'Date', 'Web', 'City', 'Region'], '25.00'],
])('does not propose to unpivot a file that %s', (_what, columns, last) => {
  const sample = [['1', '2026-03-01', '12.00', '13.00', last]]
  expect(detectFile({ columns, sample }, null).unpivot).toBe(null)
})

test('maps the columns of a plain retail file to order line fields', () => {
  const columns = [
    'InvoiceNo',
    'StockCode',
    'Description',
    'Quantity',
    'InvoiceDate',
    'UnitPrice',
    'CustomerID',
    'Country',
  ]
  const sample = [['536365', '85123A', 'HOLDER', '6', '2010-12-01 08:26:00', '2.55', '17850.0', 'United Kingdom']]
  expect(detectFile({ columns, sample }, null).mapping).toEqual({
    orderId: 'InvoiceNo',
    sku: 'StockCode',
    productTitle: 'Description',
    quantity: 'Quantity',
    orderDate: { column: 'InvoiceDate', format: 'YYYY-MM-DD HH:mm:ss' },
    unitPrice: 'UnitPrice',
    customerId: 'CustomerID',
    country: 'Country',
  })
})

test.each([
  [['2026-03-01'], 'YYYY-MM-DD'],
  [['2026-03-01 10:00', '2026-03-02 11:12'], 'YYYY-MM-DD HH:mm'],
  [['2026-03-01 10:00:59'], 'YYYY-MM-DD HH:mm:ss'],
  [['2026-03-01T10:00:59'], 'YYYY-MM-DDTHH:mm:ss'],
  [['2026-03-01T10:00:59.123Z'], 'YYYY-MM-DDTHH:mm:ssZ'],
  [['2026-03-01 10:00:59 -0800'], 'YYYY-MM-DD HH:mm:ss Z'],
  [['3/14/2026', '3/1/2026'], 'MM/DD/YYYY'],
  [['14/3/2026', '1/3/2026'], 'DD/MM/YYYY'],
  [['14.03.2026 9:05'], 'DD.MM.YYYY HH:mm'],
  [['03/14/2026 1:05 PM'], 'MM/DD/YYYY hh:mm A'],
  [['2026/03/01'], 'YYYY/MM/DD'],
])('detects the format of the dates %j as %s', (values, name) => {
  expect(detectDates(values)).toMatchObject({ name })
  // The proposed format must be accepted when it is sent back.
  expect(parseDateFormat(name)).not.toBe(null)
})

test('dates that fit month first and day first are ambiguous', () => {
  expect(detectDates(['3/4/2026', '12/11/2026'])).toEqual({ choices: ['MM/DD/YYYY', 'DD/MM/YYYY'] })
})

test.each([[['14/15/2026']], [['2026-03-01', '3/14/2026']], [['soon']]])(
  'returns null for the dates %j without a common format',
  (values) => {
    expect(detectDates(values)).toBe(null)
  },
)

test.each([
  ['YYYY-MM-DD', ['%Y-%m-%d']],
  ['D.M.YYYY H:mm', ['%d.%m.%Y %H:%M']],
  ['MM/DD/YYYY hh:mm A', ['%m/%d/%Y %I:%M %p']],
  ['YYYY-MM-DDTHH:mm:ssZ', ['%Y-%m-%dT%H:%M:%S%z', '%Y-%m-%dT%H:%M:%S.%f%z', '%Y-%m-%dT%H:%M%z']],
])('parses the format %s as %j', (format, strptime) => {
  expect(parseDateFormat(format)).toMatchObject({ strptime })
})

test.each(['', 'YYYY-MM', 'day/MM/YYYY', '%Y-%m-%d'])('rejects %j as a date format', (format) => {
  expect(parseDateFormat(format)).toBe(null)
})

test.each([
  [{ orderId: 'Nope' }, 'Nope', 'The file has no column with this name, selected for Order ID'],
  [{ colour: 'A' }, null, 'There is no field named colour'],
  [{ orderDate: 'A' }, 'A', 'Choose the date format: MM/DD/YYYY or DD/MM/YYYY; the dates match both'],
  [
    { orderDate: { column: 'A', format: 'YY' } },
    'A',
    'A date format must contain year, month, and day: YYYY YY MMM MM DD D M HH H hh h mm ss A Z',
  ],
])('rejects the mapping %j', (mapping, column, message) => {
  const { problems } = importFields({ columns: ['A'], sample: [['3/4/2026']] }, 'order_lines', mapping)
  expect(problems).toContainEqual(expect.objectContaining({ column, message }))
})

test('requires either a price or an amount; a default value fills a field', () => {
  const base = { orderId: 'A', orderDate: 'A', quantity: 'A', sku: { default: 'none' } }
  expect(missingFields('order_lines', base)).toEqual(['Line amount or Unit price'])
  expect(missingFields('order_lines', { ...base, unitPrice: 'A' })).toEqual([])
})

test.each(FILE_KIND_NAMES)('no two fields of %s share their first name', (kind) => {
  const firsts = FILE_KINDS[kind].fields.map(({ names }) => names[0])
  expect(new Set(firsts).size).toBe(firsts.length)
})

test.each([
  ['a heading', `Web ${'_ '.repeat(50_000)}!`, 'Web'],
  ['a value like an email address', 'Note', `a@${'.a'.repeat(50_000)} `.concat('b')],
  ['a value like an amount', 'Note', `1${' '.repeat(90_000)}x`],
])('reads %s of a hundred thousand characters in time', { timeout: 10_000 }, (_, heading, value) => {
  const sample = [
    ['1', '2026-01-05', value],
    ['2', '2026-01-06', value],
  ]
  const { mapping } = detectFile({ columns: ['Order ID', 'Order Date', heading], sample }, 'orders')
  expect(mapping).toMatchObject({ orderId: 'Order ID' })
})
