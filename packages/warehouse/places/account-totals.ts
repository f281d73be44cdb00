import { ACCOUNT_TABLES, type AccountTable, accountColumns } from '../schema/account-tables.ts'
import type { StoredKind } from '../schema/stored-columns.ts'

/** Figures that two copies of an account share. */
export interface AccountTotals {
  /** by table and service, such as `orders of s1`: the number of rows, then of each column its values and what they add up to */
  readonly columns: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** rows, by table */
  readonly rows: Readonly<Record<string, number>>
  /** of all orders by currency, minor units */
  readonly netSales: Readonly<Record<string, string>>
}

/** How an engine adds up the values of each kind, exactly; texts by their length in bytes. */
export type TotalsOf = Readonly<Record<StoredKind, (column: string) => string>>

/** Runs a SELECT over the account's tables; every value comes as text. */
export type ReadTexts = (of: AccountTable, select: (from: string) => string) => Promise<readonly (readonly string[])[]>

interface TotalsDialect {
  readonly quote: (name: string) => string
  readonly totalsOf: TotalsOf
  /** the value as text */
  readonly asText: (sql: string) => string
}

const ROWS = 'rows'

/** Counts and adds up all that is stored of an account. */
export const readTotals = async (
  read: ReadTexts,
  { quote, totalsOf, asText }: TotalsDialect,
): Promise<AccountTotals> => {
  const columns: Record<string, Record<string, string>> = {}
  const rows: Record<string, number> = {}
  for (const table of ACCOUNT_TABLES) {
    const counted = accountColumns(table).filter(({ name }) => name !== 'service_id')
    const parts = counted.flatMap(({ name, kind }) => [`count(${quote(name)})`, totalsOf[kind](quote(name))])
    const values = ['count(*)', ...parts].map((sql) => asText(`coalesce(${sql}, 0)`))
    const names = [ROWS, ...counted.flatMap(({ name }) => [`values of ${name}`, name])]
    const found = await read(
      table,
      (from) => `SELECT service_id, ${values.join(', ')} FROM ${from} GROUP BY service_id ORDER BY service_id`,
    )
    for (const [service = '', ...totals] of found) {
      columns[`${table} of ${service}`] = Object.fromEntries(names.map((name, engine) => [name, totals[engine] ?? '']))
      rows[table] = (rows[table] ?? 0) + Number(totals[0])
    }
  }
  const sales = await read(
    'orders',
    (from) =>
      `SELECT currency, ${asText('coalesce(sum(net_sales), 0)')} FROM ${from} GROUP BY currency ORDER BY currency`,
  )
  return { columns, rows, netSales: Object.fromEntries(sales.map(([currency = '', total = '']) => [currency, total])) }
}

type Flat = Readonly<Record<string, string>>

const flat = ({ columns, netSales }: AccountTotals): Flat =>
  Object.fromEntries([
    ...Object.entries(columns).flatMap(([of, totals]) =>
      Object.entries(totals).map(([name, total]): [string, string] => [`${of}: ${name}`, total]),
    ),
    ...Object.entries(netSales).map(([currency, total]): [string, string] => [`net sales in ${currency}`, total]),
  ])

/** How the totals of a copy differ from those of its source, such as `orders of s1: total 5 instead of 7`. */
export const totalsDifferences = (source: AccountTotals, copy: AccountTotals): string[] => {
  const [expected, found] = [flat(source), flat(copy)]
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])]
    .filter((name) => expected[name] !== found[name])
    .map((name) => `${name} ${found[name] ?? 'missing'} instead of ${expected[name] ?? 'none'}`)
}
