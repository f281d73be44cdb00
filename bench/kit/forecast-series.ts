/** Daily net sales that forecasts are scored on. */
import { parse } from 'csv-parse/sync'
import { generateSampleWinery } from '#connectors/sample/sample-winery.ts'
import type { SampleChunk } from '#connectors/sample/sink.ts'
import { type DayRange, type DayValue, daySeries, type Series } from '#insights/series/series.ts'
import { onlineRetailText } from '#testkit/online-retail.ts'

/** The first and the last whole Monday-to-Sunday week of the file. */
const RETAIL_RANGE: DayRange = { from: '2010-12-06', until: '2011-12-05' }
const SAMPLE_RANGE: DayRange = { from: '2022-06-20', until: '2026-06-15' }

export interface NamedSeries {
  readonly name: string
  readonly days: Series
  /** typical size of random variation: the average order */
  readonly unit: number
  readonly country: string
}

const textOf = (row: unknown, column: string): string =>
  typeof row === 'object' && row !== null ? String(Reflect.get(row, column)) : ''

/** UCI "Online Retail" (CC BY 4.0), in pence. */
export const onlineRetail = (): NamedSeries => {
  const rows: unknown[] = parse(onlineRetailText(), { columns: true })
  const invoices = new Set<string>()
  const values = rows.map((row): DayValue => {
    invoices.add(textOf(row, 'InvoiceNo'))
    const pence = Math.round(Number(textOf(row, 'Quantity')) * Number(textOf(row, 'UnitPrice')) * 100)
    return { day: textOf(row, 'InvoiceDate').slice(0, 10), value: pence }
  })
  const total = values.reduce((sum, { value }) => sum + value, 0)
  return {
    name: 'Online Retail',
    days: daySeries(values, RETAIL_RANGE, 'zero'),
    unit: total / invoices.size,
    country: 'GB',
  }
}

const isOrders = (chunk: SampleChunk): chunk is SampleChunk<'orders'> => chunk.table === 'orders'

/** The sample winery without its club orders, in cents: club orders come on release days, which are known in advance. */
export const sampleWinery = (seed: number): NamedSeries => {
  const values: DayValue[] = []
  for (const chunk of generateSampleWinery({ seed, today: SAMPLE_RANGE.until, currency: 'USD' })) {
    if (!isOrders(chunk)) continue
    for (const row of chunk.rows) {
      if (row.payment_status !== 'paid' || row.channel === 'club') continue
      values.push({ day: String(row.ordered).slice(0, 10), value: row.subtotal - row.discount })
    }
  }
  const total = values.reduce((sum, { value }) => sum + value, 0)
  return {
    name: `Sample winery ${seed}`,
    days: daySeries(values, SAMPLE_RANGE, 'zero'),
    unit: total / values.length,
    country: 'US',
  }
}
