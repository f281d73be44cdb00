import type { DuckDBConnection } from '@duckdb/node-api'
import { openDuckDbWarehouse } from '#warehouse/duckdb/open-warehouse.ts'

const ROWS_A_STATEMENT = 10_000

/** An expression of `i` for a column; keys are unique, other texts have 5,000 values. */
const valueFor = (accountId: number, table: string, name: string, type: string): string => {
  if (name === 'currency') return `'USD'`
  if (name === 'service_id') return `'s${accountId}'`
  if (/source_id|order_number/.test(name)) return `'${table} ${name} ' || i`
  if (name === 'net_sales') return 'i % 997'
  if (type === 'VARCHAR') return `'${name} ' || (i % 5000)`
  if (type === 'TIMESTAMP') return `TIMESTAMP '2024-01-01' + to_minutes(i % 600000)`
  if (type === 'DATE') return `DATE '2024-01-01' + (i % 600)::INTEGER`
  return type === 'BOOLEAN' ? 'i % 2 = 0' : `(i % 997)::${type}`
}

const fillTable = async (
  connection: DuckDBConnection,
  accountId: number,
  table: string,
  rows: number,
): Promise<void> => {
  const columns = await connection.runAndReadAll(
    'SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = $1 AND database_name = current_database() ORDER BY column_index',
    [table],
  )
  const values = columns.getRows().map(([name, type]) => valueFor(accountId, table, String(name), String(type)))
  for (let from = 0; from < rows; from += ROWS_A_STATEMENT) {
    const until = Math.min(from + ROWS_A_STATEMENT, rows)
    await connection.run(`INSERT INTO ${table} SELECT ${values.join(', ')} FROM range(${from}, ${until}) AS numbers(i)`)
  }
}

/** Adds the services whose rows `fillAccount` writes to all accounts of a stopped server. */
export const INSERT_SERVICES = `insert into services (id, account_id, type, name, created_at, updated_at)
  select 's' || id, id, 'csv', 'Files', now(), now() from accounts on conflict do nothing`

/** Fills an account of a stopped server with orders and order lines; `net_sales` of row i is i mod 997. */
export const fillAccount = async (
  dataDir: string,
  accountId: number,
  { orders, orderLines }: { readonly orders: number; readonly orderLines: number },
): Promise<void> => {
  const warehouse = await openDuckDbWarehouse({ dataDir, minFreeDisk: 0 })
  try {
    await warehouse.withConnection(accountId, async (connection) => {
      await fillTable(connection, accountId, 'orders', orders)
      await fillTable(connection, accountId, 'order_lines', orderLines)
    })
  } finally {
    await warehouse.close()
  }
}
