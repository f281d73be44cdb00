import { correctBounds, verticalCompactor } from 'react-grid-layout/core'
import type { WidgetEntry } from '#contract/dashboards.ts'
import { isSame } from './merge/three-way.ts'

export const COLUMNS = 8

export type Widgets = readonly WidgetEntry[]

export interface Placement {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

const isAt = (entry: WidgetEntry, { x, y, w, h }: Omit<Placement, 'id'>): boolean =>
  entry.x === x && entry.y === y && entry.w === w && entry.h === h

/** The entries at their new positions; an entry that has not moved stays the same object. */
export const moveEntries = (widgets: Widgets, placements: readonly Placement[]): Widgets => {
  const byId = new Map(placements.map((placement) => [placement.id, placement]))
  return widgets.map((entry) => {
    const to = byId.get(entry.id)
    return to === undefined || isAt(entry, to) ? entry : { ...entry, x: to.x, y: to.y, w: to.w, h: to.h }
  })
}

/** Every tile within the columns and as far up as possible. */
export const compact = (widgets: Widgets): Widgets => {
  const items = widgets.map(({ id, x, y, w, h }) => ({ i: id, x, y, w: Math.min(w, COLUMNS), h }))
  const compacted = verticalCompactor.compact(correctBounds(items, { cols: COLUMNS }), COLUMNS)
  return moveEntries(
    widgets,
    compacted.map(({ i, x, y, w, h }) => ({ id: i, x, y, w, h })),
  )
}

/** Makes duplicate ids unique, so that each tile can be addressed. */
const withUniqueIds = (widgets: Widgets): Widgets => {
  const taken = new Set<string>()
  return widgets.map((entry) => {
    let id = entry.id
    for (let again = 2; id === '' || taken.has(id); again += 1) id = `${entry.id || entry.type}-${again}`
    taken.add(id)
    return id === entry.id ? entry : { ...entry, id }
  })
}

/** A layout as the grid shows it: what is on screen is what is saved. */
export const normalizeLayout = (widgets: Widgets): Widgets => compact(withUniqueIds(widgets))

const byId = (a: WidgetEntry, b: WidgetEntry): number => (a.id < b.id ? -1 : 1)

/** Whether two lists are the same saved document; the order of entries does not matter. */
export const isSameLayout = (a: Widgets, b: Widgets): boolean =>
  a === b || (a.length === b.length && isSame(a.toSorted(byId), b.toSorted(byId)))

type Area = Pick<WidgetEntry, 'x' | 'y' | 'w' | 'h'>

export const overlaps = (a: Area, b: Area): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h

export const bottomRow = (widgets: readonly Area[]): number => Math.max(0, ...widgets.map(({ y, h }) => y + h))

/** Rows at which no tile is cut, from the first row below the top to the end. */
export const cutsOf = (widgets: Widgets): number[] => {
  const ends = [...new Set(widgets.map(({ y, h }) => y + h))].toSorted((a, b) => a - b)
  return ends.filter((row) => widgets.every(({ y, h }) => y >= row || y + h <= row))
}
