import type { ArgumentValue, Document, Selection } from './document.fixture.ts'
import { type FieldSpec, SCHEMA } from './schema.fixture.ts'

/** Data of the shop: fields by name, `__type` for implementations of an interface, lists as arrays. */
export type Data = Readonly<Record<string, unknown>>
export type Args = Readonly<Record<string, unknown>>

/** A query that is rejected as a whole. */
export class QueryRefused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Root fields by name. `paged` describes how the resolver pages a list. */
export interface Roots {
  readonly [field: string]: (args: Args) => unknown
}

export interface PagedItems {
  readonly items: readonly Data[]
  readonly hasNextPage: boolean
  readonly endCursor: string | null
}

export interface ExecuteOptions {
  readonly roots: Roots
  readonly variables: Readonly<Record<string, unknown>>
  readonly scopes: ReadonlySet<string>
}

const PAGE_FIELDS = ['nodes', 'edges', 'pageInfo']
const MOST_PER_PAGE = 250

const specOf = (type: string, field: string): FieldSpec => {
  const spec = SCHEMA[type]?.[field]
  if (!spec) throw new QueryRefused('undefinedField', `Field '${field}' doesn't exist on type '${type}'`)
  return spec
}

const argsOf = (selection: Selection, spec: FieldSpec, variables: Args): Args => {
  const read = (value: ArgumentValue): unknown => ('variable' in value ? variables[value.variable] : value.literal)
  for (const name of Object.keys(selection.args)) {
    if (!spec.args?.includes(name)) {
      throw new QueryRefused('argumentNotAccepted', `Field '${selection.name}' doesn't accept argument '${name}'`)
    }
  }
  return Object.fromEntries(Object.entries(selection.args).map(([name, value]) => [name, read(value)]))
}

const nodeSelections = (selection: Selection): readonly Selection[] => {
  const found = selection.selections.flatMap((child) => {
    if (!PAGE_FIELDS.includes(child.name ?? '')) {
      throw new QueryRefused('undefinedField', `Field '${child.name}' doesn't exist on type 'Connection'`)
    }
    if (child.name === 'nodes') return child.selections
    return child.name === 'edges'
      ? child.selections.flatMap(({ name, selections }) => (name === 'node' ? selections : []))
      : []
  })
  return found
}

const firstOf = (args: Args, field: string | null): number => {
  const { first } = args
  if (typeof first !== 'number') {
    throw new QueryRefused('missingRequiredArguments', `you must provide one of first or last for ${field}`)
  }
  if (first < 1 || first > MOST_PER_PAGE) throw new QueryRefused('BAD_REQUEST', `first must be 1 to ${MOST_PER_PAGE}`)
  return first
}

/** Validates a selection against the schema and returns its cost. */
export const computeQueryCost = (
  selections: readonly Selection[],
  type: string,
  { variables, scopes }: Omit<ExecuteOptions, 'roots'>,
  isBulk = false,
): number => {
  const cost = (inner: readonly Selection[], of: string): number =>
    computeQueryCost(inner, of, { variables, scopes }, isBulk)
  return selections.reduce((sum, selection) => {
    if (selection.name === null) return sum + cost(selection.selections, selection.on ?? '')
    const spec = type === 'Node' ? { kind: 'scalar' as const } : specOf(type, selection.name)
    const args = argsOf(selection, spec, variables)
    if (spec.scope && !scopes.has(spec.scope)) {
      throw new QueryRefused(
        'ACCESS_DENIED',
        `Access denied for ${selection.name} field. Required access: \`${spec.scope}\` access scope.`,
      )
    }
    const of = spec.of ?? ''
    if (spec.kind === 'scalar') return sum
    if (spec.kind === 'connection') {
      const size = isBulk ? 0 : firstOf(args, selection.name)
      return sum + 2 + Math.max(size, 1) * (1 + cost(nodeSelections(selection), of))
    }
    const below = cost(selection.selections, of)
    if (spec.kind === 'value' || spec.kind === 'values') return sum
    const count = Array.isArray(args.ids) ? args.ids.length : 1
    return sum + count * (1 + below)
  }, 0)
}

const isPaged = (value: unknown): value is PagedItems => typeof value === 'object' && value !== null && 'items' in value

const asData = (value: unknown): Data | null => (typeof value === 'object' && value !== null ? (value as Data) : null)

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Items of a list within a record never change, so their index serves as a cursor. */
const innerPage = (items: readonly unknown[], { first, after }: Args): PagedItems => {
  const start = typeof after === 'string' ? Number(after) : 0
  const end = Math.min(start + (typeof first === 'number' ? first : items.length), items.length)
  return {
    items: items.slice(start, end).map((item) => asData(item) ?? {}),
    hasNextPage: end < items.length,
    endCursor: String(end),
  }
}

const connection = (selection: Selection, of: string, page: PagedItems, variables: Args): Data =>
  Object.fromEntries(
    selection.selections.map((child) => {
      const inner = nodeSelections({ ...selection, selections: [child] })
      if (child.name === 'pageInfo') return ['pageInfo', { hasNextPage: page.hasNextPage, endCursor: page.endCursor }]
      const nodes = page.items.map((item) => select(item, of, inner, variables))
      return child.name === 'nodes' ? ['nodes', nodes] : ['edges', nodes.map((node) => ({ node }))]
    }),
  )

const fieldValue = (value: unknown, selection: Selection, spec: FieldSpec, variables: Args): unknown => {
  const args = argsOf(selection, spec, variables)
  const of = spec.of ?? ''
  const one = (item: unknown): unknown => {
    const data = asData(item)
    return data === null ? null : select(data, of, selection.selections, variables)
  }
  if (spec.kind === 'scalar') return value ?? null
  if (spec.kind === 'list' || spec.kind === 'values') return asList(value).map(one)
  if (spec.kind !== 'connection') return one(value)
  return connection(selection, of, isPaged(value) ? value : innerPage(asList(value), args), variables)
}

/** The selected fields of a record. */
export const select = (data: Data, type: string, selections: readonly Selection[], variables: Args): Data => {
  const entries = selections.flatMap((selection): [string, unknown][] => {
    const { name, on } = selection
    if (name === null) {
      return data.__type === on ? Object.entries(select(data, on ?? '', selection.selections, variables)) : []
    }
    return [[name, fieldValue(data[name], selection, specOf(type, name), variables)]]
  })
  return Object.fromEntries(entries)
}

/** The `data` of a response. Throws `QueryRefused`. */
export const execute = (document: Document, { roots, variables }: ExecuteOptions): Data => {
  const type = document.kind === 'mutation' ? 'Mutation' : 'Query'
  return Object.fromEntries(
    document.selections.map((selection) => {
      const name = selection.name ?? ''
      const spec = specOf(type, name)
      const resolved = roots[name]?.(argsOf(selection, spec, variables))
      return [name, fieldValue(resolved, selection, spec, variables)]
    }),
  )
}
