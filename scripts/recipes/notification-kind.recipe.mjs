/** What adding a notification kind takes: new files in one folder, and edits elsewhere. Applied to a copy of the tree by scripts/recipes.test.ts. */
export const recipe = {
  kind: 'notification-kind',
  folder: 'apps/server/src/modules/notifications/sample/',
  newFiles: {
    'apps/server/src/modules/notifications/sample/sample-kind.test.ts': `import { expect, test } from 'vitest'
import { inTransaction } from '#server/db/database.ts'
import { testApp } from '#testkit/test-app.ts'
import { notify } from '../notify.ts'

const t = await testApp({ runsJobs: false })

test('notifies users of the sample kind', async () => {
  const { accountId, userId, token } = await t.register()
  await inTransaction(t.deps.db, (trx) =>
    notify(t.deps, trx, {
      accountId,
      kind: 'sampleKind',
      to: { userIds: [userId] },
      subject: 'Sample',
      paragraphs: ['A sample notification.'],
    }),
  )
  const listed = (await t.call('GET', '/notification', { token })).json()
  expect(listed).toMatchObject([{ kind: 'sampleKind', subject: 'Sample' }])
})
`,
  },
  edits: [
    {
      file: 'packages/domain/notification-kind.ts',
      list: true,
      after: 'const NOTIFICATION_KINDS = {',
      insert: `  sampleKind: {
    title: 'Sample',
    icon: 'bulb',
    description: 'A sample notification.',
    audience: 'signedIn',
    email: false,
  },`,
    },
  ],
}
