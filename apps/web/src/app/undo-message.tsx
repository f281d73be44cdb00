import { Button, Group } from '@mantine/core'

interface UndoMessageProps {
  readonly text: string
  readonly onUndo: () => void
}

/** A toast's words with the way back. */
export const UndoMessage = ({ text, onUndo }: UndoMessageProps) => (
  <Group justify="space-between" wrap="nowrap" gap="sm">
    <span>{text}</span>
    <Button size="compact-xs" variant="default" flex="none" onClick={onUndo}>
      Undo
    </Button>
  </Group>
)
