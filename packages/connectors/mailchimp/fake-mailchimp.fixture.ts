import { type CampaignSeed, createCampaigns } from '../kit/campaigns.fixture.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { defineFake, type FakeOptions, FakeRefusal } from '../kit/define-fake.fixture.ts'
import { expectedRow } from '../kit/expected-rows.fixture.ts'
import type { FakeAnswer, FakeCall } from '../kit/fake-server.fixture.ts'
import { CAMPAIGN } from './samples.fixture.ts'

const FAKE_SETTINGS = { dataCenter: 'us21' } as const
const FAKE_SECRETS = { apiKey: '0123456789abcdef0123456789abcdef-us21' } as const

const KINDS = [
  ...(['sent', 'sent', 'scheduled', 'draft', 'stopped'] as const),
  ...(['feed', 'feedEmail', 'automation', 'untitled'] as const),
]
type Kind = (typeof KINDS)[number]

type Seed = CampaignSeed<Kind>
const AUDIENCE = 'Wine Club'
const isoOf = (at: number): string => new Date(at).toISOString().replace('.000Z', '+00:00')

type CampaignBody = typeof CAMPAIGN & { parent_campaign_id?: string }

const makeCampaignBody = ({ id, kind, name, at, emails }: Seed): CampaignBody => {
  const time = kind === 'draft' || kind === 'feed' ? '' : isoOf(at)
  const status = { scheduled: 'schedule', draft: 'save', stopped: 'canceled', feed: 'sending', automation: 'sending' }
  const type = { feed: 'rss', feedEmail: 'rss', automation: 'automation-email' }
  return {
    ...CAMPAIGN,
    id,
    type: kind in type ? type[kind as keyof typeof type] : 'regular',
    status: kind in status ? status[kind as keyof typeof status] : 'sent',
    emails_sent: emails,
    send_time: time,
    recipients: { list_name: AUDIENCE },
    settings: { title: kind === 'untitled' ? '' : name, subject_line: `Subject of ${name}` },
    ...(kind === 'feedEmail' ? { parent_campaign_id: 'f6276207cc' } : {}),
  }
}

const expectedRows = ({ id, kind, name, at, emails }: Seed): CanonicalRow[] => {
  if (kind === 'draft' || kind === 'feed' || kind === 'automation' || (kind === 'stopped' && emails === 0)) return []
  const status = kind === 'scheduled' ? 'scheduled' : 'sent'
  const row = {
    source_id: id,
    name: kind === 'untitled' ? `Subject of ${name}` : name,
    subject: `Subject of ${name}`,
    audience: AUDIENCE,
    status,
    status_raw: { scheduled: 'schedule', stopped: 'canceled' }[kind as string] ?? 'sent',
    sent: at,
    recipients: kind === 'scheduled' ? null : emails,
  }
  return [expectedRow('campaigns', row)]
}

interface FakeMailchimpOptions extends FakeOptions {
  readonly campaigns: number
}

const refusal = (status: number, title: string): FakeAnswer => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { type: 'https://mailchimp.com/developer/marketing/docs/errors/', title, status, detail: title, instance: '' },
})

/** Mailchimp as a server on loopback, with an account of that many campaigns, oldest first. */
export const startFakeMailchimp = async ({ campaigns, now = Date.now }: FakeMailchimpOptions) => {
  const { seeds, change } = createCampaigns<Kind>({
    count: campaigns,
    kinds: KINDS,
    days: 1,
    now,
    make: (number, kind) => ({
      id: `c${String(number).padStart(9, '0')}`,
      emails: kind === 'scheduled' || kind === 'draft' ? 0 : (number * 37) % 3000,
    }),
    redrafts: false,
  })

  const list = ({ query }: FakeCall): FakeAnswer => {
    const [offset, count] = [Number(query.get('offset')), Number(query.get('count'))]
    const status = query.get('status')
    const all = seeds.map(makeCampaignBody).filter((campaign) => status === null || campaign.status === status)
    const sorted = query.get('sort_dir') === 'DESC' ? all.toReversed() : all
    return { body: { campaigns: sorted.slice(offset, offset + count), total_items: all.length } }
  }

  const authorization = `Basic ${Buffer.from(`cuvee:${FAKE_SECRETS.apiKey}`).toString('base64')}`
  const fake = await defineFake({
    now,
    settings: FAKE_SETTINGS,
    secrets: FAKE_SECRETS,
    root: '/3.0',
    admit({ headers }) {
      if (headers.authorization !== authorization) throw new FakeRefusal(refusal(401, 'API Key Invalid'))
    },
    routes: {
      'GET /': () => ({ body: { account_name: 'Test Winery', account_timezone: 'US/Pacific' } }),
      'GET /campaigns': list,
    },
    missing: refusal(404, 'Resource Not Found'),
    main: {
      stream: 'campaigns',
      table: 'campaigns',
      isPage: ({ path, query }) => path === '/3.0/campaigns' && !query.has('status'),
      key: 'campaigns',
      isPlain: ({ status, type }) => status === 'sent' && type === 'regular',
      corrupt: (campaign) => void delete campaign.status,
      unknown: { values: { status: 'brewing' }, column: 'status' },
    },
    expected: () => seeds.flatMap(expectedRows),
    change,
  })
  // No time of Mailchimp's clock is read.
  return { ...fake, seeds, basePath: '/3.0', skew: () => undefined }
}
