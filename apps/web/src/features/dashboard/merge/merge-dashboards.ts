import type { Dashboard } from '#contract/dashboards.ts'
import type { Widgets } from '../grid-rules.ts'
import { type Choice, type Choices, mergedLayout, mergeTiles, type TileMerge } from './merge-tiles.ts'
import { isConflict, isSame, merged, type ThreeWay } from './three-way.ts'

/** What is merged of a dashboard. */
export interface Mergeable extends Readonly<Pick<Dashboard, 'name' | 'description' | 'filterBar'>> {
  readonly widgets: Widgets
}

const FIELDS = ['name', 'description', 'filterBar'] as const
export type Field = (typeof FIELDS)[number]

/** The name, description or filters of the three versions. */
export interface FieldMerge extends ThreeWay<unknown> {
  readonly field: Field
  readonly isConflict: boolean
}

export interface DashboardMerge {
  readonly versions: ThreeWay<Mergeable>
  /** those that differ */
  readonly fields: readonly FieldMerge[]
  readonly tiles: readonly TileMerge[]
}

const pickField = <K extends keyof Mergeable>(
  key: K,
  { base, theirs, mine }: ThreeWay<Mergeable>,
): ThreeWay<Mergeable[K]> => ({
  base: base[key],
  theirs: theirs[key],
  mine: mine[key],
})

/** Compares the saved dashboard that both started from with the two that came of it. */
export const mergeDashboards = (versions: ThreeWay<Mergeable>): DashboardMerge => ({
  versions,
  fields: FIELDS.flatMap((field) => {
    const values = pickField(field, versions)
    if (isSame(values.theirs, values.mine)) return []
    return [{ field, ...values, isConflict: isConflict<unknown>(values) }]
  }),
  tiles: mergeTiles(pickField('widgets', versions)),
})

const chosenOf = <K extends Field>(key: K, versions: ThreeWay<Mergeable>, choice: Choice | undefined): Mergeable[K] => {
  const values = pickField(key, versions)
  return choice === 'theirs' && isConflict(values) ? values.theirs : merged(values)
}

/** The dashboard that the choices lead to; fields have choices by their names, tiles by their ids. */
export const mergedDashboard = ({ versions, tiles }: DashboardMerge, chosen: MergeChoices): Mergeable => ({
  name: chosenOf('name', versions, chosen.fields.name),
  description: chosenOf('description', versions, chosen.fields.description),
  filterBar: chosenOf('filterBar', versions, chosen.fields.filterBar),
  widgets: mergedLayout(tiles, chosen.tiles),
})

export interface MergeChoices {
  readonly fields: Partial<Readonly<Record<Field, 'theirs' | 'mine'>>>
  readonly tiles: Choices
}

/** Nothing chosen yet: presets apply. */
export const PRESETS: MergeChoices = { fields: {}, tiles: {} }
