import { Table, Text } from '@mantine/core'
import type { FileProblem } from '#contract/services.ts'
import { formatCount } from '#web/app/format.ts'

/** Rows shown; a file can have as many problems as rows. */
const MOST_SHOWN = 100

/** Problems of a file with their locations. */
export const ProblemTable = ({ problems }: { problems: readonly FileProblem[] }) => {
  if (problems.length === 0) return null
  const hidden = problems.length - MOST_SHOWN
  return (
    <>
      <Table.ScrollContainer minWidth={480} type="native" tabIndex={0} role="region" aria-label="Problems">
        <Table fz="sm" className="numbers">
          <Table.Thead>
            <Table.Tr>
              <Table.Th ta="right">Line</Table.Th>
              <Table.Th>Column</Table.Th>
              <Table.Th>Value</Table.Th>
              <Table.Th>Problem</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {problems.slice(0, MOST_SHOWN).map((problem) => (
              <ProblemRow key={`${problem.line} ${problem.column} ${problem.message}`} problem={problem} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {hidden > 0 && (
        <Text size="sm" c="dimmed">
          {formatCount(hidden)} more problems aren’t shown.
        </Text>
      )}
    </>
  )
}

const ProblemRow = ({ problem: { line, column, value, message } }: { problem: FileProblem }) => (
  <Table.Tr>
    <Table.Td ta="right">{line ?? '—'}</Table.Td>
    <Table.Td>{column ?? '—'}</Table.Td>
    <Table.Td style={{ overflowWrap: 'anywhere' }}>{value ?? '—'}</Table.Td>
    <Table.Td>{message}</Table.Td>
  </Table.Tr>
)
