import { BOOK, type BookLine, type BookOrder, clock, day } from './book.ts'

export interface TableStyle {
  readonly orders?: readonly BookOrder[]
  readonly date?: (at: Date) => string
  readonly money?: (cents: number) => string
  readonly quantity?: (quantity: number) => string
  readonly delimiter?: string
  readonly end?: string
  readonly header?: readonly string[]
  /** lines above the header */
  readonly before?: string
  readonly after?: string
  /** cells added to each row */
  readonly more?: (order: BookOrder, line: BookLine) => readonly string[]
  /** texts after the rows of an order */
  readonly afterOrder?: (order: BookOrder, index: number) => string
}

export const HEADER = [
  'Order ID',
  'Order date',
  'Customer name',
  'Channel',
  'SKU',
  'Product title',
  'Quantity',
  'Unit price',
]

export const plainMoney = (cents: number): string => (cents / 100).toFixed(2)

const cell = (text: string, delimiter: string): string =>
  text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** The rows of a table, one a line of an order. */
const tableRows = (style: TableStyle = {}): string[][] => {
  const { orders = BOOK, money = plainMoney, quantity = String, more = () => [] } = style
  const date = style.date ?? ((at: Date) => `${day(at)} ${clock(at)}`)
  return orders.flatMap((order) =>
    order.lines.map((line) => [
      order.id,
      date(order.at),
      order.customer,
      order.channel,
      line.sku,
      line.title,
      quantity(line.quantity),
      money(line.price),
      ...more(order, line),
    ]),
  )
}

/** The table as text. */
export const writeTable = (style: TableStyle = {}): string => {
  const { orders = BOOK, delimiter = ',', end = '\n', header = HEADER, before = '', after = '', afterOrder } = style
  const row = (cells: readonly string[]) => cells.map((text) => cell(text, delimiter)).join(delimiter) + end
  const rows = orders.map((order, index) => {
    const own = tableRows({ ...style, orders: [order] }).map(row)
    return own.join('') + (afterOrder?.(order, index) ?? '')
  })
  return before + row(header) + rows.join('') + after
}
