/** What adding an endpoint takes: its contract entry and its handler. Applied to a copy of the tree by scripts/recipes.test.ts. */
export const recipe = {
  kind: 'endpoint',
  folder: null,
  newFiles: {},
  edits: [
    {
      file: 'packages/contract/system.ts',
      list: false,
      after: 'export const system = {',
      insert: `  sample: endpoint('POST /system/sample', 'A sample', {
    access: 'administration',
    audit: { area: 'account', label: 'Sent a sample' },
    rateLimit: { bucket: 'sample', hits: 5, seconds: 60, per: 'user' },
    sample: { body: { text: 'anything' } },
  })
    .input(z.object({ text: z.string().max(100) }))
    .output(z.object({ text: z.string() })),`,
    },
    {
      file: 'apps/server/src/modules/system/system.routes.ts',
      list: false,
      after: "export const systemRoutes: RoutesOf<'system'> = {",
      insert: `  sample: signedIn.system.sample.handler(({ input }) => ({ text: input.text.toUpperCase() })),`,
    },
  ],
}
