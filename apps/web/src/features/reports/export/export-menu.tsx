import { Button, Loader, Menu } from '@mantine/core'
import { IconAlertCircle, IconChevronDown, IconDownload, IconLink, IconPrinter } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ExportFormat } from '#contract/reports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { errorStatus, firstMessage } from '#web/api/api-error.ts'
import { MenuCheckItem } from '#web/app/menu-check-item.tsx'
import { Notice } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import type { ReportRequest } from '../query/report-request.ts'
import { downloadReport, saveFile } from './download.ts'

type ExportState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly format: ExportFormat; readonly bytes: number }
  | { readonly kind: 'failed'; readonly format: ExportFormat; readonly message: string; readonly isTooLarge: boolean }

const NONE: ExportState = { kind: 'none' }

/** Exports a report to a file, one at a time. */
export const useExport = (request: ReportRequest, title: string) => {
  const { rawFetch } = useRuntime()
  const [state, setState] = useState<ExportState>(NONE)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const start = useCallback(
    async (format: ExportFormat, parts: ExportParts) => {
      running.current?.abort()
      const abort = new AbortController()
      running.current = abort
      setState({ kind: 'running', format, bytes: 0 })
      try {
        const download = await downloadReport(
          rawFetch,
          { ...request, ...parts, format },
          {
            signal: abort.signal,
            fallbackName: `${title}.${format}`,
            onBytes: (bytes) => {
              if (!abort.signal.aborted) setState({ kind: 'running', format, bytes })
            },
          },
        )
        saveFile(download)
        setState(NONE)
      } catch (error) {
        if (abort.signal.aborted) return
        const message = firstMessage(error, 'The file couldn’t be created. Please try again.')
        setState({ kind: 'failed', format, message, isTooLarge: errorStatus(error) === 413 })
      }
    },
    [rawFetch, request, title],
  )
  const cancel = useCallback(() => {
    running.current?.abort()
    setState(NONE)
  }, [])
  return {
    state,
    start: (format: ExportFormat, parts: ExportParts = NO_PARTS) => void start(format, parts),
    cancel,
    dismiss: () => setState(NONE),
  }
}

/** What a file of rows can hold besides them. */
type ExportParts = Record<'totals' | 'details', boolean>

const NO_PARTS: ExportParts = { totals: false, details: false }

export interface ExportItemsProps {
  readonly isReady: boolean
  readonly onExport: (format: ExportFormat, parts: ExportParts) => void
  readonly onPrint: () => void
}

const FORMATS: readonly (readonly [ExportFormat, string])[] = [
  ['csv', 'CSV file'],
  ['xlsx', 'Excel file (XLSX)'],
  ['pdf', 'PDF document'],
]

const copyLink = (): void => {
  navigator.clipboard.writeText(location.href).then(
    () => toast.success('Link copied'),
    () => toast.failure('The link couldn’t be copied. Copy it from the address bar.'),
  )
}

/** Exports of the report with its dates and filters, as items of a menu. */
export const ExportItems = ({ isReady, onExport, onPrint }: ExportItemsProps) => {
  const [parts, setParts] = useState(NO_PARTS)
  const toggle = (part: keyof ExportParts): void => setParts({ ...parts, [part]: !parts[part] })
  return (
    <>
      {FORMATS.map(([format, name]) => (
        <Menu.Item
          key={format}
          leftSection={<IconDownload size={16} />}
          disabled={!isReady}
          onClick={() => onExport(format, parts)}
        >
          {name}
        </Menu.Item>
      ))}
      <MenuCheckItem isOn={parts.totals} onToggle={() => toggle('totals')}>
        Include totals (CSV, Excel)
      </MenuCheckItem>
      <MenuCheckItem isOn={parts.details} onToggle={() => toggle('details')}>
        Include details (CSV)
      </MenuCheckItem>
      <Menu.Divider />
      <Menu.Item leftSection={<IconPrinter size={16} />} disabled={!isReady} onClick={onPrint}>
        Print
      </Menu.Item>
      <Menu.Item leftSection={<IconLink size={16} />} onClick={copyLink}>
        Copy link
      </Menu.Item>
    </>
  )
}

/** A button that opens the exports of a list. */
export const ExportMenu = (props: ExportItemsProps) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <Button variant="default" disabled={!props.isReady} rightSection={<IconChevronDown size={14} aria-hidden />}>
        Export
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <ExportItems {...props} />
    </Menu.Dropdown>
  </Menu>
)

interface ExportProgressProps {
  readonly state: ExportState
  readonly onCancel: () => void
  readonly onDismiss: () => void
  readonly onCsv: () => void
}

const MEGABYTE = 1_000_000

/** Progress of an export, or its error. */
export const ExportProgress = ({ state, onCancel, onDismiss, onCsv }: ExportProgressProps) => {
  const formats = useFormats()
  if (state.kind === 'none') return null
  if (state.kind === 'running') {
    const size = state.bytes === 0 ? '' : ` ${formats.value(state.bytes / MEGABYTE, 'number')} MB so far`
    return (
      <Notice
        role="status"
        icon={<Loader size={18} />}
        action={
          <Button size="xs" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        }
      >
        Creating the {state.format.toUpperCase()} file…{size}
      </Notice>
    )
  }
  return (
    <Notice
      tone="bad"
      role="alert"
      title={`The ${state.format.toUpperCase()} file couldn’t be created`}
      icon={<IconAlertCircle size={20} aria-hidden />}
      action={
        <>
          {state.isTooLarge && state.format !== 'csv' ? (
            <Button size="xs" onClick={onCsv}>
              Export as CSV
            </Button>
          ) : null}
          <Button size="xs" variant="default" onClick={onDismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      {state.message}
    </Notice>
  )
}
