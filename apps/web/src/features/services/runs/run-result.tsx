import { SimpleGrid, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { Run } from '#contract/runs.ts'
import { formatCount } from '#web/app/format.ts'
import { Notice, type NoticeTone } from '#web/app/notice.tsx'
import { ProblemTable } from '../problem-table.tsx'
import { locatedProblems, outcomeText, resultCounts, runTitle } from './run-state.ts'
import { RunTotals } from './run-totals.tsx'

const TONES: Readonly<Record<Run['status'], NoticeTone>> = {
  queued: 'plain',
  running: 'plain',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'plain',
}

/** A finished run's result: counts and problems. */
export const RunResult = ({ run }: { run: Run }) => {
  const Icon = run.status === 'succeeded' ? IconCircleCheck : IconCircleX
  const counts = resultCounts(run)
  return (
    <Stack gap="md">
      <Notice tone={TONES[run.status]} icon={<Icon size={20} aria-hidden />} title={runTitle(run)} role="status">
        {outcomeText(run)}
      </Notice>
      {counts.length > 0 && (
        <SimpleGrid cols={{ base: 2, sm: 4 }}>
          {counts.map(([label, rows]) => (
            <div key={label}>
              <Text size="xs" c="dimmed">
                {label}
              </Text>
              <Text fz="lg" fw={600} className="numbers">
                {formatCount(rows)}
              </Text>
            </div>
          ))}
        </SimpleGrid>
      )}
      {run.status === 'succeeded' && <RunTotals run={run} />}
      <ProblemTable problems={locatedProblems(run)} />
    </Stack>
  )
}
