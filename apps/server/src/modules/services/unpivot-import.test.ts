import { expect, test } from 'vitest'
import { csvImports } from './csv-import.fixture.ts'

const { importText, nextAccount, rows } = await csvImports()

const UTC = { timeZone: 'UTC' }

const HEADER = 'Order #,Date,Tasting Room,Web,Wine Club'
const FILE = [
  HEADER,
  '1001,2026-03-01,120.50,,',
  '1002,2026-03-02,0.00,40.00,60.25',
  '1003,2026-03-02,$0.00,-,75.00',
  '1004,2026-03-03,-20.50,,',
  '1005,2026-03-04,,,',
].join('\n')

const sales = () =>
  rows('SELECT channel, channel_raw, count(*)::INTEGER, sum(subtotal)::INTEGER FROM orders GROUP BY ALL ORDER BY 1')

test('each filled cell of a column of a channel is an order of that channel, and zeros and dashes are none', async () => {
  const { accepted, rejected } = await importText(FILE, {}, UTC)
  expect([accepted, rejected]).toEqual([5, 0])
  expect(await sales()).toEqual([
    ['club', 'Wine Club', 2, 13_525],
    ['pos', 'Tasting Room', 2, 10_000],
    ['web', 'Web', 1, 4_000],
  ])
})

test('headings such as “Web sales” are their channels, too', async () => {
  await importText(FILE.replace('Web,Wine Club', 'Web sales ($),Wine Club Net'), {}, UTC)
  expect(await sales()).toMatchObject([
    ['club', 'Wine Club Net', 2, 13_525],
    ['pos', 'Tasting Room', 2, 10_000],
    ['web', 'Web sales ($)', 1, 4_000],
  ])
})

test('orders of unpivoted cells have the number of their row, and are the same in a later import', async () => {
  const of = { ...UTC, accountId: nextAccount() }
  await importText(FILE, {}, of)
  expect((await importText(FILE, {}, of)).changed).toBe(false)
  await importText(FILE.replace(`${HEADER}\n`, `${HEADER}\n1000,2026-02-01,5.00,,\n`), {}, of)
  const numbers = await rows('SELECT order_number, count(*)::INTEGER FROM orders GROUP BY 1 ORDER BY 1')
  expect(numbers).toEqual([
    ['1000', 1],
    ['1001', 1],
    ['1002', 2],
    ['1003', 1],
    ['1004', 1],
  ])
})

test('a cell that cannot be read names its heading and the line of the file', async () => {
  const file = FILE.replace('60.25', 'sixty')
  const { problems, accepted, rejected } = await importText(file, {}, UTC)
  expect(problems).toEqual([{ line: 3, column: 'Wine Club', value: 'sixty', message: 'This isn’t an amount' }])
  expect([accepted, rejected]).toEqual([4, 1])
})

test('a row with a bad cell is skipped as a whole', async () => {
  await importText(FILE.replace('60.25', 'sixty'), { onError: 'skip' }, UTC)
  expect(await sales()).toEqual([
    ['club', 'Wine Club', 1, 7_500],
    ['pos', 'Tasting Room', 2, 10_000],
  ])
})

test('an amount next to several filled cells is refused, because each order would have it', async () => {
  const [, ...lines] = FILE.split('\n')
  const file = [`${HEADER},Tax`, ...lines.map((line) => `${line},1.00`)].join('\n')
  const { problems } = await importText(file, {}, UTC)
  expect(problems).toEqual([
    {
      line: 3,
      column: 'Tax',
      value: null,
      message: 'This amount can’t be split across the cells of its row. Don’t map its column',
    },
  ])
})

test('lines of one order may stand in columns of their products', async () => {
  const file =
    'Order,Date,PN-22,CH-23,Price\nA,2026-03-01,2,1,10\nB,2026-03-02,,3,10\nC,2026-03-02,,0,10\nD,2026-03-05,1,1,10'
  const mapping = { orderId: 'Order', orderDate: 'Date', sku: 'Heading', quantity: 'Value', unitPrice: 'Price' }
  const unpivot = { columns: ['PN-22', 'CH-23'] }
  await importText(file, { kind: 'order_lines', unpivot, mapping }, UTC)
  const lines = await rows(
    'SELECT order_source_id, line_id, sku, quantity::INTEGER, amount::INTEGER FROM order_lines ORDER BY 1, 2',
  )
  expect(lines).toEqual([
    ['A', '1', 'PN-22', 2, 2000],
    ['A', '2', 'CH-23', 1, 1000],
    ['B', '1', 'CH-23', 3, 3000],
    ['D', '1', 'PN-22', 1, 1000],
    ['D', '2', 'CH-23', 1, 1000],
  ])
})

test('stock may stand in a column for each location, and a stock of zero is kept', async () => {
  const file = 'SKU,Cellar,Shop\nPN,12,0\nCH,,7'
  await importText(file, { kind: 'inventory', unpivot: { columns: ['Cellar', 'Shop'] } }, UTC)
  expect(await rows('SELECT sku, location, on_hand::INTEGER FROM inventory ORDER BY 1, 2')).toEqual([
    ['CH', 'Shop', 7],
    ['PN', 'Cellar', 12],
    ['PN', 'Shop', 0],
  ])
})

test('columns of channels are not unpivoted where the file has an amount for the row', async () => {
  await importText('Order #,Date,Web,Club,Total\n1,2026-03-01,5.00,7.00,12.00', {}, UTC)
  expect(await rows('SELECT channel, subtotal::INTEGER FROM orders')).toEqual([['other', 1200]])
})

test('unpivoting a column that the file does not have is refused', async () => {
  const importing = importText(FILE, { unpivot: { columns: ['Phone'] } }, UTC)
  await expect(importing).rejects.toThrow('Phone: The file has no column with this name')
})
