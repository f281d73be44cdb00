import { Group, Modal, NumberInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { MAX_PROMISED_UNITS } from '#domain/stock-promises.ts'
import { bodyMessages, generalMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import { toast } from '#web/app/toast.ts'
import { usePromiseChanges } from './use-promise-changes.ts'

interface PromiseDialogProps {
  readonly sku: string
  readonly serviceId: string
  readonly onClose: () => void
}

/** Asks how many units are promised to whom. */
export const PromiseDialog = ({ sku, serviceId, onClose }: PromiseDialogProps) => {
  const { create } = usePromiseChanges()
  const [name, setName] = useState('')
  const [units, setUnits] = useState<number | null>(null)
  const [dueDay, setDueDay] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const server = bodyMessages(create.error)
  const isNamed = name.trim() !== ''
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    setSubmitted(true)
    if (!isNamed || units === null) return
    create.mutate(
      { sku, serviceId, name: name.trim(), units, dueDay: dueDay === '' ? null : dueDay },
      {
        onSuccess: () => {
          toast.success('Promise added')
          onClose()
        },
      },
    )
  }
  return (
    <Modal opened onClose={onClose} title="Add promise">
      <form onSubmit={handleSubmit} noValidate>
        <Stack gap="sm">
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
          <FormFailure message={generalMessage(create.error)} />
          <DialogButtons mt="xs" confirm="Add promise" isBusy={create.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
