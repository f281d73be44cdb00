import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { DuckDBConnection } from '@duckdb/node-api'
import { afterAll, expect, test } from 'vitest'
import { onClickHouse } from '#testkit/clickhouse/on-clickhouse.ts'
import { openPlacedStores } from '#testkit/clickhouse/placed-stores.ts'
import { testClickHouse } from '#testkit/clickhouse/test-warehouse.ts'
import { sqlType } from '../duckdb/ddl.ts'
import { temporaryFolder } from '../duckdb/test-warehouse.fixture.ts'
import { type AccountTable, accountColumns } from '../schema/account-tables.ts'
import type { StoredColumn } from '../schema/stored-columns.ts'
import type { EngineName } from './account-places.ts'

const ORDERS = Number(process.env.ORDERS ?? 200_000)
const ROWS_A_STATEMENT = 50_000

/** An expression of `i`: keys are unique, other texts have 5,000 values. */
const expressionOf = ({ name, kind }: StoredColumn): string => {
  if (name === 'service_id') return `'s1'`
  if (name === 'currency') return `'USD'`
  if (/source_id|order_number/.test(name)) return `'${name} ' || i`
  if (kind === 'text') return `'${name} ' || (i % 5000)`
  if (kind === 'timestamp') return `TIMESTAMP '2024-01-01' + to_minutes(i % 600000)`
  if (kind === 'date') return `DATE '2024-01-01' + (i % 600)::INTEGER`
  return kind === 'boolean' ? 'i % 2 = 0' : `(i % 997)::${sqlType(kind)}`
}

const fill = async (connection: DuckDBConnection, table: AccountTable, rows: number): Promise<void> => {
  const values = accountColumns(table).map((column) => `${expressionOf(column)} AS "${column.name}"`)
  for (let from = 0; from < rows; from += ROWS_A_STATEMENT)
    await connection.run(
      `INSERT INTO ${table} BY NAME SELECT ${values.join(', ')} FROM range(${from}, ${Math.min(from + ROWS_A_STATEMENT, rows)}) AS numbers(i)`,
    )
}

onClickHouse('a large account', () => {
  test(`with ${ORDERS} orders is moved there and back with equal totals`, { timeout: 3_600_000 }, async () => {
    const clickHouse = await testClickHouse()
    const placed = await openPlacedStores({ ...clickHouse.stores, dataDir: await temporaryFolder(afterAll) })
    const { warehouse, places, files } = placed
    await places.settle(1, 'files')
    await files.withConnection(1, async (connection) => {
      await fill(connection, 'orders', ORDERS)
      await fill(connection, 'order_lines', 2 * ORDERS)
    })
    const delay = monitorEventLoopDelay({ resolution: 5 })
    const moveTo = async (to: EngineName) => {
      delay.reset()
      delay.enable()
      const start = performance.now()
      const moved = await warehouse.move(1, to)
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      const late = `event loop late by ${(delay.percentile(99) / 1e6).toFixed(0)} ms (p99), ${(delay.max / 1e6).toFixed(0)} ms at most`
      process.stdout.write(`${ORDERS} orders and ${2 * ORDERS} lines to ${to}: ${seconds} s, ${late}\n`)
      return moved?.totals
    }
    const there = await moveTo('clickhouse')
    expect(there?.rows).toEqual({ orders: ORDERS, order_lines: 2 * ORDERS })
    expect(await moveTo('files')).toEqual(there)
    await placed.close()
    await clickHouse.close()
  })
})
