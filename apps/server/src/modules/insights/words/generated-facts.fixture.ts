import { METRICS, type MetricId } from '#insights/account/metric.ts'
import { ACCOUNT, type Subject, subjectKey } from '#insights/account/subject.ts'
import { computed, type Figure } from '#insights/insight/figure.ts'
import type { Insight } from '#insights/insight/insight.ts'
import { extraFigures } from '#insights/language/extra-figures.ts'
import type { InsightFacts } from '../insight-facts.ts'
import { personKey } from './names.ts'

/** Seeded: the same number gives the same insight. */
const randomOf = (seed: number) => {
  let state = (seed * 2_654_435_761) >>> 0
  return (): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296
  }
}

type Random = () => number

const NAMES = [
  '2022 Estate Pinot Noir',
  'Block 7 Syrah',
  '“No. 1,234” {actual}',
  'Blanc',
  '100% Merlot',
  'Rosé 750ml ½',
]
const CURRENCIES = ['USD', 'JPY', 'EUR', 'KWD']

const pick = <T>(random: Random, [first, ...others]: readonly [T, ...T[]]): T =>
  others[Math.floor(random() * (others.length + 1)) - 1] ?? first

const dayFrom = (random: Random): string =>
  new Date(Date.UTC(2024, 0, 1 + Math.floor(random() * 800))).toISOString().slice(0, 10)
const later = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const KINDS = [
  'anomaly',
  'priceChange',
  'stoppedSelling',
  'dataProblem',
  'driver',
  'membersAtRisk',
  'lapsingCustomers',
  'releaseOutlook',
  'stockRunway',
  'conversionShift',
  'goalPace',
  'forecast',
] as const

interface Made {
  readonly random: Random
  readonly subject: Subject
  readonly metric: MetricId
  readonly range: { readonly from: string; readonly until: string }
}

const amount = (random: Random): number => Math.floor(random() ** 4 * 1e9)

const measured = ({ random, subject, range }: Made, id: string, metric: MetricId): Figure => ({
  id,
  value: amount(random),
  unit: METRICS[metric].unit,
  recipe: { kind: 'measured', metric, subject, range },
})

const foretold = ({ random, subject, metric, range }: Made, id: string): Figure => ({
  id,
  value: Math.round(random() * 1e7) / 10,
  unit: METRICS[metric].unit,
  recipe: { kind: 'foretold', part: 'expected', metric, subject, range },
})

const counted = ({ random, subject }: Made, id: string, unit: Figure['unit'] = 'count'): Figure => ({
  id,
  value: unit === 'share' ? random() : Math.round(random() * 3000) / (unit === 'weeks' ? 10 : 1),
  unit,
  recipe: { kind: 'counted', what: 'things', subject, range: null },
})

const minus = (id: string, unit: Figure['unit'], of: readonly Figure[]): Figure =>
  computed({ id, unit, rule: 'difference', of })

const figuresOf = (made: Made, kind: (typeof KINDS)[number]): Figure[] => {
  const { metric } = made
  const { unit } = METRICS[metric]
  const actual = measured(made, 'actual', metric)
  const expected = foretold(made, 'expected')
  const both = [foretold(made, 'low'), foretold(made, 'high')]
  switch (kind) {
    case 'anomaly':
      return [
        actual,
        expected,
        ...both,
        minus('difference', unit, [actual, expected]),
        computed({ id: 'change', unit: 'change', rule: 'change', of: [actual, expected] }),
      ]
    case 'priceChange': {
      const told = ['Before', 'After'].map((when) => {
        const pair = [measured(made, `sales${when}`, 'productSales'), measured(made, `units${when}`, 'productUnits')]
        return [...pair, computed({ id: `price${when}`, unit: 'price', rule: 'ratio', of: pair })]
      })
      const prices = told.flatMap((figures) => figures.slice(2)).toReversed()
      return [...told.flat(), computed({ id: 'change', unit: 'change', rule: 'change', of: prices })]
    }
    case 'driver': {
      const after = measured(made, 'after', 'netSales')
      const before = measured(made, 'before', 'netSales')
      const groups = [1, 2].flatMap((at) => {
        const pair = [measured(made, `group${at}.after`, 'netSales'), measured(made, `group${at}.before`, 'netSales')]
        return [...pair, minus(`group${at}.change`, 'money', pair)]
      })
      const parts = ['volume', 'price', 'mix'].map((id) => ({ ...measured(made, id, 'netSales'), id }))
      return [
        after,
        before,
        minus('change', 'money', [after, before]),
        computed({ id: 'changeShare', unit: 'change', rule: 'change', of: [after, before] }),
        ...parts,
        ...groups,
      ]
    }
    case 'forecast':
      return [1, 2, 3].flatMap((at) => ['expected', 'low', 'high'].map((part) => foretold(made, `period${at}.${part}`)))
    case 'membersAtRisk':
      return [
        ...['members', 'expectedCancellations'].map((id) => counted(made, id)),
        { ...measured(made, 'stake', 'netSales'), id: 'stake' },
        counted(made, 'concordance', 'share'),
      ]
    case 'lapsingCustomers':
      return [counted(made, 'customers'), { ...measured(made, 'yearlySpend', 'netSales'), id: 'yearlySpend' }]
    case 'goalPace':
      return [
        actual,
        expected,
        ...both,
        { ...counted(made, 'goal'), unit },
        counted(made, 'share', 'share'),
        counted(made, 'daysLeft', 'days'),
      ]
    case 'releaseOutlook':
      return [expected, ...both, ...['members', 'processed', 'releases'].map((id) => counted(made, id))]
    case 'stockRunway':
      return [
        ...['available', 'promised'].map((id) => counted(made, id)),
        ...['runway', 'soonest', 'latest'].map((id) => counted(made, id, 'weeks')),
      ]
    case 'conversionShift':
      return [
        ...['hitsAfter', 'guestsAfter', 'hitsBefore', 'guestsBefore'].map((id) => counted(made, id)),
        ...['rateAfter', 'rateBefore', 'rateLow', 'rateHigh'].map((id) => counted(made, id, 'share')),
      ]
    case 'stoppedSelling':
    case 'dataProblem':
      return [actual, expected, counted(made, 'days', 'days'), counted(made, 'duplicates')]
  }
}

/** Every field that any kind has: what a kind does not know is not looked at. */
const insightOf = (made: Made, kind: (typeof KINDS)[number]): Insight => {
  const { random, subject, metric, range } = made
  const person = {
    club: 'Club 12',
    chance: random(),
    timesUsual: 3,
    reasons: [{ factor: 'noVisit', odds: 2 }],
  } as const
  const probability = 10 ** (-6 * random())
  const all = {
    key: `${kind} ${random()}`,
    subject,
    period: range,
    figures: figuresOf(made, kind),
    stake: amount(random),
    confidence: random(),
    unusual: { score: 3, probability, against: 'forecast' as const },
    metric,
    grain: pick(random, ['day', 'week', 'month'] as const),
    direction: pick(random, ['up', 'down'] as const),
    also: [{ metric, subject }],
    isSoldOut: pick(random, [true, false, null]),
    problem: pick(random, ['daysMissing', 'sourceQuiet', 'duplicates'] as const),
    comparedWith: { from: later(range.from, -364), until: later(range.until, -364) },
    dimension: 'product' as const,
    leading: ['SKU-1', 'SKU-2'],
    isClear: random() < 0.8,
    members: [{ membershipId: 'm1', ...person }],
    customers: [
      {
        customerId: 'c1',
        lastOrder: range.from,
        daysSince: 91,
        usualDays: 30,
        returnedByNow: 0.95,
        yearlySpend: 5_000_00,
      },
    ],
    isOverPromised: random() < 0.5,
    conversion: pick(random, ['tasting', 'signup'] as const),
    chance: random(),
  }
  return { ...all, kind } as Insight
}

const hasOnlyNumbers = ({ figures }: Insight): boolean => figures.every(({ value }) => Number.isFinite(value))

/** An insight of any kind, about anything, with any numbers; null where a figure of it is no number. */
export const generatedFacts = (seed: number): InsightFacts | null => {
  const random = randomOf(seed + 1)
  const from = dayFrom(random)
  const value = pick(random, ['SKU-1', 'web', 'Estate 3'])
  const subject: Subject =
    random() < 0.2
      ? ACCOUNT
      : { kind: pick(random, ['channel', 'product', 'club', 'teamMember', 'service'] as const), value }
  const made: Made = {
    random,
    subject,
    metric: pick(random, ['netSales', 'orderCount', 'productUnits', 'signups', 'cancellations'] as const),
    range: { from, until: later(from, pick(random, [1, 7, 28, 31])) },
  }
  const insight = insightOf(made, KINDS[seed % KINDS.length] ?? 'anomaly')
  if (!hasOnlyNumbers(insight)) return null
  const name = pick(random, ['Blanc', ...NAMES])
  const names = {
    [subjectKey(subject)]: name,
    'product SKU-1': name,
    'product SKU-2': 'Cuvée 3',
    [personKey('m1')]: 'Ada 5',
    [personKey('c1')]: 'Bea',
  }
  const currency = pick(random, ['USD', ...CURRENCIES])
  return { insight, charts: [], extra: extraFigures(insight), names, currency }
}
