import { Button, Group, Modal, Text } from '@mantine/core'

interface StaleDialogProps {
  readonly isBusy: boolean
  readonly onReload: () => void
  readonly onSaveCopy: () => void
  readonly onClose: () => void
}

/** The report was saved by someone else since it was loaded. */
export const StaleDialog = ({ isBusy, onReload, onSaveCopy, onClose }: StaleDialogProps) => (
  <Modal opened onClose={onClose} title="This report has changed">
    <Text size="sm">
      Someone, perhaps you in another tab, saved it after you opened it. Reload the latest version, or save yours as a
      copy.
    </Text>
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button variant="default" onClick={onSaveCopy} loading={isBusy}>
        Save mine as a copy
      </Button>
      <Button onClick={onReload} loading={isBusy} data-autofocus>
        Reload
      </Button>
    </Group>
  </Modal>
)
