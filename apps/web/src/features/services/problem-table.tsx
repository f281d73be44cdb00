import { Table, Text } from '@mantine/core'
import type { FileProblem } from '#contract/imports.ts'
import { formatCount } from '#web/app/format.ts'
import { right, ScrollTable } from '#web/app/listing.tsx'

/** Rows shown; a file can have as many problems as rows. */
const MOST_SHOWN = 100

/** Problems of a file with their locations. */
export const ProblemTable = ({ problems }: { problems: readonly FileProblem[] }) => {
  if (problems.length === 0) return null
  if (problems.every(({ line, column, value }) => line === null && column === null && value === null))
    return problems.map(({ message }) => (
      <Text key={message} size="sm">
        {message}
      </Text>
    ))
  const hidden = problems.length - MOST_SHOWN
  return (
    <>
      <ScrollTable label="Problems" minWidth={300} columns={[right('Line'), 'Column', 'Value', 'Problem']}>
        {problems.slice(0, MOST_SHOWN).map((problem) => (
          <ProblemRow key={`${problem.line} ${problem.column} ${problem.message}`} problem={problem} />
        ))}
      </ScrollTable>
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
    <Table.Td miw={84} style={{ overflowWrap: 'anywhere' }}>
      {column ?? '—'}
    </Table.Td>
    <Table.Td style={{ overflowWrap: 'anywhere' }}>{value ?? '—'}</Table.Td>
    <Table.Td>{message}</Table.Td>
  </Table.Tr>
)
