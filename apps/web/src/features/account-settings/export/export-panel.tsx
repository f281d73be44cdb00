import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { formatDuration } from '#web/app/format.ts'
import { FormFailure } from '#web/app/notice.tsx'
import { sizeText } from './size-text.ts'
import { useAccountExport } from './use-account-export.ts'

/** The way to take everything of the account along. */
export const ExportPanel = () => {
  const { state, start, cancel } = useAccountExport()
  return (
    <Stack gap="xs">
      <Text size="sm">
        Everything that this account owns in one zip file: orders, customers, clubs and all other records as CSV, and
        dashboards, reports, settings and people as JSON. Passwords and keys of services are left out.
      </Text>
      <FormFailure message={state.kind === 'failed' ? state.message : null} />
      {state.kind === 'running' ? (
        <>
          <Progress value={100} animated aria-label="Making the file" />
          <Group justify="space-between" gap="xs">
            <Text size="sm" role="status" className="numbers">
              {state.bytes === 0 ? 'Making the file…' : progressText(state.bytes, Date.now() - state.since)}
            </Text>
            <Button variant="default" size="xs" onClick={cancel}>
              Cancel
            </Button>
          </Group>
        </>
      ) : (
        <Group>
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={start}>
            Export everything
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const progressText = (bytes: number, milliseconds: number): string =>
  `${sizeText(bytes)} so far, ${formatDuration(milliseconds)}. Stay on this page until it is done.`
