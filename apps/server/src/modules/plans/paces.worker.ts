import { parentPort, workerData } from 'node:worker_threads'
import type { PaceTask } from './paces.job.ts'

if (parentPort) {
  const { paceOfMonths } = await import('#insights/pace/month-pace.ts')
  const { countryHolidays } = await import('#insights/calendar/holidays.ts')
  const { country, ...task }: PaceTask = workerData
  parentPort.postMessage(paceOfMonths({ ...task, holidays: countryHolidays(country) }))
}
