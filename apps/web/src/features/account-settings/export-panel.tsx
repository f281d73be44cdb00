import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { firstMessage } from '#web/api/api-error.ts'
import { formatDuration } from '#web/app/format.ts'
import { FormFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { download, saveFile } from '#web/features/reports/export/download.ts'

type AccountExport =
  | { readonly kind: 'none' }
  /** `bytes` that have come so far */
  | { readonly kind: 'running'; readonly bytes: number; readonly since: number }
  | { readonly kind: 'failed'; readonly message: string }

const NONE: AccountExport = { kind: 'none' }

/** Everything of the account on its way into one file. */
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
      toast.success('Your data is downloaded')
    } catch (error) {
      if (signal.aborted) return
      setState({ kind: 'failed', message: firstMessage(error, 'The file could not be made. Please try again.') })
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

/** Bytes in words, such as "12.3 MB". */
export const sizeText = (bytes: number): string => {
  const unit = UNITS.find(([, size]) => bytes >= size)
  if (unit === undefined) return `${bytes} bytes`
  const [name, size] = unit
  return `${(bytes / size).toFixed(size === 1000 ? 0 : 1)} ${name}`
}

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
