export interface Timing {
  readonly p50: number
  readonly p95: number
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const timingOf = (samples: readonly number[]): Timing => {
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
