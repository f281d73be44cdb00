import { isCalculated, type RowRule } from './calculations.ts'
import { type Asked, identityColumn } from './request.ts'
import { compareInOrder, compareKeys, type Value } from './value.ts'

interface Row {
  readonly key: readonly Value[]
  readonly cells: readonly Value[]
}

/** What a group is sorted by in one of its columns: whether it is a rest, then its value. */
export type OrderOfKey<G extends Row> = (group: G, columnId: string) => readonly Value[]

const numberOrNull = (value: Value | undefined): number | null => (typeof value === 'number' ? value : null)

/** A running total of nothing is null. */
const sumNumbers = (values: readonly (number | null)[]): number | null => {
  const present = values.filter((value) => value !== null)
  return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0)
}

/** The value of each group by the others, of a list in the order that the rule goes along. */
const valuesBy = ({ kind, direction }: RowRule, values: readonly (number | null)[]): (number | null)[] =>
  values.map((value, index) => {
    if (kind === 'runningTotal') return sumNumbers(values.slice(0, index + 1))
    const before = values[index - 1] ?? null
    if (kind === 'difference') return value === null || before === null ? null : value - before
    if (value === null) return null
    return values.filter((other) => other !== null && compareInOrder(other, value, direction) < 0).length + 1
  })

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
  rule: RowRule,
  groups: readonly G[],
  orderOfKey: OrderOfKey<G>,
): G[] => {
  const { along } = rule
  const found = new Map<G, number | null>()
  for (const own of Map.groupBy(groups, (group) => sameOthers(asked, rule, group)).values()) {
    const alongOrder = (group: G): Value[] =>
      along === null ? [] : alongColumns(asked, along).flatMap((columnId) => orderOfKey(group, columnId))
    const inOrder = along === null ? own : own.toSorted((a, b) => compareKeys(alongOrder(a), alongOrder(b)))
    const values = valuesBy(
      rule,
      inOrder.map(({ cells }) => numberOrNull(cells[position])),
    )
    for (const [index, group] of inOrder.entries()) found.set(group, values[index] ?? null)
  }
  return groups.map((group) => ({
    ...group,
    cells: group.cells.map((cell, index) => (index === position ? (found.get(group) ?? null) : cell)),
  }))
}

/** Whether the order of the rows decides the number. */
const followsRows = ({ kind, along }: RowRule): boolean => kind !== 'rank' && along === null

/** The groups with the columns that compare rows: those that follow the order of the rows, or the others. */
export const applyRules = <G extends Row>(
  asked: Asked,
  groups: readonly G[],
  { isOfOrder, orderOfKey }: { readonly isOfOrder: boolean; readonly orderOfKey: OrderOfKey<G> },
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
      const rule = isCalculated(column) ? column.rule : null
      return rule !== null && followsRows(rule) === isOfOrder ? withRule(asked, position, rule, all, orderOfKey) : all
    },
    [...groups],
  )
}
