import { Anchor, Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconFileTypeCsv, IconHeartbeat, IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Service } from '#contract/services.ts'
import { EmptyPanel, LinkButton, ScreenHead } from '#web/app/heading.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { PlanLock } from '#web/app/plan-lock.tsx'
import { ActiveRun } from './runs/active-run.tsx'
import { SampleButton } from './sample-button.tsx'
import { ServiceMenu, ServiceProblem, SyncButton } from './service-actions.tsx'
import { SampleBadge, ServiceStateBadge } from './state/badges.tsx'
import { isWorking } from './state/service-state.ts'
import { SyncFacts } from './state/sync-facts.tsx'
import { useServices, useServiceType } from './use-services.ts'

/** A service with its status, current run and actions. */
const ServiceCard = ({ service }: { service: Service }) => {
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

/** The service's type, unless its name is the same. */
const TypeTitle = ({ service: { type, name } }: { service: Service }) => {
  const title = useServiceType(type)?.title
  if (title === undefined || title === name) return null
  return (
    <Text component="span" size="sm" c="dimmed">
      {title}
    </Text>
  )
}

/** The empty state, with one-click actions. */
const EmptyServices = ({ onAdded }: { onAdded: (service: Service) => void }) => (
  <EmptyPanel
    title="No services yet"
    text="Connect the platform you sell with, or upload a CSV export of your orders. To explore first, load sample data: four years of orders, clubs, and tastings from a fictional winery, labeled as a sample and removed in one click."
  >
    <Group justify="center" mt="sm">
      <Button component={Link} to="/admin/services/new" leftSection={<IconPlugConnected size={18} aria-hidden />}>
        Connect a platform
      </Button>
      <SampleButton onAdded={onAdded}>Load sample data</SampleButton>
      <Button
        variant="default"
        leftSection={<IconFileTypeCsv size={18} aria-hidden />}
        renderRoot={(props) => <Link to="/admin/services/new" search={{ type: 'csv' }} {...props} />}
      >
        Upload a CSV file
      </Button>
    </Group>
  </EmptyPanel>
)

/** The account's services. */
export const ServicesScreen = () => {
  const { data, isPending, error, refetch } = useServices()
  const navigate = useNavigate()
  const open = (service: Service) => navigate({ to: `/admin/services/${service.id}` })
  const hasServices = data !== undefined && data.length > 0
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto">
      <ScreenHead
        title="Services"
        tools={
          hasServices && (
            <Group gap="xs">
              <LinkButton to="/admin/services/health" icon={IconHeartbeat}>
                Data health
              </LinkButton>
              <PlanLock>
                {(lock) => (
                  <Button
                    component={Link}
                    to="/admin/services/new"
                    leftSection={<IconPlus size={16} aria-hidden />}
                    {...lock}
                  >
                    Add service
                  </Button>
                )}
              </PlanLock>
            </Group>
          )
        }
      >
        Where your orders, customers, and clubs come from.
      </ScreenHead>
      {isPending && <Skeleton h={88} />}
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {data?.length === 0 && <EmptyServices onAdded={open} />}
      {data?.map((service) => (
        <ServiceCard key={service.id} service={service} />
      ))}
    </Stack>
  )
}
