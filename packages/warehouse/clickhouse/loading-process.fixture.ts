/**
 * Loads one version of orders into ClickHouse in a separate process, to be killed at any time: `node loading-process.fixture.ts
 * <stores as JSON> <version> <orders>`. Prints `begin` when it can load.
 */
import { openStores } from '#testkit/clickhouse/test-warehouse.ts'
import { loadVersion } from './load-version.fixture.ts'

const [stores = '{}', version = '1', orders = '1'] = process.argv.slice(2)
const { warehouse, close } = await openStores(JSON.parse(stores))
process.stdout.write('begin\n')
await loadVersion(warehouse, { version: Number(version), orders: Number(orders) })
await close()
