/** Yields values of promises as they settle, fastest first. None of them may reject. */
export async function* yieldAsSettled<T>(promises: readonly Promise<T>[]): AsyncGenerator<T> {
  const waiting = new Map(promises.map((promise, index) => [index, promise.then((value) => ({ index, value }))]))
  while (waiting.size > 0) {
    const { index, value } = await Promise.race(waiting.values())
    waiting.delete(index)
    yield value
  }
}
