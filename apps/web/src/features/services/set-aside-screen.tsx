import { Anchor, Paper, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useRuntime } from '#web/app/runtime.tsx'
import { OpenSetAside } from './runs/set-aside-records.tsx'

/** What of a service's records is in no number, and why. */
export const SetAsideScreen = () => {
  const { serviceId = '' } = useParams({ strict: false })
  const { queries } = useRuntime()
  const { data } = useQuery(queries.services.get.queryOptions({ input: { id: serviceId } }))
  return (
    <Stack maw={960} mx="auto">
      <Anchor component={Link} to={`/admin/services/${serviceId}`} size="sm">
        {data?.name ?? 'Back to the service'}
      </Anchor>
      <Title order={1}>Skipped records</Title>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
        <OpenSetAside serviceId={serviceId} />
      </Paper>
    </Stack>
  )
}
