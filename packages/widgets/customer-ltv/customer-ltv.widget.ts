import { column, grouped, kpi } from '../kit/planned-query.ts'
import { allowedOrFirst, columnField } from '../kit/settings.ts'
import { defineWidget } from '../kit/widget.ts'

const CUSTOMERS = { reportType: 'Customers', rangeColumn: null } as const

export const customerLtv = defineWidget('customerLTV', 'Customer Lifetime Values', {
  description: 'Lifetime value of members, former members, and others',
  settings: (props) => ({ column: allowedOrFirst(props.column, ['mean', 'median']) }),
  fields: [
    columnField([
      { value: 'mean', label: 'Average' },
      { value: 'median', label: 'Median' },
    ]),
  ],
  chart: (settings) =>
    settings.column === 'median'
      ? { kind: 'breakdown', measureId: 'medianLifetimeValue', hero: 'medianLifetimeValue' }
      : { kind: 'breakdown', measureId: 'lifetimeValue', hero: 'meanLifetimeValue' },
  plan: (settings) => ({
    range: null,
    compare: null,
    kpis: {
      ...CUSTOMERS,
      items: [
        { metric: 'meanLifetimeValue', column: column('lifetimeValue'), label: 'Average lifetime value' },
        kpi('medianLifetimeValue'),
        kpi('customerCount'),
      ],
    },
    rows: grouped({
      ...CUSTOMERS,
      by: ['segment'],
      measures: ['lifetimeValue', 'medianLifetimeValue', 'customerCount'],
      largestFirst: settings.column === 'median' ? 'medianLifetimeValue' : 'lifetimeValue',
    }),
  }),
})
