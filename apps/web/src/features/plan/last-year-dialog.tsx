import { NumberInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plannableMeasure } from '#domain/winery-plan.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { generalMessage } from '#web/api/api-error.ts'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { type Editing, monthTotals, rowsFrom } from './plan-draft.ts'

interface LastYearDialogProps extends Editing {
  /** of the plan */
  readonly year: number
  readonly onClose: () => void
}

const NOTHING = 'There are no records of last year to start from.'

/** Fills a measure with what last year’s months brought, changed by a percentage. */
export const LastYearDialog = ({ measure, year, decimal, onChange, onClose }: LastYearDialogProps) => {
  const { queries } = useRuntime()
  const formats = useFormats()
  const [percent, setPercent] = useState<number | string>(5)
  const { data, error, isPending } = useQuery(
    queries.plans.actuals.queryOptions({
      input: { year: year - 1, measure: measure.measure, breakdown: measure.breakdown },
      retry: false,
    }),
  )
  const rows = rowsFrom(data ?? [], Number(percent) || 0, decimal)
  const { unit } = plannableMeasure(measure.measure)
  const total = monthTotals({ rows }, decimal).reduce<number>((sum, amount) => sum + (amount ?? 0), 0)
  return (
    <FormDialog
      title={`Fill from ${year - 1}`}
      confirm="Fill months"
      isBusy={isPending}
      disabled={rows.length === 0}
      failure={data?.length === 0 ? NOTHING : generalMessage(error)}
      onSubmit={() => {
        onChange({ ...measure, rows })
        onClose()
      }}
      onClose={onClose}
    >
      <Text size="sm">Replaces the amounts of this measure with those of each month of {year - 1}.</Text>
      <NumberInput
        label="Change"
        suffix=" %"
        min={-100}
        max={1000}
        value={percent}
        onChange={setPercent}
        data-autofocus
      />
      <Text size="sm">
        Total for {year}: <strong>{formats.figure(total, unit === 'money' ? 'currency' : 'integer')}</strong>
      </Text>
    </FormDialog>
  )
}
