import { Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Service } from '#contract/services.ts'
import { useServiceType } from './connect/use-service-types.ts'
import { ActiveRun } from './runs/active-run.tsx'
import { SampleBadge } from './sample-badge.tsx'
import { ServiceMenu } from './service-menu.tsx'
import { ServiceProblem } from './service-problem.tsx'
import { isWorking } from './state/service-state.ts'
import { ServiceStateBadge } from './state/service-state-badge.tsx'
import { SyncFacts } from './state/sync-facts.tsx'
import { SyncButton } from './sync-button.tsx'

/** A service: how it stands, what it is doing, and what can be done with it. */
export const ServiceCard = ({ service }: { service: Service }) => {
  const { id, name, lastRun } = service
  return (
    <Paper withBorder p="md" component="section" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Stack gap={6} flex="1 1 260px" miw={0}>
            <Group gap="xs">
              <Anchor component={Link} to={`/admin/services/${id}`} fw={600} c="var(--mantine-color-text)">
                {name}
              </Anchor>
              <TypeTitle service={service} />
              <SampleBadge service={service} />
              <ServiceStateBadge state={service.state} />
            </Group>
            <SyncFacts service={service} />
          </Stack>
          <Group gap={4} wrap="nowrap">
            <SyncButton service={service} />
            <ServiceMenu service={service} />
          </Group>
        </Group>
        <ServiceProblem service={service} />
        {lastRun && isWorking(service) && <ActiveRun serviceId={id} run={lastRun} />}
      </Stack>
    </Paper>
  )
}

/** What kind of service it is, where its name does not say so already. */
const TypeTitle = ({ service: { type, name } }: { service: Service }) => {
  const title = useServiceType(type)?.title
  if (title === undefined || title === name) return null
  return (
    <Text component="span" size="sm" c="dimmed">
      {title}
    </Text>
  )
}
