import { Group, NativeSelect, SegmentedControl, Switch } from '@mantine/core'
import { IconFilterPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { type CustomRange, fixedRangeText, parseFixedRange } from '#domain/ranges/relative-range.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { BarPopover } from '../../filter-bar/bar-popover.tsx'
import { FilterChips, FilterForm } from '../filters/filter-chips.tsx'
import { HistoryChips } from '../history/history-chips.tsx'
import { DaysForm } from '../range/days-form.tsx'
import { rangeOptions, toRangeCalendar } from '../range/range-labels.ts'
import { CompareField } from '../range/range-picker.tsx'
import { BuilderSection, useBuilder } from './builder-context.tsx'
import { problemAt } from './field-problems.ts'
import { canCompare, findColumn } from './report-draft.ts'

/** Option value for a custom range. */
const DAYS = 'days'

const FROM_QUESTION_HINT = 'From your question. Select Apply to save them with the report.'

/** The default range of the report. */
export const RangeSection = () => {
  const { type, draft, view, problems, edit, show } = useBuilder()
  const account = useAccount()
  const formats = useFormats()
  const [isCustom, setCustom] = useState(false)
  const asked = view.range.kind === 'days' ? view.range : null
  const days = asked ?? parseFixedRange(draft.range?.relativeRange ?? '')
  const isDays = isCustom || days !== null
  const chosen = isDays ? DAYS : (draft.range?.relativeRange ?? 'None')
  const columnName = draft.range?.columnName ?? null
  const [usual] = type.dateColumns
  if (usual === undefined || account === null) return null
  const calendar = toRangeCalendar(account, Date.now())
  const handleRange = (relativeRange: string): void => {
    setCustom(relativeRange === DAYS)
    if (relativeRange === DAYS) return
    show({ ...view, range: { kind: 'own' } })
    edit({ kind: 'changed', change: { range: relativeRange === 'None' ? null : { relativeRange, columnName } } })
  }
  const handleDays = (chosenDays: CustomRange): void => {
    setCustom(false)
    show({ ...view, range: { kind: 'own' } })
    edit({ kind: 'changed', change: { range: { relativeRange: fixedRangeText(chosenDays), columnName } } })
  }
  return (
    <BuilderSection title="Dates" problem={problemAt(problems, 'relativeDateFilter')}>
      <NativeSelect
        size="xs"
        label="Range"
        value={chosen}
        data={[
          ...rangeOptions(calendar, formats),
          {
            value: DAYS,
            label: days === null ? 'Custom range…' : `Custom range · ${formats.range(days.from, days.until)}`,
          },
        ]}
        description={asked === null ? undefined : FROM_QUESTION_HINT}
        onChange={({ currentTarget }) => handleRange(currentTarget.value)}
      />
      {isDays ? <DaysForm key={days === null ? '' : fixedRangeText(days)} days={days} onApply={handleDays} /> : null}
      {draft.range !== null && asked === null && type.dateColumns.length > 1 ? (
        <NativeSelect
          size="xs"
          label="Date field"
          value={columnName ?? usual}
          data={type.dateColumns.map((value) => ({ value, label: findColumn(type, value)?.displayName ?? value }))}
          onChange={({ currentTarget }) =>
            edit({
              kind: 'changed',
              change: {
                range: { relativeRange: draft.range?.relativeRange ?? 'None', columnName: currentTarget.value },
              },
            })
          }
        />
      ) : null}
      {canCompare(draft) && (draft.range !== null || days !== null) ? (
        <CompareField
          label="Compare with"
          value={draft.compare}
          range={days ?? draft.range?.relativeRange ?? null}
          today={calendar.today}
          onChange={(compare) => edit({ kind: 'changed', change: { compare } })}
        />
      ) : null}
    </BuilderSection>
  )
}

const OPERATORS = [
  { value: 'And', label: 'Match all filters' },
  { value: 'Or', label: 'Match any filter' },
]

/** The filters of the report. */
export const FiltersSection = ({ canPrompt }: { readonly canPrompt: boolean }) => {
  const { type, draft, problems, edit } = useBuilder()
  const of = { reportType: type.reportType, columns: type.columns, isGrouped: draft.isGrouped }
  return (
    <BuilderSection
      title="Filters"
      problem={
        problemAt(problems, 'filters') ?? problemAt(problems, 'history') ?? problemAt(problems, 'filterOperator')
      }
    >
      <Group gap={8}>
        <FilterChips
          {...of}
          filters={draft.filters}
          onChange={(filters) => edit({ kind: 'changed', change: { filters } })}
        />
        <BarPopover label="Add filter" icon={<IconFilterPlus size={14} aria-hidden />}>
          {(close) => (
            <FilterForm
              {...of}
              onApply={(filter) => edit({ kind: 'changed', change: { filters: [...draft.filters, filter] } })}
              onClose={close}
            />
          )}
        </BarPopover>
        {type.history === null ? null : (
          <HistoryChips
            conditions={draft.history ?? []}
            onChange={(history) => edit({ kind: 'changed', change: { history } })}
          />
        )}
      </Group>
      {draft.filters.length > 1 ? (
        <SegmentedControl
          size="xs"
          aria-label="Filter matching"
          data={OPERATORS}
          value={draft.filterOperator}
          onChange={(value) => edit({ kind: 'changed', change: { filterOperator: value === 'Or' ? 'Or' : 'And' } })}
        />
      ) : null}
      {canPrompt ? (
        <Switch
          size="xs"
          label="Prompt for filters"
          checked={draft.requiresFilter}
          onChange={({ currentTarget }) => edit({ kind: 'changed', change: { requiresFilter: currentTarget.checked } })}
        />
      ) : null}
    </BuilderSection>
  )
}
