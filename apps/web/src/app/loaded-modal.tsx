import { Modal, type ModalProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'

/**
 * Mantine's dialog, apart from the code of the first screen. It is mounted closed and then opened, because only then it
 * returns the focus when it closes.
 */
export const LoadedModal = (props: ModalProps) => {
  const isMounted = useMounted()
  return <Modal {...props} opened={props.opened && isMounted} />
}
