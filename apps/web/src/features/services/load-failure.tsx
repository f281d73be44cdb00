import { Alert, Button, Group } from '@mantine/core'
import { firstMessage } from '#web/api/api-error.ts'

interface LoadFailureProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** Says why something could not be loaded and offers to try again. */
export const LoadFailure = ({ error, onRetry }: LoadFailureProps) => (
  <Alert color="red" title="This could not be loaded" role="alert">
    <Group justify="space-between">
      {firstMessage(error, 'Check your connection.')}
      <Button size="xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Group>
  </Alert>
)
