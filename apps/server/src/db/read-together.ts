interface Waiter<Row> {
  readonly resolve: (row: Row | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * Reads rows by key, with one statement for all keys requested in the same turn of the event loop: under load, one round
 * trip serves many requests. Every row is read after it was requested; nothing is cached.
 *
 * `readMany` returns the rows it finds by key. Missing keys resolve to undefined; its error rejects all pending callers.
 */
export const readTogether = <Key, Row>(
  readMany: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
): ((key: Key) => Promise<Row | undefined>) => {
  let waiting = new Map<Key, Waiter<Row>[]>()

  const send = async (): Promise<void> => {
    const batch = waiting
    waiting = new Map()
    try {
      const rows = await readMany([...batch.keys()])
      for (const [key, waiters] of batch) for (const { resolve } of waiters) resolve(rows.get(key))
    } catch (error) {
      for (const { reject } of [...batch.values()].flat()) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(send)
      const others = waiting.get(key) ?? []
      waiting.set(key, [...others, { resolve, reject }])
    })
}
