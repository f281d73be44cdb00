const TEXT = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: `name ${id}`, amount: id / 7 })))
/** Milliseconds in which an idle laptop parses the text. */
const USUAL_MS = 8
const ROUNDS = 7

/** By how much longer than on an idle laptop work takes at the moment, because the machine is slower or others use it; at least 1. */
const slowness = (): number => {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now()
    JSON.parse(TEXT)
    return performance.now() - start
  }).toSorted((a, b) => a - b)
  return Math.max(1, (times[Math.floor(ROUNDS / 2)] ?? 0) / USUAL_MS)
}

const atStart = slowness()

/** A limit of so many milliseconds on an idle laptop, on this machine as it is now, or was when the file began. */
export const atMachinePace = (ms: number): number => ms * Math.max(atStart, slowness())
