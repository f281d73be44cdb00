import type { DuckDBConnection } from '@duckdb/node-api'
import type { ItemKind } from '#domain/commerce.ts'
import { toItemKind } from '#domain/item-kind/item-kind.ts'
import type { CsvImportPlan, SoldKind } from '../../staging.ts'
import { textLiteral } from '../ddl.ts'
import { staging } from '../load/apply.ts'

/** Words for goods of any kind. */
const ANY_GOODS = new Set(['physical good', 'physical', 'physical product', 'item', 'product', 'simple', 'variation'])

/** What a file says of goods. */
interface WrittenGoods {
  /** the text of its item kind */
  readonly word: string | null
  readonly title: string | null
  readonly category: string | null
}

/** Of goods without a word for their kind, only these names take them out of net sales: a voucher may be anything. */
const GIFT_CARD = /gift[ -]?(?:card|certificate)/i

/** The kind of goods whose own word for it isn’t known. A file that doesn’t say what its goods are is of wine unless their names say otherwise. */
const writtenItemKind = ({ word, title, category }: WrittenGoods): ItemKind => {
  const isAny = word === null || ANY_GOODS.has(word.trim().toLowerCase())
  const kind = toItemKind({ title, categories: [word, category], otherwise: isAny ? 'wine' : null })
  const isSure = kind !== 'gift_card' || [word, title, category].some((text) => GIFT_CARD.test(text ?? ''))
  return isSure ? kind : 'other'
}

/** The kind that a word of the file’s item kind is known for, else that its goods’ names say. */
export const itemKindOf = ({ fields: { itemKind } }: CsvImportPlan, goods: WrittenGoods): string => {
  const codes: Readonly<Record<string, string>> = itemKind?.codes ?? {}
  const word = goods.word?.toLowerCase() ?? ''
  return (Object.hasOwn(codes, word) ? codes[word] : undefined) ?? writtenItemKind(goods)
}

const KIND = 'item_kind'

/**
 * Gives the rows of `csv_rows` the kinds that their names say, where no known word does. `filled`: the columns that the table has, the kind
 * as `item_kind` and its text as `item_kind_raw`. Names are read one after the other, a few microseconds each.
 */
export const nameItemKinds = async (
  connection: DuckDBConnection,
  { fields }: CsvImportPlan,
  filled: Readonly<Record<string, string>>,
): Promise<void> => {
  if (filled[KIND] === undefined) return
  const names = { word: 'item_kind_raw', title: filled.product_title ? 'product_title' : 'title', category: 'category' }
  const present = Object.entries(names).filter(([, column]) => filled[column] !== undefined)
  if (present.length === 0) return
  const columns = present.map(([, column]) => column)
  const known = Object.keys(fields.itemKind?.codes ?? {}).map(textLiteral)
  const isOpen =
    known.length === 0 || filled.item_kind_raw === undefined
      ? 'true'
      : `(csv_rows.item_kind_raw IS NULL OR lower(csv_rows.item_kind_raw) NOT IN (${known.join(', ')}))`
  const open = await connection.stream(`SELECT DISTINCT ${[...columns, KIND].join(', ')} FROM csv_rows WHERE ${isOpen}`)
  const named: (string | null)[][] = []
  for await (const rows of open.yieldRows()) {
    for (const row of rows) {
      const texts = row.slice(0, -1).map((value) => (typeof value === 'string' ? value : null))
      const read = present.map(([name], index) => [name, texts[index] ?? null] as const)
      const kind = writtenItemKind({ word: null, title: null, category: null, ...Object.fromEntries(read) })
      if (kind !== row.at(-1)) named.push([...texts, kind])
    }
  }
  if (named.length === 0) return
  await connection.run(`CREATE OR REPLACE TEMP TABLE csv_kinds AS
    SELECT ${columns.join(', ')}, item_kind AS kind FROM csv_rows WHERE false`)
  const appender = await connection.createAppender('csv_kinds', 'main', 'temp')
  for (const texts of named) {
    for (const text of texts) text === null ? appender.appendNull() : appender.appendVarchar(text)
    appender.endRow()
  }
  appender.closeSync()
  const isSame = columns.map((column) => `csv_rows.${column} IS NOT DISTINCT FROM csv_kinds.${column}`)
  await connection.run(
    `UPDATE csv_rows SET ${KIND} = csv_kinds.kind FROM csv_kinds WHERE ${[isOpen, ...isSame].join(' AND ')}`,
  )
}

/** What each kind of goods has of the net sales of an import in the account's currency, in minor units, the most first. */
export const soldKinds = async (connection: DuckDBConnection, { currency }: CsvImportPlan): Promise<SoldKind[]> => {
  const reader = await connection.runAndReadAll(`SELECT lines.item_kind, CAST(sum(lines.amount) AS DOUBLE) AS amount
    FROM ${staging('order_lines')} AS lines JOIN ${staging('orders')} AS orders ON orders.source_id = lines.order_source_id
    WHERE orders.payment_status = 'paid' AND orders.currency = ${textLiteral(currency)}
    GROUP BY 1 ORDER BY 2 DESC, 1`)
  return reader.getRows().map(([kind, amount]) => ({ kind: String(kind), amount: Number(amount) }))
}
