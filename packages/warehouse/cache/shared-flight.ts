/**
 * One piece of work for all who ask for it meanwhile. Who leaves by a signal rejects with its reason and disturbs nobody
 * else; when the last one has left, the work is aborted and the flight is over for newcomers.
 */
export class SharedFlight<Result> {
  readonly #abort = new AbortController()
  readonly #result: Promise<Result>
  readonly #over = Promise.withResolvers<void>()
  #passengers = 0

  constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.#result = work(this.#abort.signal)
    this.#result.then(
      () => this.#over.resolve(),
      () => this.#over.resolve(),
    )
    this.#abort.signal.addEventListener('abort', () => this.#over.resolve(), { once: true })
  }

  /** Resolves when nobody can join any more: the work has ended or been aborted. */
  get over(): Promise<void> {
    return this.#over.promise
  }

  async join(signal?: AbortSignal): Promise<Result> {
    this.#passengers += 1
    if (!signal) return this.#result
    const left = Promise.withResolvers<never>()
    const leave = () => {
      left.reject(signal.reason)
      this.#passengers -= 1
      if (this.#passengers === 0) this.#abort.abort(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    try {
      return await Promise.race([this.#result, left.promise])
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}
