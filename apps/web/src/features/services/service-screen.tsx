import { Anchor, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Service } from '#contract/services.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import { useServiceType } from './connect/use-service-types.ts'
import { RunHistory } from './runs/run-history.tsx'
import { SampleBadge } from './sample-badge.tsx'
import { ServiceLinks } from './service-links.tsx'
import { ServiceMenu } from './service-menu.tsx'
import { ServiceStateBadge } from './state/service-state-badge.tsx'
import { SyncButton } from './sync-button.tsx'
import { SyncPanel } from './sync-panel.tsx'
import { UploadWizard } from './upload/upload-wizard.tsx'
import { useService } from './use-services.ts'
import { WebhookPanel } from './webhook-panel.tsx'

/** One service: how it stands, the way to bring rows in, and its history. */
export const ServiceScreen = () => {
  const { serviceId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useService(serviceId)
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

const ServicePanels = ({ service }: { service: Service }) => (
  <>
    <ServiceHead service={service} />
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      {service.type === 'csv' ? <UploadWizard service={service} /> : <SyncPanel service={service} />}
    </Paper>
    <ServiceLinks service={service} />
    {service.webhook && <WebhookPanel webhook={service.webhook} />}
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <RunHistory serviceId={service.id} />
    </Paper>
  </>
)

const ServiceHead = ({ service }: { service: Service }) => {
  const navigate = useNavigate()
  const title = useServiceType(service.type)?.title
  return (
    <Group justify="space-between" align="flex-start" gap="xs">
      <Stack gap={2} miw={0} flex="1 1 240px">
        <Group gap="sm">
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {service.name}
          </Title>
          <SampleBadge service={service} />
          <ServiceStateBadge state={service.state} />
        </Group>
        {title !== undefined && title !== service.name && (
          <Text size="sm" c="dimmed">
            {title}
          </Text>
        )}
      </Stack>
      <Group gap={4} wrap="nowrap">
        {service.type !== 'csv' && <SyncButton service={service} />}
        <ServiceMenu service={service} onRemoved={() => navigate({ to: '/admin/services' })} />
      </Group>
    </Group>
  )
}
