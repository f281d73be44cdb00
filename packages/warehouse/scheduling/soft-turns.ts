/**
 * Runs work in the order of the calls, a limited number at a time. Work that has waited for `maxWaitMs` begins in any case: the limit
 * keeps the machine free for others and is no reason to fail.
 */
export class SoftTurns {
  readonly #limit: () => number
  readonly #maxWaitMs: number
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor(limit: () => number, maxWaitMs: number) {
    this.#limit = limit
    this.#maxWaitMs = maxWaitMs
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#limit()) await this.#wait()
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
      const [next] = this.#waiting
      next?.()
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      const begin = () => {
        clearTimeout(timer)
        this.#waiting.delete(begin)
        resolve()
      }
      const timer = setTimeout(begin, this.#maxWaitMs)
      this.#waiting.add(begin)
    })
  }
}
