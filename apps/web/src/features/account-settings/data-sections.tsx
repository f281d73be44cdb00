import { Anchor, Button, Divider, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Account } from '#contract/account.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { formatLongDay } from '#web/app/format.ts'
import { DeleteAccountDialog } from '#web/features/account-deletion/delete-account-dialog.tsx'
import { useRestoreAccount } from '#web/features/account-deletion/use-restore-account.ts'
import { ExportPanel } from './export-panel.tsx'
import { SettingsSection } from './settings-section.tsx'

/** The end of the account, for owners, and the way back. */
export const DangerSection = ({ account }: { account: Account }) => (
  <SettingsSection id="deletion" title="Delete account">
    <Deletion account={account} />
  </SettingsSection>
)

const Deletion = ({ account }: { account: Account }) => {
  const isOwner = useCurrentUser()?.roles.includes('AccountOwner') ?? false
  const restore = useRestoreAccount()
  const [asks, setAsks] = useState(false)
  if (!isOwner) return <Text size="sm">Only an owner of the account can delete it.</Text>
  if (account.deletionDueUtc !== null) {
    return (
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          Everything goes on {formatLongDay(account.deletionDueUtc, account.timeZone)}. Until then nothing is removed.
        </Text>
        <Button variant="default" loading={restore.isPending} onClick={() => restore.mutate(undefined)}>
          Keep account
        </Button>
      </Group>
    )
  }
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" flex="1 1 240px">
        Removes everything of {account.name}, for everyone. You have 30 days to undo it.
      </Text>
      <Button variant="default" c="var(--cuvee-bad)" onClick={() => setAsks(true)}>
        Delete account…
      </Button>
      {asks && <DeleteAccountDialog account={account} onClose={() => setAsks(false)} />}
    </Group>
  )
}

/** What the account holds, to take along, and what was done with it. */
export const DataSection = () => (
  <SettingsSection id="data" title="Your data">
    <ExportPanel />
    <Divider />
    <Text size="sm">
      Every change is written down: who made it, when and from where.{' '}
      <Anchor component={Link} to="/admin/settings/audit" size="sm" underline="always">
        Open the audit log
      </Anchor>
    </Text>
  </SettingsSection>
)
