import { Button, Group, Modal, Stack } from '@mantine/core'
import { firstMessage } from '#web/api/api-error.ts'
import { FormFailure } from '#web/app/notice.tsx'
import classes from './logo.module.css'
import type { ChosenPicture } from './use-chosen-picture.ts'
import { useLogo } from './use-logo.ts'

const THEMES = [
  ['light', 'On light'],
  ['dark', 'On dark'],
] as const

interface LogoPreviewDialogProps {
  readonly picture: ChosenPicture
  readonly onClose: () => void
}

/** The chosen picture as it will stand in either theme; nothing is sent before it is confirmed. */
export const LogoPreviewDialog = ({ picture, onClose }: LogoPreviewDialogProps) => {
  const { upload } = useLogo()
  const failure = upload.error && firstMessage(upload.error, 'The logo could not be saved. Please try again.')
  return (
    <Modal opened onClose={onClose} title="Use this logo?">
      <Stack>
        <FormFailure message={failure} />
        <div className={classes.papers}>
          {THEMES.map(([theme, caption]) => (
            <figure key={theme}>
              <div className={classes.paper} data-theme={theme}>
                <img src={picture.url} alt={picture.file.name} />
              </div>
              <figcaption>{caption}</figcaption>
            </figure>
          ))}
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={upload.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            data-autofocus
            loading={upload.isPending}
            onClick={() => upload.mutate(picture.file, { onSuccess: onClose })}
          >
            Use this logo
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
