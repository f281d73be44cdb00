import { Readable } from 'node:stream'
import { currencyExponent } from '#domain/money.ts'
import type { Dialect } from '#semantic/catalog/dialect.ts'
import type { Db } from '#server/db/database.ts'
import type { AccountOwnedTable } from '#server/db/tables.ts'
import type { Deps } from '#server/deps.ts'
import { BYTE_ORDER_MARK, csvRecord } from '#server/platform/csv-record.ts'
import { accountColumns } from '#warehouse/schema/account-tables.ts'
import type { StoredColumn } from '#warehouse/schema/stored-columns.ts'
import type { ExportedTable } from './read-me.ts'

interface TableOfAccount {
  readonly accountId: number
  readonly table: ExportedTable
  /** currency of amounts whose row has none */
  readonly currency: string
}

const hasCurrency = (columns: readonly StoredColumn[]): boolean => columns.some(({ name }) => name === 'currency')

/** Currencies of the rows with their number of decimals. */
const digitsByCurrency = async (
  { warehouse }: Deps,
  { accountId, table }: TableOfAccount,
): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await warehouse.query(accountId, ({ quote }) => ({
    sql: `SELECT DISTINCT currency FROM ${quote(table)} WHERE currency IS NOT NULL`,
    params: [],
  }))
  const currencies = rows.map(([currency]) => String(currency)).filter((currency) => /^[A-Z]{3}$/.test(currency))
  return new Map(currencies.map((currency) => [currency, currencyExponent(currency)]))
}

/** Converts minor to major units exactly, in each row's own currency. */
const inMajorUnits = (digits: ReadonlyMap<string, number>, otherwise: number) => {
  const scale = Math.max(otherwise, ...digits.values())
  const unit = (places: number): string => (10 ** -places).toFixed(scale)
  const cases = [...digits]
    .filter(([, places]) => places !== otherwise)
    .map(([currency, places]) => `WHEN '${currency}' THEN ${unit(places)}`)
  const factor = cases.length === 0 ? unit(otherwise) : `CASE currency ${cases.join(' ')} ELSE ${unit(otherwise)} END`
  return (column: string): string =>
    `CAST(${column} AS DECIMAL(18,0)) * CAST(${factor} AS DECIMAL(${scale + 1},${scale}))`
}

const written = (
  { name, kind }: StoredColumn,
  money: (column: string) => string,
  { instantText, quote }: Pick<Dialect, 'instantText' | 'quote'>,
): string => {
  const column = quote(name)
  if (kind === 'money') return money(column)
  if (kind !== 'timestamp') return column
  const text = instantText(column)
  return name.endsWith('_utc') ? text : `replace(replace(${text}, 'T', ' '), 'Z', '')`
}

/** All rows of a table of records as CSV with a header; amounts in major units. Destroying the stream releases its resources. */
export const warehouseCsv = async (deps: Deps, of: TableOfAccount, signal: AbortSignal): Promise<Readable> => {
  const columns = accountColumns(of.table)
  const digits = hasCurrency(columns) ? await digitsByCurrency(deps, of) : new Map<string, number>()
  const money = inMajorUnits(digits, currencyExponent(of.currency))
  const statement = (dialect: Dialect) => ({
    sql: `SELECT ${columns.map((column) => written(column, money, dialect)).join(', ')} FROM ${dialect.quote(of.table)}`,
    params: [],
  })
  const request = { statement, moneyColumns: [], moneyDigits: 0 }
  const { content } = await deps.warehouse.writeCsv(of.accountId, request, { signal })
  return headed(`${BYTE_ORDER_MARK}${csvRecord(columns.map(({ name }) => name))}`, content)
}

const headed = (head: string, rows: Readable): Readable => {
  const content = Readable.from(
    (async function* () {
      yield Buffer.from(head)
      yield* rows
    })(),
    { objectMode: false },
  )
  // Also when reading has not started.
  content.once('close', () => rows.destroy())
  return content
}

const PAGE = 200

interface TableRows {
  readonly accountId: number
  readonly table: AccountOwnedTable
  readonly columns: readonly string[]
  readonly hasId: boolean
}

type Row = Readonly<Record<string, unknown>>

/** Rows of the account by id, in pages, so that no statement or transaction stays open in between. */
async function* pagesOf(db: Db, { accountId, table, columns, hasId }: TableRows): AsyncGenerator<readonly Row[]> {
  const { ref } = db.dynamic
  const id = ref<string>('id')
  const selected = [...(hasId ? ['id'] : []), ...columns]
  const rows = db
    .selectFrom(table)
    .where('account_id', '=', accountId)
    .select(selected.map((column) => ref<string>(column)))
  if (!hasId) {
    yield await rows.execute()
    return
  }
  for (let last: unknown = null; ; ) {
    const after = last === null ? rows : rows.where(id, '>', last)
    const page: readonly Row[] = await after.orderBy(id).limit(PAGE).execute()
    if (page.length > 0) yield page
    if (page.length < PAGE) return
    last = page.at(-1)?.id ?? null
  }
}

const camelCase = (column: string): string =>
  column.replace(/_([a-z])/g, (_sign, letter: string) => letter.toUpperCase())

/** The account's rows of a table as a JSON array, one object per line; names in camel case. */
export async function* tableJson(db: Db, table: TableRows): AsyncGenerator<string> {
  yield '['
  let separator = '\n'
  for await (const page of pagesOf(db, table)) {
    const objects = page.map((row) =>
      JSON.stringify(Object.fromEntries(table.columns.map((column) => [camelCase(column), row[column] ?? null]))),
    )
    yield separator + objects.join(',\n')
    separator = ',\n'
  }
  yield '\n]\n'
}
