/** Encrypts the file of account 1 in a separate process, to be killed at any time: `node turning-process.fixture.ts <data directory> <wanted key> [<previous key>]`. */
import { openDuckDbWarehouse } from '../open-warehouse.ts'

const [dataDir = '', currentKey = '', ...previous] = process.argv.slice(2)
const keys = { find: async () => ({ wanted: currentKey, previous }), settle: async () => undefined }
const warehouse = await openDuckDbWarehouse({ dataDir, keys, minFreeDisk: 0, maxWaitMs: 600_000 })
process.stdout.write('begin\n')
await warehouse.status(1)
process.stdout.write('turned\n')
await warehouse.close()
