import { Button, Group, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { RunProgress } from '../runs/run-progress.tsx'

interface ImportStepProps {
  readonly serviceId: string
  readonly runId: string
  readonly onStartOver: () => void
}

/** The import of a file while it runs and after. It goes on when the page is left. */
export const ImportStep = ({ serviceId, runId, onStartOver }: ImportStepProps) => (
  <Stack>
    <Title order={2}>Import</Title>
    <RunProgress serviceId={serviceId} runId={runId}>
      <Group>
        <Button variant="default" onClick={onStartOver}>
          Upload another file
        </Button>
        <Button component={Link} to="/" variant="subtle">
          Go to dashboard
        </Button>
      </Group>
    </RunProgress>
  </Stack>
)
