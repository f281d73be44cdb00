import { gzipSync } from 'node:zlib'
import { BOOK, type BookOrder, clock, computeTotals, day, padTwoDigits, RETURNED, type Totals } from './book.ts'
import { parts } from './date-parts.ts'
import { type OddFile, oddFile, type SideFile } from './odd-file.ts'
import { shapeFiles } from './shape-files.ts'
import { HEADER, plainMoney, type TableStyle, writeTable } from './write-table.ts'

const twelve = (at: Date): string =>
  `${at.getUTCHours() % 12 || 12}:${padTwoDigits(at.getUTCMinutes())} ${at.getUTCHours() < 12 ? 'AM' : 'PM'}`

const DAY_MS = 86_400_000
const serial = (at: Date): number => (at.getTime() - Date.UTC(1899, 11, 30)) / DAY_MS

/** name, oddity, how a date is written, and whether the time is */
const DATES: readonly (readonly [name: string, oddity: string, date: (at: Date) => string, hasTime: boolean])[] = [
  ['dates-us', 'month first', (at) => `${parts(at).m}/${parts(at).d}/${parts(at).y}`, false],
  ['dates-uk', 'day first', (at) => `${padTwoDigits(parts(at).d)}/${padTwoDigits(parts(at).m)}/${parts(at).y}`, false],
  [
    'dates-german',
    'day first with points',
    (at) => `${padTwoDigits(parts(at).d)}.${padTwoDigits(parts(at).m)}.${parts(at).y}`,
    false,
  ],
  [
    'dates-short-us',
    'years of two digits, month first',
    (at) => `${parts(at).m}/${parts(at).d}/${parts(at).yy}`,
    false,
  ],
  ['dates-short-uk', 'years of two digits, day first', (at) => `${parts(at).d}/${parts(at).m}/${parts(at).yy}`, false],
  [
    'dates-month-short',
    'short month names',
    (at) => `${parts(at).d}-${parts(at).month.slice(0, 3)}-${parts(at).yy}`,
    false,
  ],
  ['dates-month-long', 'long month names', (at) => `${parts(at).month} ${parts(at).d}, ${parts(at).y}`, false],
  [
    'dates-weekday',
    'weekdays and "at"',
    (at) => `${parts(at).weekday}, ${parts(at).month} ${parts(at).d}, ${parts(at).y} at ${twelve(at)}`,
    true,
  ],
  ['dates-german-month', 'German month names', (at) => `${parts(at).d}. ${parts(at).german} ${parts(at).y}`, false],
  ['dates-am-pm', 'times with AM and PM', (at) => `${parts(at).m}/${parts(at).d}/${parts(at).y} ${twelve(at)}`, true],
  [
    'dates-comma',
    'as JavaScript writes local dates',
    (at) => `${parts(at).m}/${parts(at).d}/${parts(at).y}, ${twelve(at)}`,
    true,
  ],
  ['dates-slashes', 'year first with slashes', (at) => `${day(at).replaceAll('-', '/')} ${clock(at)}`, true],
  ['dates-eight-digits', 'eight digits', (at) => day(at).replaceAll('-', ''), false],
  ['dates-iso', 'ISO with Z', (at) => at.toISOString(), true],
  [
    'dates-offset',
    'ISO with an offset',
    (at) => `${new Date(at.getTime() + 2 * 3_600_000).toISOString().slice(0, 19)}+0200`,
    true,
  ],
  [
    'dates-zone-name',
    'the name of a zone',
    (at) => `${new Date(at.getTime() - 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')} PST`,
    true,
  ],
  ['dates-rfc', 'as email writes dates', (at) => at.toUTCString(), true],
  ['dates-excel', 'Excel serial numbers', (at) => String(Math.round(serial(at) * 1e8) / 1e8), true],
  ['dates-excel-days', 'whole Excel serial numbers', (at) => String(Math.floor(serial(at))), false],
  ['dates-unix', 'Unix seconds', (at) => String(at.getTime() / 1000), true],
  ['dates-unix-ms', 'Unix milliseconds', (at) => String(at.getTime()), true],
]

const dateFiles = DATES.map(([name, oddity, date, hasTime]) =>
  oddFile(`${name}.csv`, oddity, { content: writeTable({ date }), expected: computeTotals(BOOK, hasTime) }),
)

const grouped = (cents: number, thousands: string, decimal: string): string => {
  const [whole = '', rest = ''] = plainMoney(Math.abs(cents)).split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, thousands)}${decimal}${rest}`
}

const signed = (cents: number, positive: (size: number) => string, negative: (text: string) => string): string =>
  cents < 0 ? negative(positive(-cents)) : positive(cents)

const WITH_RETURN = [...BOOK, RETURNED]
const comma = (cents: number) => grouped(cents, ',', '.')

/** name, oddity, how an amount is written, and what else is special */
const AMOUNTS: readonly (readonly [
  name: string,
  oddity: string,
  money: (cents: number) => string,
  more?: Partial<SideFile> & TableStyle,
])[] = [
  ['money-comma', 'decimal commas', (cents) => plainMoney(cents).replace('.', ',')],
  ['money-thousands', 'commas between thousands', comma],
  [
    'money-european',
    'points between thousands and decimal commas',
    (cents) => grouped(cents, '.', ','),
    { delimiter: ';' },
  ],
  ['money-blanks', 'blanks between thousands', (cents) => grouped(cents, ' ', ','), { delimiter: ';' }],
  [
    'money-narrow-blanks',
    'no-break spaces between thousands',
    (cents) => grouped(cents, '\u202f', ','),
    { delimiter: ';' },
  ],
  ['money-swiss', 'apostrophes between thousands', (cents) => grouped(cents, '’', '.')],
  ['money-dollar', 'dollar signs', (cents) => `$${comma(cents)}`],
  ['money-code', 'the currency in front', (cents) => `USD ${comma(cents)}`],
  ['money-euro', 'a sign behind', (cents) => `${grouped(cents, '.', ',')} €`, { currency: 'EUR', delimiter: ';' }],
  [
    'money-minus-behind',
    'a minus behind',
    (cents) => signed(cents, comma, (text) => `${text}-`),
    { orders: WITH_RETURN },
  ],
  [
    'money-parentheses',
    'negatives in parentheses',
    (cents) =>
      signed(
        cents,
        (size) => `$${comma(size)}`,
        (text) => `(${text})`,
      ),
    { orders: WITH_RETURN },
  ],
  ['money-credit', 'CR for credits', (cents) => signed(cents, comma, (text) => `${text} CR`), { orders: WITH_RETURN }],
  [
    'money-true-minus',
    'the minus sign of typography',
    (cents) => signed(cents, comma, (text) => `−${text}`),
    { orders: WITH_RETURN },
  ],
]

const moneyFiles = AMOUNTS.map(([name, oddity, money, { currency, ...style } = {}]) =>
  oddFile(`${name}.csv`, oddity, {
    content: writeTable({ ...style, money }),
    ...(currency ? { currency } : {}),
    expected: computeTotals(style.orders ?? BOOK, true),
  }),
)

const FREE: BookOrder = {
  ...RETURNED,
  id: 'F-1',
  lines: [{ sku: 'PN-22', title: 'Pinot Noir Estate', quantity: 2, price: 0 }],
}
const WITH_FREE = [...BOOK, FREE]

const withDiscount = (discount: (index: number) => number): Totals => {
  const all = computeTotals(BOOK, true)
  const lines = BOOK.flatMap((order) => order.lines)
  const off = lines.map(({ quantity, price }, index) => Math.round((quantity * price * discount(index)) / 100))
  return { ...all, cents: all.cents - off.reduce((sum, one) => sum + one, 0) }
}

let counter = 0
const nextPercent = (): number => (counter++ % 3) * 10

const percents = (write: (percent: number) => string): string => {
  counter = 0
  return writeTable({ header: [...HEADER, 'Discount'], more: () => [write(nextPercent())] })
}

const percentOf = (index: number): number => (index % 3) * 10

const discountFiles: readonly OddFile[] = [
  oddFile('discount-percent.csv', 'discounts in percent', {
    content: percents((percent) => `${percent}%`),
    expected: withDiscount(percentOf),
  }),
  oddFile('discount-fraction-asked.csv', 'discounts that may be amounts or fractions', {
    content: percents((percent) => String(percent / 100)),
    question: 'Choose what the discounts are: amounts, or fractions of the price (0.2 is 20%)',
  }),
  oddFile('money-dash.csv', 'a dash for zero', {
    content: writeTable({ orders: WITH_FREE, money: (cents) => (cents === 0 ? '-' : plainMoney(cents)) }),
    expected: computeTotals(WITH_FREE, true),
  }),
  oddFile('money-foreign.csv', 'another currency than the account’s', {
    content: writeTable({ money: (cents) => `£${comma(cents)}` }),
    question: 'These amounts are in £, and the account’s currency is USD. Choose the file’s currency',
  }),
]

const PLAIN = computeTotals(BOOK, true)
const plainText = writeTable()
const bom = '\uFEFF'

const textFiles: readonly OddFile[] = [
  ...(
    [
      ['semicolons', ';'],
      ['tabs', '\t'],
      ['bars', '|'],
    ] as const
  ).map(([name, delimiter]) =>
    oddFile(`text-${name}.csv`, `${name} between values`, { content: writeTable({ delimiter }), expected: PLAIN }),
  ),
  oddFile('text-crlf.csv', 'line ends of Windows', { content: writeTable({ end: '\r\n' }), expected: PLAIN }),
  oddFile('text-cr.csv', 'line ends of old Macs', { content: writeTable({ end: '\r' }), expected: PLAIN }),
  oddFile('text-quotes.csv', 'quotes, commas and line breaks in values', {
    content: writeTable({ header: [...HEADER, 'Note'], more: () => ['said "call me",\nthen\r\nleft'] }),
    expected: PLAIN,
  }),
  oddFile('text-utf8-mark.csv', 'UTF-8 with a byte order mark', { content: bom + plainText, expected: PLAIN }),
  oddFile('text-latin1.csv', 'Latin-1', {
    content: Buffer.from(plainText, 'latin1'),
    expected: PLAIN,
    notes: ['The text is Windows-1252'],
  }),
  oddFile('text-windows1252.csv', 'Windows-1252 with a euro sign', {
    content: Buffer.from(writeTable({ money: (cents) => `${plainMoney(cents)} \u0080` }), 'latin1'),
    currency: 'EUR',
    expected: PLAIN,
    notes: ['The text is Windows-1252'],
  }),
  ...[bom, ''].flatMap((mark): OddFile[] => {
    const little = Buffer.from(mark + plainText, 'utf16le')
    const what = mark ? 'with a byte order mark' : 'without a byte order mark'
    const tail = mark ? '' : '-unmarked'
    return [
      oddFile(`text-utf16le${tail}.csv`, `UTF-16 ${what}`, {
        content: little,
        expected: PLAIN,
        notes: ['The text is UTF-16'],
      }),
      oddFile(`text-utf16be${tail}.csv`, `big-endian UTF-16 ${what}`, {
        content: Buffer.from(little).swap16(),
        expected: PLAIN,
        notes: ['The text is UTF-16'],
      }),
    ]
  }),
  oddFile('text-gzip.csv.gz', 'gzip', { content: gzipSync(plainText), expected: PLAIN }),
]

/** Every odd file that is text, with its side file. */
export const textOddFiles: readonly OddFile[] = [
  ...dateFiles,
  ...moneyFiles,
  ...discountFiles,
  ...textFiles,
  ...shapeFiles,
]
