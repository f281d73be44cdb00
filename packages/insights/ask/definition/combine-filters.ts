import type { AskedFilter, AskedValues } from './answerable.ts'

interface Combined {
  readonly filters: readonly AskedFilter[]
  readonly dimensionFilters: readonly AskedValues[]
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

/** Single values as filters, several of one column as alternatives. */
export const combineFilters = (filters: readonly AskedFilter[], values: readonly AskedValues[]): Combined => {
  const merged = mergeValues(filters.filter(isValue), values)
  const others = withoutRepeats(filters.filter((filter) => !isValue(filter)))
  const isSeveral = ({ values: all, exclude }: AskedValues): boolean => all.length > 1 && !exclude
  const single = merged.filter((one) => !isSeveral(one))
  return { filters: [...single.flatMap(toFilters), ...others], dimensionFilters: merged.filter(isSeveral) }
}
