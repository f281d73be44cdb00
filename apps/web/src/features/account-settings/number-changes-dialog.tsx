import { Button, Group, Modal, Text } from '@mantine/core'
import type { NumberChange } from './number-changes.ts'
import classes from './settings.module.css'

interface NumberChangesDialogProps {
  readonly changes: readonly NumberChange[]
  readonly isSaving: boolean
  readonly onSave: () => void
  readonly onClose: () => void
}

/** Says what saving does to numbers that people know, and from when, before it is done. */
export const NumberChangesDialog = ({ changes, isSaving, onSave, onClose }: NumberChangesDialogProps) => (
  <Modal opened onClose={onClose} title="Numbers will change">
    <Text size="sm">
      From the moment you save, for past dates too, on every dashboard, report, export and mail of this account. What
      was sent or exported before stays as it is.
    </Text>
    <dl className={classes.changes}>
      {changes.map(({ what, effect }) => (
        <div key={what}>
          <Text component="dt" size="sm">
            {what}
          </Text>
          <Text component="dd" size="sm" c="dimmed">
            {effect}
          </Text>
        </div>
      ))}
    </dl>
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" disabled={isSaving} onClick={onClose}>
        Go back
      </Button>
      <Button data-autofocus loading={isSaving} onClick={onSave}>
        Save and change numbers
      </Button>
    </Group>
  </Modal>
)
