import type { Random } from '#connectors/sample/random.ts'
import { pick } from './schema-values.ts'

const LONG = 'long '.repeat(400)

/** Texts that break parsers, encodings, queries or pages. No absolute path of a real machine is among them. */
export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  '🍷',
  '👩‍👩‍👧‍👦',
  '\u202eevil\u202c',
  'مرحبا',
  'e\u0301',
  '\ufeff',
  '\ufffe',
  "'; DROP TABLE users; --",
  '" OR 1=1 --',
  '%',
  '_%\\',
  '$1',
  '<script>alert(1)</script>',
  '=1+1',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '0',
  '-1',
  '1e999',
  'true',
  '[]',
  '{}',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '10000-01-01',
  '2026-06-17T25:00:00Z',
  'de',
  'a@b',
  'jörg@weingut.example',
  'http://127.0.0.1:1/',
  'http://[::1',
  '//host.invalid',
  'javascript:alert(1)',
  'CurrentMonth',
  'Last99999999999Days',
  'Last0Days',
  'LastNDays',
  'OrderDate-Last30Days',
  'OrderDate-Last999999999Days',
  LONG,
]

/** A name that objects inherit while the fuzzer runs, see `watchLookups`. */
const INHERITED = 'inheritedByAll'

/** Names that no table has, and every plain object inherits. */
export const INHERITED_NAMES: readonly string[] = [INHERITED, 'constructor', 'toString', '__proto__']

/**
 * Lets every object inherit a name, and collects where our code reads it: there, a caller's text is looked up in a plain object
 * that should be a `lookupTable` or a Map, or asked by `Object.hasOwn`.
 */
export const watchLookups = (): ReadonlySet<string> => {
  const lookups = new Set<string>()
  Object.defineProperty(Object.prototype, INHERITED, {
    configurable: true,
    get: () => {
      const [, , caller = ''] = new Error('a lookup').stack?.split('\n') ?? []
      if (!caller.includes('node_modules')) lookups.add(caller.trim())
    },
  })
  return lookups
}

const ODD_NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.1,
  0.5,
  1e-9,
  5e-324,
  1e12,
  1e15,
  1e21,
  1e308,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  2 ** 64,
  32_768,
  65_536,
  10_000,
  501,
  13,
]

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Stands for the key `__proto__`, which an object literal does not keep; `bodyText` writes it. */
const PROTO = '@proto'

const ODD_STRUCTURES: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { length: 5 },
  { length: 0 },
  { length: -1 },
  { length: 1e9 },
  { length: 'x' },
  { length: null, toString: null },
  { [PROTO]: { isAdmin: true } },
  { constructor: { prototype: { x: 1 } } },
  { toString: 1, valueOf: 1 },
  { length: { toString: null } },
  { toJSON: 1 },
  { a: 'a', length: 1 },
  ['a', 'b'],
  Array.from({ length: 300 }, () => 'x'),
  nested(20),
  nested(300),
]

export const oddValue = (random: Random): unknown => {
  const kind = random.next()
  if (kind < 0.4) return pick(random, ODD_TEXTS)
  return kind < 0.6 ? pick(random, ODD_NUMBERS) : pick(random, ODD_STRUCTURES)
}

/** JSON text of a body, with `__proto__` keys. */
export const bodyText = (value: unknown): string => JSON.stringify(value).replaceAll(`"${PROTO}"`, '"__proto__"')

type Container = Record<string, unknown> | unknown[]

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

/** All containers of a value, itself included. */
const containersOf = (value: unknown): Container[] =>
  isContainer(value) ? [value, ...Object.values(value).flatMap(containersOf)] : []

/** Changes one place of a value: replaces, removes, repeats or adds a part. The value itself stays as it is. */
export const mutate = (random: Random, value: unknown): unknown => {
  const copy: unknown = structuredClone(value)
  const containers = containersOf(copy)
  if (containers.length === 0 || random.chance(0.04)) return oddValue(random)
  const container = pick(random, containers)
  if (Array.isArray(container)) mutateArray(random, container)
  else mutateObject(random, container)
  return copy
}

const mutateArray = (random: Random, list: unknown[]): void => {
  const at = random.below(list.length + 1)
  if (random.chance(0.3)) list.push(...list)
  else if (random.chance(0.2)) list.splice(at, 1)
  else list[at] = oddValue(random)
}

const mutateObject = (random: Random, object: Record<string, unknown>): void => {
  const names = Object.keys(object)
  if (names.length === 0 || random.chance(0.1)) {
    object[pick(random, ['extra', PROTO, 'constructor', 'length', 'id', 'é', 'a b'])] = oddValue(random)
    return
  }
  const name = pick(random, names)
  if (random.chance(0.15)) delete object[name]
  else if (random.chance(0.1)) object[name] = [object[name]]
  else object[name] = oddValue(random)
}
