/**
 * Reads by key, one statement at a time: those that are asked for while one runs are made together by the next, so that each
 * answer was read after it was asked for.
 */
export class JoinedReads<Key, Value> {
  readonly #readAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>
  #last: Promise<unknown> = Promise.resolve()
  #next: { readonly keys: Set<Key>; readonly answers: Promise<ReadonlyMap<Key, Value>> } | null = null

  /** @param readAll gives what there is of the keys; a failure is that of all who asked */
  constructor(readAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>) {
    this.#readAll = readAll
  }

  async read(key: Key): Promise<Value | null> {
    this.#next ??= this.#afterLast()
    this.#next.keys.add(key)
    const answers = await this.#next.answers
    return answers.get(key) ?? null
  }

  #afterLast() {
    const keys = new Set<Key>()
    const answers = this.#last.then(() => {
      this.#next = null
      return this.#readAll([...keys])
    })
    this.#last = answers.catch(() => undefined)
    return { keys, answers }
  }
}
