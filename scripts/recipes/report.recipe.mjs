/** What adding a report takes: new files in one folder, and edits elsewhere. Applied to a copy of the tree by scripts/recipes.test.ts. */
export const recipe = {
  kind: 'report',
  folder: 'packages/reports/sample/',
  newFiles: {
    'packages/reports/sample/by-country.report.ts': `import { defineReport } from '../kit/built-in-report.ts'

export const salesByCountry = defineReport('sales', 'by-country', 'By Country', {
  title: 'Sales by Country',
  description: 'Net sales and orders by country',
  reportType: 'Orders',
  columns: ['country', 'netSales', 'orderCount'],
  groupColumns: ['country'],
  orderColumns: [{ columnId: 'netSales', direction: 'desc' }],
  relativeDateFilter: { relativeRange: 'ThisYear', columnName: 'OrderDate' },
  chart: { kind: 'bar', x: 'country', series: ['netSales'] },
})
`,
  },
  edits: [
    {
      file: 'packages/reports/registry.ts',
      list: false,
      after: "import { salesByDayOfWeek, salesByWeekend, salesTrends } from './sales/sales.report.ts'",
      insert: "import { salesByCountry } from './sample/by-country.report.ts'",
    },
    { file: 'packages/reports/registry.ts', list: true, after: 'salesByWeekend,', insert: '  salesByCountry,' },
  ],
}
