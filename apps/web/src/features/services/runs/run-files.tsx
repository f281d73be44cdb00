import { Stack, Table, Text, Title } from '@mantine/core'
import type { FileOutcome } from '#contract/runs.ts'
import { ScrollTable } from '#web/app/listing.tsx'

const OUTCOMES: Readonly<Record<FileOutcome['outcome'], string>> = {
  imported: 'Imported',
  changed: 'Imported again because it changed',
  unchanged: 'Not changed since it was imported',
  duplicate: 'Not imported: its content was imported before',
  failed: 'Not imported',
}

/** Each file that a sync listed and what became of it, the newest first. */
export const RunFiles = ({ files }: { files: readonly FileOutcome[] }) => (
  <Stack gap="sm">
    <Title order={2}>Files</Title>
    <ScrollTable label="Files" minWidth={260} columns={['File', 'Result']}>
      {files.toReversed().map(({ name, outcome, reason }) => (
        <Table.Tr key={name}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            {OUTCOMES[outcome]}
            {reason !== null && (
              <Text size="xs" c="dimmed">
                {reason}
              </Text>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </ScrollTable>
  </Stack>
)
