import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  DeleteQueryNode,
  IdentifierNode,
  InsertQueryNode,
  type JoinNode,
  type KyselyPlugin,
  ListNode,
  type OperationNode,
  OperatorNode,
  ParensNode,
  RawNode,
  ReferenceNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely'
import { ACCOUNT_OWNED } from './tables.ts'

const ACCOUNT_COLUMN = 'account_id'
const owned: ReadonlySet<string> = new Set(ACCOUNT_OWNED)

/** A statement that could access rows of another account: always a programming error. */
class UnscopedStatement extends Error {
  override readonly name = 'UnscopedStatement'
}

/**
 * Rejects statements on account-owned tables without an account condition: reads, updates and deletes need an equality on
 * `account_id` for each such table, in `where` or in the join's `on`; inserts need the column. Raw SQL cannot be inspected
 * and is rejected. `unscoped(db)` bypasses the check explicitly.
 */
export const accountScope: KyselyPlugin = {
  transformQuery({ node }) {
    if (RawNode.is(node)) throw new UnscopedStatement('raw SQL needs unscoped()')
    assertScope(node)
    return node
  },
  transformResult: async ({ result }) => result,
}

const assertScope = (node: OperationNode): void => {
  if (InsertQueryNode.is(node)) assertInsertScope(node)
  if (SelectQueryNode.is(node)) {
    assertPredicates(tablesOf(node.from?.froms, node.joins), conditionsOf(node.where?.where, node.joins))
  }
  if (UpdateQueryNode.is(node)) {
    const tables = tablesOf([...listed(node.table), ...(node.from?.froms ?? [])], node.joins)
    assertPredicates(tables, conditionsOf(node.where?.where, node.joins))
  }
  if (DeleteQueryNode.is(node)) {
    const tables = tablesOf([...node.from.froms, ...(node.using?.tables ?? [])], node.joins)
    assertPredicates(tables, conditionsOf(node.where?.where, node.joins))
  }
  for (const child of childrenOf(node)) assertScope(child)
}

const assertInsertScope = (node: InsertQueryNode): void => {
  const table = node.into?.table.identifier.name
  if (!table || !owned.has(table)) return
  if (!node.columns?.some(({ column }) => column.name === ACCOUNT_COLUMN)) throw unscopedTable(table)
}

interface TableReference {
  readonly table: string
  /** the alias in the statement, or the table name */
  readonly name: string
}

const assertPredicates = (tables: readonly TableReference[], conditions: readonly OperationNode[]): void => {
  const scoped = new Set(conditions.flatMap(accountReferences))
  const isOnlyTable = tables.length === 1
  for (const { table, name } of tables) {
    if (owned.has(table) && !scoped.has(name) && !(isOnlyTable && scoped.has(''))) throw unscopedTable(table)
  }
}

const unscopedTable = (table: string): UnscopedStatement =>
  new UnscopedStatement(`a statement on ${table} does not name the account`)

const tablesOf = (froms: readonly OperationNode[] = [], joins: readonly JoinNode[] = []): TableReference[] =>
  [...froms, ...joins.map(({ table }) => table)].flatMap(tableReference)

const tableReference = (node: OperationNode): TableReference[] => {
  if (TableNode.is(node)) return [{ table: node.table.identifier.name, name: node.table.identifier.name }]
  if (!AliasNode.is(node) || !TableNode.is(node.node)) return []
  const alias = IdentifierNode.is(node.alias) ? node.alias.name : ''
  return [{ table: node.node.table.identifier.name, name: alias }]
}

const conditionsOf = (where: OperationNode | undefined, joins: readonly JoinNode[] = []): OperationNode[] =>
  [where, ...joins.map(({ on }) => on?.on)].flatMap((condition) => (condition ? conjuncts(condition) : []))

/** Only conditions that hold for every row: an `or` does not scope a table. */
const conjuncts = (node: OperationNode): OperationNode[] => {
  if (ParensNode.is(node)) return conjuncts(node.node)
  if (AndNode.is(node)) return [...conjuncts(node.left), ...conjuncts(node.right)]
  return [node]
}

/** Names of the tables whose account id the condition fixes; '' for an unqualified column. */
const accountReferences = (node: OperationNode): string[] => {
  if (!BinaryOperationNode.is(node) || !OperatorNode.is(node.operator) || node.operator.operator !== '=') return []
  return [node.leftOperand, node.rightOperand].flatMap((operand) => {
    if (!ReferenceNode.is(operand) || !ColumnNode.is(operand.column)) return []
    return operand.column.column.name === ACCOUNT_COLUMN ? [operand.table?.table.identifier.name ?? ''] : []
  })
}

const listed = (node: OperationNode | undefined): readonly OperationNode[] => {
  if (!node) return []
  return ListNode.is(node) ? node.items : [node]
}

const childrenOf = (node: OperationNode): OperationNode[] =>
  Object.values<unknown>({ ...node })
    .flat()
    .filter(isOperationNode)

const isOperationNode = (value: unknown): value is OperationNode =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'
