import { NumberInput, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { generalMessage } from '#web/api/api-error.ts'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { type DraftMeasure, type DraftRow, rowsFrom } from './plan-draft.ts'

interface LastYearDialogProps {
  readonly measure: DraftMeasure
  /** of the plan */
  readonly year: number
  readonly decimal: string
  readonly onRows: (rows: readonly DraftRow[]) => void
  readonly onClose: () => void
}

const NOTHING = 'There are no records of last year to start from.'

/** Fills a measure with what last year’s months brought, changed by a percentage. */
export const LastYearDialog = ({ measure, year, decimal, onRows, onClose }: LastYearDialogProps) => {
  const { api } = useRuntime()
  const [percent, setPercent] = useState<number | string>(5)
  const read = useMutation({
    mutationFn: () => api.plans.actuals({ year: year - 1, measure: measure.measure, breakdown: measure.breakdown }),
    onSuccess: (rows) => {
      if (rows.length === 0) return
      onRows(rowsFrom(rows, Number(percent) || 0, decimal))
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Fill from ${year - 1}`}
      confirm="Fill months"
      isBusy={read.isPending}
      failure={read.data?.length === 0 ? NOTHING : generalMessage(read.error)}
      onSubmit={read.mutate}
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
    </FormDialog>
  )
}
