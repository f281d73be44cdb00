/**
 * What adding an account setting takes: one entry. Its value is stored in the JSON column accounts.settings, so there is no
 * migration; a setting that needs a column of its own adds one (a new file in db/migrations).
 * Applied to a copy of the tree by scripts/recipes.test.ts.
 */
export const recipe = {
  kind: 'account-setting',
  folder: 'packages/contract/account-settings/',
  newFiles: {},
  edits: [
    {
      file: 'packages/contract/account-settings.ts',
      list: true,
      after: 'export const ACCOUNT_SETTINGS = {',
      insert: `  sampleSetting: defineSetting({
    column: null,
    schema: z.enum(['on', 'off']),
    default: 'off',
    label: 'Sample setting',
    auditLabel: 'Sample setting',
    section: 'numbers',
    field: {
      kind: 'select',
      options: [
        { value: 'on', label: 'On' },
        { value: 'off', label: 'Off' },
      ],
    },
    affects: 'nothing',
  }),`,
    },
  ],
}
