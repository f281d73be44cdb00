import type { z } from 'zod'
import { codes } from '../kit/codes.ts'

/** A document, and what it answers. The name of its operation identifies calls. */
export interface Operation<Answer extends z.ZodType> {
  readonly name: string
  readonly document: string
  readonly answer: Answer
}

/** Types of variables by their names, which mean the same in all documents. */
const VARIABLES = codes({
  after: 'String',
  bulkQuery: 'String!',
  first: 'Int!',
  id: 'ID!',
  ids: '[ID!]!',
  query: 'String',
  sortKey: 'OrderSortKeys!',
  topic: 'WebhookSubscriptionTopic!',
  webhookSubscription: 'WebhookSubscriptionInput!',
})

type Arguments = Readonly<Record<string, string>>

interface Selection {
  /** arguments of fields, by their paths, such as `order.lineItems` */
  readonly args: Arguments
  /** names of fields that the app may not read */
  readonly hidden: ReadonlySet<string>
  /** an export has no pages: its lists are `edges` without arguments */
  readonly isExport: boolean
}

const QUANTITIES = '(names: ["available", "committed", "on_hand", "reserved"])'
/** Arguments of fields of records, by their names. Of lists within records, a page has the beginning. */
const RECORD_ARGS = {
  export: codes({ quantities: QUANTITIES }),
  page: codes({
    inventoryLevels: '(first: 1)',
    lineItems: '(first: 10)',
    quantities: QUANTITIES,
    refundLineItems: '(first: 20)',
    refundShippingLines: '(first: 5)',
  }),
}

/** The fields that a schema reads; empty for a value without fields. */
const select = (schema: z.core.$ZodType, selection: Selection, path = ''): string => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const { args, hidden, isExport } = selection
      if (isExport && def.shape.nodes) return ` { edges { node${select(def.shape.nodes, selection)} } }`
      const argsOf = (name: string): string =>
        args[path + name] ?? RECORD_ARGS[isExport ? 'export' : 'page'].get(name) ?? ''
      const fields = Object.entries(def.shape).filter(([name]) => !hidden.has(name))
      const texts = fields.map(([name, field]) => name + argsOf(name) + select(field, selection, `${path}${name}.`))
      return ` { ${texts.join(' ')} }`
    }
    case 'array':
      return select(def.element, selection, path)
    case 'optional':
    case 'nullable':
      return select(def.innerType, selection, path)
    case 'pipe':
      return select(def.in, selection, path)
    default:
      return ''
  }
}

const NOTHING_HIDDEN: ReadonlySet<string> = new Set()

interface OperationOptions<Answer extends z.ZodType> {
  readonly args?: Arguments
  readonly answer: Answer
  readonly hidden?: Selection['hidden'] | undefined
  /** what is selected, where the answer's records are parsed later; default: the answer */
  readonly fields?: z.ZodType
  readonly kind?: 'query' | 'mutation'
}

/** An operation that selects what its answer is read with. */
export const operation = <Answer extends z.ZodType>(
  name: string,
  { answer, fields = answer, args = {}, hidden = NOTHING_HIDDEN, kind = 'query' }: OperationOptions<Answer>,
): Operation<Answer> => {
  const selected = select(fields, { args, hidden, isExport: false })
  const variables = [...new Set(selected.match(/\$\w+/g))].map((one) => `${one}: ${VARIABLES.get(one.slice(1))}`)
  const declared = variables.length > 0 ? `(${variables.join(', ')})` : ''
  return { name, answer, document: `${kind} ${name}${declared}${selected}` }
}

/** The query of a bulk export of lists. */
export const exportQuery = (lists: z.ZodType, hidden = NOTHING_HIDDEN): string =>
  select(lists, { args: {}, hidden, isExport: true })
