import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import type { Service, ServiceType } from '#contract/services.ts'
import { LeaveGuard } from '#web/app/leave-guard.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import { hasPlatform } from '../state/service-state.ts'
import { ConnectionResult } from './connection-result.tsx'
import { SettingsForm } from './settings-form.tsx'
import { choiceOf, INTERVAL_CHOICES, intervalOf } from './sync-interval.ts'
import { useEditForm } from './use-edit-form.ts'

interface EditServiceFormProps {
  readonly service: Service
  readonly type: ServiceType
  readonly onDone: () => void
}

/** The fields of a service that exists. Stored secrets stay unless something is typed in their place. */
export const EditServiceForm = ({ service, type, onDone }: EditServiceFormProps) => {
  const form = useEditForm({ service, type, onDone })
  const { fields, draft, change, result } = form
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    form.save()
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <TextInput
          label="Name"
          required
          value={draft.name}
          error={form.nameProblem}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        {hasPlatform(service) && (
          <NativeSelect
            label="Sync"
            data={INTERVAL_CHOICES}
            value={choiceOf(draft.interval)}
            onChange={({ currentTarget }) => change({ interval: intervalOf(currentTarget.value) })}
          />
        )}
        <SettingsForm
          fields={fields}
          values={draft.values}
          problems={form.problems}
          stored={service.secretsSet}
          onChange={(field, value) => change({ values: { ...draft.values, [field]: value } })}
        />
        <FormFailure message={form.failure} />
        {result && <ConnectionResult result={result} />}
        <Group justify="flex-end">
          {fields.length > 0 && (
            <Button variant="default" loading={form.isTesting} onClick={form.tryOut}>
              Test connection
            </Button>
          )}
          <Button type="submit" loading={form.isSaving}>
            Save
          </Button>
        </Group>
      </Stack>
      <LeaveGuard mustAsk={form.isUnsaved}>
        Your changes to this service aren’t saved yet. They’ll be lost if you leave.
      </LeaveGuard>
    </form>
  )
}
