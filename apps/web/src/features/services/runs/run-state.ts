import type { FileProblem } from '#contract/imports.ts'
import type { Run } from '#contract/runs.ts'
import { upperFirst, withPeriod } from '#domain/text.ts'
import { formatCount } from '#web/app/format.ts'

export type RunStatus = Run['status']

const LABELS: Readonly<Record<RunStatus, string>> = {
  queued: 'Queued',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Canceled',
}

const COLORS: Readonly<Record<RunStatus, string>> = {
  queued: 'gray',
  running: 'blue',
  succeeded: 'green',
  failed: 'red',
  cancelled: 'gray',
}

export const runLabel = (status: RunStatus): string => LABELS[status]
export const runColor = (status: RunStatus): string => COLORS[status]

/** Whether the run is queued or running. */
export const isActive = (run: Run): boolean => run.status === 'queued' || run.status === 'running'

/** Share done, 0 to 1; null while the total is unknown. */
export const runShare = ({ done, total }: Run): number | null =>
  total === null || total <= 0 ? null : Math.min(1, done / total)

/** Counts of the source; all others are counts of canonical tables. */
const READ_COUNTS: readonly string[] = ['read', 'accepted', 'outdated', 'rejected', 'removed']

/** Counts of the canonical tables only. */
export const tableCounts = ({ counts }: Run): [table: string, rows: number][] =>
  Object.entries(counts).filter(([name]) => !READ_COUNTS.includes(name))

/** Rows written, over all tables. */
export const rowsWritten = (run: Run): number => tableCounts(run).reduce((sum, [, rows]) => sum + rows, 0)

/** A run's duration in milliseconds; null if it has not started or finished. */
export const runDuration = ({ startedUtc, finishedUtc }: Run): number | null =>
  startedUtc === null || finishedUtc === null ? null : Date.parse(finishedUtc) - Date.parse(startedUtc)

/** The label of a run's kind: "Sync", "Full sync" or "Import". */
export const runKind = ({ kind, isFull }: Run): string => {
  if (kind === 'import') return 'Import'
  return isFull ? 'Full sync' : 'Sync'
}

const TITLE_SUFFIXES: Readonly<Record<RunStatus, string>> = {
  queued: 'queued',
  running: 'in progress',
  succeeded: 'finished',
  failed: 'failed',
  cancelled: 'canceled',
}

/** "Import finished", "Sync failed". */
export const runTitle = ({ kind, status }: Run): string =>
  `${kind === 'import' ? 'Import' : 'Sync'} ${TITLE_SUFFIXES[status]}`

/** The label of a table or stream: `order_lines` becomes "Order lines". */
export const streamLabel = (name: string): string => upperFirst(name.replaceAll('_', ' '))

/** The label of a table’s rows. Reports count orders otherwise: without refunds, and only those with net sales. */
export const tableLabel = (table: string): string => (table === 'orders' ? 'Orders and refunds' : streamLabel(table))

const hasLocation = ({ line, column }: FileProblem): boolean => line !== null || column !== null

/** Problems with a location in the file; the others concern the whole run. */
export const locatedProblems = ({ errors }: Run): FileProblem[] => errors.filter(hasLocation)

/** Describes the effect of a finished run on the stored data. */
export const outcomeText = (run: Run): string => {
  if (run.status === 'succeeded') return 'Your dashboards and reports now include the new data.'
  if (run.status !== 'failed' && run.status !== 'cancelled') return ''
  if (run.kind === 'sync') return [...generalProblems(run), DATA_KEPT_TEXT].join(' ')
  if (run.status === 'cancelled') return 'No data was changed.'
  const advice = locatedProblems(run).length > 0 ? ['Fix the problems below and try again.'] : []
  return ['No data was changed.', ...generalProblems(run), ...advice].join(' ')
}

const DATA_KEPT_TEXT = 'Data fetched earlier is kept, and the next sync picks up where this one stopped.'

const generalProblems = ({ errors }: Run): string[] =>
  errors.filter((problem) => !hasLocation(problem)).map(({ message }) => withPeriod(message))

/** A failed run's first problem with its location; null if it did not fail. */
export const failureText = ({ status, errors: [first], counts }: Run): string | null => {
  if (status !== 'failed' || !first) return null
  const location = [first.line === null ? [] : `Line ${first.line}`, first.column ?? []].flat().join(', ')
  const others = (counts.rejected ?? 0) - 1
  const more = others > 0 ? [` (and ${formatCount(others)} more)`] : []
  return [location === '' ? '' : `${location}: `, first.message, ...more].join('')
}

/**
 * The counts of a finished run to show. A run that stored nothing has no accepted rows. What a file held is in its control totals, which
 * count orders as reports do.
 */
export const resultCounts = (run: Run): [label: string, rows: number][] => {
  const { read, accepted, outdated, rejected, removed } = run.counts
  const isStored = run.status === 'succeeded' || run.kind === 'sync'
  const isImport = run.kind === 'import'
  const ofSource: [string, number | undefined][] = isStored
    ? [
        [isImport ? 'Rows read' : 'Records read', read],
        ['Accepted', accepted],
        ['Outdated', outdated],
        [isImport ? 'Rejected' : 'Skipped', rejected],
        ['Removed', removed],
      ]
    : [
        ['Rows read', read],
        ['Rows with problems', rejected],
      ]
  const known = ofSource.flatMap(([label, rows]): [string, number][] => (rows === undefined ? [] : [[label, rows]]))
  if (!isStored || (isImport && run.controlTotals !== null)) return known
  return [...known, ...tableCounts(run).map(([table, rows]): [string, number] => [tableLabel(table), rows])]
}
