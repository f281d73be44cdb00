import { Button, Group, Progress, Stack, Text } from '@mantine/core'

interface SendingFileProps {
  readonly fileName: string
  /** 0 to 1 */
  readonly share: number
  readonly onCancel: () => void
}

/** How much of the file has been sent. */
export const SendingFile = ({ fileName, share, onCancel }: SendingFileProps) => (
  <Stack gap="xs">
    <Group justify="space-between">
      <Text size="sm" fw={500} role="status" style={{ overflowWrap: 'anywhere' }}>
        {share < 1 ? `Uploading ${fileName}` : `Reading ${fileName}`}
      </Text>
      <Button size="xs" variant="default" onClick={onCancel}>
        Cancel upload
      </Button>
    </Group>
    <Progress value={share * 100} animated={share >= 1} aria-label="Upload progress" />
    <Text size="xs" c="dimmed" className="numbers">
      {Math.floor(share * 100)}%
    </Text>
  </Stack>
)
