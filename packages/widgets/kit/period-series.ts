import type { Series } from '#charts/chart.ts'
import { bucketsBetween, type Grain } from '#charts/time-buckets.ts'
import type { WidgetData } from '#contract/dashboards.ts'
import type { Cell } from '#contract/reports.ts'
import { formatCode } from '#domain/code-labels.ts'
import type { PeriodType } from '#domain/ranges/relative-range.ts'
import { byChannelOrder, channelColor } from './breakdown.ts'
import { columnIndex, firstDimension, numberAt, textAt, valueWithoutRows } from './result-table.ts'
import type { WidgetRange, WidgetResult } from './widget-view.ts'

export interface PeriodSeries {
  readonly grain: Grain
  /** first day or month of each bucket of the current period */
  readonly buckets: readonly string[]
  readonly total: readonly (number | null)[]
  /** of the comparison period, aligned by position; null without a comparison */
  readonly previous: readonly (number | null)[] | null
  readonly byChannel: readonly Series[]
  /** columnId of the buckets */
  readonly bucketId: string
}

type Rows = readonly (readonly Cell[])[]

/** By the name of the bucket column: `orderDay`, `orderWeek`, `orderMonth`. */
const columnGrain = (columnId: string): Grain => {
  if (columnId.endsWith('Month')) return 'month'
  return columnId.endsWith('Week') ? 'week' : 'day'
}

interface Places {
  readonly bucket: number
  readonly channel: number
  readonly measure: number
  /** value of a bucket without rows */
  readonly without: 0 | null
}

const bucketNames = (rows: Rows, range: WidgetRange | null, grain: Grain, index: number): readonly string[] => {
  const present = rows.flatMap((row) => textAt(row, index) ?? []).toSorted()
  return range === null ? [...new Set(present)] : bucketsBetween(range, grain, present)
}

/** Sum of the measure by bucket. In a bucket without rows an additive measure is 0 and a ratio is null. */
const sums = (rows: Rows, buckets: readonly string[], columnIndexes: Places): readonly (number | null)[] => {
  const found = new Map<string, number>()
  for (const row of rows) {
    const bucket = textAt(row, columnIndexes.bucket)
    if (bucket !== null) found.set(bucket, (found.get(bucket) ?? 0) + (numberAt(row, columnIndexes.measure) ?? 0))
  }
  return buckets.map((bucket) => found.get(bucket) ?? columnIndexes.without)
}

const channelSeries = (rows: Rows, buckets: readonly string[], columnIndexes: Places): readonly Series[] => {
  const channels = new Map<string, Rows[number][]>()
  for (const row of rows) {
    const channel = textAt(row, columnIndexes.channel) ?? ''
    channels.set(channel, [...(channels.get(channel) ?? []), row])
  }
  return [...channels.keys()].toSorted(byChannelOrder).map((channel) => ({
    name: formatCode('channel', channel),
    color: channelColor(channel),
    key: { channel: channel === '' ? null : channel },
    values: sums(channels.get(channel) ?? [], buckets, columnIndexes),
  }))
}

/** Converts rows of bucket, channel and an additive measure to series over all buckets of the range. */
export const periodSeries = ({ data, range, compareRange }: WidgetResult, measureId: string): PeriodSeries => {
  const table: WidgetData = data
  const bucketId = firstDimension(table)?.columnId ?? ''
  const grain = columnGrain(bucketId)
  const columnIndexes = {
    bucket: columnIndex(table, bucketId),
    channel: columnIndex(table, 'channel'),
    measure: columnIndex(table, measureId),
    without: valueWithoutRows(table, measureId),
  }
  const buckets = bucketNames(table.rows, range, grain, columnIndexes.bucket)
  const before = compareRange === null || data.previousRows === undefined ? null : data.previousRows
  const earlier =
    before === null ? null : sums(before, bucketNames(before, compareRange, grain, columnIndexes.bucket), columnIndexes)
  return {
    grain,
    bucketId,
    buckets,
    total: sums(table.rows, buckets, columnIndexes),
    previous: earlier === null ? null : buckets.map((_, index) => earlier[index] ?? null),
    byChannel: channelSeries(table.rows, buckets, columnIndexes),
  }
}

/** The bucket grain of a period: days of a week or month, weeks of a quarter, months of a year. */
const BUCKETS: Readonly<Record<PeriodType, string>> = {
  wtd: 'orderDay',
  mtd: 'orderDay',
  qtd: 'orderWeek',
  ytd: 'orderMonth',
}

export const bucketColumn = (periodType: PeriodType): string => BUCKETS[periodType]
