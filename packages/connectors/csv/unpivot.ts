import type { FileHead } from './detection/column-profile.ts'
import type { FileKindName, Mapping } from './mapping.ts'

/** Names of the two columns that an unpivoted file gets: the heading of a cell and its text. */
export interface CellColumns {
  readonly heading: string
  readonly value: string
}

const freeName = (columns: readonly string[], name: string): string =>
  columns.includes(name) ? freeName(columns, `${name} of cell`) : name

export const cellColumns = (columns: readonly string[]): CellColumns => ({
  heading: freeName(columns, 'Heading'),
  value: freeName(columns, 'Value'),
})

/** What an unpivoted heading and its value are by default. */
export const CELL_FIELDS: Readonly<
  Partial<Record<FileKindName, { readonly heading: string; readonly value: string }>>
> = {
  orders: { heading: 'channel', value: 'netAmount' },
  order_lines: { heading: 'sku', value: 'quantity' },
  inventory: { heading: 'location', value: 'onHand' },
}

/** Cells of sales that are zero are channels without a sale; a stock of zero is a fact. */
export const skipsZero = (kind: FileKindName): boolean => kind === 'orders' || kind === 'order_lines'

export const isZero = (text: string): boolean => /^[-−–—]$/.test(text) || (/0/.test(text) && !/[1-9\p{L}]/u.test(text))

/** A record of the sample for each filled cell: its row, then the heading and the text of the cell. */
export const unpivotedHead = (file: FileHead, unpivoted: readonly string[]): FileHead => {
  const { heading, value } = cellColumns(file.columns)
  const indexedColumns = unpivoted.map((column) => ({ column, index: file.columns.indexOf(column) }))
  const sample = file.sample.flatMap((row) =>
    indexedColumns.flatMap(({ column, index }) => {
      const text = row[index]?.trim() ?? ''
      return text === '' || isZero(text) ? [] : [[...row, column, text]]
    }),
  )
  return { ...file, columns: [...file.columns, heading, value], sample }
}

/** An order of several channels becomes several, so that its number alone identifies none of them. */
export const withComposedId = (kind: FileKindName, mapping: Mapping, { heading }: CellColumns): Mapping => {
  const { orderId, orderNumber } = mapping
  if (kind !== 'orders' || typeof orderId !== 'string') return mapping
  return { ...mapping, orderId: { columns: [orderId, heading] }, orderNumber: orderNumber ?? orderId }
}
