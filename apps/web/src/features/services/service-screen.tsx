import { Anchor, Badge, Button, Group, Paper, Skeleton, Stack, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Service } from '#contract/services.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { LoadFailure } from './load-failure.tsx'
import { RunHistory } from './runs/run-history.tsx'
import { RunProgress } from './runs/run-progress.tsx'
import { isActive } from './runs/run-state.ts'
import { useReloadAfterRun } from './runs/use-run.ts'
import { UploadWizard } from './upload/upload-wizard.tsx'
import { useRemoveService } from './use-service-changes.ts'

/** One service: its running work, the way to bring rows in, and its history. */
export const ServiceScreen = () => {
  const { queries } = useRuntime()
  const { serviceId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(
    queries.services.get.queryOptions({ input: { id: serviceId }, staleTime: 0 }),
  )
  return (
    <Stack maw={960} mx="auto">
      <Anchor component={Link} to="/admin/services" size="sm">
        All services
      </Anchor>
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton h={160} />}
      {data && <ServicePanels key={data.id} service={data} />}
    </Stack>
  )
}

const ServicePanels = ({ service }: { service: Service }) => {
  const navigate = useNavigate()
  const remove = useRemoveService(() => navigate({ to: '/admin/services' }))
  return (
    <>
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={1}>{service.name}</Title>
          {service.isSample && (
            <Badge variant="light" color="yellow" tt="none" c="var(--cuvee-warning)">
              Sample
            </Badge>
          )}
        </Group>
        <Button variant="default" onClick={() => remove(service)}>
          Remove
        </Button>
      </Group>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        {service.type === 'csv' ? <UploadWizard service={service} /> : <FetchPanel service={service} />}
      </Paper>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <RunHistory serviceId={service.id} />
      </Paper>
    </>
  )
}

/** The run that a service was doing when the page opened, or one started here. */
const FetchPanel = ({ service }: { service: Service }) => {
  const { queries } = useRuntime()
  const reload = useReloadAfterRun()
  const [startedRunId, setStartedRunId] = useState<string | null>(null)
  const start = useMutation(
    queries.services.sync.mutationOptions({
      onSuccess: ({ runId }) => {
        setStartedRunId(runId)
        reload()
      },
      onError: (error) => toast.failure(firstMessage(error)),
    }),
  )
  const runId = startedRunId ?? service.lastRun?.id ?? null
  const isBusy = start.isPending || (service.lastRun !== null && isActive(service.lastRun))
  const button = (
    <Group>
      <Button variant={runId ? 'default' : 'filled'} loading={isBusy} onClick={() => start.mutate({ id: service.id })}>
        {runId ? 'Load again' : 'Load now'}
      </Button>
    </Group>
  )
  if (!runId) return button
  return (
    <Stack>
      <RunProgress key={runId} serviceId={service.id} runId={runId}>
        {button}
      </RunProgress>
    </Stack>
  )
}
