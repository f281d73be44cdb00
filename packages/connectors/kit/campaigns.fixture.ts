import { DAY_MS } from '#domain/clock.ts'
import { at as pickAt } from './winery.fixture.ts'

/** What a campaign is, independent of how it is answered and stored. */
export interface CampaignSeed<Kind extends string> {
  readonly id: string
  readonly kind: Kind
  readonly name: string
  /** epoch milliseconds, whole seconds */
  readonly at: number
  readonly emails: number
}

type UsualKind = 'sent' | 'scheduled' | 'draft'

interface CampaignsOptions<Kind extends string> {
  readonly count: number
  readonly kinds: readonly Kind[]
  /** between two campaigns */
  readonly days: number
  readonly now: () => number
  /** ID and emails of the campaign of that number */
  make(number: number, kind: Kind): Pick<CampaignSeed<Kind>, 'id' | 'emails'>
  /** some scheduled campaigns become drafts again */
  readonly redrafts: boolean
}

/** The campaigns of an account, oldest first, with each kind in turn. */
export const createCampaigns = <Kind extends string>({
  count,
  kinds,
  days,
  now,
  make,
  redrafts,
}: CampaignsOptions<Kind | UsualKind>) => {
  type Seed = CampaignSeed<Kind | UsualKind>
  const wholeSecond = (): number => Math.floor(now() / 1000) * 1000
  const start = wholeSecond()
  const seeds: Seed[] = []
  let added = 0
  const add = (kind: Seed['kind'], at: number): void => {
    added += 1
    seeds.push({ ...make(added, kind), kind, name: `Campaign ${added}`, at })
  }
  for (let index = 0; index < count; index += 1) {
    const kind = pickAt(kinds, index)
    add(kind, start + (kind === 'scheduled' ? 3 : days * (index - count)) * DAY_MS)
  }
  const replace = (kind: UsualKind, next: (seed: Seed) => Partial<Seed>): void => {
    const index = seeds.findIndex((seed) => seed.kind === kind)
    const seed = seeds[index]
    if (seed) seeds[index] = { ...seed, ...next(seed) }
  }
  /** One is deleted, one renamed, one sent, one moved, and two are new. */
  const change = (): void => {
    const at = wholeSecond()
    const last = seeds.findLastIndex(({ kind }) => kind === 'sent')
    seeds.splice(last, 1)
    replace('sent', ({ name }) => ({ name: `${name}, renamed ${added}` }))
    replace('scheduled', () => ({ kind: 'sent', at, emails: 1200 }))
    if (redrafts) replace('scheduled', () => ({ kind: 'draft' }))
    replace('scheduled', (seed) => ({ at: seed.at + DAY_MS }))
    add('sent', at)
    add('scheduled', at + 5 * DAY_MS)
  }
  return { seeds, change }
}
