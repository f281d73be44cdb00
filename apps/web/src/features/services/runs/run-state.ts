import type { Run } from '#contract/services.ts'

export type RunStatus = Run['status']

const LABELS: Readonly<Record<RunStatus, string>> = {
  queued: 'Waiting',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
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

/** Whether the run is still going to change. */
export const isActive = (run: Run): boolean => run.status === 'queued' || run.status === 'running'

/** Share done, 0 to 1; null while the whole is not known. */
export const runShare = ({ done, total }: Run): number | null =>
  total === null || total <= 0 ? null : Math.min(1, done / total)

const FILE_COUNTS: readonly string[] = ['read', 'accepted', 'rejected']

/** Counts of the canonical tables only, the file's own left out. */
export const tableCounts = ({ counts }: Run): [table: string, rows: number][] =>
  Object.entries(counts).filter(([name]) => !FILE_COUNTS.includes(name))

/** What a table or stream is called on screen: `order_lines` becomes "Order lines". */
export const streamLabel = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
