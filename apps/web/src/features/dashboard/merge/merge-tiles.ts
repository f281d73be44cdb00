import type { WidgetEntry } from '#contract/dashboards.ts'
import { normalizeLayout, type Widgets } from '../grid-rules.ts'
import { isConflict, isSame, merged, type ThreeWay } from './three-way.ts'

/** `both` keeps their tile, and mine as a copy. */
export type Choice = 'theirs' | 'mine' | 'both'

/** A tile in the three versions of a dashboard; null where it does not exist. */
export interface TileMerge extends ThreeWay<WidgetEntry | null> {
  readonly id: string
  /** what combining both sides gives; null: removed */
  readonly combined: WidgetEntry | null
  /** for a conflict, the preset first; empty: it is combined without a choice */
  readonly choices: readonly Choice[]
}

const content = ({ type, props }: WidgetEntry): unknown => ({ type, props })
const size = ({ w, h }: WidgetEntry) => ({ w, h })
const column = ({ x }: WidgetEntry): number => x

const pickParts = <T>(part: (entry: WidgetEntry) => T, base: WidgetEntry, theirs: WidgetEntry, mine: WidgetEntry) => ({
  base: part(base),
  theirs: part(theirs),
  mine: part(mine),
})

/** Whether someone edited a tile. A tile that is only on another row was pushed there by the tiles around it. */
export const isEdited = (base: WidgetEntry | null, entry: WidgetEntry | null): boolean =>
  base === null || entry === null ? base !== entry : !isSame({ ...base, y: 0 }, { ...entry, y: 0 })

const combine = (base: WidgetEntry, theirs: WidgetEntry, mine: WidgetEntry): WidgetEntry => {
  const { type, props } = isSame(content(mine), content(base)) ? theirs : mine
  const { w, h } = merged(pickParts(size, base, theirs, mine))
  const x = merged(pickParts(column, base, theirs, mine))
  const y = merged(pickParts((entry) => entry.y, base, theirs, mine))
  return { id: mine.id, type, x, y, w, h, props }
}

/** A tile that both sides still have, or have both added. */
const mergePair = (base: WidgetEntry | null, theirs: WidgetEntry, mine: WidgetEntry): Omit<TileMerge, 'id'> => {
  const sides = { base, theirs, mine }
  const hasSameContent = isSame(content(theirs), content(mine))
  if (base === null) return { ...sides, combined: mine, choices: hasSameContent ? [] : ['both', 'theirs', 'mine'] }
  const combined = combine(base, theirs, mine)
  if (isConflict(pickParts(content, base, theirs, mine)))
    return { ...sides, combined, choices: ['both', 'theirs', 'mine'] }
  const isGeometryConflict =
    isConflict(pickParts(size, base, theirs, mine)) || isConflict(pickParts(column, base, theirs, mine))
  return { ...sides, combined, choices: isGeometryConflict ? ['mine', 'theirs'] : [] }
}

const mergeTile = (base: WidgetEntry | null, theirs: WidgetEntry | null, mine: WidgetEntry | null) => {
  if (theirs !== null && mine !== null) return mergePair(base, theirs, mine)
  const sides = { base, theirs, mine }
  const remaining = theirs ?? mine
  if (base === null) return { ...sides, combined: remaining, choices: [] }
  const side = theirs === null ? 'mine' : 'theirs'
  // Removed by one and edited by the other: the edited tile is the preset, because it can be removed again.
  const choices: readonly Choice[] =
    remaining !== null && isEdited(base, remaining) ? [side, side === 'mine' ? 'theirs' : 'mine'] : []
  return { ...sides, combined: null, choices }
}

const byId = (widgets: Widgets): ReadonlyMap<string, WidgetEntry> => new Map(widgets.map((entry) => [entry.id, entry]))

/** Compares every tile of the three layouts. */
export const mergeTiles = (layouts: ThreeWay<Widgets>): readonly TileMerge[] => {
  const base = byId(normalizeLayout(layouts.base))
  const theirs = byId(normalizeLayout(layouts.theirs))
  const mine = byId(normalizeLayout(layouts.mine))
  const ids = new Set([...theirs.keys(), ...mine.keys(), ...base.keys()])
  return [...ids].map((id) => ({
    id,
    ...mergeTile(base.get(id) ?? null, theirs.get(id) ?? null, mine.get(id) ?? null),
  }))
}

/** Choices by tile id; a tile without one takes its preset. */
export type Choices = Readonly<Record<string, Choice>>

export const findChoice = ({ id, choices }: TileMerge, chosen: Choices): Choice | null => {
  const choice = chosen[id]
  return choice !== undefined && choices.includes(choice) ? choice : (choices[0] ?? null)
}

/** What is kept of a tile. A choice between sizes or columns leaves its settings combined. */
const outcome = ({ combined, theirs, mine, choices }: TileMerge, choice: Choice | null): WidgetEntry | null => {
  const side = choice === 'mine' ? mine : theirs
  if (choice === null) return combined
  if (combined === null || side === null || choices.includes('both')) return side
  return { ...side, type: combined.type, props: combined.props }
}

/** The layout that the choices lead to, with copies below what they are copies of. */
export const mergedLayout = (tiles: readonly TileMerge[], chosen: Choices): Widgets => {
  const resolved = tiles.map((tile) => ({ tile, choice: findChoice(tile, chosen) }))
  const entries = resolved.flatMap(({ tile, choice }) => outcome(tile, choice) ?? [])
  const copies = resolved.flatMap(({ tile: { id, mine }, choice }) =>
    choice === 'both' && mine !== null ? { ...mine, id: `${id}-copy` } : [],
  )
  return normalizeLayout([...entries, ...copies])
}
