import { BOOK, clock, computeTotals, day } from './book.ts'
import { parts } from './date-parts.ts'
import { type OddFile, oddFile } from './odd-file.ts'
import { HEADER, plainMoney, writeTable } from './write-table.ts'

const PLAIN = computeTotals(BOOK, true)
const plainText = writeTable()
const total = PLAIN.cents / 100
const lineCount = PLAIN.lines

const WITHOUT_ID = {
  orderId: { columns: ['Order date', 'Customer name'] },
  orderDate: 'Order date',
  customerName: 'Customer name',
  channel: 'Channel',
  sku: 'SKU',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
}

const CHANNELS: readonly string[] = ['POS', 'Web', 'Club']

/** One row an order, with its amounts in a column for each channel. `halved`: the part of an order that the next channel sold. */
const channelTable = (header: readonly string[], empty: string, halved = 0): string => {
  const rows = BOOK.map(({ id, at, channel, customer, lines }) => {
    const cents = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
    const own = CHANNELS.indexOf(channel)
    const other = Math.floor(cents * halved)
    const amounts = CHANNELS.map((_, index) => {
      if (index === own) return plainMoney(cents - other)
      return other > 0 && index === (own + 1) % CHANNELS.length ? plainMoney(other) : empty
    })
    return [id, `${day(at)} ${clock(at)}`, ...amounts, customer].join(',')
  })
  return [header.join(','), ...rows, ''].join('\n')
}

/** Orders of one line each. */
const perChannel = (channels: number) => ({
  ...PLAIN,
  orders: BOOK.length * channels,
  lines: BOOK.length * channels,
  quantity: BOOK.length * channels,
})

/** Files whose rows and columns have an unusual shape. */
export const shapeFiles: readonly OddFile[] = [
  oddFile('shape-no-id.csv', 'no order ID: composed of date and customer', {
    content: plainText.replaceAll(/^(?:A-\d+|Order ID),/gm, ''),
    settings: { kind: 'order_lines', mapping: WITHOUT_ID },
    expected: PLAIN,
  }),
  oddFile('shape-channels.csv', 'a column of amounts for each channel', {
    content: channelTable(['Order #', 'Date', 'Tasting Room', 'Web', 'Club', 'Customer name'], ''),
    expected: perChannel(1),
  }),
  oddFile('shape-channels-split.csv', 'a column for each channel, orders of two channels, and zeros', {
    content: channelTable(['Order #', 'Date', 'Retail Sales', 'Online Sales', 'Wine Club Sales', 'Name'], '0.00', 0.5),
    expected: perChannel(2),
  }),
  oddFile(
    'shape-channels-chosen.csv',
    'columns of amounts whose headings are no channels that are known, chosen by the mapping',
    {
      content: channelTable(['Order #', 'Date', 'Barn', 'Mail list', 'Friends', 'Customer name'], '-'),
      settings: {
        kind: 'orders',
        unpivot: { columns: ['Barn', 'Mail list', 'Friends'] },
        mapping: { orderId: 'Order #', orderDate: 'Date', channel: 'Heading', total: 'Value' },
      },
      expected: perChannel(1),
    },
  ),
  oddFile('shape-titles.csv', 'title lines above the header', {
    content: writeTable({ before: 'Sales by line\nPeriod:,2026\n\n' }),
    expected: PLAIN,
    notes: ['2 lines above the header aren’t imported'],
  }),
  oddFile('shape-two-headers.csv', 'a header of two lines', {
    content: writeTable({
      before: ',,Customer,,Product,,,\n',
      header: ['Order ID', 'Order date', 'name', 'Channel', 'SKU', 'title', 'Quantity', 'Unit price'],
    }),
    settings: {
      kind: 'order_lines',
      mapping: {
        orderId: 'Order ID',
        orderDate: 'Order date',
        customerName: 'Customer name',
        sku: 'Product SKU',
        quantity: 'Product Quantity',
        unitPrice: 'Product Unit price',
      },
    },
    expected: PLAIN,
    notes: ['The header has two lines'],
  }),
  oddFile('shape-units.csv', 'units below the header', {
    content: writeTable().replace('\n', '\n,(UTC),,,,,(bottles),(USD)\n'),
    expected: PLAIN,
    notes: ['The header has two lines'],
  }),
  oddFile('shape-total.csv', 'a total at the end', {
    content: writeTable({ after: `Total,,,,,,${PLAIN.quantity},${total}\n` }),
    expected: PLAIN,
    notes: [`Line ${lineCount + 2} has totals (Total) and isn’t imported`],
  }),
  oddFile('shape-sums.csv', 'sums without a label at the end', {
    content: writeTable({ after: `,,,,,,${PLAIN.quantity},${total}\n` }),
    expected: PLAIN,
    notes: [`Line ${lineCount + 2} has totals (only sums) and isn’t imported`],
  }),
  oddFile('shape-subtotals.csv', 'subtotals between the rows', {
    content: writeTable({ afterOrder: ({ id, lines }) => `${id} Total,,,,,,${lines.length},1\n` }),
    expected: PLAIN,
  }),
  oddFile('shape-blank-rows.csv', 'blank rows and rows of delimiters', {
    content: writeTable({ afterOrder: (_order, index) => (index % 2 ? '\n' : ',,,,,,,\n') }),
    expected: PLAIN,
    notes: [],
  }),
  oddFile('shape-repeated-header.csv', 'the header repeated on every page', {
    content: writeTable({ afterOrder: (_order, index) => (index % 5 === 4 ? `${HEADER.join(',')}\n` : '') }),
    expected: PLAIN,
    notes: ['The header is repeated 2 times'],
  }),
  oddFile('shape-trailing-commas.csv', 'blank values beyond the last column', {
    content: `${plainText
      .split('\n')
      .map((line, index) => (index === 0 || line === '' ? line : `${line},,`))
      .join('\n')}`,
    expected: PLAIN,
  }),
  oddFile('shape-remark.csv', 'a remark at the end', {
    content: `${plainText}\nGenerated on November 22 by the register\n`,
    expected: PLAIN,
    notes: [`Line ${lineCount + 3} is a note and isn’t imported`],
  }),
  oddFile('shape-index.csv', 'an unnamed column of row numbers', {
    content: plainText
      .trimEnd()
      .split('\n')
      .map((line, index) => `${index === 0 ? '' : index - 1},${line}`)
      .join('\n'),
    expected: PLAIN,
  }),
  oddFile('dates-mixed.csv', 'some dates in another format', {
    content: writeTable({
      date: (at) => (at.getUTCDate() === 17 ? `${parts(at).m}/${parts(at).d}/${parts(at).y}` : day(at)),
    }),
    settings: { onError: 'skip' },
    expected: computeTotals(
      BOOK.filter(({ at }) => at.getUTCDate() !== 17),
      false,
    ),
  }),
  oddFile('dates-ambiguous.csv', 'dates that fit month first and day first', {
    content: writeTable({ date: (at) => `${parts(at).m}/${(at.getUTCDate() % 12) + 1}/${parts(at).y}` }),
    question: 'Choose the date format: MM/DD/YYYY or DD/MM/YYYY; the dates match both',
  }),
  oddFile('dates-swapped.csv', 'month first and day first in one column', {
    content: writeTable({
      date: (at) =>
        at.getUTCMonth() % 2
          ? `${parts(at).m}/${parts(at).d}/${parts(at).y}`
          : `${parts(at).d}/${parts(at).m}/${parts(at).y}`,
    }),
    question: 'Choose the date format: ',
  }),
]
