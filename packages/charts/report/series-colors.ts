import { colorIndex, REST_COLOR } from '../palette.ts'
import type { ReportCell } from './report-data.ts'

/** Sales channels in the order of the palette; the two rarest share grey. */
const CHANNELS = ['pos', 'web', 'club', 'phone', 'event', 'reservation', 'marketplace', 'wholesale', 'other']

/** Columns whose values keep their color by their text, as no order of them is known. */
const NAMED = new Set(['clubName', 'club'])

const hashOf = (text: string): number =>
  [...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973, 7)

/** The color that a value has in every chart; null: none of its own. */
export const fixedColor = (columnId: string, value: ReportCell): number | null => {
  if (typeof value !== 'string' || value === '') return null
  if (NAMED.has(columnId)) return hashOf(value) % REST_COLOR
  const index = columnId === 'channel' ? CHANNELS.indexOf(value) : -1
  return index < 0 ? null : Math.min(index, REST_COLOR)
}

/** A color for each series: its own where it has one that is free, else the next that is. */
export const distinctColors = (own: readonly (number | null)[]): readonly number[] => {
  const kept = own.map((color, index) => (color !== null && own.indexOf(color) === index ? color : null))
  const taken = new Set(kept)
  return kept.map((color, index) => {
    if (color !== null) return color
    if (own[index] === REST_COLOR) return REST_COLOR
    const free = Array.from({ length: REST_COLOR }, (_, at) => at).find((at) => !taken.has(at)) ?? colorIndex(index)
    taken.add(free)
    return free
  })
}
