import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Plan, PlanHead } from '#contract/plans.ts'
import { generalMessage } from '#web/api/api-error.ts'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { useRuntime } from '#web/app/runtime.tsx'

interface NewPlanDialogProps {
  readonly plans: readonly PlanHead[]
  /** fiscal year of today */
  readonly year: number
  /** that is to be planned now: soon the next one */
  readonly dueYear: number
  readonly onCreated: (plan: Plan) => void
  readonly onClose: () => void
}

/** With its year, once. */
export const planName = ({ name, year }: Pick<PlanHead, 'name' | 'year'>): string =>
  name.includes(String(year)) ? name : `${name} ${year}`

/** Adds a version of a year’s plan, blank or as a copy of another. */
export const NewPlanDialog = ({ plans, year, dueYear, onCreated, onClose }: NewPlanDialogProps) => {
  const { api } = useRuntime()
  const isPlanned = (one: number): boolean => plans.some((plan) => plan.year === one)
  // the first plan shows its use at once
  const proposed = plans.length === 0 || isPlanned(dueYear) ? year : dueYear
  const [name, setName] = useState(isPlanned(proposed) ? 'Reforecast' : 'Budget')
  const [chosenYear, setYear] = useState(String(proposed))
  const [copyOf, setCopyOf] = useState('')
  const create = useMutation({
    mutationFn: () => api.plans.create({ name, year: Number(chosenYear), ...(copyOf === '' ? {} : { copyOf }) }),
    onSuccess: onCreated,
  })
  const years = [year - 1, year, year + 1, year + 2].map(String)
  return (
    <FormDialog
      title="Add plan"
      confirm="Add plan"
      isBusy={create.isPending}
      disabled={name.trim() === ''}
      failure={generalMessage(create.error)}
      onSubmit={create.mutate}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        maxLength={80}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        data-autofocus
      />
      <NativeSelect
        label="Year"
        data={years}
        value={chosenYear}
        onChange={({ currentTarget }) => setYear(currentTarget.value)}
      />
      {plans.length === 0 ? null : (
        <NativeSelect
          label="Start from"
          data={[{ value: '', label: 'Blank' }, ...plans.map((plan) => ({ value: plan.id, label: planName(plan) }))]}
          value={copyOf}
          onChange={({ currentTarget }) => setCopyOf(currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}
