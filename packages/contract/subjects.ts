import { z } from 'zod'
import { SUBJECT_KINDS } from '#domain/subject-pages.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { InsightSummary } from './insights.ts'
import { ResultColumn, ResultRow } from './reports.ts'

const Kind = z.enum(SUBJECT_KINDS)
const Key = z.string().min(1).max(1000)

/** The head of a page: what the data says about a customer, product, club, release, or team member. */
export const SubjectPage = z.object({
  kind: Kind,
  id: z.string(),
  /** null: the data has none */
  name: z.string().nullable(),
  /** the service of its records, where several services have one with this ID; else null */
  serviceId: z.string().nullable(),
  /** the record that describes it, with its ID and name */
  columns: z.array(ResultColumn),
  row: ResultRow,
  /** other services with a record of this ID */
  others: z.array(z.object({ serviceId: z.string(), serviceName: z.string(), name: z.string().nullable() })),
  /** the insights about it, most important first */
  insights: z.array(InsightSummary),
  asOf: Instant.nullable(),
})
export type SubjectPage = z.infer<typeof SubjectPage>

/** What a search finds: the kinds of pages, and orders. */
export const FOUND_KINDS = ['customer', 'order', 'product', 'club', 'release', 'teamMember'] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

export const SearchResult = z.object({
  /** kinds that have results and that the caller may open */
  groups: z.array(
    z.object({
      kind: z.enum(FOUND_KINDS),
      items: z.array(
        z.object({
          name: z.string(),
          /** tells items of one name apart, such as an email; null: nothing does */
          detail: z.string().nullable(),
          /** path and query of its page */
          address: z.string(),
        }),
      ),
    }),
  ),
})
export type SearchResult = z.infer<typeof SearchResult>

/** Characters of the shortest search. */
const MIN_SEARCH = 2

export const subjects = {
  /** 404 also for roles that may not open the list of its kind, 402 where the plan lacks that list */
  get: endpoint('GET /subjects/{id}', 'A customer, product, club, release, or team member', {
    access: 'signedIn',
    sample: { query: 'kind=customer' },
  })
    .input(
      z.object({
        kind: Kind,
        id: Key,
        /** the column that `id` is in; default: the usual key of the kind */
        by: z.enum(['sku']).optional(),
        serviceId: z.string().max(100).optional(),
      }),
    )
    .output(SubjectPage),
  /** in any case and without accents; the first results of each kind */
  search: endpoint(
    'GET /search',
    'Find customers, orders, products, clubs, releases, and team members by name, email, number, or SKU',
    {
      access: 'reports',
      rateLimit: { bucket: 'search', hits: 180, seconds: 60, per: 'user' },
      sample: { query: 'q=pinot' },
    },
  )
    .input(z.object({ q: z.string().trim().min(1).min(MIN_SEARCH, 'Type at least 2 characters').max(100) }))
    .output(SearchResult),
}
