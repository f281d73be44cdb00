import { parseDocument, type Selection } from './document.fixture.ts'
import { computeQueryCost, type Data, QueryRefused, select } from './execute.fixture.ts'
import { SCHEMA } from './schema.fixture.ts'

/** A bulk operation and the file that it writes. */
export interface BulkOperation {
  readonly id: string
  readonly created: number
  readonly lines: string[]
  records: number
  /** number of polls that still report it as running */
  pollsLeft: number
  isWritten: boolean
  status: 'RUNNING' | 'COMPLETED' | 'FAILED' | 'DENIED'
}

export interface BulkOptions {
  readonly scopes: ReadonlySet<string>
  /** records of a root list, encoded on request */
  readonly records: (list: string) => readonly (() => Data)[]
}

/** An accepted export: the lines of each record in turn. */
export interface AcceptedExport {
  readonly records: readonly (() => readonly string[])[]
}

const edgesOf = (selection: Selection): readonly Selection[] =>
  selection.selections.flatMap(({ name, selections }) =>
    name === 'edges' ? selections.flatMap((edge) => (edge.name === 'node' ? edge.selections : [])) : [],
  )

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value)

const nodesIn = (value: unknown): readonly Data[] => {
  if (!isData(value) || !Array.isArray(value.edges)) return []
  return value.edges.flatMap((edge: unknown) => (isData(edge) && isData(edge.node) ? [edge.node] : []))
}

/** Moves nested lists out of a record into lines of their own. */
const flatten = (record: Data, children: Data[]): Data =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
      if (isData(value) && 'edges' in value) {
        children.push(...nodesIn(value))
        return []
      }
      return [[name, isData(value) ? flatten(value, children) : value]]
    }),
  )

const hasConnectionBelowList = (selections: readonly Selection[], type: string, isBelowList = false): boolean =>
  selections.some((selection) => {
    const spec = SCHEMA[type]?.[selection.name ?? '']
    if (!spec?.of) return false
    if (spec.kind === 'connection')
      return isBelowList || hasConnectionBelowList(edgesOf(selection), spec.of, isBelowList)
    return hasConnectionBelowList(selection.selections, spec.of, isBelowList || spec.kind === 'list')
  })

/** Accepts the query of a bulk operation. Throws `QueryRefused` for what Shopify's bulk operations do not support. */
export const acceptExport = (query: string, { scopes, records }: BulkOptions): AcceptedExport => {
  const { selections } = parseDocument(query)
  computeQueryCost(selections, 'Query', { variables: {}, scopes }, true)
  const [root] = selections
  const type = SCHEMA.Query?.[root?.name ?? '']?.of
  if (!root?.name || !type) throw new QueryRefused('INVALID', 'Bulk queries must contain at least one connection')
  if (hasConnectionBelowList(selections, 'Query')) {
    throw new QueryRefused('INVALID', 'Queries that contain a connection field within a list field are not supported')
  }
  const fields = edgesOf(root)
  const linesOf = (record: Data): readonly string[] => {
    const children: Data[] = []
    const flat = flatten(select(record, type, fields, {}), children)
    return [JSON.stringify(flat), ...children.map((child) => JSON.stringify({ ...child, __parentId: record.id }))]
  }
  return { records: records(root.name).map((record) => () => linesOf(record())) }
}

const AT_ONCE = 100

/** Writes the file in steps, so that the server keeps responding. */
export const writeExport = async (operation: BulkOperation, { records }: AcceptedExport): Promise<void> => {
  for (const [index, linesOf] of records.entries()) {
    if (index % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
    operation.lines.push(...linesOf())
  }
  operation.records = records.length
  operation.isWritten = true
}
