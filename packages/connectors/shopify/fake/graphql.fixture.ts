import { readFileSync } from 'node:fs'
import {
  buildSchema,
  type DocumentNode,
  executeSync,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  getArgumentValues,
  getNamedType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  OperationTypeNode,
  parse,
  type SelectionNode,
  validate,
  visit,
} from 'graphql'
import { sum } from '../../kit/expected-rows.fixture.ts'

/** Data of the shop: fields by name, `__type` for implementations of an interface, lists as arrays. */
export type Data = Readonly<Record<string, unknown>>
export type Args = Readonly<Record<string, unknown>>
/** Root fields by name. */
export type Roots = Readonly<Record<string, (args: Args) => unknown>>

/** A query that is rejected as a whole. */
export class QueryRefused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** A page of a connection, as the resolver of a root field returns it. */
export interface PagedItems {
  readonly items: readonly Data[]
  readonly hasNextPage: boolean
  readonly endCursor: string | null
}

const SCHEMA = buildSchema(readFileSync(new URL('../samples/schema.graphql', import.meta.url), 'utf8'))
const MOST_PER_PAGE = 250

/** The permissions that fields need. */
const SCOPES: Readonly<Record<string, string>> = {
  'Query.orders': 'read_orders',
  'Query.customers': 'read_customers',
  'Query.productVariants': 'read_products',
  'Query.order': 'read_orders',
  'Query.refund': 'read_orders',
  'Query.ordersCount': 'read_orders',
  'Query.customersCount': 'read_customers',
  'Order.customer': 'read_customers',
  'Order.staffMember': 'read_users',
  'Order.retailLocation': 'read_locations',
  'ProductVariant.inventoryItem': 'read_inventory',
  'InventoryLevel.location': 'read_locations',
}

/** A query with one operation that fits the schema. */
export interface ParsedQuery {
  readonly document: DocumentNode
  readonly name: string
  readonly type: GraphQLCompositeType
  readonly selections: readonly SelectionNode[]
}

export const parseQuery = (text: string): ParsedQuery => {
  const document = parse(text)
  const [problem] = validate(SCHEMA, document)
  if (problem) throw new QueryRefused('undefinedField', problem.message)
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new QueryRefused('undefined', 'There is no operation')
  const type = operation.operation === OperationTypeNode.MUTATION ? SCHEMA.getMutationType() : SCHEMA.getQueryType()
  if (!type) throw new QueryRefused('undefined', 'There is no such kind of operation')
  return { document, name: operation.name?.value ?? '', type, selections: operation.selectionSet.selections }
}

/** The names of all fields that a query asks for. */
export const fieldNames = ({ document }: ParsedQuery): string[] => {
  const names: string[] = []
  visit(document, {
    enter: (node) => {
      if (node.kind === Kind.FIELD) names.push(node.name.value)
    },
  })
  return names
}

const compositeType = (name: string | undefined): GraphQLCompositeType => {
  const type = SCHEMA.getType(name ?? '')
  if (isObjectType(type) || isInterfaceType(type)) return type
  throw new QueryRefused('undefinedField', `There is no type ${name}`)
}

const isConnection = (type: GraphQLOutputType): boolean => getNamedType(type).name.endsWith('Connection')
const fieldsBelow = ({ selectionSet }: FieldNode): FieldNode[] =>
  (selectionSet?.selections ?? []).flatMap((child) => (child.kind === Kind.FIELD ? [child] : []))
/** The fields that a selection of a connection has of its nodes. */
const nodeFields = (field: FieldNode): FieldNode[] =>
  fieldsBelow(field).flatMap((child) => {
    if (child.name.value === 'edges') return fieldsBelow(child).flatMap(fieldsBelow)
    return child.name.value === 'nodes' ? fieldsBelow(child) : []
  })
const nodeType = (type: GraphQLOutputType): GraphQLCompositeType =>
  compositeType(getNamedType(type).name.replace(/Connection$/, ''))

const readFirst = ({ first }: Args, field: string): number => {
  if (typeof first !== 'number')
    throw new QueryRefused('missingRequiredArguments', `you must provide one of first or last for ${field}`)
  if (first < 1 || first > MOST_PER_PAGE) throw new QueryRefused('BAD_REQUEST', `first must be 1 to ${MOST_PER_PAGE}`)
  return first
}

interface CostOptions {
  readonly variables: Args
  readonly scopes: ReadonlySet<string>
  /** a bulk operation, whose connections have no limits */
  readonly isBulk?: boolean
}

/** Checks the permissions of a selection and returns its cost: objects with an ID cost a point, and values such as money none. */
export const computeCost = (
  { type, selections }: Pick<ParsedQuery, 'type' | 'selections'>,
  options: CostOptions,
): number =>
  sum(selections, (selection) => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return 0
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const { typeCondition, selectionSet } = selection
      return computeCost({ type: compositeType(typeCondition?.name.value), ...selectionSet }, options)
    }
    const name = selection.name.value
    const field = 'getFields' in type ? type.getFields()[name] : undefined
    const scope = SCOPES[`${type.name}.${name}`]
    if (scope && !options.scopes.has(scope))
      throw new QueryRefused(
        'ACCESS_DENIED',
        `Access denied for ${name} field. Required access: \`${scope}\` access scope.`,
      )
    if (!field || !selection.selectionSet) return 0
    const args = getArgumentValues(field, selection, options.variables)
    if (isConnection(field.type)) {
      const size = options.isBulk ? 1 : readFirst(args, name)
      return 2 + size * (1 + computeCost({ type: nodeType(field.type), selections: nodeFields(selection) }, options))
    }
    const inner = compositeType(getNamedType(field.type).name)
    const below = computeCost({ type: inner, selections: selection.selectionSet.selections }, options)
    const isRoot = type === SCHEMA.getQueryType() || type === SCHEMA.getMutationType()
    if (!isRoot && !('getFields' in inner && 'id' in inner.getFields())) return 0
    return (Array.isArray(args.ids) ? args.ids.length : 1) * (1 + below)
  })

/** Items of a list within a record never change, so their index serves as a cursor. */
const innerPage = (items: readonly Data[], { first, after }: Args): PagedItems => {
  const start = typeof after === 'string' ? Number(after) : 0
  const end = Math.min(start + (typeof first === 'number' ? first : items.length), items.length)
  return { items: items.slice(start, end), hasNextPage: end < items.length, endCursor: String(end) }
}

const resolveField: GraphQLFieldResolver<Data, unknown> = (source, args, _context, { fieldName, returnType }) => {
  const given = source[fieldName]
  const value: unknown = typeof given === 'function' ? given(args) : given
  if (!isConnection(returnType)) return value
  const { items, ...pageInfo } = Array.isArray(value) ? innerPage(value, args) : (value as PagedItems)
  return { nodes: items, edges: items.map((node) => ({ node })), pageInfo }
}

/** The `data` of a response. */
export const executeQuery = ({ document }: ParsedQuery, rootValue: Roots, variableValues: Args = {}): Data => {
  const { data, errors } = executeSync({
    schema: SCHEMA,
    document,
    rootValue,
    variableValues,
    fieldResolver: resolveField,
    typeResolver: (value) => (value as { readonly __type?: string }).__type,
  })
  if (errors?.[0]) throw errors[0].originalError ?? errors[0]
  return data ?? {}
}

const hasConnectionBelowList = (
  { type, selections }: Pick<ParsedQuery, 'type' | 'selections'>,
  isBelowList = false,
): boolean =>
  selections.some((selection) => {
    const field = selection.kind === Kind.FIELD && 'getFields' in type ? type.getFields()[selection.name.value] : null
    if (!field || selection.kind !== Kind.FIELD || !selection.selectionSet) return false
    if (isConnection(field.type)) {
      const nodes = { type: nodeType(field.type), selections: nodeFields(selection) }
      return isBelowList || hasConnectionBelowList(nodes, isBelowList)
    }
    const inner = { type: compositeType(getNamedType(field.type).name), ...selection.selectionSet }
    return hasConnectionBelowList(inner, isBelowList || isListType(field.type))
  })

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Moves nested lists out of a record into lines of their own. */
const flatten = (record: Data, children: Data[]): Data =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
      if (!isData(value)) return [[name, value]]
      if (!Array.isArray(value.edges)) return [[name, flatten(value, children)]]
      children.push(...value.edges.map(({ node }) => node))
      return []
    }),
  )

/** What writes the lines of a record in the file of a bulk operation. Throws `QueryRefused` for what bulk operations do not support. */
export const acceptExport = (text: string, scopes: ReadonlySet<string>) => {
  const query = parseQuery(text)
  computeCost(query, { variables: {}, scopes, isBulk: true })
  const [root] = query.selections
  if (root?.kind !== Kind.FIELD) throw new QueryRefused('INVALID', 'Bulk queries must contain at least one connection')
  if (hasConnectionBelowList(query))
    throw new QueryRefused('INVALID', 'Queries that contain a connection field within a list field are not supported')
  const list = root.name.value
  const linesOf = (record: Data): string[] => {
    const data = executeQuery(query, { [list]: () => ({ items: [record], hasNextPage: false, endCursor: null }) })
    const children: Data[] = []
    const { edges } = data[list] as { readonly edges: readonly { readonly node: Data }[] }
    const lines = edges.map(({ node }) => JSON.stringify(flatten(node, children)))
    return [...lines, ...children.map((child) => JSON.stringify({ ...child, __parentId: record.id }))]
  }
  return { list, query, linesOf }
}
