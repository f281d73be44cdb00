import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const isTest = (file: string): boolean => /\.(test|fixture)\.ts$/.test(file)
const sources = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }).filter((file) => !isTest(file))
const containing = (pattern: string, text: RegExp): string[] =>
  sources(pattern)
    .filter((file) => text.test(readFileSync(`${root}${file}`, 'utf8')))
    .toSorted()

describe('source files of the server', () => {
  test('begin transactions only through inTransaction, which keeps outside calls out of them', () => {
    expect(
      containing('apps/server/src/**/*.ts', /\.(transaction|startTransaction)\(\)|\.query\(['"`]begin\b/i),
    ).toEqual([
      'apps/server/src/db/database.ts',
      // Migrations, which run before the server does.
      'apps/server/src/db/migrate.ts',
      // Around a statement of the queue library, with no code of ours inside.
      'apps/server/src/jobs/runner.ts',
      // A backup, on a connection of its own.
      'apps/server/src/operator/copy-tables.ts',
    ])
  })

  // FOR UPDATE conflicts with the lock that an insert takes on the rows its foreign keys name; two transactions that have
  // both inserted and then lock the row wait for each other.
  test('lock rows with FOR NO KEY UPDATE', () => {
    expect(sources('apps/server/src/**/*.ts').length).toBeGreaterThan(200)
    expect(containing('apps/server/src/**/*.ts', /\bforUpdate\(|\bfor update\b/i)).toEqual([])
  })

  test('call other systems only where the call asserts that it is outside of transactions', () => {
    const client =
      /import \{[^}]*\} from '(undici|ssh2|nodemailer|ai|@ai-sdk\/[^']+|node:(https?|tls|dgram))'|import\('stripe'\)/
    const socket = /import \{[^}]*\b(connect|createConnection|Socket)\b[^}]*\} from 'node:net'|\bglobalThis\.fetch\b/
    expect(
      containing('{apps/server/src,packages/connectors}/**/*.ts', new RegExp(`${client.source}|${socket.source}`)),
    ).toEqual([
      'apps/server/src/db/silent-connections.ts', // sockets of the database
      'apps/server/src/http/body-time.ts', // sockets of requests
      'apps/server/src/http/client-errors.ts', // sockets of requests
      'apps/server/src/http/slow-clients.ts', // sockets of requests
      'apps/server/src/mail/transport.ts',
      'apps/server/src/modules/ask/assistant/tools.ts', // what model-client's call may use
      'apps/server/src/modules/billing/stripe/stripe-client.ts',
      'apps/server/src/modules/insights/model/try-model.usecases.ts', // a type of error
      'apps/server/src/modules/pictures/fetch-logo.ts',
      'apps/server/src/modules/reports/export/csv-body.ts', // responses of requests
      'apps/server/src/modules/sign-on/provider-fetch.ts', // called by provider-client
      'apps/server/src/modules/webhooks/deliver-webhook.ts',
      'apps/server/src/operator/operator-socket.ts', // the server's own socket
      'apps/server/src/platform/model-client.ts',
      'packages/connectors/files/ssh-session.ts',
      'packages/connectors/files/web-file.ts',
      'packages/connectors/kit/guarded-agent.ts',
      'packages/connectors/kit/http-call.ts',
      'packages/connectors/kit/http-client.ts',
    ])
  })
})
