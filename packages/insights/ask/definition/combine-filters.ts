import type { AskedFilter, AskedValues } from './answerable.ts'

interface Combined {
  readonly filters: readonly AskedFilter[]
  readonly operator: 'And' | 'Or'
  readonly dimensionFilters: readonly AskedValues[]
  /** the same without alternatives among the filters */
  readonly asValues: readonly AskedValues[]
}

const isText = (value: AskedFilter['value']): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/** Filters of one column that must equal something are alternatives. */
const mergeValues = (filters: readonly AskedFilter[], values: readonly AskedValues[]): AskedValues[] => {
  const all = [
    ...values,
    ...filters.flatMap(({ columnId, comparison, value }): AskedValues[] =>
      isText(value) ? [{ columnId, values: [value], exclude: comparison === 'NotEqual' }] : [],
    ),
  ]
  const groups = Map.groupBy(all, ({ columnId, exclude }) => `${columnId} ${exclude}`)
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    return first === undefined ? [] : [{ ...first, values: [...new Set(same.flatMap((one) => one.values))] }]
  })
}

const isValue = ({ comparison, appliesTo }: AskedFilter): boolean =>
  (comparison === 'Equal' || comparison === 'NotEqual') && appliesTo === undefined

const toFilters = ({ columnId, values, exclude }: AskedValues): AskedFilter[] =>
  values.map((value) => ({ columnId, comparison: exclude ? 'NotEqual' : 'Equal', value }))

const withoutRepeats = (filters: readonly AskedFilter[]): AskedFilter[] => [
  ...new Map(filters.map((filter) => [JSON.stringify(filter), filter])).values(),
]

/** Single values as filters, several of one column as alternatives; several columns with alternatives as filters of values. */
export const combineFilters = (filters: readonly AskedFilter[], values: readonly AskedValues[]): Combined => {
  const merged = mergeValues(filters.filter(isValue), values)
  const others = withoutRepeats(filters.filter((filter) => !isValue(filter)))
  const several = merged.filter((one) => one.values.length > 1 && !one.exclude)
  const single = merged.filter((one) => !several.includes(one))
  if (several.length === 0)
    return { filters: [...single.flatMap(toFilters), ...others], operator: 'And', dimensionFilters: [], asValues: [] }
  if (several.length === 1 && single.length === 0 && others.length === 0)
    return { filters: several.flatMap(toFilters), operator: 'Or', dimensionFilters: [], asValues: several }
  return {
    filters: [...single.flatMap(toFilters), ...others],
    operator: 'And',
    dimensionFilters: several,
    asValues: several,
  }
}
