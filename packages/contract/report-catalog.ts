import { z } from 'zod'
import { ACCOUNT_TYPES } from '#domain/plan.ts'
import { AGGREGATIONS, COMPARISONS, FORMATS, GOOD_DIRECTIONS } from '#domain/report-terms.ts'
import { ROLES } from '#domain/role.ts'
import { FilterValue, ReportDefinition } from './report-definition.ts'

/** What every column says of itself. */
export const columnFields = {
  columnId: z.string(),
  columnName: z.string(),
  displayName: z.string(),
  kind: z.enum(['dimension', 'measure']),
  type: z.string(),
  format: z.enum(FORMATS),
}

export const CatalogColumn = z.object({
  ...columnFields,
  additive: z.boolean(),
  description: z.string(),
  goodDirection: z.enum(GOOD_DIRECTIONS),
  /** aggregations in groups; `None`: a measure by its own formula, a dimension to group by */
  aggregations: z.array(z.enum(AGGREGATIONS)),
  /** only for filters: it can be neither shown nor grouped by */
  filterOnly: z.boolean(),
  /** the labels that it can have, where the account has a list of its own */
  choices: z.array(z.string()).optional(),
})

export const BuiltinReport = z.object({
  group: z.string(),
  slug: z.string(),
  /** of its page, such as `/reports/orders/by-brand` */
  path: z.string(),
  title: z.string(),
  description: z.string(),
  /** null: all */
  accountTypes: z.array(z.enum(ACCOUNT_TYPES)).nullable(),
  roles: z.array(z.enum(ROLES)).nullable(),
  definition: ReportDefinition,
  /** columnIds that its page offers to group by, the definition's own first */
  groupChoices: z.array(z.string()).optional(),
  /** requested by slug alone, it opens with this range, which has no relative name; its definition has none then */
  rangeName: z.string().optional(),
})
export type BuiltinReport = z.infer<typeof BuiltinReport>

const EventWords = z.object({ did: z.string(), didNot: z.string(), event: z.string() })

export const ReportCatalog = z.object({
  builtin: z.array(BuiltinReport),
  reportTypes: z.array(
    z.object({
      reportType: z.string(),
      title: z.string(),
      /** date columns that a range can limit, the default first; empty: the type has no date */
      dateColumns: z.array(z.string()),
      /** its measures can leave out orders of the club channel */
      hasClubOrders: z.boolean(),
      /**
       * Its records belong to people, so conditions on what these did can limit them; null: they don't. `events`: words for records that
       * such conditions are about; null: they are about none of these.
       */
      history: z
        .object({
          events: EventWords.extend({
            /** those that meet a condition have words of their own, which say it as well */
            kinds: z.array(
              z.object({
                columnId: z.string(),
                comparison: z.enum(COMPARISONS),
                value: FilterValue,
                words: EventWords,
              }),
            ),
          }).nullable(),
        })
        .nullable(),
      columns: z.array(CatalogColumn),
    }),
  ),
})
export type ReportCatalog = z.infer<typeof ReportCatalog>
export type CatalogColumn = z.infer<typeof CatalogColumn>
