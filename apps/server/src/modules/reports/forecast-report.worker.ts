import { parentPort, workerData } from 'node:worker_threads'
import type { ForecastTask } from './forecast-report.ts'

if (parentPort) {
  const { forecast } = await import('#insights/forecast/forecast.ts')
  const { countryHolidays: holidaysOf } = await import('#insights/calendar/holidays.ts')
  const { series, country, unit, horizon }: ForecastTask = workerData
  const { points } = forecast({ series, holidays: holidaysOf(country), unit, horizon })
  parentPort.postMessage(points)
}
