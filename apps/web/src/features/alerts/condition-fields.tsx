import { Group, NativeSelect, NumberInput } from '@mantine/core'
import type { AlertDirection } from '#domain/alerts.ts'
import { COMPARE_TITLES } from '#domain/ranges/comparison-mode.ts'
import { useAccount } from '#web/app/account-data.ts'
import { useCompareModes } from '#web/features/plan/use-plans.ts'
import { type AlertDraft, canForecast, type WatchableColumn } from './alert-draft.ts'
import { KIND_LABELS } from './alert-labels.ts'

interface ConditionFieldsProps {
  readonly draft: AlertDraft
  readonly columns: readonly WatchableColumn[]
  readonly problems: Readonly<Record<string, string>>
  readonly wasSubmitted: boolean
  readonly onChange: (change: Partial<AlertDraft>) => void
}

const KINDS = ['below', 'above', 'change', 'forecast'] as const
const REQUIRED = 'This field is required'

const DIRECTIONS: readonly { readonly value: AlertDirection; readonly change: string; readonly forecast: string }[] = [
  { value: 'either', change: 'Up or down', forecast: 'Above or below it' },
  { value: 'down', change: 'Down only', forecast: 'Below it only' },
  { value: 'up', change: 'Up only', forecast: 'Above it only' },
]

const numberOrNull = (value: number | string): number | null => (typeof value === 'number' ? value : null)

/** When the alert fires. */
export const ConditionFields = (props: ConditionFieldsProps) => {
  const { draft, columns, problems, onChange } = props
  const column = columns.find(({ index }) => index === draft.column)
  const kinds = KINDS.filter((kind) => kind !== 'forecast' || draft.kind === kind || canForecast(draft, column))
  return (
    <>
      <NativeSelect
        label="Alert me when it"
        data={kinds.map((value) => ({ value, label: KIND_LABELS[value] }))}
        value={draft.kind}
        error={problems['condition.kind']}
        onChange={({ currentTarget: { value } }) => onChange({ kind: KINDS.find((kind) => kind === value) ?? 'below' })}
      />
      {draft.kind === 'below' || draft.kind === 'above' ? <LimitField {...props} column={column} /> : null}
      {draft.kind === 'change' ? <ChangeFields {...props} /> : null}
      {draft.kind === 'forecast' ? <DirectionField {...{ draft, onChange }} name="forecast" /> : null}
    </>
  )
}

const LimitField = ({
  draft: { value },
  column,
  problems,
  wasSubmitted,
  onChange,
}: ConditionFieldsProps & { readonly column: WatchableColumn | undefined }) => {
  const currency = useAccount()?.currency
  const unit = column?.format === 'percent' ? '%' : column?.format === 'currency' ? currency : undefined
  return (
    <NumberInput
      label={unit === undefined ? 'Limit' : `Limit (${unit})`}
      required
      thousandSeparator=","
      hideControls
      value={value ?? ''}
      error={wasSubmitted && value === null ? REQUIRED : problems['condition.value']}
      onChange={(next) => onChange({ value: numberOrNull(next) })}
    />
  )
}

const ChangeFields = ({ draft, problems, wasSubmitted, onChange }: ConditionFieldsProps) => {
  const modes = useCompareModes(draft.compare)
  const isMissing = draft.percent === null || draft.percent <= 0
  return (
    <>
      <Group gap="sm" grow align="flex-start">
        <NumberInput
          label="Percent"
          required
          hideControls
          suffix=" %"
          min={0}
          value={draft.percent ?? ''}
          error={wasSubmitted && isMissing ? 'Enter a number above 0' : problems['condition.percent']}
          onChange={(next) => onChange({ percent: numberOrNull(next) })}
        />
        <DirectionField {...{ draft, onChange }} name="change" />
      </Group>
      <NativeSelect
        label="Compared with"
        data={modes.map((value) => ({ value, label: COMPARE_TITLES[value] }))}
        value={draft.compare}
        onChange={({ currentTarget: { value } }) =>
          onChange({ compare: modes.find((mode) => mode === value) ?? 'previousPeriod' })
        }
      />
    </>
  )
}

interface DirectionFieldProps extends Pick<ConditionFieldsProps, 'draft' | 'onChange'> {
  readonly name: 'change' | 'forecast'
}

const DirectionField = ({ draft, name, onChange }: DirectionFieldProps) => (
  <NativeSelect
    label="Direction"
    data={DIRECTIONS.map((one) => ({ value: one.value, label: one[name] }))}
    value={draft.direction}
    onChange={({ currentTarget: { value } }) =>
      onChange({ direction: DIRECTIONS.find((one) => one.value === value)?.value ?? 'either' })
    }
  />
)
