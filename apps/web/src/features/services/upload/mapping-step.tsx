import { Button, Group, Loader, Stack, Title } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { FilePreview } from '#contract/imports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { firstMessage } from '#web/api/api-error.ts'
import { FormFailure, Notice } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { DetectionPanel } from './detection-panel.tsx'
import { FileNotes, TableChoice } from './file-notes.tsx'
import { MappingForm } from './mapping-form.tsx'
import { usePreview } from './use-preview.ts'

interface SavedNoticeProps {
  readonly saved: NonNullable<FilePreview['saved']>
  readonly onForget: () => void
}

/** Says that the settings of an earlier import are used, with a way back to the proposal. */
const SavedNotice = ({ saved, onForget }: SavedNoticeProps) => (
  <ReaderFormats>
    <Notice
      role="status"
      icon={<IconHistory size={20} aria-hidden />}
      action={
        <Button size="xs" variant="default" flex="none" onClick={onForget}>
          Start fresh
        </Button>
      }
    >
      <SavedText saved={saved} />
    </Notice>
  </ReaderFormats>
)

const SavedText = ({ saved: { importedUtc, fileName } }: Pick<SavedNoticeProps, 'saved'>) => {
  const formats = useFormats()
  return (
    <>
      Using your mapping from {formats.day(importedUtc.slice(0, 10), 'full')}
      {fileName ? ` (${fileName})` : ''}.
    </>
  )
}

interface MappingStepProps {
  readonly serviceId: string
  readonly fileId: string
  readonly fileName: string
  /** the import whose settings are proposed */
  readonly reuseRun?: string | null
  /** `intoService`: the service that gets the rows */
  readonly onStarted: (runId: string, intoService: string) => void
  readonly onStartOver: () => void
  /** of the button that leaves the form */
  readonly startOverLabel?: string
}

/** Maps columns to fields, shows what the import would load, and starts it. */
export const MappingStep = (props: MappingStepProps) => {
  const { serviceId, fileId, fileName, reuseRun = null, onStartOver, startOverLabel = 'Choose another file' } = props
  const state = usePreview({ serviceId, fileId, reuseRun })
  const { form, preview, saved, chosenKind, isOfKind, chooseKind, chooseTable, forgetSaved } = state
  const { data, error } = preview
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2}>Map columns</Title>
        <Button variant="subtle" color="gray" size="xs" onClick={onStartOver}>
          {startOverLabel}
        </Button>
      </Group>
      <FormFailure message={error && firstMessage(error)} />
      {!data && !error && <Loader role="img" aria-label="Reading file" />}
      {saved && <SavedNotice saved={saved} onForget={forgetSaved} />}
      {data && <TableChoice preview={data} table={form.table} onChoose={chooseTable} />}
      {data && <DetectionPanel fileName={fileName} preview={data} kind={chosenKind} onChoose={chooseKind} />}
      {data && <FileNotes notes={data.notes} />}
      {data && !isOfKind && <Loader role="img" aria-label="Reading file" />}
      {data && chosenKind !== null && isOfKind && (
        <MappingForm key={`${data.kind} ${form.table} ${form.reuse}`} {...props} state={state} data={data} />
      )}
    </Stack>
  )
}
