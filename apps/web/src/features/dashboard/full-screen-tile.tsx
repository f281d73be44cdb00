import { Modal } from '@mantine/core'
import classes from './tile.module.css'
import { TileFooter, TilePicture, type TilePictureProps } from './tile-picture.tsx'
import { shownResult } from './tile-state.ts'

interface FullScreenTileProps extends TilePictureProps {
  readonly onClose: () => void
}

/** A tile over the whole window; Escape closes it. */
export const FullScreenTile = ({ onClose, ...picture }: FullScreenTileProps) => {
  const result = shownResult(picture.state)
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={picture.title}
      closeButtonProps={{ 'aria-label': 'Close full screen' }}
      classNames={{ content: classes.fullScreen, body: classes.fullScreenBody }}
    >
      <div className={classes.fullScreenPicture}>
        <TilePicture {...picture} />
      </div>
      {result === null ? null : (
        <div className={classes.fullScreenFooter}>
          <TileFooter result={result} />
        </div>
      )}
    </Modal>
  )
}
