import { BOOK, type BookOrder, computeTotals } from './book.ts'
import { type OddFile, oddFile } from './odd-file.ts'
import { HEADER, plainMoney, writeTable } from './write-table.ts'
import { writeXlsx, XLSX_STYLES, type XlsxCell, zipFiles } from './write-xlsx.ts'

const DAY_MS = 86_400_000
const EPOCHS = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const

interface SheetStyle {
  readonly orders?: readonly BookOrder[]
  readonly epoch?: keyof typeof EPOCHS
  readonly price?: number
  readonly more?: (index: number) => readonly XlsxCell[]
}

const sheetRows = ({ orders = BOOK, epoch = 1900, price = XLSX_STYLES.plain, more = () => [] }: SheetStyle = {}) =>
  orders
    .flatMap((order) => order.lines.map((line) => ({ order, line })))
    .map(({ order, line }, index): XlsxCell[] => [
      order.id,
      { number: (order.at.getTime() - EPOCHS[epoch]) / DAY_MS, style: XLSX_STYLES.dateTime },
      order.customer,
      order.channel,
      line.sku,
      line.title,
      { number: line.quantity, style: XLSX_STYLES.plain },
      { number: line.price / 100, style: price },
      ...more(index),
    ])

const PLAIN = computeTotals(BOOK, true)
const NOTES = { name: 'Notes', rows: [['Written for the board'], ['Ask Ann', 'about returns']] } as const
const half = Math.ceil(BOOK.length / 2)
const [firstHalf, secondHalf] = [BOOK.slice(0, half), BOOK.slice(half)]

const discounted = (percent: (index: number) => number): number => {
  const lines = BOOK.flatMap(({ lines: own }) => own)
  const cents = lines.map(({ quantity, price }, index) => Math.round((quantity * price * percent(index)) / 100))
  return PLAIN.cents - cents.reduce((sum, one) => sum + one, 0)
}
const percentAt = (index: number): number => (index % 3) * 10

/** Workbooks and ZIP files. */
export const archiveFiles = async (): Promise<OddFile[]> => [
  oddFile('xlsx-dates.xlsx', 'a workbook with real dates and numbers', {
    content: await writeXlsx([{ name: 'Sales', rows: [HEADER, ...sheetRows()] }]),
    expected: PLAIN,
  }),
  oddFile('xlsx-1904.xlsx', 'a workbook that counts days from 1904', {
    content: await writeXlsx([{ name: 'Sales', rows: [HEADER, ...sheetRows({ epoch: 1904 })] }], { is1904: true }),
    expected: PLAIN,
  }),
  oddFile('xlsx-titles.xlsx', 'a workbook with titles, blank rows and a total', {
    content: await writeXlsx([
      {
        name: 'Sales',
        rows: [
          ['Sales by line'],
          [],
          HEADER,
          ...sheetRows(),
          [],
          [
            'Total',
            null,
            null,
            null,
            null,
            null,
            { number: PLAIN.quantity, style: 0 },
            { number: PLAIN.cents / 100, style: 0 },
          ],
        ],
      },
    ]),
    expected: PLAIN,
    notes: ['A line above the header isn’t imported', `Line ${PLAIN.lines + 5} has totals (Total) and isn’t imported`],
  }),
  oddFile('xlsx-hidden.xlsx', 'a workbook whose first sheet is hidden', {
    content: await writeXlsx([
      { name: 'Lists', rows: [HEADER, ...sheetRows({ orders: firstHalf })], isHidden: true },
      { name: 'Sales', rows: [HEADER, ...sheetRows()] },
    ]),
    expected: PLAIN,
  }),
  oddFile('xlsx-second-sheet.xlsx', 'a workbook whose second sheet is chosen', {
    content: await writeXlsx([
      { ...NOTES, rows: NOTES.rows },
      { name: 'Sales', rows: [HEADER, ...sheetRows()] },
    ]),
    settings: { table: 'Sales' },
    expected: PLAIN,
    notes: ['Not imported: “Notes”'],
  }),
  oddFile('xlsx-euro.xlsx', 'amounts whose euro sign is in the number format', {
    content: await writeXlsx([{ name: 'Sales', rows: [HEADER, ...sheetRows({ price: XLSX_STYLES.euro })] }]),
    currency: 'EUR',
    expected: PLAIN,
  }),
  oddFile('xlsx-euro-foreign.xlsx', 'euros in a number format, for an account in dollars', {
    content: await writeXlsx([{ name: 'Sales', rows: [HEADER, ...sheetRows({ price: XLSX_STYLES.euro })] }]),
    question: 'These amounts are in €, and the account’s currency is USD. Choose the file’s currency',
  }),
  oddFile('xlsx-percent.xlsx', 'discounts as fractions that Excel shows as percentages', {
    content: await writeXlsx([
      {
        name: 'Sales',
        rows: [
          [...HEADER, 'Discount'],
          ...sheetRows({ more: (index) => [{ number: percentAt(index) / 100, style: XLSX_STYLES.percent }] }),
        ],
      },
    ]),
    expected: { ...PLAIN, cents: discounted(percentAt) },
  }),
  oddFile('zip-one.zip', 'a ZIP file with one CSV file and what a Mac adds', {
    content: await zipFiles([
      ['sales.csv', writeTable()],
      ['__MACOSX/._sales.csv', 'Mac OS X'],
    ]),
    expected: PLAIN,
    notes: [],
  }),
  oddFile('zip-many.zip', 'a ZIP file with several files of one kind', {
    content: await zipFiles([
      ['2026/a.csv', writeTable({ orders: firstHalf })],
      ['2026/b.csv', writeTable({ orders: secondHalf })],
      ['customers.csv', 'Customer ID,Name\n1,Ann\n'],
    ]),
    expected: PLAIN,
    notes: ['Read together: “2026/a.csv”, “2026/b.csv”', 'Not imported: “customers.csv”'],
  }),
  oddFile('zip-workbook.zip', 'a ZIP file with a workbook', {
    content: await zipFiles([['sales.xlsx', await writeXlsx([{ name: 'Sales', rows: [HEADER, ...sheetRows()] }])]]),
    expected: PLAIN,
  }),
  oddFile('zip-comma.zip', 'a ZIP file with a file of decimal commas', {
    content: await zipFiles([
      ['sales.csv', writeTable({ delimiter: ';', money: (cents) => plainMoney(cents).replace('.', ',') })],
    ]),
    expected: PLAIN,
  }),
]
