import { Group, NumberInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_PROMISED_UNITS } from '#domain/stock-promises.ts'
import { bodyMessages, generalMessage } from '#web/api/api-error.ts'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { useRefreshPromises } from './use-refresh-promises.ts'

interface PromiseDialogProps {
  readonly sku: string
  readonly serviceId: string
  readonly onClose: () => void
}

/** Asks how many units are promised to whom. */
export const PromiseDialog = ({ sku, serviceId, onClose }: PromiseDialogProps) => {
  const { queries } = useRuntime()
  const refresh = useRefreshPromises()
  const [name, setName] = useState('')
  const [units, setUnits] = useState<number | null>(null)
  const [dueDay, setDueDay] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const create = useMutation(
    queries.stockPromises.create.mutationOptions({
      onSuccess: async () => {
        await refresh()
        toast.success('Promise added')
        onClose()
      },
    }),
  )
  const server = bodyMessages(create.error)
  const isNamed = name.trim() !== ''
  const handleSubmit = (): void => {
    setSubmitted(true)
    if (isNamed && units !== null) create.mutate({ sku, serviceId, name: name.trim(), units, dueDay: dueDay || null })
  }
  return (
    <FormDialog
      title="Add promise"
      confirm="Add promise"
      isBusy={create.isPending}
      failure={generalMessage(create.error)}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <TextInput
        label="Promised to"
        placeholder="Acme Distribution"
        required
        data-autofocus
        maxLength={60}
        value={name}
        error={wasSubmitted && !isNamed ? 'This field is required' : server.name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Group grow align="flex-start" gap="sm">
        <NumberInput
          label="Units"
          required
          min={1}
          max={MAX_PROMISED_UNITS}
          allowDecimal={false}
          value={units ?? ''}
          error={wasSubmitted && units === null ? 'Enter at least 1' : server.units}
          onChange={(value) => setUnits(typeof value === 'number' && value >= 1 ? value : null)}
        />
        <TextInput
          type="date"
          label="Due"
          value={dueDay}
          error={server.dueDay}
          onChange={({ currentTarget }) => setDueDay(currentTarget.value)}
        />
      </Group>
    </FormDialog>
  )
}
