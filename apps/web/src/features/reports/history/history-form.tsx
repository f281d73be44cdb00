import { ActionIcon, Button, FocusTrap, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { HistoryCondition } from '#contract/report-definition.ts'
import { AMOUNTS } from '#domain/history-sentence.ts'
import { COUNT_COMPARISONS } from '#domain/report-terms.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { FilterFields } from '../filters/filter-chips.tsx'
import { emptyFilter } from '../filters/report-filter.ts'
import { rangeOptions, toRangeCalendar } from '../range/range-labels.ts'
import {
  AT_LEAST_ONE,
  BEFORE,
  datesDay,
  datesKind,
  datesOf,
  type EventType,
  eventColumns,
  isCompleteCondition,
  isHistoryKind,
  kindOf,
  kindOptions,
  SINCE,
  withKind,
} from './history-condition.ts'
import classes from './history-form.module.css'

interface FieldsProps {
  readonly type: EventType
  readonly condition: HistoryCondition
  readonly onChange: (condition: HistoryCondition) => void
}

/** How often: `at least`, and a number. */
const CountFields = ({ condition, onChange }: FieldsProps) => {
  const { count = AT_LEAST_ONE } = condition
  return (
    <Group gap="xs" grow align="flex-end">
      <NativeSelect
        label="How often"
        value={count.comparison}
        data={COUNT_COMPARISONS.map((value) => ({ value, label: AMOUNTS[value] }))}
        onChange={({ currentTarget }) => {
          const comparison = COUNT_COMPARISONS.find((one) => one === currentTarget.value)
          if (comparison) onChange({ ...condition, count: { ...count, comparison } })
        }}
      />
      <NumberInput
        label="Times"
        min={0}
        max={1_000_000}
        allowDecimal={false}
        value={count.value}
        onChange={(value) => onChange({ ...condition, count: { ...count, value: Number(value) || 0 } })}
      />
    </Group>
  )
}

/** Comparisons of the events' own columns. */
const ConditionFields = ({ type, condition, onChange }: FieldsProps) => {
  const columns = eventColumns(type)
  // one whose values can be chosen, if there is any
  const first = columns.find((column) => column.type === 'enum') ?? columns[0]
  const { filters } = condition
  return (
    <>
      {filters.map((filter, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two filters may say the same, and their places are what they are
        <div key={index} className={classes.condition}>
          <FilterFields
            reportType={type.reportType}
            columns={columns}
            isGrouped={false}
            filter={filter}
            onChange={({ columnId, comparison, value }) =>
              onChange({ ...condition, filters: filters.with(index, { columnId, comparison, value }) })
            }
          />
          <ActionIcon
            className={classes.remove}
            aria-label="Remove condition"
            onClick={() => onChange({ ...condition, filters: filters.toSpliced(index, 1) })}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {first === undefined ? null : (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange({ ...condition, filters: [...filters, { ...emptyFilter(first) }] })}
        >
          Add condition
        </Button>
      )}
    </>
  )
}

/** The dates of the events: a range, since a day, or before it. */
const DatesFields = ({ condition, onChange }: Omit<FieldsProps, 'type'>) => {
  const account = useAccount()
  const formats = useFormats()
  const { dates } = condition
  const kind = datesKind(dates)
  if (account === null) return null
  const ranges = [
    ...rangeOptions(toRangeCalendar(account, Date.now()), formats).toReversed(),
    { value: SINCE, label: 'Since a day…' },
    { value: BEFORE, label: 'Before a day…' },
  ]
  const isKnown = ranges.some(({ value }) => value === kind)
  const hasDay = kind === SINCE || kind === BEFORE
  return (
    <>
      <NativeSelect
        label="Dates"
        value={kind}
        data={isKnown ? ranges : [...ranges, { value: kind, label: kind.replace('/', ' – ') }]}
        onChange={({ currentTarget }) =>
          onChange({ ...condition, dates: datesOf(currentTarget.value, hasDay ? datesDay(dates) : '') })
        }
      />
      {hasDay ? (
        <TextInput
          type="date"
          label={kind === SINCE ? 'Since' : 'Before'}
          value={datesDay(dates)}
          onChange={({ currentTarget }) => onChange({ ...condition, dates: datesOf(kind, currentTarget.value) })}
        />
      ) : null}
    </>
  )
}

interface HistoryFormProps {
  readonly types: readonly EventType[]
  /** absent: a new one */
  readonly condition?: HistoryCondition
  readonly onApply: (condition: HistoryCondition) => void
  readonly onClose: () => void
}

const newCondition = (of: string): HistoryCondition => ({ of, which: 'any', filters: [], dates: null })

/** A condition on what people did: of what, how often or which one, with which values, and when. */
export const HistoryForm = ({ types, condition, onApply, onClose }: HistoryFormProps) => {
  const [draft, setDraft] = useState(condition ?? newCondition(types[0]?.reportType ?? ''))
  const type = types.find(({ reportType }) => reportType === draft.of) ?? types[0]
  if (type === undefined) return null
  const kind = kindOf(draft)
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isCompleteCondition(draft)) return
    onClose()
    onApply(draft)
  }
  return (
    <FocusTrap active>
      <Stack component="form" onSubmit={handleSubmit} gap="xs" className={classes.form}>
        <NativeSelect
          label="History of"
          value={type.reportType}
          data={types.map(({ reportType, title }) => ({ value: reportType, label: title }))}
          onChange={({ currentTarget }) => setDraft({ ...draft, of: currentTarget.value, filters: [] })}
        />
        <NativeSelect
          label="People"
          value={kind}
          data={kindOptions(type.words)}
          onChange={({ currentTarget: { value } }) => {
            if (isHistoryKind(value)) setDraft(withKind(draft, value))
          }}
        />
        {kind === 'times' ? <CountFields type={type} condition={draft} onChange={setDraft} /> : null}
        <ConditionFields key={type.reportType} type={type} condition={draft} onChange={setDraft} />
        <DatesFields condition={draft} onChange={setDraft} />
        <Group justify="flex-end" gap={8}>
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="xs" type="submit" disabled={!isCompleteCondition(draft)}>
            Apply
          </Button>
        </Group>
      </Stack>
    </FocusTrap>
  )
}
