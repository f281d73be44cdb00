const INVALID_VALUES: readonly unknown[] = [
  null,
  undefined,
  '',
  'text',
  '12.5',
  'constructor',
  -1,
  1.5,
  1e300,
  true,
  [],
  {},
  [null],
  { id: {} },
  '2026-02-30',
  '\u0000',
]

interface ValuePosition {
  readonly holder: object
  readonly key: string
}

const valuePositions = (value: unknown): ValuePosition[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [{ holder: value, key }, ...valuePositions(inner)])
    : []

const pick = <T>(items: readonly T[], random: () => number): T | undefined => items[Math.floor(random() * items.length)]

const corruptJson = (body: object, random: () => number): string => {
  const position = pick(valuePositions(body), random)
  if (position) Reflect.set(position.holder, position.key, pick(INVALID_VALUES, random))
  return JSON.stringify(body)
}

const VALUE = />([^<>]+)</g

const corruptMarkup = (body: string, random: () => number): string => {
  const found = pick([...body.matchAll(VALUE)], random)
  if (!found) return body
  const value = pick(INVALID_VALUES, random)
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return `${body.slice(0, found.index)}>${text.replace('\u0000', '')}<${body.slice(found.index + found[0].length)}`
}

/** Replaces one random value in a response body: JSON, JSON lines or markup. */
export const corruptAnywhere = (body: string, random: () => number): string => {
  if (body.startsWith('<')) return corruptMarkup(body, random)
  const lines = body.trimEnd().split('\n')
  const at = Math.floor(random() * lines.length)
  const parsed: unknown = JSON.parse(lines[at] ?? '{}')
  if (typeof parsed === 'object' && parsed !== null) lines[at] = corruptJson(parsed, random)
  return lines.join('\n')
}

/** Returns a reproducible generator of numbers from 0 to 1. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
