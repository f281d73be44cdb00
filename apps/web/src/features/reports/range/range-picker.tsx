import { Button, NativeSelect, type NativeSelectProps, Popover, Stack } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import type { Account } from '#contract/account.ts'
import { COMPARE_TITLES, type CompareMode } from '#domain/ranges/comparison-mode.ts'
import { lastYearMode } from '#domain/ranges/comparison-range.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useCompareModes } from '#web/features/plan/use-plans.ts'
import type { RangeView } from '../address/report-view.ts'
import { DaysForm } from './days-form.tsx'
import { isReportRange, namedRanges, rangeName, toRangeCalendar } from './range-labels.ts'
import classes from './range-picker.module.css'

interface DateColumn {
  readonly columnId: string
  readonly displayName: string
}

export interface RangePickerProps {
  readonly account: Account
  readonly range: RangeView
  /** the report's own range, by name */
  readonly ownName: string
  /** the active range, by name */
  readonly name: string
  /** the active days, `until` exclusive; null: all */
  readonly days: { readonly from: string; readonly until: string } | null
  /** date columns, and the selected one */
  readonly dateColumns: readonly DateColumn[]
  readonly dateColumn: string
  readonly onChange: (range: RangeView) => void
}

/** Range: a named one, or custom days. The facts of the report say its days. */
export const RangePicker = (props: RangePickerProps) => {
  const { name } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      width="min(340px, calc(100vw - 16px))"
      shadow="md"
    >
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCalendar size={16} aria-hidden />}
          className={classes.target}
          aria-label={`Dates: ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Dates" p="xs">
        <RangeChoices {...props} onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

const RangeChoices = (props: RangePickerProps & { readonly onClose: () => void }) => {
  const { account, range, ownName, days, dateColumns, dateColumn, onChange, onClose } = props
  const formats = useFormats()
  const [column, setColumn] = useState(dateColumn)
  const isAllByDefault = ownName === rangeName('None')
  const ranges = namedRanges(toRangeCalendar(account, Date.now()), formats).filter(
    ({ range: named }) => !(isAllByDefault && named === 'None'),
  )
  const choose = (next: RangeView): void => {
    onClose()
    onChange(next)
  }
  const isChosen = (name: string): boolean => range.kind === 'relative' && range.range === name
  return (
    <Stack gap={8}>
      {dateColumns.length > 1 ? (
        <NativeSelect
          size="xs"
          label="Date field"
          value={column}
          data={dateColumns.map(({ columnId, displayName }) => ({ value: columnId, label: displayName }))}
          onChange={({ currentTarget }) => setColumn(currentTarget.value)}
        />
      ) : null}
      <ul className={`bare-list ${classes.list}`}>
        {ranges.map(({ range: named, name, days: formatDays }) => (
          <li key={named}>
            <Choice
              name={name}
              days={formatDays}
              isChosen={isChosen(named)}
              onChoose={() => choose({ kind: 'relative', column, range: named })}
            />
          </li>
        ))}
        <li>
          <Choice
            name={`${ownName} (default)`}
            days=""
            isChosen={range.kind === 'own' || (isAllByDefault && isChosen('None'))}
            onChoose={() => choose({ kind: 'own' })}
          />
        </li>
      </ul>
      <DaysForm days={days} onApply={(chosen) => choose({ kind: 'days', column, ...chosen })} />
    </Stack>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly days: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** One range of a list. */
export const Choice = ({ name, days, isChosen, onChoose }: ChoiceProps) => (
  <button type="button" className={`bare-button ${classes.choice}`} aria-pressed={isChosen} onClick={onChoose}>
    <span>{name}</span>
    <span className={classes.days}>{days}</span>
  </button>
)

const toOption = (value: CompareMode) => ({ value, label: COMPARE_TITLES[value] })

/** Every comparison; of those with last year, the one that fits the range comes first. */
const choicesFor = (range: ChosenRange, today: string, modes: readonly CompareMode[]) => {
  const choice = range === null || typeof range === 'object' || isReportRange(range) ? range : null
  const usual = lastYearMode(choice ?? 'None', today)
  const rest = modes.filter((mode) => mode !== 'previousPeriod' && mode !== usual)
  return [{ value: '', label: 'No comparison' }, ...(['previousPeriod', usual, ...rest] as const).map(toOption)]
}

/** A range by its name, or its days with `until` exclusive; null: not known. */
export type ChosenRange = string | { readonly from: string; readonly until: string } | null

interface CompareFieldProps extends Pick<NativeSelectProps, 'label' | 'description' | 'aria-label'> {
  readonly value: CompareMode | null
  readonly range: ChosenRange
  /** the account's local day */
  readonly today: string
  readonly onChange: (compare: CompareMode | null) => void
}

/** The comparison period of a report. */
export const CompareField = ({ value, range, today, onChange, ...named }: CompareFieldProps) => {
  const modes = useCompareModes(value)
  return (
    <NativeSelect
      {...named}
      size="xs"
      value={value ?? ''}
      data={choicesFor(range, today, modes)}
      onChange={({ currentTarget }) => onChange(modes.find((mode) => mode === currentTarget.value) ?? null)}
    />
  )
}
