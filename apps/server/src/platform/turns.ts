/** Runs work of the same key one at a time, in the order of the calls. Who waits holds nothing but memory. */
export class Turns<Key> {
  readonly #last = new Map<Key, Promise<unknown>>()

  /** Runs `work` after all earlier work of the key has ended, whether it succeeded or failed. */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const earlier = this.#last.get(key) ?? Promise.resolve()
    const result = earlier.then(work)
    const ended = result.catch(() => undefined)
    this.#last.set(key, ended)
    try {
      return await result
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key)
    }
  }
}
