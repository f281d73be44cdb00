import { Button, Paper, Text } from '@mantine/core'
import { useClientSettings } from '#web/app/client-settings.ts'

interface DemoSignInProps {
  readonly onChoose: (demo: { email: string; password: string }) => void
}

/** Fills in the demo winery's sign-in, on installations that have one. */
export const DemoSignIn = ({ onChoose }: DemoSignInProps) => {
  const { demo } = useClientSettings()
  if (!demo) return null
  return (
    <Paper p="md" bg="var(--cuvee-page)" withBorder>
      <Text size="sm">Explore the demo winery:</Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {demo.email} · {demo.password}
      </Text>
      <Button mt="sm" size="xs" variant="default" onClick={() => onChoose(demo)}>
        Use demo sign-in
      </Button>
    </Paper>
  )
}
