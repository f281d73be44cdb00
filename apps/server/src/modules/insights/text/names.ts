import { formatCode } from '#domain/code-labels.ts'
import { ACCOUNT, type Subject, subjectKey } from '#insights/account/metric.ts'
import { getInsightDefinition, type Insight } from '#insights/registry.ts'
import type { Filter } from '#semantic/query.ts'
import type { QuerySession } from '#server/modules/analytics/index.ts'
import { historyQuery } from '../history/history-reader.ts'

/** Names of people and other subjects, by `subjectKey` or `person …`; by `customer of …` the ID of a person's customer. */
export type Names = Readonly<Record<string, string>>

interface NameSources {
  readonly session: QuerySession
  readonly services: readonly { readonly id: string; readonly name: string }[]
  /** customer by membership */
  readonly customerOf: ReadonlyMap<string, string>
}

export const anyOfFilter = (columnId: string, values: readonly string[]): Filter => ({
  or: values.map((value) => ({ columnId, comparison: 'Equal' as const, value })),
})

const lookUp = async (
  session: QuerySession,
  { reportType, id, name }: { reportType: string; id: string; name: string },
  values: readonly string[],
): Promise<Map<string, string>> => {
  if (values.length === 0) return new Map()
  const rows = await session.rows(historyQuery({ reportType, columns: [id, name], filter: anyOfFilter(id, values) }))
  return new Map(rows.flatMap(([key, text]) => (typeof text === 'string' && text !== '' ? [[String(key), text]] : [])))
}

/** The subjects that an insight mentions. */
const subjectsOf = (insight: Insight): Subject[] => [
  insight.subject,
  ...(getInsightDefinition(insight).relatedSubjects?.(insight) ?? []).map(({ subject }) => subject),
]

const personIds = (insight: Insight): string[] =>
  (getInsightDefinition(insight).people?.(insight) ?? []).map(({ id }) => id)

export const UNNAMED_CUSTOMER = 'Unnamed customer'

/** What systems write where there is no name. */
const NO_NAME = /^(?:none|null|undefined|n\/a|unknown|-|\s)*$/i

export interface FoundCustomers {
  readonly names: ReadonlyMap<string, string>
  /** IDs of customers on record */
  readonly onRecord: ReadonlySet<string>
}

/** Customers by name, else by email, else by number. */
export const lookUpCustomers = async (session: QuerySession, ids: readonly string[]): Promise<FoundCustomers> => {
  if (ids.length === 0) return { names: new Map(), onRecord: new Set() }
  const columns = ['customerId', 'customerName', 'email']
  const rows = await session.rows(
    historyQuery({ reportType: 'Customers', columns, filter: anyOfFilter('customerId', ids) }),
  )
  const numbered = ids.flatMap((id) => (id === '' ? [] : [[id, `Customer ${id}`] as const]))
  const named = rows.flatMap(([id, ...names]) => {
    const name = names.find((text) => typeof text === 'string' && !NO_NAME.test(text))
    return name === undefined ? [] : [[String(id), String(name)] as const]
  })
  return { names: new Map([...numbered, ...named]), onRecord: new Set(rows.map(([id]) => String(id))) }
}

export const personKey = (id: string): string => `person ${id}`
const customerKey = (id: string): string => `customer of ${id}`

/** The ID of the customer that a person of an insight is; null: not on record, or not known of an earlier insight. */
export const lookUpCustomerName = (names: Names, id: string): string | null => names[customerKey(id)] ?? null

const nameOf = (subject: Subject, titles: ReadonlyMap<string, string>, services: NameSources['services']): string => {
  if (subject.kind === 'account') return 'all sales'
  if (subject.value === '') return 'no name'
  if (subject.kind === 'channel') return formatCode('channel', subject.value)
  if (subject.kind === 'product') return titles.get(subject.value) ?? subject.value
  if (subject.kind === 'service') return services.find(({ id }) => id === subject.value)?.name ?? 'a removed service'
  return subject.value
}

/** Looks up every name that the insights need, in two queries. */
export const namesFor = async (insights: readonly Insight[], sources: NameSources): Promise<Names> => {
  const subjects = [ACCOUNT, ...insights.flatMap(subjectsOf)]
  const skus = subjects.flatMap((subject) =>
    subject.kind === 'product' && subject.value !== '' ? [subject.value] : [],
  )
  const people = [...new Set(insights.flatMap(personIds))]
  const customerId = (id: string): string => sources.customerOf.get(id) ?? id
  const [titles, customers] = await Promise.all([
    lookUp(sources.session, { reportType: 'Products', id: 'sku', name: 'productTitle' }, [...new Set(skus)]),
    lookUpCustomers(sources.session, [...new Set(people.map(customerId))]),
  ])
  return Object.fromEntries([
    ...subjects.map((subject) => [subjectKey(subject), nameOf(subject, titles, sources.services)]),
    ...people.map((id) => [personKey(id), customers.names.get(customerId(id)) ?? UNNAMED_CUSTOMER]),
    ...people.flatMap((id) => (customers.onRecord.has(customerId(id)) ? [[customerKey(id), customerId(id)]] : [])),
  ])
}
