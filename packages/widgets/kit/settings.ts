import * as z from 'zod/mini'
import { COMPARE_MODES, COMPARE_TITLES, type CompareMode } from '#domain/ranges/comparison-mode.ts'
import { REPORT_RANGES, type ReportRange } from '#domain/ranges/relative-range.ts'
import type { SettingField, SettingOption } from './widget.ts'

/** A custom title; empty: the widget's. */
export const titleSetting = (title: string) =>
  z.catch(z.string().check(z.trim(), z.minLength(1), z.maxLength(200)), title)

export const PERIOD_OPTIONS = [
  { value: 'wtd', label: 'Week to date' },
  { value: 'mtd', label: 'Month to date' },
  { value: 'qtd', label: 'Quarter to date' },
  { value: 'ytd', label: 'Year to date' },
] as const

const isLimited = (range: ReportRange): range is Exclude<ReportRange, 'None'> => range !== 'None'

/** A tile always has a date range. */
const DATE_RANGES = REPORT_RANGES.filter(isLimited)

/** `Last90Days` → `Last 90 days` */
const inWords = (range: string): string => {
  const words = range
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replace(/(\d)([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const DATE_RANGE_OPTIONS: readonly SettingOption[] = DATE_RANGES.map((value) => ({ value, label: inWords(value) }))

export const periodType = z.catch(z.enum(['wtd', 'mtd', 'qtd', 'ytd']), 'qtd')
export const dateRange = z.catch(z.enum(DATE_RANGES), 'ThisMonth')
export const compareLastPeriod = z.catch(z.boolean(), false)
/** which earlier period; a tile saved before there was a choice has the previous one */
export const compareWith = z.catch(z.enum(COMPARE_MODES), 'previousPeriod')

interface CompareSettings {
  readonly compareLastPeriod: boolean
  readonly compareWith: CompareMode
}

/** The comparison of a tile; null: none. */
export const comparisonOf = ({ compareLastPeriod: isOn, compareWith: mode }: CompareSettings): CompareMode | null =>
  isOn ? mode : null

export const periodField: SettingField = {
  name: 'periodType',
  label: 'Period',
  control: { kind: 'select', options: PERIOD_OPTIONS },
}
export const dateRangeField: SettingField = {
  name: 'dateRange',
  label: 'Date range',
  control: { kind: 'select', options: DATE_RANGE_OPTIONS },
}
export const compareField: SettingField = {
  name: 'compareLastPeriod',
  label: 'Compare with an earlier period',
  control: { kind: 'switch' },
}
export const compareWithField: SettingField = {
  name: 'compareWith',
  label: 'Compare with',
  control: { kind: 'select', options: COMPARE_MODES.map((value) => ({ value, label: COMPARE_TITLES[value] })) },
}
export const columnField = (options: readonly SettingOption[]): SettingField => ({
  name: 'column',
  label: 'Measure',
  control: { kind: 'select', options },
})
export const aggregationField = (options: readonly SettingOption[]): SettingField => ({
  name: 'aggregation',
  label: 'Group by',
  control: { kind: 'select', options },
})
