/** Yields values of promises as they settle, fastest first. None of them may reject. */
export async function* yieldAsSettled<T>(promises: readonly Promise<T>[]): AsyncGenerator<T> {
  const waiting = new Map(promises.map((promise, place) => [place, promise.then((value) => ({ place, value }))]))
  while (waiting.size > 0) {
    const { place, value } = await Promise.race(waiting.values())
    waiting.delete(place)
    yield value
  }
}
