/** Rounds of which the quickest counts: others ran while something else used the processor. */
const ROUNDS = 4
const DOUBLINGS = 2

const quickest = async (work: () => unknown): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.cpuUsage()
    await work()
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
  const before = await quickest(() => work(small))
  return ((await quickest(() => work(large))) / before) ** (1 / DOUBLINGS)
}
