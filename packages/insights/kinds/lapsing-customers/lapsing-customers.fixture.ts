import type { Sample } from '../../insight/sample.fixture.ts'
import type { LapsingCustomersInsight } from './lapsing-customers.insight.ts'

export const sample: Sample<LapsingCustomersInsight> = ({ range, measured, counted }) => ({
  customers: [
    {
      customerId: 'c1',
      lastOrder: range.from,
      daysSince: 91,
      usualDays: 30,
      returnedByNow: 0.95,
      spent: 5_000_00,
    },
  ],
  figures: [counted('customers'), measured('yearlySpend', 'netSales')],
})
