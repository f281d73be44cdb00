import { Anchor, Paper, Skeleton, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { LoadFailure } from '#web/app/notice.tsx'
import { AddServiceSteps } from './add-service-steps.tsx'
import { useServiceTypes } from './use-service-types.ts'

/** The way to a new service: choose, connect, name. */
export const AddServiceScreen = () => {
  const { data, error, refetch } = useServiceTypes()
  return (
    <Stack maw={760} mx="auto">
      <Anchor component={Link} to="/admin/services" size="sm">
        All services
      </Anchor>
      <Title order={1}>Add service</Title>
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton h={240} />}
      {data && (
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <AddServiceSteps types={data} />
        </Paper>
      )}
    </Stack>
  )
}
