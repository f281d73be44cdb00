import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Account } from '#contract/account.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { formatDuration } from '#web/app/format.ts'
import { SettingsSection } from '#web/app/heading.tsx'
import { FormFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { DeleteAccountDialog } from '#web/features/account-deletion/delete-account-dialog.tsx'
import { useRestoreAccount } from '#web/features/account-deletion/deletion-banner.tsx'
import { download, saveFile } from '#web/features/reports/export/download.ts'

type AccountExport =
  | { readonly kind: 'none' }
  /** `bytes` received so far */
  | { readonly kind: 'running'; readonly bytes: number; readonly since: number }
  | { readonly kind: 'failed'; readonly message: string }

const NONE: AccountExport = { kind: 'none' }

/** Downloads the account's data as one file. */
const useAccountExport = () => {
  const { rawFetch } = useRuntime()
  const [state, setState] = useState<AccountExport>(NONE)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = async (): Promise<void> => {
    const abort = new AbortController()
    running.current = abort
    const { signal } = abort
    const since = Date.now()
    const onBytes = (bytes: number): void => {
      if (!signal.aborted) setState({ kind: 'running', bytes, since })
    }
    onBytes(0)
    try {
      saveFile(await download(rawFetch, ['/account/export'], { signal, fallbackName: 'cuvee-export.zip', onBytes }))
      setState(NONE)
      toast.success('Data downloaded')
    } catch (error) {
      if (signal.aborted) return
      setState({ kind: 'failed', message: firstMessage(error, 'The export failed. Please try again.') })
    }
  }
  const cancel = (): void => {
    running.current?.abort()
    setState(NONE)
  }
  return { state, start: () => void start(), cancel }
}

const UNITS = [
  ['GB', 1_000_000_000],
  ['MB', 1_000_000],
  ['KB', 1000],
] as const

/** A file size such as "12.3 MB". */
export const sizeText = (bytes: number): string => {
  const unit = UNITS.find(([, size]) => bytes >= size)
  if (unit === undefined) return `${bytes} bytes`
  const [name, size] = unit
  return `${(bytes / size).toFixed(size === 1000 ? 0 : 1)} ${name}`
}

/** Exports everything that the account owns. */
const ExportPanel = () => {
  const { state, start, cancel } = useAccountExport()
  return (
    <Stack gap="xs">
      <Text size="sm">
        Download everything in this account as a zip file: orders, customers, clubs, and all other records as CSV, and
        dashboards, reports, settings, and users as JSON. Passwords and service credentials aren’t included.
      </Text>
      <FormFailure message={state.kind === 'failed' ? state.message : null} />
      {state.kind === 'running' ? (
        <>
          <Progress value={100} animated aria-label="Preparing export" />
          <Group justify="space-between" gap="xs">
            <Text size="sm" role="status" className="numbers">
              {state.bytes === 0 ? 'Preparing export…' : progressText(state.bytes, Date.now() - state.since)}
            </Text>
            <Button variant="default" size="xs" onClick={cancel}>
              Cancel
            </Button>
          </Group>
        </>
      ) : (
        <Group>
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={start}>
            Export all data
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const progressText = (bytes: number, milliseconds: number): string =>
  `${sizeText(bytes)} so far, ${formatDuration(milliseconds)}. Stay on this page until it’s done.`

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
      <Group>
        <Button variant="default" loading={restore.isPending} onClick={() => restore.mutate(undefined)}>
          Restore account
        </Button>
      </Group>
    )
  }
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" flex="1 1 240px">
        Permanently deletes {account.name} and all of its data for everyone. Nothing is removed for 30 days, and any
        owner can undo it.
      </Text>
      <Button variant="default" c="var(--cuvee-bad)" onClick={() => setConfirming(true)}>
        Delete account…
      </Button>
      {isConfirming && <DeleteAccountDialog account={account} onClose={() => setConfirming(false)} />}
    </Group>
  )
}

/** The data export. */
export const DataSection = () => (
  <SettingsSection id="data" title="Your data">
    <ExportPanel />
  </SettingsSection>
)
