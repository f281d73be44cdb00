/** Opens account 1 in a separate process, to be killed at any time: `node opening-process.fixture.ts <data directory>`. */
import { openDuckDbWarehouse } from './open-warehouse.ts'

const [dataDir = ''] = process.argv.slice(2)
const warehouse = await openDuckDbWarehouse({ dataDir, minFreeDisk: 0, maxWaitMs: 600_000 })
process.stdout.write('begin\n')
await warehouse.status(1)
process.stdout.write('upgraded\n')
await warehouse.close()
