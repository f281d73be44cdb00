import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconDatabaseImport, IconFileTypeCsv } from '@tabler/icons-react'
import type { Service } from '#contract/services.ts'
import { useAddService } from './use-service-changes.ts'

const SAMPLE = { type: 'sample', name: 'Sample winery' }
const CSV = { type: 'csv', name: 'CSV files' }

/** What an account without services can do in one click. */
export const EmptyServices = ({ onAdded }: { onAdded: (service: Service) => void }) => {
  const sample = useAddService(onAdded)
  const csv = useAddService(onAdded)
  const busy = sample.isPending || csv.isPending
  return (
    <Paper withBorder p="xl">
      <Stack align="center" ta="center" gap="sm">
        <Title order={2}>No services yet</Title>
        <Text c="dimmed" maw={520}>
          Upload a CSV export of your orders, or look around with the rows of an invented winery: four years of orders,
          clubs and tastings, marked as a sample and removed in one click.
        </Text>
        <Group justify="center" mt="sm">
          <Button
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
