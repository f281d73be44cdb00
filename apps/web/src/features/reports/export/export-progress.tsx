import { Button, Loader } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useFormats } from '#ui/formats-context.tsx'
import { Notice } from '#web/app/notice.tsx'
import type { ExportState } from './use-export.ts'

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
