import type { AskedDefinition } from './answerable.ts'

const OVER_TIME = /(Day|Week|Month|Quarter|Year)$/

/** A line over time, bars of anything else, and stacked ones where a second group divides them. */
export const chartFor = (groups: readonly string[], measures: readonly string[]): AskedDefinition['chart'] => {
  const [measure] = measures
  const [first, second, third] = groups.filter((id) => !id.endsWith('Id'))
  if (measure === undefined || first === undefined || third !== undefined) return null
  if (second === undefined) return { kind: OVER_TIME.test(first) ? 'line' : 'bar', x: first, series: [measure] }
  const [x, divided] = OVER_TIME.test(second) ? [second, first] : [first, second]
  return { kind: 'stackedBar', x, series: [measure, divided] }
}
