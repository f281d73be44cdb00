import { Stack } from '@mantine/core'
import { BackLink } from '#web/app/heading.tsx'
import { WebhookList } from './webhook-list.tsx'

/** Where events of the account are sent to. */
export const WebhooksScreen = () => (
  <Stack maw="var(--cuvee-width-list)" mx="auto">
    <BackLink to="/admin/developers">Developers</BackLink>
    <WebhookList noun="webhook" />
  </Stack>
)
