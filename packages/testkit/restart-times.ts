/** How long killed servers took until they answered correctly again; a report, because it depends on what else the computer does. */
export interface RestartTimes {
  /** notes a restart that began at this `performance.now()` and has just given its first correct answer */
  note(began: number): void
  /** prints median and longest time */
  print(what: string): void
}

const toSeconds = (ms = 0): string => `${(ms / 1000).toFixed(2)} s`

export const restartTimes = (): RestartTimes => {
  const times: number[] = []
  return {
    note: (began) => void times.push(performance.now() - began),
    print: (what) => {
      const sorted = times.toSorted((a, b) => a - b)
      const [median, longest] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
      process.stdout.write(
        `${what}: ${sorted.length} restarts, first correct answer after ${toSeconds(median)} (median), ${toSeconds(longest)} (longest)\n`,
      )
    },
  }
}
