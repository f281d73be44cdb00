/**
 * Moves account 1 while it loads versions of its orders, in a process of its own, to be killed at any time: `node
 * moving-process.fixture.ts <stores as JSON> <place> <first version> <orders>`. Prints `begin` when it begins, `committed
 * <version>` after each load and `moved` after the move, and ends after the load that follows.
 */
import { openPlacedStores } from '#testkit/clickhouse/placed-stores.ts'
import { loadVersion } from '../clickhouse/load-version.fixture.ts'

const [stores = '{}', to = '', first = '1', orders = '1'] = process.argv.slice(2)
const { warehouse, close } = await openPlacedStores(JSON.parse(stores))
let isMoved = false

const loadOn = async (): Promise<void> => {
  for (let version = Number(first); ; version++) {
    const isLast = isMoved
    await loadVersion(warehouse, { version, orders: Number(orders) })
    process.stdout.write(`committed ${version}\n`)
    if (isLast) return
  }
}

process.stdout.write('begin\n')
const loading = loadOn()
await warehouse.move(1, to === 'files' ? 'files' : 'clickhouse')
process.stdout.write('moved\n')
isMoved = true
await loading
await close()
