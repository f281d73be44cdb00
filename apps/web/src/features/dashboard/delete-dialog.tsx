import { Button, Group, Modal, Text } from '@mantine/core'

export interface DeleteDialogProps {
  readonly name: string
  readonly isBusy: boolean
  readonly onDelete: () => void
  readonly onClose: () => void
}

export const DeleteDialog = ({ name, isBusy, onDelete, onClose }: DeleteDialogProps) => (
  <Modal opened onClose={onClose} title="Confirm Delete">
    <Text size="sm">
      Are you sure you want to delete the dashboard '{name}'? This action will permanently remove this data and cannot
      be undone.
    </Text>
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" onClick={onClose} data-autofocus>
        Cancel
      </Button>
      <Button color="red.9" loading={isBusy} onClick={onDelete}>
        Delete Dashboard
      </Button>
    </Group>
  </Modal>
)
