import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogButtons, type DialogButtonsProps } from './dialog.tsx'
import { FormStack } from './form-stack.tsx'
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
export const FormDialog = ({ title, failure, onSubmit, onClose, children, ...buttons }: FormDialogProps) => (
  <Modal opened onClose={onClose} title={title}>
    <FormStack gap="sm" onSubmit={onSubmit}>
      {children}
      <FormFailure message={failure} />
      <DialogButtons mt="xs" onCancel={onClose} {...buttons} />
    </FormStack>
  </Modal>
)
