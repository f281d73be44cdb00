import { Button, Code, CopyButton, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { Service } from '#contract/services.ts'

type Webhook = NonNullable<Service['webhook']>

/** Where the platform may say that something changed, so that it is fetched at once. */
export const WebhookPanel = ({ webhook: { url, instruction } }: { webhook: Webhook }) => (
  <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-label="Real-time updates">
    <Stack gap="xs">
      <Title order={2}>Real-time updates</Title>
      <Text size="sm" c="dimmed" maw={680}>
        Without this, changes arrive with the next sync. {instruction}
      </Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code flex="1 1 auto" p={8} fz={13} style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Code>
        <CopyAddress url={url} />
      </Group>
      <Text size="xs" c="dimmed">
        Keep this URL private. Anyone who has it can start a sync.
      </Text>
    </Stack>
  </Paper>
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
