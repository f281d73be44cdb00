/** What adding a connector takes: new files in one folder, and edits elsewhere. Applied to a copy of the tree by scripts/recipes.test.ts. */
export const recipe = {
  kind: 'connector',
  folder: 'packages/connectors/sample-till/',
  newFiles: {
    'packages/connectors/sample-till/sample-till.connector.ts': `import { z } from 'zod'
import type { Connection, PlatformConnector, PlatformSession } from '../kit/connector.ts'
import { secretSetting, settingsSchema } from '../kit/manifest.ts'
import { readEnvelope } from '../kit/read-records.ts'
import { utcRow } from '../kit/rows.ts'
import { declareStream } from '../kit/stream.ts'

const Club = z.object({ id: z.string(), name: z.string() })
const Page = z.object({ clubs: z.array(z.unknown()) })

const clubs = ({ client }: Connection) =>
  declareStream({
    name: 'clubs',
    async *pages() {
      const { clubs } = readEnvelope(await client.json({ path: '/clubs' }), Page, 'The list of clubs')
      yield { records: clubs, total: clubs.length, next: null }
    },
    schema: Club,
    rows: ({ id, name }) => [utcRow('clubs', { id, updated: null, name })],
  })

const openSession = (connection: Connection): PlatformSession => ({
  test: async () => ({ name: null, timeZone: null, currency: null, warnings: [] }),
  streams: [clubs(connection)],
  orders: async function* () {},
})

export const sampleTillConnector: PlatformConnector = {
  type: 'sampletill',
  title: 'Sample Till',
  description: 'Clubs from a Sample Till.',
  auth: 'apiKey',
  settingsSchema: settingsSchema(['apiKey'], { apiKey: secretSetting('API key') }),
  streams: ['clubs'],
  defaultUrl: 'https://api.sample-till.example',
  budgets: [],
  webhook: null,
  load: async () => openSession,
}
`,
  },
  edits: [
    {
      file: 'packages/connectors/registry.ts',
      list: false,
      after: "import { sampleConnector } from './sample/sample.connector.ts'",
      insert: "import { sampleTillConnector } from './sample-till/sample-till.connector.ts'",
    },
    {
      file: 'packages/connectors/registry.ts',
      list: true,
      after: 'squareConnector,',
      insert: '  sampleTillConnector,',
    },
  ],
}
