import type { ConformanceFake } from '../kit/conformance-fake.fixture.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { type FakeAnswer, type FakeCall, startFakeServer } from '../kit/fake-server.fixture.ts'
import { CAMPAIGN } from './documented-answers.fixture.ts'

const FAKE_SETTINGS = { dataCenter: 'us21' } as const
const FAKE_SECRETS = { apiKey: '0123456789abcdef0123456789abcdef-us21' } as const

type Kind = 'sent' | 'scheduled' | 'draft' | 'stopped' | 'feed' | 'feedEmail' | 'automation' | 'untitled'

/** What a campaign is, independent of how it is answered and stored. */
interface CampaignSeed {
  readonly id: string
  readonly kind: Kind
  readonly name: string
  readonly audience: string
  /** epoch milliseconds, whole seconds */
  readonly at: number
  readonly emails: number
}

const DAY_MS = 86_400_000
const KINDS: readonly Kind[] = [
  'sent',
  'sent',
  'scheduled',
  'draft',
  'stopped',
  'feed',
  'feedEmail',
  'automation',
  'untitled',
]

const isoOf = (at: number): string => new Date(at).toISOString().replace('.000Z', '+00:00')

type CampaignBody = typeof CAMPAIGN & { parent_campaign_id?: string }

const makeCampaignBody = ({ id, kind, name, audience, at, emails }: CampaignSeed): CampaignBody => {
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
    recipients: { list_name: audience },
    settings: { title: kind === 'untitled' ? '' : name, subject_line: `Subject of ${name}` },
    ...(kind === 'feedEmail' ? { parent_campaign_id: 'f6276207cc' } : {}),
  }
}

const expectedRows = ({ id, kind, name, audience, at, emails }: CampaignSeed): CanonicalRow[] => {
  if (kind === 'draft' || kind === 'feed' || kind === 'automation' || (kind === 'stopped' && emails === 0)) return []
  const status = kind === 'scheduled' ? 'scheduled' : 'sent'
  const row = {
    source_id: id,
    source_updated: null,
    time_basis: 'utc' as const,
    name: kind === 'untitled' ? `Subject of ${name}` : name,
    subject: `Subject of ${name}`,
    audience,
    status,
    status_raw: { scheduled: 'schedule', stopped: 'canceled' }[kind as string] ?? 'sent',
    sent: at,
    recipients: kind === 'scheduled' ? null : emails,
  }
  return [{ table: 'campaigns', row }]
}

interface ListBody {
  campaigns: CampaignBody[]
  total_items: number
}

const parsed = (body: string): ListBody => JSON.parse(body) as ListBody

const edited = (body: string, edit: (campaign: CampaignBody) => void) => {
  const list = parsed(body)
  const campaign = list.campaigns.find(({ status, type }) => status === 'sent' && type === 'regular')
  if (!campaign) throw new Error('The page holds no sent campaign')
  edit(campaign)
  return { body: JSON.stringify(list), sourceId: campaign.id }
}

export interface FakeMailchimpOptions {
  readonly campaigns: number
  /** epoch milliseconds; default: the machine's clock */
  readonly now?: () => number
}

/** Mailchimp as a server on loopback, with an account of that many campaigns, oldest first. */
export interface FakeMailchimp extends ConformanceFake {
  readonly seeds: CampaignSeed[]
}

const refusal = (status: number, title: string): FakeAnswer => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { type: 'https://mailchimp.com/developer/marketing/docs/errors/', title, status, detail: title, instance: '' },
})

export const startFakeMailchimp = async ({
  campaigns,
  now = Date.now,
}: FakeMailchimpOptions): Promise<FakeMailchimp> => {
  const start = Math.floor(now() / 1000) * 1000
  let made = 0
  let isDuplicating = false
  let lastPage: CampaignBody[] = []
  const seeds: CampaignSeed[] = []
  const add = (kind: Kind, at: number): void => {
    made += 1
    const emails = kind === 'scheduled' || kind === 'draft' ? 0 : (made * 37) % 3000
    seeds.push({
      id: `c${String(made).padStart(9, '0')}`,
      kind,
      name: `Campaign ${made}`,
      audience: 'Wine Club',
      at,
      emails,
    })
  }
  for (let index = 0; index < campaigns; index += 1) {
    const kind = KINDS[index % KINDS.length] ?? 'sent'
    add(kind, start + (kind === 'scheduled' ? 3 : index - campaigns) * DAY_MS)
  }

  const list = ({ query }: FakeCall): ListBody => {
    const [offset, count] = [Number(query.get('offset')), Number(query.get('count'))]
    const status = query.get('status')
    const all = seeds.map(makeCampaignBody).filter((campaign) => status === null || campaign.status === status)
    const sorted = query.get('sort_dir') === 'DESC' ? all.toReversed() : all
    return { campaigns: sorted.slice(offset, offset + count), total_items: all.length }
  }

  const withDuplicates = (body: ListBody): ListBody => {
    const isRepeated = isDuplicating && lastPage.length > 0
    const own = body.campaigns
    const shown = isRepeated ? [...lastPage, ...own] : own
    if (isRepeated) isDuplicating = false
    lastPage = own
    return { ...body, campaigns: shown }
  }

  const isMain = ({ path, query }: FakeCall): boolean => path === '/3.0/campaigns' && !query.has('status')
  const authorization = `Basic ${Buffer.from(`cuvee:${FAKE_SECRETS.apiKey}`).toString('base64')}`
  const answer = (call: FakeCall): FakeAnswer => {
    if (call.headers.authorization !== authorization) return refusal(401, 'API Key Invalid')
    if (call.path === '/3.0/') return { body: { account_name: 'Test Winery', account_timezone: 'US/Pacific' } }
    if (call.path !== '/3.0/campaigns') return refusal(404, 'Resource Not Found')
    return { body: isMain(call) ? withDuplicates(list(call)) : list(call) }
  }

  const change = (): void => {
    const at = Math.floor(now() / 1000) * 1000
    const replace = (kind: Kind, next: (seed: CampaignSeed) => CampaignSeed): void => {
      const index = seeds.findIndex((seed) => seed.kind === kind)
      const seed = seeds[index]
      if (seed) seeds[index] = next(seed)
    }
    seeds.splice(
      seeds.findLastIndex(({ kind }) => kind === 'sent'),
      1,
    )
    replace('sent', (seed) => ({ ...seed, name: `${seed.name}, renamed ${made}` }))
    replace('scheduled', (seed) => ({ ...seed, kind: 'sent', at, emails: 1200 }))
    replace('scheduled', (seed) => ({ ...seed, at: seed.at + DAY_MS }))
    add('sent', at)
    add('scheduled', at + 5 * DAY_MS)
  }

  return {
    server: await startFakeServer({ answer, now }),
    seeds,
    basePath: '/3.0',
    settings: FAKE_SETTINGS,
    secrets: FAKE_SECRETS,
    expected: () => seeds.flatMap(expectedRows),
    change,
    // No time of Mailchimp's clock is read.
    skew: () => undefined,
    duplicateNextPage: () => {
      isDuplicating = true
    },
    main: { stream: 'campaigns', table: 'campaigns' },
    isMain,
    corruptRecord: (body) => edited(body, (campaign) => Reflect.deleteProperty(campaign, 'status')),
    unknownValue: (body) => ({
      ...edited(body, (campaign) => Object.assign(campaign, { status: 'brewing' })),
      column: 'status',
    }),
    addField: (body) => {
      const all = parsed(body)
      return JSON.stringify({ ...all, campaigns: all.campaigns.map((campaign) => ({ ...campaign, terroir: {} })) })
    },
    breakEnvelope: (body) => JSON.stringify({ campaigns: { first: parsed(body).campaigns[0] } }),
  }
}
