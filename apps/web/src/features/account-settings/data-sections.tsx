import { Anchor, Button, Divider, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Account } from '#contract/account.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { formatLongDay } from '#web/app/format.ts'
import { DeleteAccountDialog } from '#web/features/account-deletion/delete-account-dialog.tsx'
import { useRestoreAccount } from '#web/features/account-deletion/deletion-banner.tsx'
import { ExportPanel } from './export-panel.tsx'
import { SettingsSection } from './settings-section.tsx'

/** Deletes the account, or cancels its deletion. Owners only. */
export const DangerSection = ({ account }: { account: Account }) => (
  <SettingsSection id="deletion" title="Delete account">
    <Deletion account={account} />
  </SettingsSection>
)

const Deletion = ({ account }: { account: Account }) => {
  const isOwner = useCurrentUser()?.roles.includes('AccountOwner') ?? false
  const restore = useRestoreAccount()
  const [isConfirming, setConfirming] = useState(false)
  if (!isOwner) return <Text size="sm">Only an account owner can delete the account.</Text>
  if (account.deletionDueUtc !== null) {
    return (
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          All data will be deleted on {formatLongDay(account.deletionDueUtc, account.timeZone)}. Nothing is removed
          until then.
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
        Permanently deletes {account.name} and all of its data for everyone. You have 30 days to undo this.
      </Text>
      <Button variant="default" c="var(--cuvee-bad)" onClick={() => setConfirming(true)}>
        Delete account…
      </Button>
      {isConfirming && <DeleteAccountDialog account={account} onClose={() => setConfirming(false)} />}
    </Group>
  )
}

/** The data export and the audit log. */
export const DataSection = () => (
  <SettingsSection id="data" title="Your data">
    <ExportPanel />
    <Divider />
    <Text size="sm">
      The audit log shows who made each change, when, and from where.{' '}
      <Anchor component={Link} to="/admin/settings/audit" size="sm" underline="always">
        Open audit log
      </Anchor>
    </Text>
  </SettingsSection>
)
