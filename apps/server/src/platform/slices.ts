import { setImmediate } from 'node:timers/promises'

/** Longer work at one time keeps the requests of others waiting. */
const SLICE_MS = 8

let lastTurn: Promise<unknown> = Promise.resolve()

/** Resolves in a turn of the event loop in which no other work that waited for this begins. */
export const ownTurn = (): Promise<unknown> => {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}

/** Maps one item after the other; what takes long does so in turns of the event loop of its own. */
export const mapInSlices = async <Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> => {
  const results: Result[] = []
  let begun = performance.now()
  for (const [index, item] of items.entries()) {
    if (performance.now() - begun > SLICE_MS) {
      await ownTurn()
      begun = performance.now()
    }
    results.push(map(item, index))
  }
  return results
}
