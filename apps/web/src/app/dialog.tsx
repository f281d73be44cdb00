import { Button, Group, type GroupProps, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { withModals } from './modals.tsx'

export interface DialogButtonsProps extends Pick<GroupProps, 'mt'> {
  readonly confirm: string
  readonly cancel?: string
  readonly isBusy: boolean
  /** it cannot be confirmed yet */
  readonly disabled?: boolean
  /** it cannot be canceled while it is busy */
  readonly locksCancel?: boolean
  readonly isDestructive?: boolean
  /** which button the dialog focuses; absent: a field, or the first button */
  readonly focus?: 'confirm' | 'cancel'
  /** absent: the button submits the form around it */
  readonly onConfirm?: () => void
  readonly onCancel: () => void
}

/** The buttons at the end of a dialog. */
export const DialogButtons = (props: DialogButtonsProps) => {
  const { confirm, cancel = 'Cancel', isBusy, disabled = false, focus, onConfirm, onCancel, mt } = props
  return (
    <Group justify="flex-end" gap="xs" {...(mt === undefined ? {} : { mt })}>
      <Button
        variant="default"
        disabled={props.locksCancel === true && isBusy}
        data-autofocus={focus === 'cancel' || undefined}
        onClick={onCancel}
      >
        {cancel}
      </Button>
      <Button
        type={onConfirm === undefined ? 'submit' : 'button'}
        {...(props.isDestructive === true ? { color: 'red.9' } : {})}
        loading={isBusy}
        disabled={disabled}
        data-autofocus={focus === 'confirm' || undefined}
        onClick={onConfirm}
      >
        {confirm}
      </Button>
    </Group>
  )
}

interface Confirmation {
  readonly title: string
  /** the consequences */
  readonly text: ReactNode
  readonly confirm: string
  readonly cancel?: string
  readonly onConfirm: () => void
}

/** Asks before something is deleted or ended. */
export const askToConfirm = ({ title, text, confirm, cancel = 'Cancel', onConfirm }: Confirmation): void => {
  void withModals((modals) =>
    modals.openConfirmModal({
      title,
      children: typeof text === 'string' ? <Text size="sm">{text}</Text> : text,
      labels: { confirm, cancel },
      confirmProps: { color: 'red.9' },
      onConfirm,
    }),
  )
}
