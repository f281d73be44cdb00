import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { FilePreview } from '#contract/imports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { Notice } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'

interface SavedNoticeProps {
  readonly saved: NonNullable<FilePreview['saved']>
  readonly onForget: () => void
}

/** Says that the settings of an earlier import are used, with a way back to the proposal. */
export const SavedNotice = ({ saved, onForget }: SavedNoticeProps) => (
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
