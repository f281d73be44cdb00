import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import type { Service, ServiceType } from '#contract/services.ts'
import { fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { FormFailure } from '#web/app/form-failure.tsx'
import { LeaveGuard } from '#web/app/leave-guard.tsx'
import { hasPlatform } from '../state/service-state.ts'
import { ConnectionResult } from './connection-result.tsx'
import { draftDiffers, draftOf } from './edit-draft.ts'
import { nameProblem } from './service-name.ts'
import { sentSettings, settingMessages, settingProblems } from './setting-values.ts'
import { SettingsForm } from './settings-form.tsx'
import { settingFields } from './settings-schema.ts'
import { choiceOf, INTERVAL_CHOICES, intervalOf } from './sync-interval.ts'
import { useConnectionTest } from './use-connection-test.ts'
import { useSaveService } from './use-save-service.ts'

interface EditServiceFormProps {
  readonly service: Service
  readonly type: ServiceType
  readonly onDone: () => void
}

const NOT_SAVED = 'The service was not saved. Check your connection and try again; what you typed is still here.'

/** The fields of a service that exists. Stored secrets stay unless something is typed in their place. */
export const EditServiceForm = ({ service, type, onDone }: EditServiceFormProps) => {
  const fields = useMemo(() => settingFields(type.settingsSchema), [type])
  const [original] = useState(() => draftOf(service, fields))
  const [draft, setDraft] = useState(original)
  const [showsProblems, setShowsProblems] = useState(false)
  const isDone = useRef(false)
  const test = useConnectionTest()
  const save = useSaveService({
    service,
    fields,
    onSaved: () => {
      isDone.current = true
      onDone()
    },
  })
  const { name, interval, values } = draft
  const problems = settingProblems(fields, values, service.secretsSet)
  const asked = { type: service.type, settings: sentSettings(fields, values), id: service.id }
  const result = test.resultFor(asked)
  const canSend = (): boolean => {
    setShowsProblems(true)
    return nameProblem(name) === null && Object.keys(problems).length === 0
  }
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (canSend() && !save.isPending) save.mutate(draft)
  }
  const refused = settingMessages(fieldMessages(save.error))
  const isRefused = Object.keys(refused).length > 0
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <TextInput
          label="Name"
          required
          value={name}
          error={showsProblems ? nameProblem(name) : null}
          onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
        />
        {hasPlatform(service) && (
          <NativeSelect
            label="Sync"
            data={INTERVAL_CHOICES}
            value={choiceOf(interval)}
            onChange={({ currentTarget }) => setDraft({ ...draft, interval: intervalOf(currentTarget.value) })}
          />
        )}
        <SettingsForm
          fields={fields}
          values={values}
          problems={{ ...(showsProblems ? problems : {}), ...test.problems, ...refused }}
          stored={service.secretsSet}
          onChange={(field, value) => setDraft({ ...draft, values: { ...values, [field]: value } })}
        />
        <FormFailure
          message={test.failure ?? (save.error && !isRefused ? firstMessage(save.error, NOT_SAVED) : null)}
        />
        {result && <ConnectionResult result={result} />}
        <Group justify="flex-end">
          {fields.length > 0 && (
            <Button variant="default" loading={test.isPending} onClick={() => canSend() && void test.start(asked)}>
              Test connection
            </Button>
          )}
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
      <LeaveGuard mustAsk={() => !isDone.current && draftDiffers(draft, original, fields)}>
        The changes to this service are not saved yet. They are lost when you leave.
      </LeaveGuard>
    </form>
  )
}
