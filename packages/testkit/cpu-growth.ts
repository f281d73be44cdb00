/** Rounds of which the quickest counts: others ran while something else used the processor. */
const ROUNDS = 4
const DOUBLINGS = 2

/** Microseconds of a measurement of the small input: in less, what the engine does besides shows. */
const LEAST_MICROS = 30_000

/** Microseconds of processor that `repeats` of the work take. */
const quickest = async (work: () => unknown, repeats = 1): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.cpuUsage()
    for (let repeat = 0; repeat < repeats; repeat += 1) await work()
    const { user, system } = process.cpuUsage(start)
    times.push(user + system)
  }
  return Math.min(...times)
}

/**
 * By how much the processor time of `work` grows, on average, when `size` doubles: 2 for work in proportion to the size, 4 for work that
 * takes the square of it.
 */
export const cpuGrowth = async <Input>(
  make: (size: number) => Input,
  work: (input: Input) => unknown,
  size: number,
): Promise<number> => {
  const small = make(size)
  const large = make(size * 2 ** DOUBLINGS)
  await work(small)
  const repeats = Math.ceil(LEAST_MICROS / (await quickest(() => work(small))))
  const before = await quickest(() => work(small), repeats)
  return ((await quickest(() => work(large), repeats)) / before) ** (1 / DOUBLINGS)
}
