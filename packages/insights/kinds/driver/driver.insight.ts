import { ACCOUNT, type Subject } from '../../account/metric.ts'
import { openOrders } from '../../insight/actions.ts'
import { defineInsight, estimated, type InsightBase } from '../../insight/define-insight.ts'
import { computed, type Figure, measuredFigure } from '../../insight/figure.ts'
import type { ChangeToExplain, DimensionCells, DriverDimension } from '../../insight/inputs.ts'
import type { DayRange } from '../../series/series.ts'
import { type ChangeSplit, type GroupParts, splitChange } from './split-change.ts'

/** Why money changed from one period to the next: created by `explainChange`. */
export interface DriverInsight extends InsightBase {
  readonly kind: 'driver'
  readonly comparedWith: DayRange
  readonly dimension: 'channel' | 'product' | 'club' | 'teamMember'
  /** groups with the largest changes in the direction of the total, in descending order; their figures are `group1…`, `group2…` */
  readonly leading: readonly string[]
  /** one of several groups accounts for most of the change */
  readonly isClear: boolean
}

interface Explained {
  readonly given: DimensionCells
  readonly split: ChangeSplit
  /** largest in the direction of the change, first */
  readonly leading: readonly GroupParts[]
  /** share of the leading groups in all absolute changes */
  readonly clearness: number
}

const MOST_LEADING = 3
/** A dimension explains a change if a few groups account for this share of all absolute changes. */
const CLEAR = 0.6

const explain = (given: DimensionCells): Explained => {
  const split = splitChange(given.cells)
  const along = split.groups.filter(({ change }) => change * split.change > 0)
  const leading = [...along].sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, MOST_LEADING)
  const sizeOf = (groups: readonly GroupParts[]): number =>
    groups.reduce((sum, { change }) => sum + Math.abs(change), 0)
  const all = sizeOf(split.groups)
  // With few groups, concentration is likely by chance: three of three explain nothing.
  const byChance = Math.min(1, leading.length / Math.max(1, split.groups.length))
  const share = all > 0 ? sizeOf(leading.slice(0, 1)) / all : 0
  return { given, split, leading, clearness: share * (1 - byChance / 2) }
}

const part = (id: string, value: number): Figure => estimated(id, value, 'money', 'volumePriceMix')

const groupFigures = ({ given, leading }: Explained, { before, after }: ChangeToExplain): Figure[] =>
  leading.flatMap(({ group }, at) => {
    const cell = given.cells.find((candidate) => candidate.group === group)
    const subject: Subject = { kind: given.dimension, value: group }
    const measured = (when: 'before' | 'after', range: DayRange): Figure =>
      measuredFigure(`group${at + 1}.${when}`, cell?.[when].money ?? 0, { metric: given.money, subject, range })
    const pair = [measured('after', after), measured('before', before)]
    return [...pair, computed({ id: `group${at + 1}.change`, unit: 'money', rule: 'difference', of: pair })]
  })

const totals = (given: DimensionCells, change: ChangeToExplain): Figure[] => {
  const measured = (what: 'money' | 'count', when: 'before' | 'after'): Figure =>
    measuredFigure(
      what === 'money' ? when : `${given.count}.${when}`,
      given.cells.reduce((sum, cell) => sum + cell[when][what], 0),
      { metric: given[what], subject: ACCOUNT, range: change[when] },
    )
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
 * Explains a change of money from one period to the next by the dimension in which the fewest groups account for most of it, split
 * into volume, price and mix. Null if nothing changed. Whether the change is worth reporting is decided elsewhere.
 */
const explainChange = (change: ChangeToExplain): DriverInsight | null => {
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

/** Days of a month in which the change of the previous month is reported. */
const NEWS_DAYS = 12
/** Change ÷ previous value below which a month needs no explanation. */
const LEAST_CHANGE = 0.1

const isSubstantial = ({ figures }: DriverInsight): boolean => {
  const share = figures.find(({ id }) => id === 'changeShare')?.value ?? 0
  return Number.isFinite(share) && Math.abs(share) >= LEAST_CHANGE
}

const figureValue = ({ figures }: DriverInsight, id: string): number =>
  figures.find((figure) => figure.id === id)?.value ?? 0

const DIMENSIONS: Readonly<Record<DriverDimension, { readonly one: string; readonly many: string }>> = {
  channel: { one: 'Sales channel', many: 'sales channels' },
  product: { one: 'Product', many: 'products' },
  club: { one: 'Club', many: 'clubs' },
  teamMember: { one: 'Team member', many: 'team members' },
}

const effect = (insight: DriverInsight, part: string): string =>
  `${figureValue(insight, part) < 0 ? 'subtracted' : 'added'} {${part}}`

export const driver = defineInsight('driver', 'What drove a change', {
  description: 'How much of a change in sales came from volume, price, and mix, and which groups drove it.',
  icon: 'IconArrowsShuffle',
  inputs: ['changes'],
  detect: ({ changes }, { history }) =>
    Number(history.until.slice(8)) > NEWS_DAYS
      ? []
      : changes.flatMap((change) => explainChange(change) ?? []).filter(isSubstantial),
  describe: (insight) => {
    const isUp = figureValue(insight, 'change') >= 0
    const isOfClub = insight.dimension === 'club'
    const groups = insight.leading.map((_name, at) => {
      const id = `group${at + 1}`
      return `{${id}.name} (${figureValue(insight, `${id}.change`) < 0 ? 'down' : 'up'} {${id}.change})`
    })
    return {
      title: `Why ${isOfClub ? 'club' : 'non-club'} sales were ${isUp ? 'higher' : 'lower'}`,
      sentences: [
        `${isOfClub ? 'Club' : 'Non-club'} net sales came to {after} over {period}, {change} ${isUp ? 'more' : 'less'} than over {comparedWith} ({changeShare}).`,
        `Volume ${effect(insight, 'volume')}, prices ${effect(insight, 'price')}, and product mix ${effect(insight, 'mix')}.`,
        ...(groups.length > 0 && insight.isClear
          ? [`The ${DIMENSIONS[insight.dimension].many} that changed most: ${groups.join(', ')}.`]
          : []),
      ],
      unusual: null,
      advice: [
        insight.isClear
          ? 'Start with the largest change: open its report to see which days drove it.'
          : 'No single group stands out: check visitor traffic and opening days before individual products.',
      ],
      tone: isUp ? 'good' : 'bad',
    }
  },
  actions: ({ period }) => [openOrders('by-sales-channel', period)],
  dates: ({ comparedWith }) => ({ comparedWith }),
  relatedSubjects: ({ dimension, leading }) =>
    leading.map((value, at) => ({ slot: `group${at + 1}.name`, subject: { kind: dimension, value } })),
  breakdown: ({ dimension, leading, comparedWith }) => ({
    comparedWith,
    dimension: DIMENSIONS[dimension].one,
    groups: leading.map((value) => ({ kind: dimension, value })),
  }),
  // Club orders arrive on release days, so a weekly line does not show them.
  chart: ({ dimension }) => (dimension === 'club' ? null : { metric: 'netSales', subject: ACCOUNT, grain: 'week' }),
  figureLabels: {
    before: 'Net sales, previous year',
    after: 'Net sales',
    changeShare: 'Change in percent',
    volume: 'From volume',
    price: 'From prices',
    mix: 'From product mix',
    'orderCount.before': 'Orders, previous year',
    'orderCount.after': 'Orders',
    'clubOrders.before': 'Club orders, previous year',
    'clubOrders.after': 'Club orders',
    'productUnits.before': 'Bottles, previous year',
    'productUnits.after': 'Bottles',
  },
  methods: {
    volumePriceMix:
      'The change of each group, split into volume, price, and mix; together they equal the change, to the cent.',
  },
})
