/** What adding a measure takes: new files in one folder, and edits elsewhere. Applied to a copy of the tree by scripts/recipes.test.ts. */
export const recipe = {
  kind: 'measure',
  folder: 'packages/semantic/catalog/',
  newFiles: {},
  edits: [
    {
      file: 'packages/semantic/catalog/orders.catalog.ts',
      list: true,
      after: '...orderRatios,',
      insert: `    measure('sampleMeasure', 'Sample measure', 'currency', {
      description: 'Tips and shipping of the orders, refunds negative',
      synonyms: 'sample measure, tips and shipping',
      record: (scope) => \`(\${scope.col('tip')} + \${scope.col('shipping')})\`,
      formula: { kind: 'sum', of: (scope) => \`(\${scope.col('tip')} + \${scope.col('shipping')})\` },
      goodDirection: 'neutral',
    }),`,
    },
  ],
}
