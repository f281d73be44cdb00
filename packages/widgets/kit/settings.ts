import { COMPARE_MODES, COMPARE_TITLES, type CompareMode } from '#domain/ranges/comparison-mode.ts'
import { RANGE_TITLES } from '#domain/ranges/range-title.ts'
import { PERIOD_TYPES, REPORT_RANGES, type RelativeRange, type ReportRange } from '#domain/ranges/relative-range.ts'
import type { SettingField, SettingOption, StoredProps } from './widget.ts'

/** One of the values, or the first of them. */
export const allowedOrFirst = <const T extends string>(value: unknown, values: readonly [T, ...T[]]): T =>
  values.find((one) => one === value) ?? values[0]

const isLimited = (range: ReportRange): range is Exclude<ReportRange, 'None'> => range !== 'None'

/** A tile always has a date range. */
const DATE_RANGES = REPORT_RANGES.filter(isLimited)

const titled = (value: RelativeRange): SettingOption => ({ value, label: RANGE_TITLES[value] })

const PERIOD_OPTIONS = PERIOD_TYPES.map(titled)

const DATE_RANGE_OPTIONS = DATE_RANGES.map(titled)

/** A tile saved before there was a choice of the earlier period has the previous one. */
const compareSettings = ({ compareLastPeriod, compareWith }: StoredProps) => ({
  compareLastPeriod: compareLastPeriod === true,
  compareWith: allowedOrFirst(compareWith, ['previousPeriod', ...COMPARE_MODES]),
})

const periodSettings = (props: StoredProps) => ({
  periodType: allowedOrFirst(props.periodType, ['qtd', 'wtd', 'mtd', 'ytd']),
  ...compareSettings(props),
})

const dateRangeSettings = (props: StoredProps) => ({
  dateRange: allowedOrFirst(props.dateRange, ['ThisMonth', ...DATE_RANGES]),
  ...compareSettings(props),
})

interface CompareSettings {
  readonly compareLastPeriod: boolean
  readonly compareWith: CompareMode
}

/** The comparison of a tile; null: none. */
export const compareMode = ({ compareLastPeriod: isOn, compareWith: mode }: CompareSettings): CompareMode | null =>
  isOn ? mode : null

const periodField: SettingField = {
  name: 'periodType',
  label: 'Period',
  control: { kind: 'select', options: PERIOD_OPTIONS },
}
const dateRangeField: SettingField = {
  name: 'dateRange',
  label: 'Date range',
  control: { kind: 'select', options: DATE_RANGE_OPTIONS },
}
const compareField: SettingField = {
  name: 'compareLastPeriod',
  label: 'Compare with an earlier period',
  control: { kind: 'switch' },
}
const compareWithField: SettingField = {
  name: 'compareWith',
  label: 'Compare with',
  requires: 'compareLastPeriod',
  control: { kind: 'select', options: COMPARE_MODES.map((value) => ({ value, label: COMPARE_TITLES[value] })) },
}

/** Settings of a widget whose numbers are of the current week, month, quarter or year, next to those of an earlier one. */
export const periodChoice = { settings: periodSettings, fields: [periodField, compareField, compareWithField] }

/** Settings of a widget with any dates, next to earlier ones. */
export const dateRangeChoice = { settings: dateRangeSettings, fields: [dateRangeField, compareField, compareWithField] }
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
