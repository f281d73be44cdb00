import { Anchor, Badge, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Run, Service } from '#contract/services.ts'
import { useAccount } from '#web/app/account-data.ts'
import { dateTimeText } from './date-time-text.ts'
import { RunBadge } from './runs/run-badge.tsx'
import { isActive, runShare } from './runs/run-state.ts'
import { useRemoveService } from './use-service-changes.ts'
import { wholeNumber } from './whole-number.ts'

/** A service with the state of its last run. */
export const ServiceCard = ({ service }: { service: Service }) => {
  const remove = useRemoveService(() => {})
  const { lastRun } = service
  const timeZone = useAccount()?.timeZone
  return (
    <Paper withBorder p="md" component="section" aria-label={service.name}>
      <Group justify="space-between" align="flex-start">
        <Stack gap={4}>
          <Group gap="xs">
            <Anchor component={Link} to={`/admin/services/${service.id}`} fw={600} c="var(--mantine-color-text)">
              {service.name}
            </Anchor>
            {service.isSample && (
              <Badge variant="light" color="yellow" tt="none" c="var(--cuvee-warning)">
                Sample
              </Badge>
            )}
            {lastRun && <RunBadge status={lastRun.status} />}
          </Group>
          <Text size="sm" c="dimmed" className="numbers">
            {lastRunText(lastRun, timeZone)}
          </Text>
        </Stack>
        <Group gap="xs">
          <Button component={Link} to={`/admin/services/${service.id}`} variant="default" size="xs">
            {service.type === 'csv' ? 'Upload a file' : 'Open'}
          </Button>
          <Button variant="subtle" color="gray" size="xs" onClick={() => remove(service)}>
            Remove
          </Button>
        </Group>
      </Group>
      {lastRun && isActive(lastRun) && <ActiveBar run={lastRun} />}
    </Paper>
  )
}

const ActiveBar = ({ run }: { run: Run }) => {
  const share = runShare(run)
  return (
    <Progress
      mt="sm"
      size="sm"
      value={share === null ? 100 : share * 100}
      animated={share === null}
      aria-label="Import progress"
    />
  )
}

const lastRunText = (run: Run | null, timeZone: string | undefined): string => {
  if (!run) return 'Nothing loaded yet'
  const { accepted } = run.counts
  const rows = accepted === undefined || run.status !== 'succeeded' ? [] : [`${wholeNumber(accepted)} rows`]
  return [dateTimeText(run.finishedUtc ?? run.startedUtc ?? run.createdUtc, timeZone), ...rows].join(' · ')
}
