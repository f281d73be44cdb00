export interface Timing {
  readonly p50: number
  readonly p95: number
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const summarizeTiming = (samples: readonly number[]): Timing => {
  const sorted = [...samples].sort((a, b) => a - b)
  return { p50: at(sorted, 0.5), p95: at(sorted, 0.95) }
}

/** Milliseconds of each of `runs` sequential runs after a warm-up run. */
export const timeRuns = async (runs: number, work: () => Promise<unknown>): Promise<number[]> => {
  await work()
  const samples: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now()
    await work()
    samples.push(performance.now() - start)
  }
  return samples
}

/** Prints rows as aligned columns under a heading. Numbers are right-aligned. */
export const printTable = (
  heading: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void => {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? shown(cell) : cell)))
  const widths = columns.map((column, at) => Math.max(column.length, ...texts.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[], values: readonly (string | number)[]) =>
    cells
      .map((cell, at) =>
        typeof values[at] === 'number' ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
  process.stdout.write(`\n${heading}\n${line(columns, rows[0] ?? columns)}\n`)
  for (const [at, row] of texts.entries()) process.stdout.write(`${line(row, rows[at] ?? [])}\n`)
}

const shown = (value: number): string => {
  if (!Number.isFinite(value)) return '—'
  if (Number.isInteger(value)) return value.toLocaleString('en-US')
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
}
