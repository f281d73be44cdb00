import { Paper, Table, Text, Title } from '@mantine/core'
import type { Reconciliation } from '#contract/services.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { right, ScrollTable } from '#web/app/listing.tsx'
import { type Difference, differenceLabel, differenceOf } from './reconciliation.ts'

interface DifferenceTableProps {
  readonly result: Reconciliation
  readonly platform: string
}

/** Orders with differences, largest first. */
export const DifferenceTable = ({ result: { differences, differenceCount }, platform }: DifferenceTableProps) => {
  const formats = useFormats()
  if (differences.length === 0) return null
  const hidden = differenceCount - differences.length
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Title order={2} mb="xs">
        Orders with differences
      </Title>
      <ScrollTable
        label="Orders with differences"
        minWidth={560}
        columns={['Order', 'Day', 'Issue', right('Cuvee'), right(platform), right('Difference')]}
      >
        {differences.map((difference) => (
          <DifferenceRow key={difference.sourceId} difference={difference} platform={platform} />
        ))}
      </ScrollTable>
      {hidden > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {formats.value(hidden, 'integer')} smaller differences aren’t shown.
        </Text>
      )}
    </Paper>
  )
}

const DifferenceRow = ({ difference, platform }: { difference: Difference; platform: string }) => {
  const formats = useFormats()
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{difference.orderNumber || difference.sourceId}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formats.day(difference.day, 'full')}</Table.Td>
      <Table.Td>{differenceLabel(difference, platform)}</Table.Td>
      <Table.Td ta="right">{formats.value(difference.ours, 'currency')}</Table.Td>
      <Table.Td ta="right">{formats.value(difference.platform, 'currency')}</Table.Td>
      <Table.Td ta="right" fw={600}>
        {formats.value(differenceOf(difference), 'currency')}
      </Table.Td>
    </Table.Tr>
  )
}
