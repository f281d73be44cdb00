import type { MarkKey } from '#charts/chart.ts'
import { REST_COLOR } from '#charts/palette.ts'
import { fixedColor } from '#charts/report/series-colors.ts'
import type { WidgetData } from '#contract/dashboards.ts'
import { formatCode } from '#domain/code-labels.ts'
import { CHANNELS } from '#domain/commerce.ts'
import { columnIndex, firstDimension, numberAt, textAt } from './result-table.ts'

export interface BreakdownRow {
  readonly name: string
  /** the row's dimension by columnId */
  readonly key: MarkKey
  readonly value: number | null
  readonly previous?: number | null
}

/** One row per member of the first dimension with the given measure, and its previous value in a comparison. */
export const breakdownRows = (data: WidgetData, measureId: string): readonly BreakdownRow[] => {
  const dimension = firstDimension(data)?.columnId ?? ''
  const name = columnIndex(data, dimension)
  const measure = columnIndex(data, measureId)
  const before = new Map(data.previousRows?.map((row) => [textAt(row, name), numberAt(row, measure)]))
  return data.rows.map((row) => ({
    name: formatCode(dimension, row[name]),
    key: { [dimension]: row[name] ?? null },
    value: numberAt(row, measure),
    ...(data.previousRows ? { previous: before.get(textAt(row, name)) ?? null } : {}),
  }))
}

const ORDER: readonly string[] = CHANNELS

/** A channel has the same color in every tile and report. */
export const channelColor = (channel: string): number => fixedColor('channel', channel) ?? REST_COLOR

/** Channels in a fixed order, unknown ones last. */
export const byChannelOrder = (a: string, b: string): number => {
  const channelRank = (channel: string): number => {
    const index = ORDER.indexOf(channel)
    return index < 0 ? ORDER.length : index
  }
  return channelRank(a) - channelRank(b) || a.localeCompare(b)
}
