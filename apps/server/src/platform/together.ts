interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Does work of the same key one call at a time, and what arrived during a call in the next one: many small transactions become a few.
 * Items keep their order, and those of one call fail together. Who waits holds nothing but memory.
 */
export class Together<Key, Item, Result> {
  readonly #waiting = new Map<Key, Waiting<Item, Result>[]>()

  /** `work` has a result for each item, in their order; that of the key's first item is used. */
  run(key: Key, item: Item, work: (items: readonly Item[]) => Promise<readonly Result[]>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const one = { item, resolve, reject }
      const waiting = this.#waiting.get(key)
      if (waiting) waiting.push(one)
      else void this.#begin(key, one, work)
    })
  }

  async #begin(
    key: Key,
    first: Waiting<Item, Result>,
    work: (items: readonly Item[]) => Promise<readonly Result[]>,
  ): Promise<void> {
    let arrived = [first]
    while (arrived.length > 0) {
      const next: Waiting<Item, Result>[] = []
      this.#waiting.set(key, next)
      try {
        const results = await work(arrived.map(({ item }) => item))
        for (const [index, { resolve }] of arrived.entries()) resolve(results[index] as Result)
      } catch (error) {
        for (const { reject } of arrived) reject(error)
      }
      arrived = next
    }
    this.#waiting.delete(key)
  }
}
