import { type CampaignSeed, createCampaigns } from '../kit/campaigns.fixture.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { defineFake, type FakeOptions, FakeRefusal } from '../kit/define-fake.fixture.ts'
import { expectedRow } from '../kit/expected-rows.fixture.ts'
import type { FakeAnswer, FakeCall } from '../kit/fake-server.fixture.ts'
import { CAMPAIGN, CHANGE, LIST, MEMBER, SEGMENT, TAG } from './samples.fixture.ts'

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
  /** of the one audience */
  readonly people?: readonly FakePerson[]
}

export interface FakePerson {
  readonly email: string
  status: string
  /** names */
  tags: string[]
}

const MOST_ADDRESSES = 500

/** The audience `Wine Club`, whose people have tags. */
const createAudience = (people: readonly FakePerson[]) => {
  const tags = [...new Set(people.flatMap((person) => person.tags))]
  const idOf = (name: string): number => tags.indexOf(name) + 1
  const toMember = ({ email, status, tags: own }: FakePerson) => ({
    ...MEMBER,
    email_address: email,
    status,
    tags: own.map((name) => ({ ...TAG, id: idOf(name), name })),
  })
  const change = ({ body }: FakeCall, [, id]: readonly string[]): FakeAnswer => {
    const name = tags[Number(id) - 1]
    const { members_to_add: add, members_to_remove: remove }: Record<string, string[]> = JSON.parse(body)
    if (name === undefined || !add || !remove) return refusal(404, 'Resource Not Found')
    if (Math.max(add.length, remove.length) > MOST_ADDRESSES) return refusal(400, 'Invalid Resource')
    const found = (emails: string[]) => people.filter(({ email }) => emails.includes(email.toLowerCase()))
    const unknown = [...add, ...remove].filter((email) => found([email]).length === 0)
    for (const person of found(add)) person.tags = [...new Set([...person.tags, name])]
    for (const person of found(remove)) person.tags = person.tags.filter((tag) => tag !== name)
    return {
      body: {
        ...CHANGE,
        members_added: found(add)
          .map(toMember)
          .map(({ email_address, status }) => ({ email_address, status })),
        members_removed: found(remove)
          .map(toMember)
          .map(({ email_address, status }) => ({ email_address, status })),
        errors: unknown.length === 0 ? [] : [{ email_addresses: unknown, error: 'Not in the list' }],
        total_added: found(add).length,
        total_removed: found(remove).length,
        error_count: unknown.length,
      },
    }
  }
  return {
    'GET /lists': () => ({ body: { lists: [{ ...LIST, name: AUDIENCE }] } }),
    'GET /lists/*/members': ({ query }: FakeCall): FakeAnswer => {
      const [offset, count] = [Number(query.get('offset')), Number(query.get('count'))]
      return { body: { members: people.slice(offset, offset + count).map(toMember) } }
    },
    'GET /lists/*/tag-search': ({ query }: FakeCall): FakeAnswer => {
      const found = tags.filter((name) => name.startsWith(query.get('name') ?? ''))
      return { body: { tags: found.map((name) => ({ ...TAG, id: idOf(name), name })), total_items: found.length } }
    },
    'POST /lists/*/segments': ({ body }: FakeCall): FakeAnswer => {
      const { name }: { name: string } = JSON.parse(body)
      if (tags.includes(name)) return refusal(400, 'Invalid Resource')
      tags.push(name)
      return { body: { ...SEGMENT, id: idOf(name), name } }
    },
    'POST /lists/*/segments/*': change,
  }
}

const refusal = (status: number, title: string): FakeAnswer => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: { type: 'https://mailchimp.com/developer/marketing/docs/errors/', title, status, detail: title, instance: '' },
})

/** Mailchimp as a server on loopback, with an account of that many campaigns, oldest first. */
export const startFakeMailchimp = async ({ campaigns, people = [], now = Date.now }: FakeMailchimpOptions) => {
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
      ...createAudience(people),
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
