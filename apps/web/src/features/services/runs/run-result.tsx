import { SimpleGrid, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { Run } from '#contract/services.ts'
import { Notice } from '#web/app/notice.tsx'
import { ProblemTable } from '../problem-table.tsx'
import { wholeNumber } from '../whole-number.ts'
import { outcomeText, placedProblems, resultCounts } from './run-state.ts'

const TITLES: Readonly<Record<Run['status'], string>> = {
  queued: 'Waiting',
  running: 'Running',
  succeeded: 'Import finished',
  failed: 'Import failed',
  cancelled: 'Import cancelled',
}

/** What became of a run: its counts and its problems. */
export const RunResult = ({ run }: { run: Run }) => {
  const good = run.status === 'succeeded'
  const Icon = good ? IconCircleCheck : IconCircleX
  return (
    <Stack gap="md">
      <Notice
        tone={good ? 'good' : 'bad'}
        icon={<Icon size={20} aria-hidden />}
        title={TITLES[run.status]}
        role="status"
      >
        {outcomeText(run)}
      </Notice>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        {resultCounts(run).map(([label, rows]) => (
          <div key={label}>
            <Text size="xs" c="dimmed">
              {label}
            </Text>
            <Text fz={20} fw={600} className="numbers">
              {wholeNumber(rows)}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      <ProblemTable problems={placedProblems(run)} />
    </Stack>
  )
}
