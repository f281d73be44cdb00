import { Anchor, Button, Code, CopyButton, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconCopy, IconHeartbeat, IconScale } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Service } from '#contract/services.ts'
import { BackLink, LinkButton } from '#web/app/heading.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { RunHistory } from './runs/run-history.tsx'
import { ServiceMenu, ServiceProblem, SyncButton } from './service-actions.tsx'
import { SampleBadge, ServiceStateBadge } from './state/badges.tsx'
import { hasTotals } from './state/service-state.ts'
import { SyncPanel } from './sync-panel.tsx'
import { FetchedFileMapping } from './upload/fetched-file-mapping.tsx'
import { type RepeatedImport, UploadWizard } from './upload/upload-wizard.tsx'
import { useService, useServiceType } from './use-services.ts'

const ingestExample = (serviceId: string): string =>
  `curl ${window.location.origin}/api/ingest/customers?serviceId=${serviceId} \\
  -H "Authorization: Bearer cuvee_…" -H "Content-Type: application/x-ndjson" \\
  -d '{"sourceId":"c1","name":"Ada Stone"}'`

/** How a program sends records to the service. */
const IngestPanel = ({ serviceId }: { serviceId: string }) => (
  <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-label="Send records">
    <Stack gap="xs">
      <Title order={2}>Send records</Title>
      <Text size="sm" c="dimmed" maw="var(--cuvee-width-form)">
        Use an API key with the Write scope. Send up to 1,000 records per request; records with an existing ID are
        updated.
      </Text>
      <Text size="sm">
        <Anchor component={Link} to="/api-keys" size="sm">
          API keys
        </Anchor>
        {' · '}
        <Anchor href="/api/docs" size="sm">
          API documentation
        </Anchor>
      </Text>
      <Code block fz={13}>
        {ingestExample(serviceId)}
      </Code>
    </Stack>
  </Paper>
)

type Webhook = NonNullable<Service['webhook']>

const WEBHOOK_STATE = {
  registered: 'The platform tells Cuvee about changes, and they arrive within a minute.',
  scheduled: 'Changes arrive with the next sync.',
  manual: 'Without this, changes arrive with the next sync.',
} as const

/** Whether events bring the next sync forward, or the webhook URL that a user adds on the platform. */
const WebhookPanel = ({ webhook: { url, instruction, state, problem } }: { webhook: Webhook }) => (
  <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-label="Real-time updates">
    <Stack gap="xs">
      <Title order={2}>Real-time updates</Title>
      <Text size="sm" c="dimmed" maw="var(--cuvee-width-form)">
        {WEBHOOK_STATE[state]} {problem !== null && `${problem}. `}
        {state === 'manual' && instruction}
      </Text>
      {state === 'manual' && <WebhookAddress url={url} />}
    </Stack>
  </Paper>
)

/** The webhook URL that triggers an immediate sync. */
const WebhookAddress = ({ url }: { url: string }) => (
  <>
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code flex="1 1 auto" p={8} fz={13} style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Code>
      <CopyAddress url={url} />
    </Group>
    <Text size="xs" c="dimmed">
      Keep this URL private. Anyone who has it can start a sync.
    </Text>
  </>
)

const CopyAddress = ({ url }: { url: string }) => (
  <CopyButton value={url}>
    {({ copied, copy }) => {
      const Icon = copied ? IconCheck : IconCopy
      return (
        <Button variant="default" size="xs" flex="none" leftSection={<Icon size={14} aria-hidden />} onClick={copy}>
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        </Button>
      )
    }}
  </CopyButton>
)

/** Links to data checks. */
const ServiceLinks = ({ service }: { service: Service }) => (
  <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-label="Check the data">
    <Group justify="space-between" gap="xs">
      <Title order={2}>Check the data</Title>
      <Group gap="xs">
        {hasTotals(service) && (
          <LinkButton to={`/admin/services/${service.id}/reconciliation`} size="xs" icon={IconScale}>
            Compare totals
          </LinkButton>
        )}
        <LinkButton to="/admin/services/health" size="xs" icon={IconHeartbeat}>
          Data health
        </LinkButton>
      </Group>
    </Group>
  </Paper>
)

/** One service: status, sync or upload, and history. */
export const ServiceScreen = () => {
  const { serviceId = '' } = useParams({ strict: false })
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto">
      <BackLink to="/admin/services">All services</BackLink>
      <QueryContent query={useService(serviceId)} height={160}>
        {(service) => <ServicePanels key={service.id} service={service} />}
      </QueryContent>
    </Stack>
  )
}

const ServicePanels = ({ service }: { service: Service }) => {
  const [repeated, setRepeated] = useState<RepeatedImport | null>(null)
  const top = useRef<HTMLDivElement>(null)
  const takesFiles = service.type === 'csv'
  const repeat = (next: RepeatedImport) => {
    setRepeated(next)
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <ServiceHead service={service} />
      <Paper withBorder p={{ base: 'md', sm: 'lg' }} ref={top}>
        {takesFiles ? (
          <Stack>
            <ServiceProblem service={service} />
            <UploadWizard service={service} repeated={repeated} />
          </Stack>
        ) : (
          <SyncPanel service={service} />
        )}
      </Paper>
      {service.type === 'api' && <IngestPanel serviceId={service.id} />}
      {service.type === 'files' && <FetchedFileMapping service={service} />}
      {service.lastRun && <ServiceLinks service={service} />}
      {service.webhook && <WebhookPanel webhook={service.webhook} />}
      {service.lastRun && (
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <RunHistory serviceId={service.id} onRepeat={takesFiles ? repeat : undefined} />
        </Paper>
      )}
    </>
  )
}

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
