import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import type { Segment } from '#contract/segments.ts'
import { lookupTable } from '#domain/lookup-table.ts'
import type { SubjectSections } from '#reports/subjects/kit/subject.ts'

const columns = (...columnIds: readonly string[]) => columnIds.map((columnId) => ({ columnId }))

export const CUSTOMER_COLUMNS = columns('customerName', 'lastOrderDate', 'lifetimeValue', 'email', 'city', 'state')

export const BY_VALUE: ReportDefinitionInput['orderColumns'] = [{ columnId: 'lifetimeValue', direction: 'desc' }]

/** Columns of a list of conditions to edit. */
const LIST_COLUMNS: Readonly<Record<string, typeof CUSTOMER_COLUMNS>> = lookupTable({
  Customers: CUSTOMER_COLUMNS,
  CustomerMonths: columns('customerName', 'firstOrderDate'),
  Memberships: columns('customerName', 'clubName', 'standing', 'signupDate'),
  MembershipMonths: columns('customerName', 'clubName', 'signupDate'),
})

/** The numbers and lists of a segment's page. */
export const segmentSections = ({
  id,
  columnId,
  name,
}: Segment): Pick<SubjectSections, 'numbers' | 'trend' | 'lists'> => {
  const isMember = [{ columnId, comparison: 'IsTrue' as const }]
  const moves = (date: 'enteredDate' | 'leftDate', title: string): ReportDefinitionInput => ({
    reportType: 'SegmentMembers',
    name: `${name}: ${title.toLowerCase()}`,
    columns: columns('customerName', date),
    filters: [
      { columnId: 'segmentId', value: id },
      { columnId: date, comparison: 'IsNotNull' },
    ],
    orderColumns: [{ columnId: date, direction: 'desc' }],
  })
  return {
    numbers: [
      {
        definition: {
          reportType: 'Orders',
          columns: columns('netSales', 'orderCount', 'averageOrder', 'customerCount'),
          filters: isMember,
        },
      },
    ],
    trend: {
      definition: {
        reportType: 'Orders',
        name: 'Net sales to the segment',
        columns: columns('orderMonth', 'netSales'),
        groupColumns: ['orderMonth'],
        filters: isMember,
        orderColumns: [{ columnId: 'orderMonth', direction: 'asc' }],
        chart: { kind: 'bar', x: 'orderMonth', series: ['netSales'] },
      },
    },
    lists: [
      {
        title: 'Customers',
        definition: {
          reportType: 'Customers',
          name: `${name}: customers`,
          columns: CUSTOMER_COLUMNS,
          filters: isMember,
          orderColumns: BY_VALUE,
        },
      },
      { title: 'Entered', definition: moves('enteredDate', 'Entered') },
      { title: 'Left', definition: moves('leftDate', 'Left') },
    ],
  }
}

/** The address of a list whose people become a segment. */
export const segmentSearch = (definition: ReportDefinitionInput) => ({
  definition: JSON.stringify(definition),
  for: 'segment',
})

/** The conditions as a list to edit. */
export const editedList = ({ name, definition }: Segment): ReportDefinitionInput => ({
  ...definition,
  name,
  columns: LIST_COLUMNS[definition.reportType] ?? CUSTOMER_COLUMNS,
})
