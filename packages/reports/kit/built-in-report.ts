import type { ReportDefinition, ReportDefinitionInput } from '#contract/report-definition.ts'
import type { ReportPage } from '#domain/navigation.ts'
import { REPORT_ROLES } from '#domain/role.ts'
import type { OwnRange } from './own-range.ts'

/** The declaration of a built-in report with its menu page. */
export interface ReportDeclaration extends ReportPage {
  readonly slug: string
  readonly description: string
  readonly definition: ReportDefinitionInput
  /** initial range if no relative range fits; the definition alone then covers all dates */
  readonly ownRange?: OwnRange
  /** columnIds that its page offers to group by, the definition's own first */
  readonly groupChoices?: readonly string[]
}

/** A declared report with its parsed definition. */
export interface BuiltInReport extends Omit<ReportDeclaration, 'definition' | 'ownRange'> {
  readonly definition: ReportDefinition
}

type ColumnInput = ReportDefinitionInput['columns'][number]

export interface DefinitionOptions extends Omit<ReportDefinitionInput, 'columns' | 'columnOrder'> {
  /** a column by its columnId, or with overrides */
  readonly columns: readonly (string | (ColumnInput & { readonly columnId: string }))[]
  /** hidden columnIds that only links and sorting need; the others are shown in the order listed */
  readonly hidden?: readonly string[]
  /** columnIds in the order they are shown, where what matters is not listed first */
  readonly shown?: readonly string[]
}

interface ReportOptions
  extends Omit<DefinitionOptions, 'description'>,
    Pick<ReportDeclaration, 'description' | 'ownRange' | 'groupChoices'>,
    Partial<Pick<ReportDeclaration, 'title' | 'accountTypes' | 'menuQuery'>> {}

const buildDefinition = ({
  columns: given,
  hidden,
  shown: order,
  ...rest
}: DefinitionOptions): ReportDefinitionInput => {
  const columns = given.map((column) => (typeof column === 'string' ? { columnId: column } : column))
  if (order !== undefined) return { ...rest, columns, columnOrder: [...order] }
  if (hidden === undefined) return { ...rest, columns }
  const shown = columns.map(({ columnId }) => columnId).filter((columnId) => !hidden.includes(columnId))
  return { ...rest, columns, columnOrder: shown }
}

/** The path is `/reports/<group>/<slug>`; the title defaults to the name in the menu. */
export const defineReport = (
  group: ReportDeclaration['group'],
  slug: string,
  menuName: string,
  {
    title = menuName,
    description,
    accountTypes = null,
    menuQuery = {},
    ownRange,
    groupChoices,
    ...definition
  }: ReportOptions,
): ReportDeclaration => ({
  group,
  slug,
  path: `/reports/${group}/${slug}`,
  menuName,
  title,
  description,
  roles: REPORT_ROLES,
  accountTypes,
  menuQuery,
  ...(ownRange === undefined ? {} : { ownRange }),
  ...(groupChoices === undefined ? {} : { groupChoices }),
  definition: buildDefinition(definition),
})

/** One row for each value of a dimension, those with the most of a measure first, with a chart of it. */
export const rankBy = (dimension: string, measure: string, chart: 'bar' | 'pie' | 'map' = 'bar') =>
  ({
    groupColumns: [dimension],
    orderColumns: [{ columnId: measure, direction: 'desc' }],
    chart: { kind: chart, x: dimension, series: [measure] },
  }) satisfies Partial<DefinitionOptions>

export const SALES_OF_ORDERS = ['netSales', 'orderCount', 'averageOrder']

/** Columns that link to the records they name. A report that uses one also has the column in braces, at least hidden. */
export const ORDER_NUMBER = { columnId: 'orderNumber', hyperlink: '/reports/orders/order-detail?orderId={orderId}' }

/** Next to net sales less refunds and a count of orders, it would seem to be the one divided by the other. */
export const AVERAGE_ORDER = { columnId: 'averageOrder', displayName: 'Average order (excl. refunds)' }

export const CUSTOMER_NAME = {
  columnId: 'customerName',
  hyperlink: '/customers/{customerId}',
}

export const RELEASE_NAME = { columnId: 'releaseName', hyperlink: '/releases/{releaseId}' }

/** Releases of one name, of several clubs. */
export const RELEASES_OF_NAME = {
  columnId: 'releaseName',
  hyperlink: '/reports/clubs/releases?f.releaseName=Equal:{releaseName}&relativeDate=ReleaseDate-None',
}

export const SKU = { columnId: 'sku', hyperlink: '/products/{sku}?by=sku' }
