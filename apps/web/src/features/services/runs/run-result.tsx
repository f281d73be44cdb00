import { SimpleGrid, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { Run } from '#contract/services.ts'
import { Notice } from '#web/app/notice.tsx'
import { ProblemTable } from '../problem-table.tsx'
import { wholeNumber } from '../whole-number.ts'
import { streamLabel, tableCounts } from './run-state.ts'

const TITLES: Readonly<Record<Run['status'], string>> = {
  queued: 'Waiting',
  running: 'Running',
  succeeded: 'Import finished',
  failed: 'Import failed',
  cancelled: 'Import cancelled',
}

const TEXTS: Readonly<Record<Run['status'], string>> = {
  queued: '',
  running: '',
  succeeded: 'Your dashboards and reports show the new rows now.',
  failed: 'Nothing was changed. Correct what is listed below and try again.',
  cancelled: 'Nothing was changed.',
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
        {TEXTS[run.status]}
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
      <ProblemTable problems={run.errors} />
    </Stack>
  )
}

const resultCounts = (run: Run): [label: string, rows: number][] => {
  const { read, accepted, rejected } = run.counts
  const ofFile: [string, number | undefined][] = [
    ['Rows read', read],
    ['Accepted', accepted],
    ['Rejected', rejected],
  ]
  const ofTables = tableCounts(run).map(([table, rows]): [string, number] => [streamLabel(table), rows])
  return [
    ...ofFile.flatMap(([label, rows]): [string, number][] => (rows === undefined ? [] : [[label, rows]])),
    ...ofTables,
  ]
}
