import { Anchor, Paper, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { EditServiceForm } from './edit-service-form.tsx'
import { useServiceTypes } from './use-service-types.ts'

/** Changes a service's name, interval and settings. */
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
    <Stack maw={760} mx="auto">
      <Anchor component={Link} to={path} size="sm">
        {service.data?.name ?? 'Back to the service'}
      </Anchor>
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
