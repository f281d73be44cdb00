/** What a wall shows, as in its address: `show=sales,club&every=30`. */
export interface WallChoice {
  /** addresses of dashboards, in order */
  readonly slugs: readonly string[]
  /** seconds that each screen is shown */
  readonly seconds: number
}

/** Each dashboard stays loaded while it is not shown. */
const MAX_DASHBOARDS = 10
const DEFAULT_SECONDS = 30
const SECONDS_RANGE = { min: 5, max: 3600 }

export const writeWall = ({ slugs, seconds }: WallChoice) => ({ show: slugs.join(','), every: String(seconds) })

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads an address; without dashboards it shows the default one. */
export const readWall = (search: Readonly<Record<string, unknown>>): WallChoice => {
  const named = textOrEmpty(search.show).split(',').filter(Boolean)
  const slugs = [...new Set(named)].slice(0, MAX_DASHBOARDS)
  const seconds = Number(textOrEmpty(search.every) || DEFAULT_SECONDS)
  const isUsable = Number.isFinite(seconds) && seconds >= SECONDS_RANGE.min && seconds <= SECONDS_RANGE.max
  return { slugs: slugs.length === 0 ? ['default'] : slugs, seconds: isUsable ? seconds : DEFAULT_SECONDS }
}
