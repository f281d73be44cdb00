import type { Formats } from '#charts/value-format.ts'
import type { WidgetEntry } from '#contract/dashboards.ts'
import { lowerFirst, upperFirst } from '#domain/text.ts'
import { compareLabel, datesLabel } from '#web/features/filter-bar/bar-labels.ts'
import { savedBarView } from '#web/features/filter-bar/bar-view.ts'
import type { AnyWidget, SettingField } from '#widgets/kit/widget.ts'
import { widgetByType } from '#widgets/registry.ts'
import { tileTitle, widgetSettings } from '../tile-state.ts'
import type { Field, Mergeable } from './merge-dashboards.ts'
import { isEdited, type TileMerge } from './merge-tiles.ts'
import { isSame } from './three-way.ts'

const valueLabel = ({ control }: SettingField, value: unknown): string => {
  if (control.kind === 'switch') return value === true ? 'on' : 'off'
  return control.options.find((option) => option.value === value)?.label ?? String(value)
}

/** Dates that a report tile has instead of those of its report. */
const REPORT_DATES = ['relativeDate', 'from', 'until']

const editedSettings = (widget: AnyWidget | null, base: WidgetEntry, entry: WidgetEntry): readonly string[] => {
  const before = { ...base.props, ...widgetSettings(base) }
  const after = { ...entry.props, ...widgetSettings(entry) }
  const title = before.title === after.title ? [] : [`title “${tileTitle(entry)}”`]
  const fields = (widget?.fields ?? []).flatMap((field) =>
    isSame(before[field.name], after[field.name])
      ? []
      : [`${field.label.toLowerCase()} ${valueLabel(field, after[field.name])}`],
  )
  const dates =
    before.keepsOwnDates === after.keepsOwnDates
      ? []
      : [after.keepsOwnDates === true ? 'keeps its own dates' : 'follows the dashboard’s dates']
  const isChanged = (key: string): boolean => !isSame(before[key] ?? null, after[key] ?? null)
  const named = new Set(['title', 'keepsOwnDates', ...REPORT_DATES, ...(widget?.fields ?? []).map(({ name }) => name)])
  const rest = Object.keys({ ...before, ...after }).filter((key) => !named.has(key))
  return [
    ...[title, fields, dates].flat(),
    ...(REPORT_DATES.some(isChanged) ? ['dates of the report'] : []),
    ...(rest.some(isChanged) ? ['content'] : []),
  ]
}

/** What one side did with a tile, such as `Title “Sales this year”, resized`. */
export const describeEdit = (base: WidgetEntry | null, entry: WidgetEntry | null): string => {
  if (entry === null) return 'Removed'
  if (base === null) return 'Added'
  const edits = [
    ...editedSettings(widgetByType(entry.type), base, entry),
    ...(base.w === entry.w && base.h === entry.h ? [] : [`resized to ${entry.w} × ${entry.h}`]),
    ...(base.x === entry.x ? [] : ['moved']),
  ]
  return upperFirst(edits.length === 0 ? 'unchanged' : edits.join(', '))
}

/** What was combined without a choice, a line for each edit of a side. */
export const describeCombined = ({ base, theirs, mine, choices }: TileMerge): readonly string[] => {
  const entry = mine ?? theirs ?? base
  if (choices.length > 0 || entry === null) return []
  const title = tileTitle(entry)
  if (isSame(theirs, mine))
    return isEdited(base, mine) ? [`${title}: ${lowerFirst(describeEdit(base, mine))} by both`] : []
  return [
    ...(isEdited(base, theirs) ? [`${title}: ${lowerFirst(describeEdit(base, theirs))} by them`] : []),
    ...(isEdited(base, mine) ? [`${title}: ${lowerFirst(describeEdit(base, mine))} by you`] : []),
  ]
}

export const FIELD_TITLES: Readonly<Record<Field, string>> = {
  name: 'Dashboard name',
  description: 'Description',
  filterBar: 'Default filters',
}

/** A version of the name, the description or the default filters in a few words. */
export const describeField = (field: Field, version: Mergeable, formats: Formats): string => {
  if (field !== 'filterBar') return version[field] || 'Blank'
  if (version.filterBar === null) return 'None'
  const view = savedBarView(version.filterBar)
  const filters = view.filters.length
  return [
    datesLabel(view.range, formats),
    ...(view.compare === null ? [] : [compareLabel(view.compare)]),
    ...(filters === 0 ? [] : [filters === 1 ? '1 filter' : `${filters} filters`]),
    ...(view.includeClubOrders ? [] : ['without club orders']),
  ].join(', ')
}
