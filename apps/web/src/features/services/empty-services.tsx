import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconDatabaseImport, IconFileTypeCsv, IconPlugConnected } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Service } from '#contract/services.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { toast } from '#web/app/toast.ts'
import { useAddService } from './use-service-changes.tsx'

const SAMPLE = { type: 'sample', name: 'Sample winery' }
const CSV = { type: 'csv', name: 'CSV files' }

/** What an account without services can do in one click. */
export const EmptyServices = ({ onAdded }: { onAdded: (service: Service) => void }) => {
  const outcome = { onAdded, onFailed: (error: unknown) => toast.failure(firstMessage(error)) }
  const sample = useAddService(outcome)
  const csv = useAddService(outcome)
  const busy = sample.isPending || csv.isPending
  return (
    <Paper withBorder p="xl">
      <Stack align="center" ta="center" gap="sm">
        <Title order={2}>No services yet</Title>
        <Text c="dimmed" maw={560}>
          Connect the platform you sell with, or upload a CSV export of your orders. To explore first, load sample data:
          four years of orders, clubs, and tastings from a fictional winery, labeled as a sample and removed in one
          click.
        </Text>
        <Group justify="center" mt="sm">
          <Button component={Link} to="/admin/services/new" leftSection={<IconPlugConnected size={18} aria-hidden />}>
            Connect a platform
          </Button>
          <Button
            variant="default"
            leftSection={<IconDatabaseImport size={18} aria-hidden />}
            loading={sample.isPending}
            disabled={busy}
            onClick={() => sample.mutate(SAMPLE)}
          >
            Load sample data
          </Button>
          <Button
            variant="default"
            leftSection={<IconFileTypeCsv size={18} aria-hidden />}
            loading={csv.isPending}
            disabled={busy}
            onClick={() => csv.mutate(CSV)}
          >
            Upload a CSV file
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
