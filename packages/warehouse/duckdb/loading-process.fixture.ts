/**
 * Loads version after version of the same orders in a separate process and prints its progress, to be killed at any time: `node
 * loading-process.fixture.ts <data directory> <first version> <orders>`.
 */
import { loadBatch } from './load-batch.fixture.ts'
import { openDuckDbWarehouse } from './open-warehouse.ts'
import { lineRow, orderRow } from './sample-rows.fixture.ts'

const [dataDir = '', first = '1', size = '1'] = process.argv.slice(2)
const warehouse = await openDuckDbWarehouse({ dataDir, minFreeDisk: 0 })
const ids = Array.from({ length: Number(size) }, (_, index) => `o${index}`)

for (let version = Number(first); ; version++) {
  const orders = ids.map((id) => orderRow({ source_id: id, total: version }))
  const order_lines = ids.map((id) => lineRow({ order_source_id: id, amount: version }))
  const request = {
    accountId: 1,
    serviceId: 's1',
    batchId: `v${version}`,
    calendar: { timeZone: 'UTC' },
    mode: 'merge',
  } as const
  process.stdout.write(`begin ${version}\n`)
  await loadBatch(warehouse, request, { orders, order_lines })
  process.stdout.write(`committed ${version}\n`)
}
