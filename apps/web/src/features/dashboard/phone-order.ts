import type { WidgetEntry } from '#contract/dashboards.ts'

export interface PhonePlace {
  readonly entry: WidgetEntry
  /** half: two stand in a row */
  readonly span: 'half' | 'full'
}

const isSmall = ({ w, h }: WidgetEntry): boolean => w <= 4 && h <= 5

/** Tiles from top to bottom, then left to right; small ones that follow each other stand two a row. */
export const phoneOrder = (widgets: readonly WidgetEntry[]): readonly PhonePlace[] => {
  const ordered = widgets.toSorted((a, b) => a.y - b.y || a.x - b.x)
  const places: PhonePlace[] = []
  for (let index = 0; index < ordered.length; index += 1) {
    const entry = ordered[index]
    const next = ordered[index + 1]
    if (entry === undefined) break
    if (next !== undefined && isSmall(entry) && isSmall(next)) {
      places.push({ entry, span: 'half' }, { entry: next, span: 'half' })
      index += 1
    } else {
      places.push({ entry, span: 'full' })
    }
  }
  return places
}
