import { Button, Group, NativeSelect, Paper, Skeleton, Stack, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { Service, ServiceType } from '#contract/services.ts'
import { FormStack } from '#web/app/form-stack.tsx'
import { BackLink } from '#web/app/heading.tsx'
import { LeaveGuard } from '#web/app/leave-guard.tsx'
import { FormFailure, LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { hasPlatform } from '../state/service-state.ts'
import { useServiceTypes } from '../use-services.ts'
import { fromOption, INTERVAL_OPTIONS, toOption } from './connect-rules.ts'
import { ConnectionResult } from './connection-result.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useEditForm } from './use-edit-form.ts'

interface EditServiceFormProps {
  readonly service: Service
  readonly type: ServiceType
  readonly onDone: () => void
}

/** Edits an existing service. Stored secrets are kept unless replaced. */
const EditServiceForm = ({ service, type, onDone }: EditServiceFormProps) => {
  const form = useEditForm({ service, type, onDone })
  const { fields, draft, change, result } = form
  return (
    <FormStack onSubmit={form.save}>
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
          data={INTERVAL_OPTIONS}
          value={toOption(draft.interval)}
          onChange={({ currentTarget }) => change({ interval: fromOption(currentTarget.value) })}
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
      <LeaveGuard mustAsk={form.isUnsaved}>
        Your changes to this service aren’t saved yet. They’ll be lost if you leave.
      </LeaveGuard>
    </FormStack>
  )
}

/** Edits a service's name, interval and settings. */
export const EditServiceScreen = () => {
  const { serviceId = '' } = useParams({ strict: false })
  const { queries } = useRuntime()
  const navigate = useNavigate()
  const service = useQuery(queries.services.get.queryOptions({ input: { id: serviceId } }))
  const types = useServiceTypes()
  const path = `/admin/services/${serviceId}`
  const error = service.error ?? types.error
  const type = types.data?.find((known) => known.type === service.data?.type)
  return (
    <Stack maw="var(--cuvee-width-form)" mx="auto">
      <BackLink to={path}>{service.data?.name ?? 'Back to the service'}</BackLink>
      <Title order={1}>Edit service</Title>
      {error && <LoadFailure error={error} onRetry={() => Promise.all([service.refetch(), types.refetch()])} />}
      {!error && !type && <Skeleton h={240} />}
      {service.data && type && (
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <EditServiceForm
            key={serviceId}
            service={service.data}
            type={type}
            onDone={() => navigate({ to: path, replace: true })}
          />
        </Paper>
      )}
    </Stack>
  )
}
