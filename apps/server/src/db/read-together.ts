interface Waiter<Row> {
  readonly resolve: (row: Row | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * Reads rows by key, with one statement for all keys asked for in the same turn of the event loop: under load a round trip
 * serves many calls, alone it waits for nobody. Every answer was read after it was asked for; nothing is kept.
 *
 * `readMany` gives the rows it finds by key. Missing keys are undefined; its error rejects all that waited for it.
 */
export const readTogether = <Key, Row>(
  readMany: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
): ((key: Key) => Promise<Row | undefined>) => {
  let waiting = new Map<Key, Waiter<Row>[]>()

  const send = async (): Promise<void> => {
    const asked = waiting
    waiting = new Map()
    try {
      const rows = await readMany([...asked.keys()])
      for (const [key, waiters] of asked) for (const { resolve } of waiters) resolve(rows.get(key))
    } catch (error) {
      for (const { reject } of [...asked.values()].flat()) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setImmediate(send)
      const others = waiting.get(key) ?? []
      waiting.set(key, [...others, { resolve, reject }])
    })
}
