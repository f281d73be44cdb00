import { DialogButtons } from '#web/app/dialog.tsx'
import 'react-easy-crop/react-easy-crop.css'
import { Input, Modal, Slider, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import Cropper from 'react-easy-crop'
import { firstMessage } from '#web/api/api-error.ts'
import { FormFailure } from '#web/app/notice.tsx'
import classes from './crop-dialog.module.css'
import { type CropArea, cropPicture } from './picture.ts'
import { useSetPhoto } from './use-profile-changes.ts'

const MAX_ZOOM = 4
/** Pixels that an arrow key moves the image. */
const KEY_STEP = 8

const CROPPER_PROPS = {
  role: 'group',
  'aria-label': 'Visible area. Use the arrow keys to move it.',
  'data-autofocus': true,
}

interface CropDialogProps {
  readonly userId: string
  /** object URL of the image */
  readonly url: string
  readonly onClose: () => void
}

/** Crops an image to a circle by pointer, touch or keys, and uploads it. */
export const CropDialog = ({ userId, url, onClose }: CropDialogProps) => {
  const [position, setPosition] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<CropArea | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const save = useSetPhoto(userId)
  const handleSave = async (): Promise<void> => {
    if (area === null) return
    setFailure(null)
    try {
      await save.mutateAsync(await cropPicture(url, area))
      onClose()
    } catch (error) {
      setFailure(firstMessage(error, 'The photo couldn’t be saved. Please try again.'))
    }
  }
  return (
    <Modal opened onClose={onClose} title="Crop your photo">
      <Stack>
        <FormFailure message={failure} />
        <div className={classes.stage}>
          <Cropper
            image={url}
            crop={position}
            zoom={zoom}
            maxZoom={MAX_ZOOM}
            aspect={1}
            cropShape="round"
            showGrid={false}
            keyboardStep={KEY_STEP}
            disableAutomaticStylesInjection
            mediaProps={{ alt: '' }}
            cropperProps={CROPPER_PROPS}
            onCropChange={setPosition}
            onZoomChange={setZoom}
            onCropAreaChange={(_, pixels) => setArea(pixels)}
          />
        </div>
        <Text size="sm" c="dimmed">
          Drag the photo, or use the arrow keys to move it.
        </Text>
        <Input.Wrapper label="Zoom" labelElement="div">
          <Slider min={1} max={MAX_ZOOM} step={0.1} label={null} thumbLabel="Zoom" value={zoom} onChange={setZoom} />
        </Input.Wrapper>
        <DialogButtons
          confirm="Save photo"
          isBusy={save.isPending}
          disabled={area === null}
          locksCancel
          onConfirm={() => void handleSave()}
          onCancel={onClose}
        />
      </Stack>
    </Modal>
  )
}
