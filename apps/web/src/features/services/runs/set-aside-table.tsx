import { Table } from '@mantine/core'
import type { SetAsideRecord } from '#contract/services.ts'
import { streamLabel } from './run-state.ts'

/** Records that could not be used, each with the reason. */
export const SetAsideTable = ({ records }: { records: readonly SetAsideRecord[] }) => (
  <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} role="region" aria-label="Skipped records">
    <Table fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Kind</Table.Th>
          <Table.Th>Reason</Table.Th>
          <Table.Th>Field</Table.Th>
          <Table.Th>Record</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {records.map((record) => (
          <Table.Tr key={`${record.stream} ${record.sourceId} ${record.field} ${record.reason}`}>
            <Table.Td>{streamLabel(record.stream)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{record.reason}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{record.field ?? '—'}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }} maw={220}>
              {record.sourceId ?? '—'}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)
