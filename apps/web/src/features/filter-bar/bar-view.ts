import type { FilterBar, SavedFilterBar } from '#contract/filter-bar.ts'
import { COMPARE_NAMES, type CompareMode, NO_COMPARISON, toCompareMode } from '#domain/ranges/comparison-mode.ts'
import { isLocalDay } from '#domain/ranges/local-day.ts'
import { LIMITED_RANGES } from '#domain/ranges/relative-range.ts'

export type LimitedRange = (typeof LIMITED_RANGES)[number]

export type BarRange =
  /** each tile's own */
  | { readonly kind: 'own' }
  | { readonly kind: 'relative'; readonly range: LimitedRange }
  /** local days, `until` exclusive */
  | { readonly kind: 'days'; readonly from: string; readonly until: string }

/** A dimension that is any of the values, or none of them; null is a blank. */
export interface BarFilter {
  readonly columnId: string
  readonly values: readonly (string | null)[]
  readonly exclude: boolean
}

/** What applies to every tile. */
export interface BarView {
  readonly range: BarRange
  /** null: each tile's own comparison */
  readonly compare: CompareMode | typeof NO_COMPARISON | null
  readonly includeClubOrders: boolean
  readonly filters: readonly BarFilter[]
}

export type Search = Readonly<Record<string, unknown>>
export type AddressSearch = Record<string, string | string[] | undefined>

export const OWN_BAR: BarView = { range: { kind: 'own' }, compare: null, includeClubOrders: true, filters: [] }

const savedRange = ({ range, from, until }: SavedFilterBar): BarRange => {
  if (from !== undefined && until !== undefined) return { kind: 'days', from, until }
  return range === undefined ? OWN_BAR.range : { kind: 'relative', range }
}

/** What a dashboard opens with. */
export const savedBarView = (saved: SavedFilterBar | null): BarView =>
  saved === null
    ? OWN_BAR
    : {
        range: savedRange(saved),
        compare: saved.compare ?? null,
        includeClubOrders: saved.includeClubOrders,
        filters: saved.dimensionFilters.map(({ values, ...filter }) => ({
          ...filter,
          values: values.map((value) => (value === null ? null : String(value))),
        })),
      }

const requestRange = (range: BarRange): Pick<FilterBar, 'range' | 'from' | 'until'> => {
  if (range.kind === 'own') return {}
  return range.kind === 'relative' ? { range: range.range } : { from: range.from, until: range.until }
}

export const dimensionFilters = (filters: readonly BarFilter[]): FilterBar['dimensionFilters'] =>
  filters.map(({ values, ...filter }) => ({ ...filter, values: [...values] }))

/** The bar of a request; the club switch is a field of its own there. */
export const toFilterBar = ({ range, compare, filters }: BarView): FilterBar => ({
  ...requestRange(range),
  ...(compare === null ? {} : { compare }),
  dimensionFilters: dimensionFilters(filters),
})

export const toSavedBar = (view: BarView): SavedFilterBar => ({
  ...toFilterBar(view),
  includeClubOrders: view.includeClubOrders,
})

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export const isSameBar = (one: BarView, other: BarView): boolean => isSame(one, other)

const OWN_RANGE = 'own'
const NONE = 'none'

const rangeSearch = (range: BarRange): AddressSearch => {
  if (range.kind === 'days') return { from: range.from, until: range.until }
  return { range: range.kind === 'own' ? OWN_RANGE : range.range }
}

/** `any.channel=web&any.channel=pos`, `not.state=CA`; an empty value is a blank. */
export const filterSearch = (filters: readonly BarFilter[]): AddressSearch => {
  const search: Record<string, string[]> = {}
  for (const { columnId, values, exclude } of filters) {
    const name = `${exclude ? 'not' : 'any'}.${columnId}`
    search[name] = [...(search[name] ?? []), ...values.map((value) => value ?? '')]
  }
  return search
}

/** The search of the address: what differs from the bar that the dashboard opens with. */
export const writeBar = (view: BarView, base: BarView): AddressSearch => ({
  ...(isSame(view.range, base.range) ? {} : rangeSearch(view.range)),
  ...(view.compare === base.compare ? {} : { compare: view.compare ?? OWN_RANGE }),
  ...(view.includeClubOrders === base.includeClubOrders ? {} : { clubs: view.includeClubOrders ? 'yes' : 'no' }),
  ...(isSame(view.filters, base.filters)
    ? {}
    : view.filters.length === 0
      ? { filters: NONE }
      : filterSearch(view.filters)),
})

const textAt = (search: Search, name: string): string | null => {
  const value = search[name]
  return typeof value === 'string' && value !== '' ? value : null
}

const readRange = (search: Search, base: BarRange): BarRange => {
  const from = textAt(search, 'from')
  const until = textAt(search, 'until')
  if (from !== null && until !== null && isLocalDay(from) && isLocalDay(until) && from < until)
    return { kind: 'days', from, until }
  const named = textAt(search, 'range')
  if (named === OWN_RANGE) return OWN_BAR.range
  const range = LIMITED_RANGES.find((one) => one === named)
  return range === undefined ? base : { kind: 'relative', range }
}

const readCompare = (search: Search, base: BarView['compare']): BarView['compare'] => {
  const named = textAt(search, 'compare')
  if (named === OWN_RANGE) return null
  if (named === NO_COMPARISON) return NO_COMPARISON
  const mode = COMPARE_NAMES.find((one) => one === named)
  return mode === undefined ? base : toCompareMode(mode)
}

const FILTER = /^(any|not)\.(\w+)$/

/** The filters of an address on dimensions that are any or none of several values. */
export const readFilters = (search: Search): readonly BarFilter[] =>
  Object.entries(search).flatMap(([name, value]) => {
    const [, kind, columnId] = FILTER.exec(name) ?? []
    const values = [value].flat().filter((one) => typeof one === 'string')
    if (columnId === undefined || values.length === 0) return []
    return [{ columnId, values: values.map((one) => (one === '' ? null : one)), exclude: kind === 'not' }]
  })

/** The bar in an address; what it leaves out is as in `base`. */
export const readBar = (search: Search, base: BarView): BarView => {
  const filters = readFilters(search)
  const clubs = textAt(search, 'clubs')
  return {
    range: readRange(search, base.range),
    compare: readCompare(search, base.compare),
    includeClubOrders: clubs === 'yes' ? true : clubs === 'no' ? false : base.includeClubOrders,
    filters: filters.length > 0 || textAt(search, 'filters') === NONE ? filters : base.filters,
  }
}

/** The filters with values of one dimension added to it, or excluded; a value is on one side only. */
export const withValue = (
  filters: readonly BarFilter[],
  { columnId, values, exclude }: BarFilter,
): readonly BarFilter[] => {
  const others = filters.filter((one) => one.columnId !== columnId)
  const own = filters.find((one) => one.columnId === columnId && one.exclude && exclude)
  return [...others, { columnId, exclude, values: [...new Set([...(own?.values ?? []), ...values])] }]
}

/** The filters with that of one dimension replaced; without values it is removed. */
export const replaced = (filters: readonly BarFilter[], filter: BarFilter): readonly BarFilter[] => {
  const at = filters.findIndex(({ columnId }) => columnId === filter.columnId)
  if (filter.values.length === 0) return filters.filter(({ columnId }) => columnId !== filter.columnId)
  return at < 0 ? [...filters, filter] : filters.with(at, filter)
}
