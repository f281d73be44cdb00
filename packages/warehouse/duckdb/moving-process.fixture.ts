/**
 * Converts an account's rows from zone to zone in a separate process and prints its progress, to be killed at any time: `node
 * moving-process.fixture.ts <data directory> <zones, by comma>`.
 */
import { openDuckDbWarehouse } from './open-warehouse.ts'

const [dataDir = '', zones = ''] = process.argv.slice(2)
const warehouse = await openDuckDbWarehouse({ dataDir, minFreeDisk: 0 })

for (let index = 0; ; index++) {
  const timeZone = zones.split(',').at(index % zones.split(',').length) ?? 'UTC'
  process.stdout.write('begin\n')
  await warehouse.changeCalendar(1, { timeZone })
}
