import { DAY_MS } from '#domain/clock.ts'
import { type CampaignSeed, createCampaigns } from '../kit/campaigns.fixture.ts'
import type { CanonicalRow } from '../kit/connector.ts'
import { defineFake, type FakeOptions, FakeRefusal } from '../kit/define-fake.fixture.ts'
import { expectedRow } from '../kit/expected-rows.fixture.ts'
import type { FakeAnswer, FakeCall } from '../kit/fake-server.fixture.ts'
import { ACCOUNT, CAMPAIGN, MESSAGE } from './samples.fixture.ts'

const FAKE_SECRETS = { apiKey: 'pk_0123456789abcdef0123456789abcdef01' } as const
const PAGE_SIZE = 100
const YEAR_MS = 365 * DAY_MS

/** `split`: sent as two messages. `stopped`: canceled after some emails were sent. `text`: a text message. */
const STATUSES = {
  sent: 'Sent',
  split: 'Variations Sent',
  scheduled: 'Scheduled',
  draft: 'Draft',
  canceled: 'Cancelled: No Recipients',
  stopped: 'Cancelled',
  text: 'Sent',
} as const
type Kind = keyof typeof STATUSES
const KINDS: readonly Kind[] = ['sent', 'sent', 'scheduled', 'draft', 'split', 'canceled', 'stopped', 'text', 'sent']

type Seed = CampaignSeed<Kind>

const UNSENT: readonly Kind[] = ['scheduled', 'draft', 'canceled']
const isoTime = (at: number): string => new Date(at).toISOString().replace('.000Z', '+00:00')
const messageIds = ({ id, kind }: Seed): string[] => (kind === 'split' ? [`${id}a`, `${id}b`] : [`${id}a`])

const campaignBody = (seed: Seed) => ({
  ...CAMPAIGN,
  id: seed.id,
  attributes: {
    ...CAMPAIGN.attributes,
    name: seed.name,
    status: STATUSES[seed.kind],
    scheduled_at: seed.kind === 'draft' ? null : isoTime(seed.at),
    send_time: seed.kind === 'draft' ? null : isoTime(seed.at),
  },
  relationships: { 'campaign-messages': { data: messageIds(seed).map((id) => ({ type: 'campaign-message', id })) } },
})

const messageBody = (id: string) => {
  const { definition } = MESSAGE.attributes
  const content = { ...definition.content, subject: `Subject of ${id}` }
  return { ...MESSAGE, id, attributes: { ...MESSAGE.attributes, definition: { ...definition, content } } }
}

/** A page comes with the messages of all of its campaigns, those that it repeats too. */
const withMessages = ({ body, ...answer }: FakeAnswer): FakeAnswer => {
  if (typeof body === 'string' || !('data' in body)) return { ...answer, body }
  const data = body.data as readonly ReturnType<typeof campaignBody>[]
  const ids = data.flatMap(({ relationships }) => relationships['campaign-messages'].data.map(({ id }) => id))
  return { ...answer, body: { ...body, included: ids.map(messageBody) } }
}

const expectedRows = ({ id, kind, name, at, emails }: Seed): CanonicalRow[] => {
  if (kind === 'draft' || kind === 'canceled' || kind === 'text') return []
  const row = {
    source_id: id,
    name,
    subject: `Subject of ${id}a`,
    status: kind === 'scheduled' ? 'scheduled' : 'sent',
    status_raw: STATUSES[kind],
    sent: at,
    recipients: kind === 'scheduled' ? null : emails,
  }
  return [expectedRow('campaigns', row)]
}

const refusal = (status: number, code: string): FakeAnswer => ({
  status,
  body: { errors: [{ id: '2c76424d-b1ff-4afd-a2a1-728d85dac775', status, code, title: code, detail: code }] },
})

interface ReportQuery {
  readonly data: {
    readonly attributes: {
      readonly filter: string
      readonly timeframe: { readonly start: string; readonly end: string }
      readonly conversion_metric_id: string
    }
  }
}

const readReportQuery = (body: string) => {
  const { filter, timeframe, conversion_metric_id } = (JSON.parse(body) as ReportQuery).data.attributes
  const list = /^contains-any\(campaign_id,(\[.*\])\)$/.exec(filter)?.[1] ?? '[]'
  const [start, end] = [Date.parse(timeframe.start), Date.parse(timeframe.end)]
  return { ids: JSON.parse(list) as string[], start, end, metric: conversion_metric_id }
}

export interface FakeKlaviyoOptions extends FakeOptions {
  readonly campaigns: number
  /** of the API key; default: all that are needed */
  readonly scopes?: readonly string[]
}

/** Klaviyo as a server on loopback, with an account of that many campaigns, oldest first. */
export const startFakeKlaviyo = async ({
  campaigns,
  now = Date.now,
  scopes = ['accounts:read', 'campaigns:read', 'metrics:read'],
}: FakeKlaviyoOptions) => {
  const { seeds, change } = createCampaigns<Kind>({
    count: campaigns,
    kinds: KINDS,
    days: 3,
    now,
    make: (number, kind) => ({
      id: `01K${String(number).padStart(23, '0')}`,
      emails: UNSENT.includes(kind) ? 0 : ((number * 37) % 3000) + 2,
    }),
    redrafts: true,
  })

  const list = ({ query }: FakeCall): FakeAnswer => {
    const filter = query.get('filter') ?? ''
    if (!filter.includes("equals(messages.channel,'email')")) return refusal(400, 'invalid')
    const isSentOnly = filter.includes("equals(status,'Sent')")
    const all = seeds.filter(({ kind }) => kind !== 'text' && (!isSentOnly || kind === 'sent'))
    const sorted = query.get('sort') === '-scheduled_at' ? all.toSorted((one, other) => other.at - one.at) : all
    const from = Number(Buffer.from(query.get('page[cursor]') ?? '', 'base64url').toString())
    const until = from + Math.min(Number(query.get('page[size]')), PAGE_SIZE)
    const self = 'https://a.klaviyo.com/api/campaigns'
    const next = `${self}?page%5Bcursor%5D=${Buffer.from(String(until)).toString('base64url')}`
    const links = until < sorted.length ? { self, next } : { self }
    return { body: { data: sorted.slice(from, until).map(campaignBody), links } }
  }

  const report = ({ body }: FakeCall): FakeAnswer => {
    const { ids, start: from, end, metric } = readReportQuery(body)
    if (metric !== 'RESQ6t' || ids.length > 100 || from >= end || end - from > YEAR_MS) return refusal(400, 'invalid')
    const found = seeds.filter(({ id, at, emails }) => ids.includes(id) && at >= from && at <= end && emails > 0)
    const results = found.flatMap((seed) =>
      messageIds(seed).map((campaign_message_id, index, { length }) => ({
        groupings: { send_channel: 'email', campaign_id: seed.id, campaign_message_id },
        statistics: { recipients: index === length - 1 ? seed.emails - index : 1 },
      })),
    )
    return { body: { data: { type: 'campaign-values-report', attributes: { results } } } }
  }

  const scopeOf = (path: string): string =>
    path === '/api/accounts' ? 'accounts:read' : path === '/api/metrics' ? 'metrics:read' : 'campaigns:read'

  const fake = await defineFake({
    now,
    settings: {},
    secrets: FAKE_SECRETS,
    root: '/api',
    admit({ headers, path }) {
      if (headers.authorization !== `Klaviyo-API-Key ${FAKE_SECRETS.apiKey}`)
        throw new FakeRefusal(refusal(401, 'not_authenticated'))
      if (headers.revision !== '2026-04-15') throw new FakeRefusal(refusal(400, 'invalid'))
      if (!scopes.includes(scopeOf(path))) throw new FakeRefusal(refusal(403, 'permission_denied'))
    },
    around: async ({ path }, answer) => (path === '/api/campaigns' ? withMessages(await answer()) : answer()),
    routes: {
      'GET /accounts': () => ({ body: { data: [ACCOUNT] } }),
      'GET /metrics': () => ({ body: { data: [{ type: 'metric', id: 'RESQ6t' }] } }),
      'GET /campaigns': list,
      'POST /campaign-values-reports': report,
    },
    missing: refusal(404, 'not_found'),
    main: {
      stream: 'campaigns',
      table: 'campaigns',
      isPage: ({ path, query }) => path === '/api/campaigns' && query.get('sort') === 'created_at',
      key: 'data',
      isPlain: ({ id }) => seeds.find((seed) => seed.id === id)?.kind === 'sent',
      corrupt: (campaign) => void delete campaign.attributes,
      unknown: {
        values: { attributes: { ...CAMPAIGN.attributes, status: 'Brewing' } },
        column: 'status',
      },
    },
    expected: () => seeds.flatMap(expectedRows),
    change,
  })
  // No time of Klaviyo's clock is read.
  return { ...fake, seeds, basePath: '/api', skew: () => undefined }
}
