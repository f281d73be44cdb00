import { METRICS, type MetricId } from '../account/metric.ts'
import { ACCOUNT, type Subject } from '../account/subject.ts'
import { computed, type Figure } from '../insight/figure.ts'
import type { DriverInsight } from '../insight/insight.ts'
import type { DayRange } from '../series/series.ts'
import { type ChangeCell, type ChangeSplit, type GroupParts, splitChange } from './split-change.ts'

export type DriverDimension = Exclude<Subject['kind'], 'account' | 'service'>

/** A change of money by the groups of one dimension, with what the money is counted by. */
export interface DimensionCells {
  readonly dimension: DriverDimension
  readonly money: MetricId
  readonly count: MetricId
  /** all groups, those without a name under '': they add up to the whole */
  readonly cells: readonly ChangeCell[]
}

export interface ChangeToExplain {
  readonly before: DayRange
  readonly after: DayRange
  readonly dimensions: readonly DimensionCells[]
}

interface Explained {
  readonly given: DimensionCells
  readonly split: ChangeSplit
  /** largest in the direction of the change, first */
  readonly leading: readonly GroupParts[]
  /** of all movement, the share that the leading groups make */
  readonly clearness: number
}

const MOST_LEADING = 3
/** A dimension explains a change when so much of all movement lies in a few groups. */
const CLEAR = 0.6

const explain = (given: DimensionCells): Explained => {
  const split = splitChange(given.cells)
  const along = split.groups.filter(({ change }) => change * split.change > 0)
  const leading = [...along].sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, MOST_LEADING)
  const sizeOf = (groups: readonly GroupParts[]): number =>
    groups.reduce((sum, { change }) => sum + Math.abs(change), 0)
  const all = sizeOf(split.groups)
  // Fewer groups in a dimension say more by chance: three of three explain nothing.
  const byChance = Math.min(1, leading.length / Math.max(1, split.groups.length))
  const share = all > 0 ? sizeOf(leading.slice(0, 1)) / all : 0
  return { given, split, leading, clearness: share * (1 - byChance / 2) }
}

const part = (id: string, value: number): Figure => ({
  id,
  value,
  unit: 'money',
  recipe: { kind: 'estimated', method: 'volumePriceMix' },
})

const groupFigures = ({ given, leading }: Explained, { before, after }: ChangeToExplain): Figure[] =>
  leading.flatMap(({ group }, at) => {
    const cell = given.cells.find((candidate) => candidate.group === group)
    const subject: Subject = { kind: given.dimension, value: group }
    const measured = (when: 'before' | 'after', range: DayRange): Figure => ({
      id: `group${at + 1}.${when}`,
      value: cell?.[when].money ?? 0,
      unit: 'money',
      recipe: { kind: 'measured', metric: given.money, subject, range },
    })
    const pair = [measured('after', after), measured('before', before)]
    return [...pair, computed({ id: `group${at + 1}.change`, unit: 'money', rule: 'difference', of: pair })]
  })

const totals = (given: DimensionCells, change: ChangeToExplain): Figure[] => {
  const measured = (what: 'money' | 'count', when: 'before' | 'after'): Figure => ({
    id: what === 'money' ? when : `${given.count}.${when}`,
    value: given.cells.reduce((sum, cell) => sum + cell[when][what], 0),
    unit: METRICS[given[what]].unit,
    recipe: { kind: 'measured', metric: given[what], subject: ACCOUNT, range: change[when] },
  })
  const pair = [measured('money', 'after'), measured('money', 'before')]
  return [
    ...pair,
    computed({ id: 'change', unit: 'money', rule: 'difference', of: pair }),
    computed({ id: 'changeShare', unit: 'change', rule: 'change', of: pair }),
    measured('count', 'after'),
    measured('count', 'before'),
  ]
}

/**
 * Why money changed from one period to the next: by the dimension in which fewest groups moved most of it, with what is volume,
 * price and mix. Null when nothing changed. Whether a change is worth telling is for its anomaly or its size to say.
 */
export const explainChange = (change: ChangeToExplain): DriverInsight | null => {
  const explained = change.dimensions.map(explain).filter(({ split }) => split.change !== 0)
  const [best] = explained.sort((a, b) => b.clearness - a.clearness)
  if (best === undefined) return null
  const { given, split, leading, clearness } = best
  return {
    kind: 'driver',
    key: `driver ${given.dimension} ${change.after.from} ${change.after.until}`,
    subject: ACCOUNT,
    period: change.after,
    comparedWith: change.before,
    dimension: given.dimension,
    leading: leading.map(({ group }) => group),
    isClear: clearness >= CLEAR / 2,
    figures: [
      ...totals(given, change),
      part('volume', split.volume),
      part('price', split.price),
      part('mix', split.mix),
      ...groupFigures(best, change),
    ],
    stake: Math.abs(split.change),
    confidence: 1,
    unusual: null,
  }
}
