import { type CalculatedColumn, isCalculated, type RowRule } from './calculations.ts'
import { bucketStart, isGrain, periodsLater } from './periods.ts'
import type { Context, ReferenceDimension } from './report-type.ts'
import { type Asked, identityColumn } from './request.ts'
import { compareInOrder, compareKeys, type Name, type Value } from './value.ts'

interface Row {
  readonly key: readonly Value[]
  readonly cells: readonly Value[]
}

/** What a group is sorted by in one of its columns: whether it is a rest, then its value. */
type OrderOfKey<G extends Row> = (group: G, columnId: string) => readonly (Value | Name)[]

const numberOrNull = (value: Value | undefined): number | null => (typeof value === 'number' ? value : null)

/** A running total of nothing is null. */
const sumNumbers = (values: readonly (number | null)[]): number | null => {
  const present = values.filter((value) => value !== null)
  return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0)
}

/** The value of each group by the others, of a list in the order that the rule goes along. */
const valuesBy = (
  { kind, direction }: RowRule,
  values: readonly (number | null)[],
  valueBefore: (index: number) => number | null,
): (number | null)[] =>
  values.map((value, index) => {
    if (kind === 'runningTotal') return sumNumbers(values.slice(0, index + 1))
    if (kind === 'difference') {
      const before = index === 0 ? null : valueBefore(index)
      return value === null || before === null ? null : value - before
    }
    if (value === null) return null
    return values.filter((other) => other !== null && compareInOrder(other, value, direction) < 0).length + 1
  })

const timePart = ({ type }: Asked, columnId: string): ReferenceDimension['part'] => {
  const column = type.columns[columnId]
  return column?.kind === 'dimension' ? column.part : undefined
}

/** The column of a time part that rows go along: the last one that they are sorted by, up to the first number. */
const stepColumn = (asked: Asked, along: string | null): string | null => {
  if (along !== null) return timePart(asked, along) === undefined ? null : along
  const { sort, columns, groupBy } = asked
  const isNumber = (columnId: string): boolean => {
    const shown = columns.find((one) => one.columnId === columnId)
    return shown !== undefined && (shown.column.kind === 'measure' || shown.aggregation !== 'None')
  }
  const byNumber = sort.findIndex(({ columnId }) => isNumber(columnId))
  const sorted = sort.map(({ columnId }) => columnId)
  const order =
    byNumber < 0 ? [...sorted, ...groupBy.filter((one) => !sorted.includes(one))] : sorted.slice(0, byNumber)
  return order.findLast((columnId) => timePart(asked, columnId) !== undefined) ?? null
}

/** Whether one period comes next after another, or is the same. */
const isNext = (asked: Asked, columnId: string, from: Value, to: Value, { settings }: Context): boolean => {
  const grain = timePart(asked, columnId)?.grain ?? ''
  if (from === null || to === null || from === to) return true
  if (isGrain(grain)) {
    const [first, second] = [from, to].map((name) => bucketStart(String(name), grain, settings)).toSorted()
    return periodsLater(first ?? '', grain, 1) === second
  }
  const column = asked.type.columns[columnId]
  const position = (value: Value): number =>
    Number(column?.kind === 'dimension' && column.order ? column.order(value, settings) : value)
  return Math.abs(position(to) - position(from)) === 1
}

/** Whether a group comes after periods without groups: then what comes before it is such a period, not the group before. */
const isAfterGap = (asked: Asked, along: string | null, before: Row, group: Row, context: Context): boolean => {
  const step = stepColumn(asked, along)
  if (step === null) return false
  const { groupBy } = asked
  const valueIn = ({ key }: Row, columnId: string): Value => key[groupBy.indexOf(columnId)] ?? null
  const part = timePart(asked, step)
  const isLargerPeriod = (columnId: string): boolean => {
    const other = timePart(asked, columnId)
    return other?.of === part?.of && isGrain(other?.grain ?? '') && isGrain(part?.grain ?? '')
  }
  const others = along === null ? groupBy.filter((columnId) => columnId !== step && !isLargerPeriod(columnId)) : []
  return (
    others.every((columnId) => valueIn(before, columnId) === valueIn(group, columnId)) &&
    !isNext(asked, step, valueIn(before, step), valueIn(group, step), context)
  )
}

/** Whether a filter on groups, or on the date that rows go along, may have left out the rows of a period. */
const mayHidePeriods = (asked: Asked, along: string | null): boolean => {
  const date = timePart(asked, stepColumn(asked, along) ?? '')?.of
  const isOfDate = (columnId: string): boolean => columnId === date || timePart(asked, columnId)?.of === date
  return (
    asked.groupFilters.length > 0 ||
    (date !== undefined && asked.filters.flat().some((test) => isOfDate(test.columnId)))
  )
}

/** The columns that a rule goes along: a name with what identifies it. */
const alongColumns = ({ type, groupBy }: Asked, along: string): string[] =>
  [along, identityColumn(type, along)].filter((columnId) => groupBy.includes(columnId))

const sameOthers = (asked: Asked, { along }: RowRule, { key }: Row): string => {
  const own = along === null ? asked.groupBy : alongColumns(asked, along)
  return JSON.stringify(key.filter((_, index) => !own.includes(asked.groupBy[index] ?? '')))
}

const withRule = <G extends Row>(
  asked: Asked,
  position: number,
  { rule, withoutRecords }: CalculatedColumn & { rule: RowRule },
  groups: readonly G[],
  { orderOfKey, context }: Order<G>,
): G[] => {
  const { along } = rule
  const inGap = mayHidePeriods(asked, along) ? null : withoutRecords(context)
  const found = new Map<G, number | null>()
  for (const own of Map.groupBy(groups, (group) => sameOthers(asked, rule, group)).values()) {
    const alongOrder = (group: G): (Value | Name)[] =>
      along === null ? [] : alongColumns(asked, along).flatMap((columnId) => orderOfKey(group, columnId))
    const inOrder = along === null ? own : own.toSorted((a, b) => compareKeys(alongOrder(a), alongOrder(b)))
    const numbers = inOrder.map(({ cells }) => numberOrNull(cells[position]))
    const values = valuesBy(rule, numbers, (index) => {
      const [before, group] = inOrder.slice(index - 1, index + 1)
      const isGap = before && group && isAfterGap(asked, along, before, group, context)
      return isGap ? inGap : (numbers[index - 1] ?? null)
    })
    for (const [index, group] of inOrder.entries()) found.set(group, values[index] ?? null)
  }
  return groups.map((group) => ({
    ...group,
    cells: group.cells.map((cell, index) => (index === position ? (found.get(group) ?? null) : cell)),
  }))
}

/** Whether the order of the rows decides the number. */
const followsRows = ({ kind, along }: RowRule): boolean => kind !== 'rank' && along === null

interface Order<G extends Row> {
  readonly orderOfKey: OrderOfKey<G>
  readonly context: Context
}

const hasRule = (column: CalculatedColumn): column is CalculatedColumn & { rule: RowRule } => column.rule !== null

/** The groups with the columns that compare rows: those that follow the order of the rows, or the others. */
export const applyRules = <G extends Row>(
  asked: Asked,
  groups: readonly G[],
  { isOfOrder, ...order }: Order<G> & { readonly isOfOrder: boolean },
): G[] => {
  if (asked.groupBy.length === 0)
    return groups.map((group) => ({
      ...group,
      cells: group.cells.map((cell, index) => {
        const column = asked.columns[index]?.column
        const rule = column && isCalculated(column) ? column.rule : null
        return rule === null || rule.kind === 'runningTotal' ? cell : null
      }),
    }))
  return asked.columns.reduce<G[]>(
    (all, { column }, position) => {
      if (!isCalculated(column) || !hasRule(column) || followsRows(column.rule) !== isOfOrder) return all
      return withRule(asked, position, column, all, order)
    },
    [...groups],
  )
}
