import { Modal, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { DialogButtons, type DialogButtonsProps } from './dialog.tsx'
import { FormFailure } from './notice.tsx'

interface FormDialogProps extends Pick<DialogButtonsProps, 'confirm' | 'isBusy' | 'disabled'> {
  readonly title: string
  /** why the fields could not be sent, if none of them shows it */
  readonly failure: string | null
  readonly onSubmit: () => void
  readonly onClose: () => void
  /** fields */
  readonly children: ReactNode
}

/** An open dialog of fields that are sent together. */
export const FormDialog = ({ title, failure, onSubmit, onClose, children, ...buttons }: FormDialogProps) => {
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={handleSubmit} noValidate>
        <Stack gap="sm">
          {children}
          <FormFailure message={failure} />
          <DialogButtons mt="xs" onCancel={onClose} {...buttons} />
        </Stack>
      </form>
    </Modal>
  )
}
